import CatchwordCompletion
import CatchwordFiles

/// What the workspace's roots need of the world around them.
struct WorkspaceEnvironment: Sendable {
  /// What the time between two looks at the files is measured by.
  let clock: EngineClock
  /// Where files are read.
  let executor: any TaskExecutor
  /// Where an index is taken from the cache, which is done in a moment; nil for where files are read.
  var cacheExecutor: (any TaskExecutor)?
  /// Where indexes are kept; nil for nowhere.
  let cache: WorkspaceCache?
  /// The user's home folder.
  let home: String?
  /// Looks at a file without reading it.
  let stamp: @Sendable (_ path: String) -> FileAccess.Stamp?
  /// Where a root that does not work is reported.
  let log: EventLog
}
