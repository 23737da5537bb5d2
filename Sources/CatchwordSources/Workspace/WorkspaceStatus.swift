import CatchwordCompletion

/// The progress of a root of the workspace, and its size.
package struct WorkspaceStatus: Equatable, Sendable {
  /// The state of a root.
  package enum State: Equatable, Sendable {
    /// Its words have not been needed yet.
    case idle
    /// Its files are being read for the first time, or anew.
    case indexing
    /// Its words are available.
    case ready
    /// It has no words, for the given reason.
    case failed(String)
  }

  /// The folder.
  package var root: String
  /// The state of the root.
  package var state = State.idle
  /// True when the words are those of the files at the time of the last look at them.
  package var isCurrent = false
  /// The progress of the current or the last reading.
  package var progress = WorkspaceProgress()
  /// The number of files in the index.
  package var files = 0
  /// The number of those files without words that count.
  package var skippedFiles = 0
  /// The number of files that have changed since the index was built.
  package var changedFiles = 0
  /// The number of different words.
  package var words = 0
  /// The memory that the words take, in bytes; most of it is mapped from the file and shared with other servers.
  package var memoryBytes = 0
  /// The path of the file that keeps the index; nil when it is not kept.
  package var cacheFile: String?
  /// True when something was left out because of a limit.
  package var isCut = false

  /// True while its files are being read, or looked at.
  package var isBusy: Bool {
    switch state {
    case .idle, .failed: false
    case .indexing, .ready: !isCurrent
    }
  }

  /// True while the first words are being loaded from the cache, or read file by file.
  var isBeginning: Bool { state == .indexing || (state == .idle && !isCurrent) }

  /// The progress of loading the words.
  var loadState: LoadState<Void> {
    if isBeginning { return .loading }
    return switch state {
    case .idle, .indexing: .idle
    case .ready: .loaded(())
    case .failed(let reason): .failed(WorkspaceFailure(description: reason))
    }
  }

  /// Creates the status of a root whose words have not been needed yet.
  package init(root: String) { self.root = root }
}
