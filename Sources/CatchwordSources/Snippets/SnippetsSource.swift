public import CatchwordCompletion
public import CatchwordFiles
public import CatchwordSnippets
public import CatchwordText
import Synchronization

/// Offers the snippets that users own: VS Code's, SnipMate's, UltiSnips' and yasnippet's.
///
/// Files are found by looking at folders, and read when a document of their language is opened; they are looked at
/// again every two seconds while they are in use. No code of a snippet is ever run: those that hold some are left out and
/// counted. A broken file is named once, with the place; what is good in it, and the other files, are used.
public actor SnippetsSource: CompletionSource, DocumentObserver {
  /// What the engine needs to know about this source.
  ///
  /// A trigger character brings something only where a snippet really begins so.
  public nonisolated let descriptor = SourceDescriptor(
    name: "snippets", triggerCharacters: ["#", "@", "<", "!", ":", "\\", "$", "-"], priority: 0.2)

  private struct Wanted: Equatable {
    var settings: SnippetsSettings
    var folders: [String]
  }

  /// How many candidates are made of one query; each body is taken apart.
  private static let maximumCandidates = 200
  /// How many languages are kept; beyond that, those in use are read anew.
  private static let maximumLanguages = 100

  private nonisolated let wanted: Mutex<Wanted>
  private nonisolated let state = Mutex((summary: LoadState<Void>.idle, status: SnippetsStatus(), generation: 0))
  /// True when files are said to have changed and have not been looked at since.
  private nonisolated let isChanged = Mutex(false)
  private nonisolated let files: SnippetFiles
  private nonisolated let clock: EngineClock
  private nonisolated let time: @Sendable () -> SnippetTime
  private nonisolated let random: @Sendable () -> UInt64
  private nonisolated let executor: any TaskExecutor
  private nonisolated let log: EventLog
  private var library: SnippetLibrary?
  /// The languages that have been asked for.
  private var languages: Set<String> = []
  private var load: Task<Void, Never>?
  private var nextCheck = Duration.zero
  private var reported: Set<String> = []
  /// Lookups that wait for files to be read.
  private let waiters = Waiters()

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - settings: Where snippets are.
  ///   - folders: The workspace's folders.
  ///   - files: How files are read.
  ///   - clock: What the interval between two looks at the files is measured by.
  ///   - time: The clock on the wall, for snippets with a date.
  ///   - random: Makes the numbers for snippets that want one.
  ///   - executor: Where files are read; reading blocks, so it must not be the default executor.
  ///   - log: Where a broken file is reported.
  public init(
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

  /// Sets where snippets are, and the workspace's folders.
  public nonisolated func apply(_ settings: SnippetsSettings, folders: [String]) {
    let new = Wanted(settings: settings, folders: folders)
    let isNew = wanted.withLock { wanted in
      defer { wanted = new }
      return wanted != new
    }
    if isNew { state.withLock { $0.generation += 1 } }
  }

  /// True when there is nowhere to look.
  public nonisolated var isEmpty: Bool { paths.isEmpty }

  /// The files and folders to be watched; what is below the folders too.
  public nonisolated var paths: [String] {
    let wanted = wanted.withLock { $0 }
    guard wanted.settings.isEnabled else { return [] }
    let ours = wanted.settings.locations.map { FilePath.normalized($0.path) }
    guard wanted.settings.readsWorkspace else { return ours }
    return ours + wanted.folders.map { "\(FilePath.normalized($0))/.vscode" }
  }

  /// Looks at the files again when they are next needed, without waiting for the interval to pass.
  public nonisolated func filesDidChange(_ changed: [String]) {
    let paths = paths
    guard changed.contains(where: { path in paths.contains { FilePath.isInside(path, $0) } }) else { return }
    isChanged.withLock { $0 = true }
    state.withLock { $0.generation += 1 }
  }

  /// Changes whenever what the source would answer may have changed.
  public nonisolated var generation: Int { state.withLock { $0.generation } }

  /// Loading while files are read that a lookup waits for.
  public nonisolated var loadState: LoadState<Void> { state.withLock { $0.summary } }

  /// What has been found and read, and what is wrong with it.
  public nonisolated var status: SnippetsStatus { state.withLock { $0.status } }

  /// Answers a query with the best matches; runs on the actor, and searches off it.
  public func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard self.wanted.withLock({ $0.settings.isEnabled }) else { return SourceAnswer([]) }
    let names = SnippetsSource.languages(of: query.document)
    look(for: names)
    while !isReady(names) {
      try Task.checkCancellation()
      // What was wanted may have been forgotten for the languages of other documents since.
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

  /// What a snippet is about, its text, and where it is from.
  public func documentation(for candidate: Candidate) async throws -> String? {
    SnippetCandidates.documentation(for: candidate)
  }

  /// Reads every file, whatever its language.
  ///
  /// - Returns: What has been found and read, and what is wrong with it.
  public func readAll() async throws -> SnippetsStatus {
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

  /// Somebody is about to write: the snippets shall be there with the first key.
  public nonisolated func documentDidOpen(_ document: DocumentSnapshot) {
    guard !isEmpty else { return }
    let names = SnippetsSource.languages(of: document)
    Task(name: "snippets:open", executorPreference: executor, priority: .utility) { [weak self] in
      await self?.look(for: names)
    }
  }

  /// What is in a document is nothing to a snippet.
  public nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {}

  /// Snippets stay: the next document of the language is not far.
  public nonisolated func documentDidClose(uri: String) {}

  // MARK: Reading

  /// The languages whose snippets belong in a document.
  private static func languages(of document: DocumentSnapshot) -> [String] {
    let languages = LanguageAliases.languages(of: document.languageID)
    return languages.isEmpty ? ["plaintext"] : languages
  }

  /// Begins to read the files of languages that have not been read, or looks at them again.
  private func look(for names: [String]) {
    if languages.count > SnippetsSource.maximumLanguages { languages = [] }
    languages.formUnion(names)
    check()
  }

  /// Begins to read what is wanted and has not been read, or looks whether files have changed.
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

  /// True when the snippets of languages have been read, by the settings as they are now.
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

  /// Says what is wrong, each thing once until it is mended.
  private func report(_ status: SnippetsStatus) {
    let messages = Set(status.problems.map { "Snippets: \($0)." })
    for message in messages.subtracting(reported).sorted() { log.report(.warning, message) }
    reported = messages
  }

  /// Waits until files have been read, or the lookup is cancelled.
  private func reading() async throws {
    guard load != nil else { return }
    try await waiters.wait()
  }
}
