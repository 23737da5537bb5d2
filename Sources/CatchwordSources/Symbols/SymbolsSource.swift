package import CatchwordCompletion
package import CatchwordFiles
import Synchronization

/// Offers characters that no keyboard has, by their names: `\alpha`, `:smile:`, `&euml;`.
///
/// The names are made from the Unicode names of the characters once, in the background, when a symbol is first
/// requested. The user's own tables are read at the same time, each separately, and again when they change.
package actor SymbolsSource: CompletionSource {
  /// The description of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(
    name: "symbols", triggerCharacters: ["\\", ":", "&"], priority: 0.3)

  private struct Table {
    let place: FilePlace
    var loaded: SymbolTableFile?
    var reading: Task<Void, Never>?
    /// The time at which the task began.
    var began = Duration.zero
    var nextCheck = Duration.zero
    var reported: Set<String> = []
  }

  /// The part of the source that other threads set and read.
  private struct Shared {
    var settings: SymbolsSettings
    var state: SourceState
    /// The paths of the tables that are reported to have changed and have not been checked since.
    var changed: Set<String> = []

    init(_ settings: SymbolsSettings) {
      self.settings = settings
      state = SourceState(isEmpty: settings.isOff, loadState: .idle)
    }
  }

  private nonisolated let shared: Mutex<Shared>
  private nonisolated let files: FileAccess
  private nonisolated let clock: EngineClock
  private nonisolated let executor: any TaskExecutor
  private nonisolated let fileExecutor: any TaskExecutor
  private nonisolated let log: EventLog
  private var builtIn = LoadState<SymbolTables>.idle
  private var tables: [Table] = []
  /// The places in the settings from which `tables` was made.
  private var adopted: [FilePlace] = []
  /// Lookups that wait for the names to be made.
  private let waiters = Waiters()

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - settings: The symbols that are offered, and the languages they are offered in.
  ///   - files: The access to the tables.
  ///   - clock: The clock that measures the interval between two checks of a table.
  ///   - executor: The executor on which the names are made, which takes a while.
  ///   - fileExecutor: The executor on which tables are read; reading blocks, so it must not be the default executor,
  ///     and a slow disk must not delay the names, so it should not be `executor`.
  ///   - log: The log in which an unusable table is reported.
  package init(
    settings: SymbolsSettings = SymbolsSettings(), files: FileAccess = .disk, clock: EngineClock = EngineClock(),
    executor: any TaskExecutor = BlockingExecutor(label: "catchword.symbols"),
    fileExecutor: any TaskExecutor = BlockingThreads.shared, log: EventLog = EventLog()
  ) {
    shared = Mutex(Shared(settings))
    self.files = files
    self.clock = clock
    self.executor = executor
    self.fileExecutor = fileExecutor
    self.log = log
  }

  /// Applies settings.
  package nonisolated func apply(_ settings: SymbolsSettings) {
    shared.withLock { shared in
      guard shared.settings != settings else { return }
      shared.settings = settings
      shared.state.isEmpty = settings.isOff
      shared.state.generation += 1
    }
  }

  /// The paths of the user's tables.
  package nonisolated var paths: [String] { shared.withLock { $0.settings.tables.map(\.path) } }

  /// Makes the next lookup check the tables again, without waiting for the interval to pass.
  package nonisolated func filesDidChange(_ paths: [String]) {
    let ours = Set(paths).intersection(self.paths)
    guard !ours.isEmpty else { return }
    shared.withLock { shared in
      shared.changed.formUnion(ours)
      shared.state.generation += 1
    }
  }

  /// Empty when no symbols are offered anywhere; loading while the names are made, which is when first needed.
  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// True when a name is being typed.
  package nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool {
    SymbolContext.at(query, shared.withLock(\.settings)) != nil
  }

  /// Answers a query with the best names; runs on the actor, and searches off it.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    let settings = shared.withLock(\.settings)
    guard let context = SymbolContext.at(query, settings) else { return SourceAnswer([]) }
    // With one more letter there may be candidates, so this answer is incomplete.
    if context.isTooShort { return SourceAnswer([], isIncomplete: true) }
    adopt(settings.tables)
    for index in tables.indices { check(index) }
    if case .idle = builtIn { makeNames() }
    if builtIn.isLoading { try await waiters.wait() }
    // Later tables come first, as they take precedence.
    let own = tables.reversed().compactMap(\.loaded?.tables)
    let isReading = tables.contains { $0.loaded == nil && $0.reading != nil }
    let search = SymbolSearch(
      context: context, tables: own + [builtIn.value].compactMap(\.self), limit: query.limit,
      writesEntities: settings.writesEntities)
    var answer = try await search.run()
    if isReading { answer.isIncomplete = true }
    return answer
  }

  // MARK: Names

  private func makeNames() {
    builtIn = .loading
    shared.withLock { $0.state.loadState = .loading }
    Task(name: "symbols", executorPreference: executor, priority: .utility) { [weak self] in
      let tables = SymbolTables.builtIn()
      await self?.didMakeNames(tables)
    }
  }

  private func didMakeNames(_ tables: SymbolTables) {
    builtIn = .loaded(tables)
    shared.withLock { $0.state.loadState = .loaded(()) }
    waiters.endAll()
  }

  // MARK: Tables

  private func adopt(_ wanted: [FilePlace]) {
    guard wanted != adopted else { return }
    adopted = wanted
    let known = Dictionary(tables.map { ($0.place, $0) }) { first, _ in first }
    var seen: Set<FilePlace> = []
    let all = wanted.filter { seen.insert($0).inserted }
    tables = all.prefix(SymbolTableFile.maximumCount).map { known[$0] ?? Table(place: $0) }
    for (place, table) in known where !seen.contains(place) { table.reading?.cancel() }
    if all.count > tables.count {
      log.report(.warning, "There are more than \(tables.count) tables of symbols; the rest is left out.")
    }
  }

  /// Begins to read a table that has not been read, or checks whether it has changed.
  private func check(_ index: Int) {
    let (place, known) = (tables[index].place, tables[index].loaded)
    guard tables[index].reading == nil else { return }
    let isChanged = shared.withLock { $0.changed.remove(place.path) != nil }
    guard known == nil || isChanged || clock.now >= tables[index].nextCheck else { return }
    tables[index].began = clock.now
    tables[index].reading = Task(name: "symbols:\(place.path)", executorPreference: fileExecutor, priority: .utility) {
      [weak self, files] in
      let loaded = SymbolTableFile.read(place, files: files, unless: known)
      await self?.didRead(place, loaded)
    }
  }

  private func didRead(_ place: FilePlace, _ loaded: SymbolTableFile?) {
    guard let index = tables.firstIndex(where: { $0.place == place }) else { return }
    tables[index].reading = nil
    let share = loaded == nil ? LookInterval.lookShare : LookInterval.readShare
    tables[index].nextCheck = LookInterval.next(after: tables[index].began, clock.now, share: share)
    guard let loaded else { return }
    tables[index].loaded = loaded
    shared.withLock { $0.state.generation += 1 }
    let problems = Set(loaded.problems)
    for problem in loaded.problems where !tables[index].reported.contains(problem) { log.report(.warning, problem) }
    tables[index].reported = problems
  }
}
