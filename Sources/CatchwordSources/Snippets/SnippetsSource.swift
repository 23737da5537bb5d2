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
  }

  /// The maximum number of candidates for a query, as each body has to be parsed.
  private static let maximumCandidates = 200
  /// The maximum number of languages kept; beyond it all are forgotten, and those in use are read again.
  private static let maximumLanguages = 100

  private nonisolated let wanted: Mutex<Wanted>
  private nonisolated let state = Mutex((summary: LoadState<Void>.idle, status: SnippetsStatus(), generation: 0))
  /// True when files are reported to have changed and have not been checked since.
  private nonisolated let isChanged = Mutex(false)
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
    wanted = Mutex(Wanted(settings: settings, folders: folders))
    self.files = files
    self.clock = clock
    self.time = time ?? { Platform.localTime() }
    self.random = random
    self.executor = executor
    self.log = log
  }

  /// Sets the places of snippets and the workspace's folders.
  package nonisolated func apply(_ settings: SnippetsSettings, folders: [String]) {
    let new = Wanted(settings: settings, folders: folders)
    let isNew = wanted.withLock { wanted in
      defer { wanted = new }
      return wanted != new
    }
    if isNew { state.withLock { $0.generation += 1 } }
  }

  /// True when there is no place to look in.
  package nonisolated var isEmpty: Bool { paths.isEmpty }

  /// The files and folders to watch, including everything below the folders.
  package nonisolated var paths: [String] {
    let wanted = wanted.withLock { $0 }
    guard wanted.settings.isEnabled else { return [] }
    let ours = wanted.settings.locations.map { FilePath.normalized($0.path) }
    guard wanted.settings.readsWorkspace else { return ours }
    return ours + wanted.folders.map { "\(FilePath.normalized($0))/.vscode" }
  }

  /// Makes the next lookup check the files again, without waiting for the interval to pass.
  package nonisolated func filesDidChange(_ changed: [String]) {
    let paths = paths
    guard changed.contains(where: { path in paths.contains { FilePath.isInside(path, $0) } }) else { return }
    isChanged.withLock { $0 = true }
    state.withLock { $0.generation += 1 }
  }

  /// A number that changes whenever the source's answers may have changed.
  package nonisolated var generation: Int { state.withLock { $0.generation } }

  /// The state of the files; loading while files that a lookup waits for are read.
  package nonisolated var loadState: LoadState<Void> { state.withLock { $0.summary } }

  /// The files and snippets that have been found and read, and the problems with them.
  package nonisolated var status: SnippetsStatus { state.withLock { $0.status } }

  /// Answers a query with the best matches; runs on the actor, and searches off it.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard self.wanted.withLock({ $0.settings.isEnabled }) else { return SourceAnswer([]) }
    let names = SnippetsSource.languages(of: query.document)
    look(for: names)
    while !isReady(names) {
      try Task.checkCancellation()
      // The languages may have been forgotten in favour of those of other documents.
      look(for: names)
      try await reading()
    }
    let snippets = names.compactMap { library?.snippets(of: $0) }
    let wanted = wanted.withLock { $0 }
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
    let wanted = wanted.withLock { $0 }
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

  /// Does nothing, as the text of a document does not affect snippets.
  package nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {}

  /// Does nothing: the snippets are kept, as another document of the language is likely to follow.
  package nonisolated func documentDidClose(uri: String) {}

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
    let wanted = wanted.withLock { $0 }
    let isOther = library?.settings != wanted.settings || library?.folders != wanted.folders
    let isMissing = !isReady(Array(languages))
    let isChanged = isChanged.withLock { isChanged in
      defer { isChanged = false }
      return isChanged
    }
    guard isMissing || isChanged || clock.now >= nextCheck else { return }
    let start = clock.now
    if isMissing { state.withLock { $0.summary = .loading } }
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
    let wanted = wanted.withLock { $0 }
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
      state.withLock {
        $0.generation += 1
        $0.status = status
      }
      report(status)
    }
    state.withLock { $0.summary = .loaded(()) }
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
