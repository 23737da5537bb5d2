package import CatchwordCompletion
package import CatchwordFiles
package import CatchwordPrediction
package import CatchwordRPC
package import CatchwordSettings

/// The sources that come with Catchword, and the settings that they understand.
package struct BuiltInSources: Sendable {
  private let words: WordsSource
  let workspace: WorkspaceSource
  private let lists: ListsSource
  private let paths: PathsSource
  private let snippets: SnippetsSource
  private let symbols: SymbolsSource
  private let tags: TagsSource
  private let keywords = KeywordsSource()
  private let environment: EnvironmentSource
  private let lines: LinesSource
  private let citations: CitationsSource
  private let notes: NotesSource
  private let commands: CommandSources
  /// The user's programs that are asked for ghost text.
  package let inlineCommands: InlineCommands
  private let shared: KeptSources<SharedSettings, SharedSource>
  /// The feed of the model; nil without a model.
  let prediction: PredictionFeed?
  private let names: Set<String>?
  private let log: EventLog

  /// The sources, in the order in which they are asked.
  package var all: [any CompletionSource] {
    let all: [any CompletionSource] = [
      words, snippets, lists, paths, symbols, tags, workspace, keywords, environment, lines, citations, notes,
    ]
    guard let names else { return all }
    return all.filter { names.contains($0.descriptor.name) }
  }

  /// Creates the sources.
  ///
  /// - Parameters:
  ///   - names: The names of the sources to create; nil for all.
  ///   - model: The model that learns from the files of the workspace; nil for none.
  ///   - files: The access to files.
  ///   - clock: The clock that measures time.
  ///   - executor: The preferred executor of background work; nil for the default.
  ///   - readingExecutor: The executor that reads and learns from the files of the workspace.
  ///   - blockingExecutor: The executor that reads files.
  ///   - cacheExecutor: The executor that loads the index of the workspace from the cache; the first key waits for it.
  ///   - cacheFolder: The folder where indexes are kept between runs; nil for none.
  ///   - home: The user's home folder, which is not accepted as a workspace.
  ///   - privateDocuments: The documents whose words are offered in themselves only.
  ///   - log: The log for problems of the sources.
  package init(
    only names: Set<String>? = nil, model: LanguageModel? = nil, files: FileAccess = .disk,
    clock: EngineClock = EngineClock(), executor: (any TaskExecutor)? = nil,
    readingExecutor: any TaskExecutor = BackgroundExecutor(),
    blockingExecutor: any TaskExecutor = BlockingThreads.shared,
    cacheExecutor: any TaskExecutor = BlockingThreads.prompt,
    cacheFolder: String? = nil, bannedWords: @escaping @Sendable () -> [String] = { [] }, home: String? = nil,
    privateDocuments: PrivateDocuments = PrivateDocuments(), log: EventLog = EventLog()
  ) {
    self.names = names
    self.log = log
    words = WordsSource(clock: clock, executor: executor, privateDocuments: privateDocuments)
    citations = CitationsSource(clock: clock)
    notes = NotesSource(home: home, clock: clock)
    lines = LinesSource(clock: clock, privateDocuments: privateDocuments)
    // One thread for both: what far texts have is taken first, then come the words, and then what is learned from files.
    let feed =
      names?.contains(PredictionFeed.name) ?? true
      ? model.map {
        PredictionFeed(
          $0, clock: clock, executor: readingExecutor, cacheFolder: cacheFolder, bannedWords: bannedWords, home: home,
          log: log)
      } : nil
    prediction = feed
    workspace = WorkspaceSource(
      clock: clock, executor: readingExecutor, cacheExecutor: cacheExecutor, cacheFolder: cacheFolder, home: home,
      feed: feed, log: log)
    let cache = cacheFolder.map { ListCache(folder: "\($0)/lists") }
    lists = ListsSource(files: files, clock: clock, executor: blockingExecutor, cache: cache, log: log)
    paths = PathsSource(clock: clock, log: log)
    snippets = SnippetsSource(clock: clock, log: log)
    symbols = SymbolsSource(files: files, clock: clock, fileExecutor: blockingExecutor, log: log)
    tags = TagsSource(clock: clock, log: log)
    environment = EnvironmentSource(names: Array(ProcessEnvironment.variables.keys), home: home, clock: clock)
    commands = CommandSources(clock: clock, log: log)
    inlineCommands = InlineCommands(clock: clock, privateDocuments: privateDocuments, log: log)
    shared = KeptSources {
      SharedSource($0, clock: clock, log: log)
    } end: { _, source in
      source.retire()
    }
  }

  /// The observers of documents that are no sources.
  package var observers: [any DocumentObserver] { prediction.map { [$0] } ?? [] }

  /// The names of the parts that are loading and are no sources.
  package var loading: [String] { prediction?.isLoading == true ? [PredictionFeed.name] : [] }

  /// The progress of what is learned from a folder and kept for all servers; nil while nothing is.
  package var far: FarProgress? { prediction?.feeder.published.far }

  /// The folders that should have a far text and have none yet.
  package var missingFar: [String] { prediction?.feeder.published.missingFar ?? [] }

  /// The settings that the sources understand.
  package static let schema: [Setting] = [
    WordsSettings.schema, ListSettings.schema, WorkspaceSettings.schema, PathsSettings.schema, SnippetsSettings.schema,
    SymbolsSettings.schema, TagsSettings.schema, KeywordsSettings.schema, EnvironmentSettings.schema,
    CommandSettings.schema,
    SharedSettings.schema, PredictionSettings.schema,
  ]

  /// Returns the names of the sources that settings define, whether or not they can be used.
  package static func names(definedIn settings: JSONValue) -> [String] {
    [CommandSettings.key, SharedSettings.key].flatMap { key in
      // Programs that give ghost text are no sources.
      (settings[key]?.objectValue ?? [:]).filter { $0.value["inline"]?.boolValue != true }.keys.sorted()
    }
  }

  /// Returns the problems of the sources that settings define.
  package static func problems(in settings: EffectiveSettings) -> [SettingsProblem] {
    CommandSettings.problems(in: settings) + SharedSettings.problems(in: settings)
  }

  /// Applies settings.
  ///
  /// - Parameters:
  ///   - settings: All settings.
  ///   - folders: The paths of the open folders.
  ///   - filter: The filter for words that may be learned.
  ///   - sharedFilter: That without what an open project bans.
  /// - Returns: The sources that the settings define, in addition to `all`.
  package func apply(
    _ settings: EffectiveSettings, folders: [String], filter: WordFilter = WordFilter(),
    sharedFilter: WordFilter = WordFilter()
  ) -> [any CompletionSource] {
    lists.setLists(ListSettings.files(in: settings))
    let wordsSettings = WordsSettings(settings)
    var workspaceSettings = WorkspaceSettings(settings)
    workspaceSettings.comments = wordsSettings.comments
    let predictionSettings = PredictionSettings(settings)
    let further = predictionSettings.isEnabled ? predictionSettings.folders : []
    var furtherSettings = WorkspaceSettings(outsideProjects: settings)
    furtherSettings.comments = wordsSettings.comments
    workspace.apply(workspaceSettings, folders: folders, furtherSettings, further: further)
    prediction?.apply(
      predictionSettings, workspace: workspaceSettings, furtherWorkspace: furtherSettings, folders: folders,
      filter: filter, sharedFilter: sharedFilter)
    if prediction != nil || names?.contains("workspace") ?? true { workspace.prepare() }
    paths.apply(PathsSettings(settings), folders: folders)
    snippets.apply(SnippetsSettings(settings), folders: folders)
    symbols.apply(SymbolsSettings(settings))
    tags.apply(TagsSettings(settings), folders: folders)
    keywords.apply(KeywordsSettings(settings))
    environment.apply(EnvironmentSettings(settings), folders: folders)
    words.apply(wordsSettings)
    lines.apply(wordsSettings)
    citations.apply(folders: folders)
    notes.apply(folders: folders, selection: workspaceSettings.selection)
    guard names == nil else { return [] }
    for problem in BuiltInSources.problems(in: settings) {
      log.report(.warning, problem.statement)
    }
    var programs = CommandSettings.all(in: settings)
    let hidesSecrets = filter.hidesSecrets || sharedFilter.hidesSecrets
    for index in programs.indices { programs[index].hidesSecrets = hidesSecrets }
    inlineCommands.apply(programs.filter(\.isInline))
    return commands.sources(for: programs.filter { !$0.isInline })
      + shared.sources(for: SharedSettings.all(in: settings))
  }

  /// The paths of the files that the settings name.
  package var watchedFiles: [String] { lists.paths + symbols.paths + snippets.paths }

  /// True when all files in the open folders are of interest.
  package var watchesFolders: Bool { !workspace.isEmpty && (names?.contains("workspace") ?? true) }

  /// Looks again at files that are reported as changed.
  package func filesDidChange(_ paths: [String]) {
    lists.filesDidChange(paths)
    snippets.filesDidChange(paths)
    symbols.filesDidChange(paths)
    tags.filesDidChange(paths)
    workspace.filesDidChange(paths)
  }
}
