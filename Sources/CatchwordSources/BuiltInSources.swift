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
  ///   - log: Where the sources report what does not work.
  public init(
    files: FileAccess = .disk, clock: EngineClock = EngineClock(), executor: (any TaskExecutor)? = nil,
    blockingExecutor: any TaskExecutor = BlockingExecutor.shared, log: EventLog = EventLog()
  ) {
    words = WordsSource(executor: executor)
    lists = ListsSource(files: files, clock: clock, executor: blockingExecutor, log: log)
  }

  /// Takes over settings.
  ///
  /// - Parameters:
  ///   - settings: Settings, flat or under `catchword`; what they do not mention stays as it is.
  ///   - folder: What relative paths are relative to.
  /// - Returns: What is wrong with them, a sentence each.
  public func apply(_ settings: JSONValue, folder: String) -> [String] {
    let (files, problems) = ListSettings.lists(in: settings, folder: folder)
    if let files { lists.setLists(files) }
    return problems
  }
}
