import CatchwordText

extension CompletionSession {
  /// The maximum number of lists being made when a request supersedes the one for which the last was begun.
  static let maximumCompositions = 2

  /// A list in the making, and the requests that get it.
  struct Composition: Sendable {
    enum Purpose: Sendable {
      /// The answer: all that there is.
      case whole
      /// The result so far of a task that something newer ended.
      case stale
      /// The result so far, for requests that wait for all of it.
      case part
      /// The result so far: it is the answer unless it is empty.
      case first
      /// The present state of a list that has been sent, for the request that got it.
      case again
    }

    var waiters: [PendingCompletion]
    let purpose: Purpose
    let query: CompletionQuery
    let identity: CompletionIdentity
    /// The sources that are eligible for it.
    let sources: Set<Int>
    /// The sources among them that had not answered when it was begun.
    let missing: Set<Int>

    /// True when its requests wait for nothing else.
    var ownsWaiters: Bool { purpose == .whole || purpose == .stale }

    /// True when a new request asks for the same list.
    ///
    /// A list whose last request was cancelled is cut short, so it serves none.
    func serves(_ query: CompletionQuery) -> Bool {
      purpose == .whole && !waiters.isEmpty && self.query.isSamePlace(as: query) && self.query.trigger == query.trigger
    }
  }

  /// Begins lists of the answers so far; all purposes but `part`, `first` and `again` end the active task.
  mutating func compose(_ purpose: Composition.Purpose) -> [CompletionEffect] {
    guard let task else { return [] }
    let waiters =
      switch purpose {
      case .part: task.waiters.filter(\.waitsForAll)
      case .first: task.waiters.filter { !$0.waitsForAll }
      case .whole, .stale, .again: task.waiters
      }
    if purpose == .whole || purpose == .stale { self.task = nil }
    // Requests that joined from another place in the word get lists of their own.
    let groups = Dictionary(grouping: waiters) {
      [$0.query.offset, $0.query.document.version, $0.query.isTyping ? 0 : 1]
    }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, waiters in
      let composition = Composition(
        waiters: waiters, purpose: purpose, query: waiters[0].query, identity: task.identity, sources: task.sources,
        missing: task.missing)
      return begin(composition)
    }
  }

  /// Begins a list.
  mutating func begin(_ composition: Composition) -> CompletionEffect {
    let answers = answers.filter { composition.sources.contains($0.key) }
    let cached = answers.sorted { $0.key < $1.key }.map { (source: $0.key, answer: $0.value.answer) }
    if composition.purpose == .stale && cached.isEmpty { return .answerEmpty(composition.waiters) }
    let isMissingAnswers =
      composition.purpose == .stale || !composition.missing.isEmpty
      || answers.values.contains { !$0.covers(composition.query) }
    let number = number()
    compositions[number] = composition
    return .compose(
      number, composition.query, answers: cached, isMissingAnswers: isMissingAnswers, composition.purpose)
  }

  /// The outcome of a list that is made.
  struct Outcome: Sendable {
    /// The requests that get it.
    var waiters: [PendingCompletion] = []
    /// The list to follow once the requests have it; for `follow`.
    var followed: FollowedList?
    /// The request whose list would be this one by now.
    var changed: PendingCompletion?
  }

  /// Ends a composition whose list is made.
  mutating func compositionDidEnd(_ number: UInt64, _ result: CompletionResult) -> Outcome {
    defer { checkInvariants() }
    guard let composition = compositions.removeValue(forKey: number) else { return Outcome() }
    switch composition.purpose {
    case .stale, .part: return Outcome(waiters: composition.waiters)
    case .whole: return outcome(composition, result, for: composition.waiters)
    case .first: return outcome(composition, result, for: takeWaiters(of: composition, result))
    case .again: return Outcome(changed: change(by: result, of: composition))
    }
  }

  private func outcome(_ composition: Composition, _ result: CompletionResult, for waiters: [PendingCompletion])
    -> Outcome
  {
    guard let newest = waiters.first(where: { $0 === newest }), newest.isFollowed, !composition.missing.isEmpty else {
      return Outcome(waiters: waiters)
    }
    return Outcome(waiters: waiters, followed: FollowedList(newest, composition, result))
  }

  /// Takes from the task the requests that this list answers: none if it is empty, or only looks like what was typed
  /// while a source that answers from memory has not answered, since a better one may follow.
  private mutating func takeWaiters(of composition: Composition, _ result: CompletionResult) -> [PendingCompletion] {
    guard let task, task.identity == composition.identity, !result.items.isEmpty,
      result.hasBeginnings || task.awaited.isDisjoint(with: composition.missing)
    else { return [] }
    let isServed = { (waiter: PendingCompletion) in
      !waiter.waitsForAll && waiter.query.isSamePlace(as: composition.query)
    }
    let served = task.waiters.filter(isServed)
    self.task?.waiters.removeAll(where: isServed)
    if self.task?.waiters.isEmpty == true { self.task = nil }
    return served
  }

  /// Drops lists when requests come faster than lists are made: superseded requests get an empty answer.
  mutating func dropCompositions() -> [CompletionEffect] {
    guard compositions.count > CompletionSession.maximumCompositions else { return [] }
    var effects: [CompletionEffect] = []
    for number in compositions.keys.sorted().dropLast(CompletionSession.maximumCompositions) {
      guard let dropped = compositions.removeValue(forKey: number) else { continue }
      effects.append(.cancelComposition(number))
      if dropped.ownsWaiters { effects.append(.answerEmpty(dropped.waiters)) }
    }
    return effects
  }
}

extension CompletionQuery {
  /// True when both are about the same place in the same document version, and both come from typing or neither does.
  func isSamePlace(as other: CompletionQuery) -> Bool {
    document.version == other.document.version && offset == other.offset && isTyping == other.isTyping
      && sources == other.sources
  }
}
