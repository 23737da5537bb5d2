/// How far a root of the workspace has come, and what it takes.
public struct WorkspaceStatus: Equatable, Sendable {
  /// What is happening to a root.
  public enum State: Equatable, Sendable {
    /// Nobody has needed its words yet.
    case idle
    /// Its files are being read for the first time, or anew.
    case indexing
    /// Its words are there.
    case ready
    /// It has none: why.
    case failed(String)
  }

  /// The folder.
  public var root: String
  /// What is happening.
  public var state = State.idle
  /// True when its words are those of its files as they were when it was last looked at them.
  public var isCurrent = false
  /// How far the reading has come, or came.
  public var progress = WorkspaceProgress()
  /// How many files there are in the index.
  public var files = 0
  /// How many of them have no words that count.
  public var skippedFiles = 0
  /// How many files have changed since the index was made.
  public var changedFiles = 0
  /// How many different words there are.
  public var words = 0
  /// How many bytes of memory the words take, most of it mapped from the file and shared with other servers.
  public var memoryBytes = 0
  /// Where the index is kept; nil when it is not.
  public var cacheFile: String?
  /// True when something was left out because a limit was reached.
  public var isCut = false

  /// True while the words come that are there first: from the cache, or file by file.
  var isBeginning: Bool { state == .indexing || (state == .idle && !isCurrent) }

  /// A root of which nobody has needed the words yet.
  public init(root: String) { self.root = root }
}
