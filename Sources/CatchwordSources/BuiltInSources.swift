public import CatchwordCompletion
public import CatchwordSettings

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

  /// What the settings are that the sources understand.
  public static let schema: [Setting] = [ListSettings.schema]

  /// Takes over settings.
  ///
  /// - Parameters:
  ///   - settings: All of them.
  ///   - folders: The paths of the open folders.
  /// - Returns: The sources that there are because of them, in addition to `all`.
  public func apply(_ settings: EffectiveSettings, folders: [String]) -> [any CompletionSource] {
    lists.setLists(ListSettings.files(in: settings))
    return []
  }

  /// The paths of the files that settings name.
  public var watchedFiles: [String] { lists.paths }

  /// Looks at files again that are said to have changed.
  public func filesDidChange(_ paths: [String]) { lists.filesDidChange(paths) }
}
