package import CatchwordCompletion
package import CatchwordFiles
package import CatchwordText
import Synchronization

/// Offers the entries of word-list files: the classic autocomplete.
///
/// A list is loaded once, when a document is opened or a lookup comes, however many requests come meanwhile. Lists load
/// independently: those that are loaded are offered while others load, however long that takes. A list that cannot be
/// loaded is left out and reported, once; the others work. A file that changes on disk is loaded anew.
package actor ListsSource: CompletionSource, DocumentObserver {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(name: "lists", priority: 0.5, isAwaited: true)

  private struct List {
    let file: ListFile
    var state = LoadState<WordList>.idle
    var stamp: FileAccess.Stamp?
    var load: Task<Void, Never>?
    /// The time when the task began.
    var began = Duration.zero
    var nextCheck = Duration.zero
    var reported: String?
  }

  /// The maximum number of lists.
  static let maximumLists = 1000
  /// The maximum time that a lookup with candidates waits for lists that are being loaded: most take less.
  private static let patience = Duration.milliseconds(10)

  /// The part of the source that other threads set and read.
  private struct Shared {
    var files: [ListFile]
    var state: SourceState
    /// True when a document has been opened, as lists are then about to be requested.
    var isInUse = false
    /// The paths of lists whose files are reported as changed and have not been looked at since.
    var changed: Set<String> = []
    /// The narrowing of each list between keys.
    var narrowings: [NarrowingTask] = []
  }

  private nonisolated let shared: Mutex<Shared>
  private nonisolated let files: FileAccess
  private nonisolated let clock: EngineClock
  private nonisolated let executor: any TaskExecutor
  private nonisolated let log: EventLog
  private nonisolated let cache: ListCache?
  private var lists: [List] = []
  /// The indices of the lists, by file.
  private var numbers: [ListFile: Int] = [:]
  /// The files that were set when `lists` was made.
  private var adopted: [ListFile] = []
  /// The number of lists that are being loaded for the first time.
  private var loading = 0
  /// The lookups that wait for a list to load.
  private let waiters = Waiters()

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - lists: The files.
  ///   - files: The access to files.
  ///   - clock: The clock that times the looks at files.
  ///   - executor: The executor that reads files; as that blocks, it must not be the default executor.
  ///   - cache: The cache for the indexes of large lists; nil for none.
  ///   - log: The log for lists that do not work.
  package init(
    lists: [ListFile] = [], files: FileAccess = .disk, clock: EngineClock = EngineClock(),
    executor: any TaskExecutor = BlockingThreads.shared, cache: ListCache? = nil, log: EventLog = EventLog()
  ) {
    shared = Mutex(Shared(files: lists, state: SourceState(isEmpty: lists.isEmpty, loadState: .idle)))
    self.files = files
    self.clock = clock
    self.executor = executor
    self.cache = cache
    self.log = log
  }

  /// Sets the files; a list that remains keeps its entries.
  package nonisolated func setLists(_ lists: [ListFile]) {
    let isWanted = shared.withLock { shared in
      guard shared.files != lists else { return false }
      shared.files = lists
      shared.changed.formIntersection(lists.map(\.path))
      shared.state.isEmpty = lists.isEmpty
      shared.state.generation += 1
      return shared.isInUse
    }
    if isWanted { beginToLoad() }
  }

  /// The paths of the files.
  package nonisolated var paths: [String] { shared.withLock { $0.files.map(\.path) } }

  /// The paths of lists whose files are reported as changed and have not been looked at since.
  nonisolated var changed: Set<String> { shared.withLock(\.changed) }

  /// Marks files to be looked at when they are next needed, without waiting for the interval to pass.
  package nonisolated func filesDidChange(_ paths: [String]) {
    let ours = Set(paths).intersection(self.paths)
    guard !ours.isEmpty else { return }
    shared.withLock { shared in
      shared.changed.formUnion(ours)
      shared.state.generation += 1
    }
  }

  /// Empty when no files are set; loading while a list is being loaded, else failed when one could not be loaded.
  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// Answers a query with the best matches; runs on the actor, and searches off it.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    look()
    try await waitForLists()
    let loaded = lists.compactMap { list in list.state.value.map { (file: list.file, list: $0) } }
    let isLoading = loading > 0
    var answer = SourceAnswer([])
    let deadline = CandidateSearch.deadline(of: query, clock)
    for (file, list) in loaded {
      let part = try await list.answer(to: query, name: file.name, clock: clock, deadline: deadline)
      answer.candidates += file.project == nil ? part.candidates : part.candidates.filter { !ListsSource.isSecret($0) }
      answer.isIncomplete = answer.isIncomplete || part.isIncomplete
    }
    // The others may be loaded by the next key.
    answer.isIncomplete = answer.isIncomplete || isLoading
    return answer
  }

  /// True when a candidate from a project's list, or its detail, looks like a key.
  private static func isSecret(_ candidate: Candidate) -> Bool {
    ProjectText.isSecret(candidate.text) || candidate.detail.map(ProjectText.isSecret) ?? false
  }

  /// Waits for the first list, and briefly for the others: a list that is large, or on a disk that does not answer,
  /// does not hold up the rest.
  private func waitForLists() async throws {
    let end = clock.now + ListsSource.patience
    while loading > 0 {
      guard lists.contains(where: { $0.state.value != nil }) else {
        try await waiters.wait()
        continue
      }
      // Lists that have been loading since an earlier key have had their time.
      let now = clock.now
      guard now < end,
        lists.contains(where: { $0.state.isLoading && now - $0.began < ListsSource.patience })
      else { return }
      try await waiters.wait(until: end, clock)
    }
  }

  /// The number of entries of each list that is loaded.
  var counts: [(name: String, count: Int)] {
    lists.compactMap { list in list.state.value.map { (list.file.name, $0.count) } }
  }

  /// Returns the list that a candidate is from, after its description.
  package func documentation(for candidate: Candidate) async throws -> String? {
    guard let file = lists.first(where: { $0.file.name == candidate.key })?.file else { return nil }
    let origin = "From the list \(MarkdownText.escaped(file.name))."
    return candidate.detail.map { "\(MarkdownText.escaped($0))\n\n\(origin)" } ?? origin
  }

  // MARK: Following the documents

  /// Starts loading the lists, so that they are available for the first key.
  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) {
    let isFirst = shared.withLock { shared in
      defer { shared.isInUse = true }
      return !shared.isInUse
    }
    if isFirst { beginToLoad() }
  }

  /// Cancels the precomputation for the next key, as that key has arrived.
  package nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    for narrowing in shared.withLock(\.narrowings) { narrowing.cancel() }
  }

  // MARK: Loading

  private nonisolated func beginToLoad() {
    guard !isEmpty else { return }
    Task(name: "lists:load", executorPreference: executor, priority: .utility) { [weak self] in await self?.look() }
  }

  /// Starts loading lists that are not loaded, and checks whether files have changed when that is due.
  private func look() {
    adoptWanted()
    for index in lists.indices { check(index) }
  }

  private func adoptWanted() {
    let wanted = shared.withLock(\.files)
    guard wanted != adopted else { return }
    adopted = wanted
    var paths: Set<String> = []
    // A file that is named twice is one list.
    let all = wanted.filter { paths.insert($0.path).inserted }
    let files = all.prefix(ListsSource.maximumLists)
    let known = numbers.mapValues { lists[$0] }
    lists = files.map { known[$0] ?? List(file: $0) }
    numbers = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1, $0) })
    for (file, list) in known where numbers[file] == nil { list.load?.cancel() }
    loading = lists.count { $0.state.isLoading }
    if let first = all.dropFirst(files.count).first {
      log.report(.warning, "There are \(all.count) lists; from \(first.path) on they are left out.")
    }
    publish()
  }

  /// Starts loading a list that is not loaded, or checks whether its file has changed.
  ///
  /// - Complexity: O(1), and so is the end of a check that finds no change.
  private func check(_ index: Int) {
    guard lists[index].load == nil else { return }
    let isFirst = if case .idle = lists[index].state { true } else { false }
    let file = lists[index].file
    let isChanged = shared.withLock { $0.changed.remove(file.path) != nil }
    guard isFirst || isChanged || clock.now >= lists[index].nextCheck else { return }
    lists[index].began = clock.now
    if isFirst {
      lists[index].state = .loading
      loading += 1
      shared.withLock { $0.state.loadState = .loading }
    }
    let known = isFirst ? nil : lists[index].stamp
    lists[index].load = Task(name: "lists:\(file.name)", executorPreference: executor, priority: .utility) {
      [weak self, loader = WordListLoader(files: files.inside(file.project), cache: cache)] in
      let stamp = loader.files.stamp(file.path)
      guard isFirst || stamp != known else { return await self?.didCheck(file, share: LookInterval.lookShare) ?? () }
      let result = Result { try loader.load(file.path, stamp: stamp, isProjects: file.project != nil) }
      await self?.didLoad(file, stamp: stamp, result)
    }
  }

  private func didCheck(_ file: ListFile, share: Int) {
    guard let index = numbers[file] else { return }
    lists[index].load = nil
    lists[index].nextCheck = LookInterval.next(after: lists[index].began, clock.now, share: share)
  }

  private func didLoad(_ file: ListFile, stamp: FileAccess.Stamp?, _ result: Result<WordList, any Error>) {
    didCheck(file, share: LookInterval.readShare)
    guard let index = numbers[file] else { return }
    if lists[index].state.isLoading { loading -= 1 }
    lists[index].stamp = stamp
    lists[index].state = LoadState(result)
    shared.withLock { $0.state.generation += 1 }
    report(index)
    publish()
    waiters.endAll()
  }

  private func report(_ index: Int) {
    let file = lists[index].file
    if let error = lists[index].state.error {
      let message = "The list \"\(file.name)\" (\(file.path)) is not used: \(error)."
      if lists[index].reported != message { log.report(.warning, message) }
      lists[index].reported = message
      return
    }
    lists[index].reported = nil
    guard let list = lists[index].state.value else { return }
    for problem in list.problems { log.report(.warning, problem) }
    if list.skippedLines > 0 {
      log.report(
        .info,
        "The list \"\(file.name)\" (\(file.path)) has \(list.skippedLines) lines of more than \(WordListParser.maximumLineBytes) bytes; "
          + "they are left out.")
    }
  }

  /// Publishes the state of the lists for readers that do not wait for the actor.
  private func publish() {
    let narrowings = lists.compactMap(\.state.value?.narrowing)
    let state: LoadState<Void> =
      if loading > 0 {
        .loading
      } else if let error = lists.lazy.compactMap(\.state.error).first {
        .failed(error)
      } else {
        lists.allSatisfy { $0.state.value == nil } ? .idle : .loaded(())
      }
    shared.withLock { shared in
      shared.narrowings = narrowings
      shared.state.loadState = state
    }
  }
}
