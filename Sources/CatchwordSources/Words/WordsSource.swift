package import CatchwordCompletion
package import CatchwordText
import CatchwordMatching
import Synchronization

/// Offers the words of all open documents: those of this document first, then of its language, then the rest. Near and
/// recent words come before far and old ones.
///
/// Edits are noted at once and applied before the next lookup, each in time proportional to the words around it. A
/// large document is read and closed in slices in the background, so a lookup waits for at most one slice.
package actor WordsSource: CompletionSource, DocumentObserver {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(name: "words", isAwaited: true)

  /// The number of bytes of a document that are read at a time: below a millisecond's work.
  private static let sliceLength = 32 * 1024
  /// The number of edits that may wait for a lookup before they are applied without one.
  private static let maximumWaiting = 256

  /// The part of the source that other threads set and read.
  private struct Shared {
    /// The events that have not been applied.
    var events = DocumentEvents()
    var state = SourceState()
    var settings = WordsSettings()
    /// The number of times that the background task was started.
    var wakes = 0
  }

  private nonisolated let shared = Mutex(Shared())
  private nonisolated let background = TaskSlot<Int>()
  private nonisolated let executor: (any TaskExecutor)?
  private nonisolated let clock: EngineClock
  private nonisolated let narrowing = NarrowingTask()
  private nonisolated let privateDocuments: PrivateDocuments
  private var index = WordIndex()
  /// The number of lookups that are being answered.
  private var lookups = 0
  /// What the last lookup has looked through of text that is not read yet.
  private var lastSearch: UnreadSearch?
  /// The settings to which the index keeps.
  private var adopted = WordsSettings()

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the time of lookups.
  ///   - executor: The preferred executor of background work; nil for the default.
  ///   - privateDocuments: The documents whose words are offered in themselves only.
  package init(
    clock: EngineClock = EngineClock(), executor: (any TaskExecutor)? = nil,
    privateDocuments: PrivateDocuments = PrivateDocuments()
  ) {
    self.clock = clock
    self.privateDocuments = privateDocuments
    self.executor = executor
  }

  /// Never empty; the generation changes with each event.
  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// Applies settings, from the next lookup on; which words of comments count, for documents that are opened from then on.
  package nonisolated func apply(_ settings: WordsSettings) {
    shared.withLock { shared in
      guard shared.settings != settings else { return }
      privateDocuments.leaveOut(settings.exclude)
      shared.settings = settings
      shared.state.generation += 1
    }
  }

  private func adopt(_ settings: WordsSettings) {
    guard settings != adopted else { return }
    adopted = settings
    index.scope = settings.scope
    index.choosePrivate(privateDocuments.contain)
  }

  // MARK: Following the documents

  /// Notes that a document was opened; its words are read in the background.
  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) {
    note(.open(document))
    wakeBackground()
  }

  /// Notes an edit; it is applied before the next lookup.
  package nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    narrowing.cancel()
    if note(.change(change, document)) % WordsSource.maximumWaiting == 0 { wakeBackground() }
  }

  /// Notes that a document was closed; its words are removed.
  package nonisolated func documentDidClose(uri: String) {
    narrowing.forget()
    note(.close(uri: uri))
    wakeBackground()
  }

  @discardableResult
  private nonisolated func note(_ event: DocumentEvents.Event) -> Int {
    shared.withLock { shared in
      shared.state.generation += 1
      shared.events.append(event)
      return shared.events.count
    }
  }

  private nonisolated func wakeBackground() {
    let wake = shared.withLock { shared in
      shared.wakes += 1
      return shared.wakes
    }
    background.task(id: wake, name: "words:index", executorPreference: executor, priority: .utility) {
      await self.catchUp()
    }
  }

  /// Applies all noted events, and yields between slices.
  private func catchUp() async {
    // When woken again, another task continues. A lookup reads what it needs first, and wakes when it is answered.
    var search: UnreadSearch?
    while !Task.isCancelled, lookups == 0, applyNext(&search) != nil { await Task.yield() }
  }

  /// The amount of work that was done at once.
  private enum Step {
    /// An edit, or less.
    case edit
    /// A slice of a document.
    case slice
  }

  /// Applies one event, or one slice of a long one: of the document of a search, if there is one, and where it finds
  /// something.
  ///
  /// - Returns: nil when there was nothing to do.
  private func applyNext(_ search: inout UnreadSearch?) -> Step? {
    let others = search?.documentsToLeave ?? []
    let (event, settings) = shared.withLock { ($0.events.popFirst(of: search?.uri, besides: others), $0.settings) }
    adopt(settings)
    switch event {
    case nil: return nil
    case .open(let document):
      search?.forget(document.uri)
      lastSearch?.forget(document.uri)
      let isPrivate = privateDocuments.contain(document.uri)
      let isOpen = index.open(document.uri, languageID: document.languageID, isPrivate: isPrivate)
      if isOpen { read(UnreadText(document), &search) } else { goOn(.open(document)) }
    case .read(let unread):
      read(unread, &search)
    case .change(let change, let document):
      let isTyped = change.inserted.count <= Text.maximumWordLength
      apply(change, in: document, isTyped: isTyped)
      return isTyped && change.replaced.count <= Text.maximumWordLength ? .edit : .slice
    case .close(let uri):
      if !index.close(uri) { goOn(.close(uri: uri)) }
    }
    return .slice
  }

  private func goOn(_ event: DocumentEvents.Event) { shared.withLock { $0.events.goOn(event) } }

  /// Reads a slice of what is unread of a document, where a search finds something.
  private func read(_ unread: UnreadText, _ search: inout UnreadSearch?) {
    var unread = unread
    let place = search == nil ? 0 : search?.nextPlace(in: unread)
    if let place, let slice = unread.take(near: place, count: WordsSource.sliceLength) {
      read(slice, of: unread.document)
    }
    if !unread.isEmpty { goOn(.read(unread)) }
  }

  /// Reads a slice, which begins and ends where no word does.
  private func read(_ slice: WordSlice, of document: DocumentSnapshot) {
    let range = slice.start..<slice.end
    var secrets = RangeCursor(document.text.secrets(in: range))
    let comments = comments(of: document).map { $0.comments(in: document.text, range).ranges }
    var leftOut = RangeCursor(comments.map { adopted.comments.leftOut(of: range, $0) } ?? [])
    index.read(slice.bytes, of: document.uri) { body in
      document.scanner.forEachWord(in: slice.bytes) { word in
        let place = word.lowerBound + slice.start..<word.upperBound + slice.start
        if !secrets.holds(word), !leftOut.holds(place) { body(word) }
      }
    }
  }

  private func apply(_ change: TextChange, in document: DocumentSnapshot, isTyped: Bool) {
    // Where a comment begins or ends otherwise, the text behind it counts otherwise, too.
    guard let words = wordChange(change, in: document) else { return goOn(.open(document)) }
    var typing: WordIndex.TypedWord?
    if isTyped {
      let word = change.after.wordRange(around: change.inserted.upperBound, scanner: document.scanner)
      typing = WordIndex.TypedWord(start: word.lowerBound, text: change.after.string(in: word))
    }
    index.apply(words, to: document.uri, typing: typing)
  }

  /// Returns the words that an edit changed; nil where it moves the end of a comment.
  private func wordChange(_ change: TextChange, in document: DocumentSnapshot) -> WordChange? {
    guard let comments = comments(of: document) else { return WordChange(change, scanner: document.scanner) }
    let head = change.before.rest(before: change.replaced.lowerBound, CommentScanner.longestLine).count
    let tail = change.before.rest(after: change.replaced.upperBound, CommentScanner.longestLine).count
    let isCut = max(head, tail) >= CommentScanner.longestLine
    var areOpen: Set<Bool> = []
    let words = WordChange(change, scanner: document.scanner, lines: isCut ? (0, 0) : (head, tail)) { text, range in
      let found = comments.comments(in: text, range)
      areOpen.insert(found.isOpen)
      return adopted.comments.leftOut(of: range, found.ranges)
    }
    return areOpen.count == 1 ? words : nil
  }

  /// Returns what finds the comments of a document, where their words do not count as others do.
  private func comments(of document: DocumentSnapshot) -> CommentScanner? {
    adopted.comments == .all ? nil : CommentScanner(document.languageID)
  }

  // MARK: Answering

  /// Answers a query with the best matches; runs on the actor, and searches off it.
  ///
  /// While a large document is being read, the answer has the words around the cursor and those that begin as typed, as
  /// far as they could be read in the time of a lookup. If none was found, the rest is searched for some, for longer where
  /// nothing looks alike either: it may have the word, and an early answer would be that of a client that asks once.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    lookups += 1
    var unread: UnreadSearch? = UnreadSearch(query, after: lastSearch)
    if shared.withLock({ $0.events.hasInsertions }) { unread?.isOver = false }
    defer {
      lookups -= 1
      lastSearch = shared.withLock { $0.events.count > 0 } ? unread : nil
      if lookups == 0, lastSearch != nil { wakeBackground() }
    }
    let start = clock.now
    var isBehind = try await isBehind(afterReadingUntil: start + query.budget / 3, &unread)
    var (search, found) = try await search(query, until: .zero)
    while isBehind || found.lacksBeginnings, !index.hasBeginnings(found, for: query) {
      // In thirds of the time of a lookup.
      let isOver = unread?.isOver == true && !found.lacksBeginnings
      let thirds = isOver ? 1 : index.hasOffers(found, for: query) ? 2 : 30
      let end = start + query.budget * thirds / 3
      guard clock.now < end else { break }
      isBehind = try await self.isBehind(afterReadingUntil: end, &unread)
      (search, found) = try await self.search(query, until: end)
    }
    // A repeated request must not get the same answer, and the rest is read until then.
    if isBehind { shared.withLock { $0.state.generation += 1 } }
    narrowing.prepare(search, after: found, executor: executor)
    var answer = index.answer(found, in: search.index, to: query)
    answer.isBehind = isBehind && unread?.isOver != true || found.lacksBeginnings
    if isBehind { answer.isIncomplete = true }
    guard let terms = IdeographTerms(query) else { return answer }
    let rows = try await terms.rows(in: search.index, preferred: search.preferred, goesOn: search.goesOn)
    answer.candidates += terms.candidates(rows.map { index.words(at: $0, in: search.index, for: query) })
    // Other letters have other occurrences.
    answer.isIncomplete = true
    return answer
  }

  /// Searches what has been read, for two thirds of the time of a lookup or longer.
  private func search(_ query: CompletionQuery, until end: Duration) async throws -> (CandidateSearch, IndexAnswer) {
    adopt(shared.withLock(\.settings))
    let search = CandidateSearch(
      index.candidates, for: query, preferred: index.preferred(for: query), clock: clock,
      deadline: max(end, CandidateSearch.deadline(of: query, clock)))
    return (search, try await search.run(narrowing))
  }

  /// Applies what has been noted until all is applied, the time is over, or a search has just ended; yields between slices.
  ///
  /// - Returns: True when something is left.
  /// - Throws: `CancellationError`, after a slice.
  private func isBehind(afterReadingUntil end: Duration, _ search: inout UnreadSearch?) async throws -> Bool {
    while let step = applyNext(&search) {
      try Task.checkCancellation()
      guard step == .slice else { continue }
      if clock.now > end, shared.withLock({ $0.events.count > 0 }) { return true }
      await Task.yield()
    }
    let isBehind = shared.withLock { $0.events.count > 0 }
    if isBehind { search?.isOver = true }
    return isBehind
  }

  /// Returns the documents that a candidate is from.
  package func documentation(for candidate: Candidate) async throws -> String? {
    let places = index.occurrences(of: candidate.text)
    guard let first = places.first else { return nil }
    let name = { (uri: String) in
      let last = uri.split(separator: "/").last.map(String.init) ?? uri
      return last.hasSuffix(":") ? "this document" : MarkdownText.escaped(last)
    }
    let times = first.count == 1 ? "once" : "\(first.count) times"
    let others = places.dropFirst()
    if others.isEmpty { return "Occurs \(times) in \(name(first.uri))." }
    let more = others.count == 1 ? name(others[others.startIndex].uri) : "\(others.count) other documents"
    return "Occurs \(times) in \(name(first.uri)), and in \(more)."
  }
}
