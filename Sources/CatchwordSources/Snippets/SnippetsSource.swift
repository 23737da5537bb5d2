package import CatchwordCompletion
import CatchwordFiles
package import CatchwordSnippets
package import CatchwordText
import Synchronization

/// Offers the snippets that users own: VS Code's, SnipMate's, UltiSnips' and yasnippet's.
///
/// Folders are searched for files, and a file is read when a document of its language is opened; both are checked again
/// while they are in use, at most every two seconds. The code of a snippet is never run: snippets with code are left
/// out and counted. A broken file is reported once, with the place; its valid snippets and the other files are used.
package actor SnippetsSource: CompletionSource, DocumentObserver {
  /// The description of this source for the engine.
  ///
  /// A trigger character has an effect only where a snippet's trigger begins like that.
  package nonisolated let descriptor = SourceDescriptor(
    name: "snippets", triggerCharacters: ["#", "@", "<", "!", ":", "\\", "$", "-"], priority: 0.2)

  private struct Wanted: Equatable {
    var settings: SnippetsSettings
    var folders: [String]

    /// The files and folders of snippets.
    var paths: [String] {
      guard settings.isEnabled else { return [] }
      let ours = settings.locations.map { FilePath.normalized($0.path) }
      guard settings.readsWorkspace else { return ours }
      return ours + folders.map { "\(FilePath.normalized($0))/.vscode" }
    }
  }

  /// The part of the source that other threads set and read.
  private struct Shared {
    var wanted: Wanted
    var state: SourceState
    var status = SnippetsStatus()
    /// True when files are reported to have changed and have not been checked since.
    var isChanged = false

    init(_ wanted: Wanted) {
      self.wanted = wanted
      state = SourceState(isEmpty: wanted.paths.isEmpty, loadState: .idle)
    }
  }

  /// The maximum number of candidates for a query, as each body has to be parsed.
  private static let maximumCandidates = 200
  /// The maximum number of languages kept; beyond it all are forgotten, and those in use are read again.
  private static let maximumLanguages = 100

  private nonisolated let shared: Mutex<Shared>
  private nonisolated let files: SnippetFiles
  private nonisolated let clock: EngineClock
  private nonisolated let time: @Sendable () -> SnippetTime
  private nonisolated let random: @Sendable () -> UInt64
  private nonisolated let executor: any TaskExecutor
  private nonisolated let log: EventLog
  private var library: SnippetLibrary?
  /// The languages that have been requested.
  private var languages: Set<String> = []
  private var load: Task<Void, Never>?
  private var nextCheck = Duration.zero
  private var reported: Set<String> = []
  /// Lookups that wait for files to be read.
  private let waiters = Waiters()

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - settings: The settings, which name the places of snippets.
  ///   - folders: The workspace's folders.
  ///   - files: The access to files.
  ///   - clock: The clock that measures the interval between two checks of the files.
  ///   - time: The wall clock, for snippets with a date.
  ///   - random: The source of random numbers for snippets that use one.
  ///   - executor: The executor on which files are read; reading blocks, so it must not be the default executor.
  ///   - log: The log in which a broken file is reported.
  package init(
    settings: SnippetsSettings = SnippetsSettings(), folders: [String] = [], files: SnippetFiles = .disk,
    clock: EngineClock = EngineClock(), time: (@Sendable () -> SnippetTime)? = nil,
    random: @escaping @Sendable () -> UInt64 = { .random(in: 0...UInt64.max) },
    executor: any TaskExecutor = BlockingExecutor(label: "catchword.snippets"), log: EventLog = EventLog()
  ) {
    shared = Mutex(Shared(Wanted(settings: settings, folders: folders)))
    self.files = files
    self.clock = clock
    self.time = time ?? { WallClock.localTime() }
    self.random = random
    self.executor = executor
    self.log = log
  }

  /// Sets the places of snippets and the workspace's folders.
  package nonisolated func apply(_ settings: SnippetsSettings, folders: [String]) {
    let new = Wanted(settings: settings, folders: folders)
    let isEmpty = new.paths.isEmpty
    shared.withLock { shared in
      guard shared.wanted != new else { return }
      shared.wanted = new
      shared.state.isEmpty = isEmpty
      shared.state.generation += 1
    }
  }

  private nonisolated var wanted: Wanted { shared.withLock(\.wanted) }

  /// The files and folders to watch, including everything below the folders.
  package nonisolated var paths: [String] { wanted.paths }

  /// Makes the next lookup check the files again, without waiting for the interval to pass.
  package nonisolated func filesDidChange(_ changed: [String]) {
    let paths = paths
    guard changed.contains(where: { path in paths.contains { FilePath.isInside(path, $0) } }) else { return }
    shared.withLock { shared in
      shared.isChanged = true
      shared.state.generation += 1
    }
  }

  /// Empty when there is no place to look in; loading while files that a lookup waits for are read.
  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// The files and snippets that have been found and read, and the problems with them.
  package nonisolated var status: SnippetsStatus { shared.withLock(\.status) }

  /// Answers a query with the best matches; runs on the actor, and searches off it.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard self.wanted.settings.isEnabled else { return SourceAnswer([]) }
    let names = SnippetsSource.languages(of: query.document)
    look(for: names)
    while !isReady(names) {
      try Task.checkCancellation()
      // The languages may have been forgotten in favour of those of other documents.
      look(for: names)
      try await reading()
    }
    let snippets = names.compactMap { library?.snippets(of: $0) }
    let wanted = wanted
    let variables = SnippetVariables(query: query, folders: wanted.folders, time: time(), random: random)
    return try await SnippetsSource.answer(to: query, with: snippets, variables)
  }

  @concurrent
  private static func answer(
    to query: CompletionQuery, with snippets: [[Snippet]], _ variables: sending SnippetVariables
  ) async throws -> SourceAnswer {
    let limit = min(maximumCandidates, max(query.limit, 1))
    let (found, isCut) = try SnippetSearch.search(snippets, for: query, limit: limit)
    let maker = SnippetCandidates(query: query, variables: variables)
    var candidates: [Candidate] = []
    for found in found {
      try Task.checkCancellation()
      if let candidate = maker.candidate(found) { candidates.append(candidate) }
    }
    return SourceAnswer(candidates, isIncomplete: isCut)
  }

  /// Returns the snippet's description, its text, and its origin.
  package func documentation(for candidate: Candidate) async throws -> String? {
    SnippetCandidates.documentation(for: candidate)
  }

  /// Reads the files of all languages.
  ///
  /// - Returns: The files and snippets that have been found and read, and the problems with them.
  package func readAll() async throws -> SnippetsStatus {
    let wanted = wanted
    let files = files
    let task = Task(name: "snippets:all", executorPreference: executor) {
      var library = SnippetLibrary(wanted.settings, folders: wanted.folders, source: files)
      _ = try library.read(Set(library.allLanguages))
      return library.status
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  // MARK: Following the documents

  /// Begins to read the snippets of an opened document, so that they are ready at the first key.
  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) {
    guard !isEmpty else { return }
    let names = SnippetsSource.languages(of: document)
    Task(name: "snippets:open", executorPreference: executor, priority: .utility) { [weak self] in
      await self?.look(for: names)
    }
  }

  // MARK: Reading

  /// Returns the languages whose snippets belong in a document.
  private static func languages(of document: DocumentSnapshot) -> [String] {
    let languages = LanguageAliases.languages(of: document.languageID)
    return languages.isEmpty ? ["plaintext"] : languages
  }

  /// Begins to read the files of languages that have not been read, or checks them again.
  private func look(for names: [String]) {
    if languages.count > SnippetsSource.maximumLanguages { languages = [] }
    languages.formUnion(names)
    check()
  }

  /// Begins to read the languages that have not been read, or checks whether files have changed.
  private func check() {
    guard load == nil else { return }
    let (wanted, isChanged) = shared.withLock { shared in
      defer { shared.isChanged = false }
      return (shared.wanted, shared.isChanged)
    }
    let isOther = library?.settings != wanted.settings || library?.folders != wanted.folders
    let isMissing = !isReady(Array(languages))
    guard isMissing || isChanged || clock.now >= nextCheck else { return }
    let start = clock.now
    if isMissing { shared.withLock { $0.state.loadState = .loading } }
    let known = isOther ? nil : library
    load = Task(name: "snippets:read", executorPreference: executor, priority: .utility) {
      [weak self, files, languages] in
      var library = known ?? SnippetLibrary(wanted.settings, folders: wanted.folders, source: files)
      let isNew = try? library.read(languages)
      await self?.didRead(library, isNew: isNew ?? false, since: start)
    }
  }

  /// True when the snippets of the languages have been read under the current settings.
  private func isReady(_ languages: [String]) -> Bool {
    guard let library else { return false }
    let wanted = wanted
    guard library.settings == wanted.settings, library.folders == wanted.folders else { return false }
    return languages.allSatisfy { library.snippets(of: $0) != nil }
  }

  private func didRead(_ new: SnippetLibrary, isNew: Bool, since start: Duration) {
    load = nil
    nextCheck = LookInterval.next(
      after: start, clock.now, share: isNew ? LookInterval.readShare : LookInterval.lookShare)
    if isNew || library == nil {
      library = new
      let status = new.status
      shared.withLock {
        $0.state.generation += 1
        $0.status = status
      }
      report(status)
    }
    shared.withLock { $0.state.loadState = .loaded(()) }
    waiters.endAll()
  }

  /// Reports the problems, each once until it is fixed.
  private func report(_ status: SnippetsStatus) {
    let messages = Set(status.problems.map { "Snippets: \($0)." })
    for message in messages.subtracting(reported).sorted() { log.report(.warning, message) }
    reported = messages
  }

  /// Waits until files have been read, or until the lookup is cancelled.
  private func reading() async throws {
    guard load != nil else { return }
    try await waiters.wait()
  }
}
