import CatchwordCompletion
import CatchwordFiles

/// The dependencies of the roots of a workspace.
struct WorkspaceEnvironment: Sendable {
  /// The clock that times the looks at the files.
  let clock: EngineClock
  /// The executor that reads files.
  let executor: any TaskExecutor
  /// The executor that loads an index from the cache, which blocks only briefly; nil for `executor`.
  var cacheExecutor: (any TaskExecutor)?
  /// The cache of indexes; nil for none.
  let cache: WorkspaceCache?
  /// The cache of far texts; nil for none.
  var farCache: FarCache?
  /// Returns the words that the user has banned by now, which are left out of far texts; may block.
  var bannedWords: @Sendable () -> [String] = { [] }
  /// The user's home folder.
  let home: String?
  /// Returns the stamp of a file without reading the file.
  let stamp: @Sendable (_ path: String) -> FileAccess.Stamp?
  /// The second reader of the files that change; nil for none.
  var listener: (any FolderListener)?
  /// The log for roots that do not work.
  let log: EventLog
}
