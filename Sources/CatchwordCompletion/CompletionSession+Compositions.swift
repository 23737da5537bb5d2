import CatchwordText

extension CompletionSession {
  /// How many lists may be in the making when a request supersedes the one for which the last was begun.
  static let maximumCompositions = 2

  /// A list in the making, and the requests that get it.
  struct Composition: Sendable {
    enum Purpose: Sendable {
      /// All that there is.
      case whole
      /// What there is of a task that something newer ended.
      case stale
      /// What there is by now, for requests that wait for all.
      case part
    }

    var waiters: [Waiter]
    let purpose: Purpose

    /// True when a request that comes now asks for the same list.
    func serves(_ query: CompletionQuery) -> Bool {
      guard purpose == .whole, let first = waiters.first?.query else { return false }
      return first.document.version == query.document.version && first.offset == query.offset
        && first.trigger == query.trigger
    }
  }

  /// Requests come faster than lists can be made: those that are superseded get what there is of theirs, which is nothing.
  mutating func dropCompositions() -> [CompletionEffect] {
    guard compositions.count > CompletionSession.maximumCompositions else { return [] }
    var effects: [CompletionEffect] = []
    for number in compositions.keys.sorted().dropLast(CompletionSession.maximumCompositions) {
      guard let dropped = compositions.removeValue(forKey: number) else { continue }
      effects.append(.cancelComposition(number))
      if dropped.purpose != .part { effects.append(.answerEmpty(dropped.waiters)) }
    }
    return effects
  }

  /// The budget is spent: whoever waits for no more gets what there is, and whoever waits for all gets it as a part.
  mutating func spendBudget() -> [CompletionEffect] {
    guard let task else { return [] }
    let patient = task.waiters.filter(\.waitsForAll)
    guard !patient.isEmpty, !task.missing.isEmpty else { return compose(.whole) }
    self.task?.waiters = task.waiters.filter { !$0.waitsForAll }
    let effects = compose(.whole)
    self.task = task
    self.task?.waiters = patient
    self.task?.deadline = nil
    return effects + composePart()
  }

  /// What there is by now goes out, and the task goes on.
  mutating func composePart() -> [CompletionEffect] {
    // With nothing at all there is nothing to tell.
    answers.keys.contains { task?.sources.contains($0) == true } ? compose(.part) : []
  }
}
