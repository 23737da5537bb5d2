public import CatchwordCompletion
import Synchronization

/// Offers characters that no keyboard has, by their names: `\alpha`, `:smile:`, `&euml;`.
///
/// The names are made of what Unicode calls the characters when the first of them is asked for, in the background, once.
/// The user's own tables are read at the same time, and again when they change.
public actor SymbolsSource: CompletionSource {
  /// What the engine needs to know about this source.
  public nonisolated let descriptor = SourceDescriptor(
    name: "symbols", triggerCharacters: ["\\", ":", "&"], priority: 0.3)

  /// How long tables are taken to be unchanged without looking.
  private static let checkInterval = Duration.seconds(2)

  private nonisolated let wanted: Mutex<SymbolsSettings>
  private nonisolated let loads = Mutex(0)
  /// True when a table is said to have changed and has not been looked at since.
  private nonisolated let isChanged = Mutex(false)
  private nonisolated let summary = Mutex(LoadState<Void>.idle)
  private nonisolated let files: FileAccess
  private nonisolated let clock: EngineClock
  private nonisolated let executor: any TaskExecutor
  private nonisolated let fileExecutor: any TaskExecutor
  private nonisolated let log: EventLog
  private var builtIn = LoadState<SymbolTables>.idle
  private var own = SymbolTableFiles.Loaded()
  private var paths: [String] = []
  private var reading: Task<Void, Never>?
  private var nextCheck = Duration.zero
  /// Lookups that wait for the names.
  private let waiters = Waiters()

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - settings: Which symbols are offered, and where.
  ///   - files: How tables are read.
  ///   - clock: What the interval between two looks at a table is measured by.
  ///   - executor: Where the names are made, which takes a while.
  ///   - fileExecutor: Where tables are read; reading blocks, so it must not be the default executor, and what is waited
  ///     for there must not hold up the names, so it should be another one.
  ///   - log: Where a table that does not work is reported.
  public init(
    settings: SymbolsSettings = SymbolsSettings(), files: FileAccess = .disk, clock: EngineClock = EngineClock(),
    executor: any TaskExecutor = BlockingExecutor(label: "catchword.symbols"),
    fileExecutor: any TaskExecutor = BlockingExecutor.shared, log: EventLog = EventLog()
  ) {
    wanted = Mutex(settings)
    self.files = files
    self.clock = clock
    self.executor = executor
    self.fileExecutor = fileExecutor
    self.log = log
  }

  /// Takes over settings.
  public nonisolated func apply(_ settings: SymbolsSettings) {
    let isNew = wanted.withLock { wanted in
      defer { wanted = settings }
      return wanted != settings
    }
    if isNew { loads.withLock { $0 += 1 } }
  }

  /// The paths of the user's tables.
  public nonisolated var tables: [String] { wanted.withLock(\.tables) }

  /// Looks at tables again when they are next needed, without waiting for the interval to pass.
  public nonisolated func filesDidChange(_ paths: [String]) {
    guard !Set(paths).isDisjoint(with: tables) else { return }
    isChanged.withLock { $0 = true }
    loads.withLock { $0 += 1 }
  }

  /// True when no symbols are offered anywhere.
  public nonisolated var isEmpty: Bool {
    wanted.withLock { settings in
      !settings.isEnabled || SymbolKind.allCases.allSatisfy { settings[$0].isEmpty }
    }
  }

  /// Changes whenever what the source would answer may have changed.
  public nonisolated var generation: Int { loads.withLock { $0 } }

  /// Loading while the names are made; nothing is made before it is needed.
  public nonisolated var loadState: LoadState<Void> { summary.withLock { $0 } }

  /// Only where a name is being typed.
  public nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool {
    SymbolContext.at(query, wanted.withLock { $0 }) != nil
  }

  /// Answers a query with the best names; runs on the actor, and searches off it.
  public func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    let settings = wanted.withLock { $0 }
    guard let context = SymbolContext.at(query, settings) else { return SourceAnswer([]) }
    // With one more letter there is something to say, so this is not all there is.
    if context.isTooShort { return SourceAnswer([], isIncomplete: true) }
    checkTables(settings.tables)
    if case .idle = builtIn { makeNames() }
    if builtIn.isLoading { try await waiters.wait() }
    let tables = [own.tables, builtIn.value].compactMap { $0 }
    let search = SymbolSearch(
      context: context, tables: tables, limit: query.limit, writesEntities: settings.writesEntities)
    var answer = try await search.run()
    if reading != nil { answer.isIncomplete = true }
    return answer
  }

  // MARK: Names

  private func makeNames() {
    builtIn = .loading
    summary.withLock { $0 = .loading }
    Task(name: "symbols", executorPreference: executor, priority: .utility) { [weak self] in
      let tables = SymbolTables.builtIn()
      await self?.didMakeNames(tables)
    }
  }

  private func didMakeNames(_ tables: SymbolTables) {
    builtIn = .loaded(tables)
    summary.withLock { $0 = .loaded(()) }
    waiters.endAll()
  }

  // MARK: Tables

  /// Begins to read the user's tables if they are others than before, or to look whether they have changed.
  private func checkTables(_ wanted: [String]) {
    let isNew = wanted != paths
    guard isNew || (!wanted.isEmpty && reading == nil && (clock.now >= nextCheck || isChanged.withLock { $0 })) else {
      return
    }
    isChanged.withLock { $0 = false }
    nextCheck = clock.now + SymbolsSource.checkInterval
    if isNew {
      reading?.cancel()
      reading = nil
      own = SymbolTableFiles.Loaded()
      paths = wanted
      if wanted.isEmpty { return }
    }
    let known = isNew ? nil : own.stamps
    reading = Task(name: "symbols:tables", executorPreference: fileExecutor, priority: .utility) {
      [weak self, reader = SymbolTableFiles(paths: wanted, files: files)] in
      let loaded = reader.load(unless: known)
      await self?.didRead(reader.paths, loaded)
    }
  }

  private func didRead(_ paths: [String], _ loaded: SymbolTableFiles.Loaded?) {
    guard paths == self.paths else { return }
    reading = nil
    guard let loaded else { return }
    let known = Set(own.problems)
    own = loaded
    loads.withLock { $0 += 1 }
    for problem in loaded.problems where !known.contains(problem) { log.report(.warning, problem) }
  }
}
