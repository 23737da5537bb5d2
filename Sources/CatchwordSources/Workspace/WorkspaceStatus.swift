/// The progress of a root of the workspace, and its size.
public struct WorkspaceStatus: Equatable, Sendable {
  /// The state of a root.
  public enum State: Equatable, Sendable {
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
  public var root: String
  /// The state of the root.
  public var state = State.idle
  /// True when the words are those of the files at the time of the last look at them.
  public var isCurrent = false
  /// The progress of the current or the last reading.
  public var progress = WorkspaceProgress()
  /// The number of files in the index.
  public var files = 0
  /// The number of those files without words that count.
  public var skippedFiles = 0
  /// The number of files that have changed since the index was built.
  public var changedFiles = 0
  /// The number of different words.
  public var words = 0
  /// The memory that the words take, in bytes; most of it is mapped from the file and shared with other servers.
  public var memoryBytes = 0
  /// The path of the file that keeps the index; nil when it is not kept.
  public var cacheFile: String?
  /// True when something was left out because of a limit.
  public var isCut = false

  /// True while the first words are being loaded from the cache, or read file by file.
  var isBeginning: Bool { state == .indexing || (state == .idle && !isCurrent) }

  /// Creates the status of a root whose words have not been needed yet.
  public init(root: String) { self.root = root }
}
