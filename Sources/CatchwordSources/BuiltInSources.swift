public import CatchwordCompletion
public import CatchwordRPC

/// The sources that come with Catchword, and the settings that they understand.
public struct BuiltInSources: Sendable {
  private let words: WordsSource
  private let lists: ListsSource

  /// The sources, in the order in which they are asked.
  public var all: [any CompletionSource] { [words, lists] }

  /// Creates the sources.
  ///
  /// - Parameters:
  ///   - files: How files are read.
  ///   - clock: What time is measured by.
  ///   - executor: Where background work would like to run; nil for the default.
  ///   - blockingExecutor: Where files are read.
  ///   - cacheFolder: Where indexes are kept for the next time; nil for nowhere.
  ///   - log: Where the sources report what does not work.
  public init(
    files: FileAccess = .disk, clock: EngineClock = EngineClock(), executor: (any TaskExecutor)? = nil,
    blockingExecutor: any TaskExecutor = BlockingExecutor.shared, cacheFolder: String? = nil,
    log: EventLog = EventLog()
  ) {
    words = WordsSource(clock: clock, executor: executor)
    let cache = cacheFolder.map { ListCache(folder: "\($0)/lists") }
    lists = ListsSource(files: files, clock: clock, executor: blockingExecutor, cache: cache, log: log)
  }

  /// Takes over settings; what none of the layers mentions is as by default.
  ///
  /// - Parameter layers: Settings, flat or under `catchword`, each with what its relative paths are relative to; of two
  ///   the later counts.
  /// - Returns: What is wrong with them, a sentence each.
  public func apply(_ layers: [(settings: JSONValue, folder: String)]) -> [String] {
    let found = layers.map { ListSettings.lists(in: $0.settings, folder: $0.folder) }
    lists.setLists(found.compactMap(\.files).last ?? [])
    return found.flatMap(\.problems)
  }

  /// The paths of the files that settings name.
  public var watchedFiles: [String] { lists.paths }

  /// Looks at files again that are said to have changed.
  public func filesDidChange(_ paths: [String]) { lists.filesDidChange(paths) }
}
