import CatchwordText

/// The state of completion in one document, and the decision what to do next: the task rule as a pure value.
///
/// Its inputs are requests, cancellations, edits, finished lookups and the time; each returns the effects to perform.
///
/// At most one task is active in a document. It belongs to a `CompletionIdentity`: a request with the same identity
/// joins it as another waiter, one with a different identity supersedes it. Lookups and answers belong to a
/// `CompletionAnchor`, so they outlive the requests for which they were begun.
struct CompletionSession: Sendable {
  /// The settings; a change applies to requests that come after it.
  var settings: CompletionSettings
  var anchor: CompletionAnchor?
  var task: ActiveTask?
  var lookups: [Int: Lookup] = [:]
  var answers: [Int: CachedAnswer] = [:]
  /// The lists that are being made, with the requests that get them.
  var compositions: [UInt64: Composition] = [:]
  /// The list that was sent last, as long as it may change.
  var followed: FollowedList?
  /// The request that came last, unless the document has been edited since.
  private(set) var newest: PendingCompletion?
  /// The end of the typed part of the word, kept up with the edits.
  var caret = 0
  /// The number of edits outside the word that is being typed.
  var revision = 0
  private var asked: Set<Int> = []
  private var lingerDeadline: Duration?
  private var nextNumber: UInt64

  /// - Parameter firstNumber: The number after which lookups and compositions are counted.
  init(settings: CompletionSettings, firstNumber: UInt64 = 0) {
    self.settings = settings
    nextNumber = firstNumber
  }

  /// The time at which `timeDidPass` has something to do; nil when it has nothing.
  var wakeTime: Duration? {
    let times = lookups.values.map(\.deadline) + [task?.deadline, lingerDeadline].compactMap { $0 }
    return times.min()
  }

  /// The requests that have not ended, in the order in which they came.
  var pending: [PendingCompletion] {
    let inTheMaking = compositions.filter(\.value.ownsWaiters).sorted { $0.key < $1.key }.flatMap(\.value.waiters)
    return (inTheMaking + (task?.waiters ?? [])).filter { !$0.isFinished }
  }

  // MARK: Requests

  /// Handles a request.
  ///
  /// - Parameters:
  ///   - waiter: The request.
  ///   - sources: The sources that are eligible for it.
  mutating func request(_ waiter: PendingCompletion, sources: [EligibleSource], now: Duration) -> [CompletionEffect] {
    defer { checkInvariants() }
    let anchor = self.anchor(of: waiter.query)
    let identity = self.identity(of: waiter.query, anchor: anchor)
    noteInput(waiter)
    lingerDeadline = nil
    if task?.identity == identity {
      caret = waiter.query.offset
      return join(waiter, now: now)
    }
    let isCurrent = sources.allSatisfy { answers[$0.index]?.generation == $0.generation }
    if task == nil, isCurrent, let same = compositions.first(where: { $0.value.serves(waiter.query) })?.key {
      compositions[same]?.waiters.append(waiter)
      return []
    }
    var effects = endTask() + dropCompositions()
    if anchor != self.anchor { effects += endAnchor() }
    self.anchor = anchor
    caret = waiter.query.offset
    var missing: Set<Int> = []
    for source in sources {
      if let cached = answers[source.index], cached.covers(waiter.query), cached.generation == source.generation {
        continue
      }
      missing.insert(source.index)
      if let lookup = lookups[source.index], lookup.answers(waiter.query) { continue }
      effects.append(start(source, for: waiter.query, now: now))
    }
    task = ActiveTask(
      identity: identity, waiters: [waiter], deadline: now + settings.budget, sources: Set(sources.map(\.index)),
      missing: missing, awaited: Set(sources.filter(\.descriptor.isAwaited).map(\.index)))
    return effects + composeIfReady()
  }

  /// Removes a request whose client wants no answer any more; the client has been answered already.
  mutating func cancel(_ waiter: PendingCompletion, now: Duration) -> [CompletionEffect] {
    defer { checkInvariants() }
    for (number, composition) in compositions where composition.waiters.contains(where: { $0 === waiter }) {
      compositions[number]?.waiters.removeAll { $0 === waiter }
      if !composition.ownsWaiters { continue }
      return composition.waiters.count == 1 ? [.cancelComposition(number)] : []
    }
    guard task?.waiters.contains(where: { $0 === waiter }) == true else { return [] }
    task?.waiters.removeAll { $0 === waiter }
    guard task?.waiters.isEmpty == true else { return [] }
    task = nil
    // Clients that cancel and ask again at once should find their slow lookups still running.
    lingerDeadline = now + settings.linger
    return endLookups { !$0.outlivesRequests }
  }

