public import CatchwordCompletion
public import CatchwordText
import Synchronization

/// A word-list file that the user has named.
public struct ListFile: Hashable, Sendable {
  /// What the menu calls it.
  public var name: String
  /// Where it is, as an absolute path.
  public var path: String

  /// Names a file; by default it is called by the last part of its path, without the extension.
  public init(path: String, name: String? = nil) {
    self.path = path
    let file = path.split(separator: "/").last.map(String.init) ?? path
    self.name = name ?? file.split(separator: ".").first.map(String.init) ?? file
  }
}

/// Offers the entries of word-list files: the classic autocomplete.
///
/// A list is loaded when it is first needed, once, however many requests come meanwhile. One that cannot be loaded is
/// left out and said so, once; the others work. A file that changes on disk is loaded anew.
public actor ListsSource: CompletionSource, DocumentObserver {
  /// What the engine needs to know about this source.
  public nonisolated let descriptor = SourceDescriptor(name: "lists", priority: 0.5)

  private struct List {
    let file: ListFile
    var state = LoadState<WordList>.idle
    var stamp: FileAccess.Stamp?
    var load: Task<Void, Never>?
    var nextCheck = Duration.zero
    var reported: String?
  }

  /// How long a file is taken to be unchanged without looking.
  private static let checkInterval = Duration.seconds(2)

  private nonisolated let wanted: Mutex<[ListFile]>
  private nonisolated let summary = Mutex(LoadState<Void>.idle)
  private nonisolated let loads = Mutex(0)
  /// Lists whose files are said to have changed and have not been looked at since.
  nonisolated let changed = Mutex<Set<String>>([])
  /// What the lists work out between keys.
  private nonisolated let narrowings = Mutex<[NarrowingTask]>([])
  private nonisolated let files: FileAccess
  private nonisolated let clock: EngineClock
  private nonisolated let executor: any TaskExecutor
  private nonisolated let log: EventLog
  private nonisolated let cache: ListCache?
  private var lists: [List] = []
  /// Lookups that wait for a list to load.
  private let waiters = Waiters()

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - lists: The files.
  ///   - files: How files are read.
  ///   - clock: What the interval between two looks at a file is measured by.
  ///   - executor: Where files are read; reading blocks, so it must not be the default executor.
  ///   - cache: Where the indexes of large lists are kept; nil for nowhere.
  ///   - log: Where a list that does not work is reported.
  public init(
    lists: [ListFile] = [], files: FileAccess = .disk, clock: EngineClock = EngineClock(),
    executor: any TaskExecutor = BlockingExecutor.shared, cache: ListCache? = nil, log: EventLog = EventLog()
  ) {
    wanted = Mutex(lists)
    self.files = files
    self.clock = clock
    self.executor = executor
    self.cache = cache
    self.log = log
  }

  /// Sets the files; a list that stays keeps what it has loaded.
  public nonisolated func setLists(_ lists: [ListFile]) {
    let isNew = wanted.withLock { wanted in
      defer { wanted = lists }
      return wanted != lists
    }
    guard isNew else { return }
    changed.withLock { $0.formIntersection(lists.map(\.path)) }
    loads.withLock { $0 += 1 }
  }

  /// True when no files are set.
  public nonisolated var isEmpty: Bool { wanted.withLock(\.isEmpty) }

  /// The paths of the files.
  public nonisolated var paths: [String] { wanted.withLock { $0.map(\.path) } }

  /// Looks at files again when they are next needed, without waiting for the interval to pass.
  public nonisolated func filesDidChange(_ paths: [String]) {
    let ours = Set(paths).intersection(self.paths)
    guard !ours.isEmpty else { return }
    changed.withLock { $0.formUnion(ours) }
    loads.withLock { $0 += 1 }
  }

  /// Changes whenever what the source would answer may have changed.
  public nonisolated var generation: Int { loads.withLock { $0 } }

  /// Failed when a list could not be loaded, loading while one is on its way.
  public nonisolated var loadState: LoadState<Void> { summary.withLock { $0 } }

  /// Answers a query with the best matches; runs on the actor, and searches off it.
  public func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    adoptWanted()
    for index in lists.indices { check(index) }
    if lists.contains(where: \.state.isLoading) { try await waiters.wait() }
    let loaded = lists.compactMap { list in list.state.value.map { (name: list.file.name, list: $0) } }
    var answer = SourceAnswer([])
    let deadline = CandidateSearch.deadline(of: query, clock)
    for (name, list) in loaded {
      let part = try await list.answer(to: query, name: name, clock: clock, deadline: deadline)
      answer.candidates += part.candidates
      answer.isIncomplete = answer.isIncomplete || part.isIncomplete
    }
    return answer
  }

  /// How many entries each list has that is loaded.
  var counts: [(name: String, count: Int)] {
    lists.compactMap { list in list.state.value.map { (list.file.name, $0.count) } }
  }

  /// Where a candidate is from.
  public func documentation(for candidate: Candidate) async throws -> String? {
    guard let file = lists.first(where: { $0.file.name == candidate.key })?.file else { return nil }
    let origin = "From the list \(file.name)."
    return candidate.detail.map { "\($0)\n\n\(origin)" } ?? origin
  }

  // MARK: Following the documents

  /// What is in a document is nothing to a list.
  public nonisolated func documentDidOpen(_ document: DocumentSnapshot) {}

  /// The next key is there: what was worked out until it came gives way.
  public nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    for narrowing in narrowings.withLock({ $0 }) { narrowing.cancel() }
  }

  /// What is in a document is nothing to a list.
  public nonisolated func documentDidClose(uri: String) {}

  // MARK: Loading

  private func adoptWanted() {
    var wanted: [ListFile] = []
    // A file that is named twice is one list.
    for file in self.wanted.withLock({ $0 }) where !wanted.contains(where: { $0.path == file.path }) {
      wanted.append(file)
    }
    guard wanted != lists.map(\.file) else { return }
    for list in lists where !wanted.contains(list.file) { list.load?.cancel() }
    lists = wanted.map { file in lists.first { $0.file == file } ?? List(file: file) }
    updateSummary()
  }

  /// Begins to load a list that is not loaded, or looks whether its file has changed.
  private func check(_ index: Int) {
    let isFirst = if case .idle = lists[index].state { true } else { false }
    let path = lists[index].file.path
    guard lists[index].load == nil else { return }
    let isChanged = changed.withLock { $0.remove(path) != nil }
    guard isFirst || isChanged || clock.now >= lists[index].nextCheck else { return }
    lists[index].nextCheck = clock.now + ListsSource.checkInterval
    if isFirst { lists[index].state = .loading }
    let file = lists[index].file
    let known = isFirst ? nil : lists[index].stamp
    let task = Task(name: "lists:\(file.name)", executorPreference: executor, priority: .utility) {
      [weak self, loader = WordListLoader(files: files, cache: cache)] in
      let stamp = loader.files.stamp(file.path)
      guard isFirst || stamp != known else { return await self?.didCheck(file) ?? () }
      let result = Result { try loader.load(file.path, stamp: stamp) }
      await self?.didLoad(file, stamp: stamp, result)
    }
    lists[index].load = task
    updateSummary()
  }

  private func didCheck(_ file: ListFile) {
    guard let index = lists.firstIndex(where: { $0.file == file }) else { return }
    lists[index].load = nil
  }

  private func didLoad(_ file: ListFile, stamp: FileAccess.Stamp?, _ result: Result<WordList, any Error>) {
    guard let index = lists.firstIndex(where: { $0.file == file }) else { return }
    lists[index].load = nil
    lists[index].stamp = stamp
    lists[index].state = LoadState(result)
    loads.withLock { $0 += 1 }
    if let error = lists[index].state.error {
      let message = "The list \"\(file.name)\" (\(file.path)) is not used: \(error)."
      if lists[index].reported != message { log.report(.warning, message) }
      lists[index].reported = message
    } else {
      lists[index].reported = nil
      if let skipped = lists[index].state.value?.skippedLines, skipped > 0 {
        log.report(
          .info,
          "The list \"\(file.name)\" (\(file.path)) has \(skipped) lines of more than \(WordListParser.maximumLineBytes) bytes; "
            + "they are left out.")
      }
    }
    updateSummary()
  }

  private func updateSummary() {
    let narrowings = lists.compactMap(\.state.value?.narrowing)
    self.narrowings.withLock { $0 = narrowings }
    if !lists.contains(where: \.state.isLoading) {
      waiters.endAll()
    }
    let state: LoadState<Void> =
      if lists.contains(where: \.state.isLoading) {
        .loading
      } else if let error = lists.lazy.compactMap(\.state.error).first {
        .failed(error)
      } else {
        lists.isEmpty ? .idle : .loaded(())
      }
    summary.withLock { $0 = state }
  }
}
