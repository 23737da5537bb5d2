import CatchwordFiles

/// A second reader of the files of a workspace: a root looks at its files, and reads those that have changed, for both.
///
/// All methods but `take` return soon, and all but `takeMissed` are called while the root works.
protocol FolderListener: Sendable {
  /// True once the listener has read the files by itself: from then on it wants those that change.
  var isFollowing: Bool { get }

  /// Returns true when a file is not as the listener has it.
  ///
  /// - Parameters:
  ///   - path: The absolute path, which begins with the root's as it was given.
  ///   - stamp: The stamp of the file as it is now; nil when it is gone.
  ///   - isNews: True when the file has changed since the root looked at it, or is reported as changed. A listener that
  ///     is still reading all files by itself remembers that, for `takeMissed`.
  func wants(_ path: String, stamp: FileAccess.Stamp?, isNews: Bool) -> Bool

  /// Returns true when the listener takes so many changed files; false when it rather reads all files anew by itself.
  func accepts(_ count: Int) -> Bool

  /// Returns the paths of the files of a root that the listener has.
  ///
  /// - Complexity: O(all files that it has).
  func paths(in root: WorkspaceRoot.Place) -> [String]

  /// Takes files that have changed. Blocks until they are learned.
  func take(_ changes: [FileChange])

  /// Notes that the root has read all files of a folder, and does not know what had changed before.
  func didReadAll(in folder: String)

  /// Notes that the root has looked at all its files, which the listener may read by itself from then on.
  func didLook(at files: FoundFiles)

  /// Returns the files of a root that changed while the listener was reading all by itself, once.
  ///
  /// - Returns: Absolute paths; nil when any file may have changed.
  func takeMissed(in root: WorkspaceRoot.Place) -> Set<String>?
}

/// The files that a root has found.
struct FoundFiles: Sendable {
  /// The root, as an absolute path.
  let root: String
  /// Identifies the object that has found them.
  let finder: ObjectIdentifier
  /// The settings by which they were found.
  let settings: WorkspaceSettings
  /// Returns the files as they were looked at last, with their words; nil when the root has none or is no longer used.
  let words: @Sendable () -> WorkspaceWords?
}

/// A file that has changed.
struct FileChange: Sendable {
  /// The absolute path, which begins with the root's as it was given.
  let path: String
  /// The stamp of the file when it was read; nil when it is gone, or cannot be read.
  let stamp: FileAccess.Stamp?
  /// The text in UTF-8, without lines that are too long or not UTF-8; nil when the file is gone or not text.
  let text: ContiguousArray<UInt8>?
}

/// The number of changed files that are taken one by one; with more, all files are read anew.
enum FollowingLimit {
  /// Returns the number for a folder of `count` files.
  static func files(of count: Int) -> Int { max(64, count / 16) }
}