  // MARK: Edits

  /// Handles an edit of the document.
  mutating func edit(_ change: TextChange, in document: DocumentSnapshot) -> [CompletionEffect] {
    defer { checkInvariants() }
    noteInput()
    let reach = self.reach(of: change, in: document)
    guard let reach else {
      revision += 1
      return endTask() + endCompositions() + endAnchor()
    }
    caret = reach.caret
    guard case .anchor = task?.identity else {
      return endTask() + endCompositions()
        + endLookups { !(reach.isExtension && $0.outlivesRequests) }
    }
    let awaited = task?.missing ?? []
    let kept = lookups.filter { source, lookup in
      awaited.contains(source) || (reach.isExtension && lookup.outlivesRequests)
    }
    return endLookups { lookup in !kept.values.contains { $0.number == lookup.number } }
  }

  /// Handles the closing of the document.
  mutating func close() -> [CompletionEffect] {
    noteInput()
    return endTask() + endCompositions() + endAnchor()
  }

  /// Notes that the client goes on: the list that it has is not the newest any more.
  private mutating func noteInput(_ request: PendingCompletion? = nil) {
    newest = request
    followed = nil
  }

  // MARK: Events from within

  /// Handles the end of a lookup: the source answered, failed, or was cut off.
  mutating func lookupDidEnd(
    _ number: UInt64, source: Int, result: Result<SourceAnswer, any Error>
  ) -> [CompletionEffect] {
    defer { checkInvariants() }
    guard let lookup = lookups[source], lookup.number == number else { return [] }
    lookups[source] = nil
    var effects: [CompletionEffect] = []
    switch result {
    case .success(let answer):
      answers[source] = CachedAnswer(
        typed: lookup.query.typed, limit: lookup.query.limit, answer: answer,
        dependsOnlyOnAnchor: lookup.dependsOnlyOnAnchor,
        generation: lookup.generation)
    case .failure(is CancellationError): break
    case .failure(let error): effects.append(.report(source: source, error))
    }
    task?.missing.remove(source)
    if let task, task.phase != .gathering, !task.missing.isEmpty {
      return effects + endWaitForMemory() + composeFirst() + composePart()
    }
    return effects + composeIfReady() + composeAgain()
  }

  /// Handles the passing of time.
  mutating func timeDidPass(now: Duration) -> [CompletionEffect] {
    defer { checkInvariants() }
    var effects: [CompletionEffect] = []
    if let deadline = lingerDeadline, deadline <= now {
      lingerDeadline = nil
      if task == nil { effects += endLookups { _ in true } }
    }
    for (source, lookup) in lookups.sorted(by: { $0.key < $1.key }) where lookup.deadline <= now {
      effects.append(.cancel(source: source))
      effects += lookupDidEnd(lookup.number, source: source, result: .failure(SourceError.deadlineExceeded))
    }
    if let deadline = task?.deadline, deadline <= now { effects += phaseDidEnd(at: deadline) }
    return effects
  }

  // MARK: Pieces

  private mutating func start(
    _ source: EligibleSource, for query: CompletionQuery, now: Duration
  ) -> CompletionEffect {
    // The first lookup of an anchor starts without delay: the client has waited already.
    let isRepeated = !asked.insert(source.index).inserted
    let delay = isRepeated ? source.descriptor.delay ?? source.delay : .zero
    let lookup = Lookup(
      number: number(), query: query, deadline: now + delay + source.descriptor.deadline,
      dependsOnlyOnAnchor: source.descriptor.dependsOnlyOnAnchor,
      survivesTyping: source.descriptor.survivesTyping, generation: source.generation)
    lookups[source.index] = lookup
    return .start(lookup, source: source.index, delay: delay)
  }

  private mutating func composeIfReady() -> [CompletionEffect] {
    task?.missing.isEmpty == true ? compose(.whole) : []
  }

  /// Ends the active task with the best result so far, because something newer has come.
  private mutating func endTask() -> [CompletionEffect] { compose(.stale) }

  private func endCompositions() -> [CompletionEffect] {
    compositions.keys.sorted().map { .cancelComposition($0) }
  }

  private mutating func endAnchor() -> [CompletionEffect] {
    anchor = nil
    answers = [:]
    asked = []
    lingerDeadline = nil
    return endLookups { _ in true }
  }

  private mutating func endLookups(where shouldEnd: (Lookup) -> Bool) -> [CompletionEffect] {
    let ending = lookups.filter { shouldEnd($0.value) }.keys.sorted()
    for source in ending { lookups[source] = nil }
    return ending.map { .cancel(source: $0) }
  }

  mutating func number() -> UInt64 {
    nextNumber += 1
    return nextNumber
  }
}
