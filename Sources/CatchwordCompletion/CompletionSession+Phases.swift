/// How long a request waits: for whatever comes until the budget is spent, and where that is nothing, for the first list
/// that is not empty, up to the second limit.
extension CompletionSession {
  /// A request has the identity of the active task.
  mutating func join(_ waiter: Waiter, now: Duration) -> [CompletionEffect] {
    task?.waiters.append(waiter)
    guard let task, task.phase != .gathering, !waiter.waitsForAll else { return [] }
    // Where only those are left that wait for all, it has a limit of its own.
    self.task?.phase = .awaitingFirst
    self.task?.deadline = task.deadline ?? now + settings.emptyBudget
    return composeFirst()
  }

  /// The time of the active task's phase is over.
  mutating func phaseDidEnd(at deadline: Duration) -> [CompletionEffect] {
    guard let task else { return [] }
    let isFirst = task.phase == .gathering
    let further = settings.emptyBudget - settings.budget
    guard isFirst, further > .zero else { return endWait() + (isFirst ? composePart() : []) }
    let takeParts = task.waiters.allSatisfy(\.waitsForAll)
    self.task?.phase = takeParts ? .awaitingAll : .awaitingFirst
    self.task?.deadline = takeParts ? nil : deadline + further
    return composeFirst() + composePart()
  }

  /// Who waits no longer gets what there is, be it nothing; the task goes on for those that wait for all.
  private mutating func endWait() -> [CompletionEffect] {
    guard let task else { return [] }
    let patient = task.waiters.filter(\.waitsForAll)
    self.task?.waiters.removeAll(where: \.waitsForAll)
    let effects = compose(.whole)
    guard !patient.isEmpty else { return effects }
    self.task = task
    self.task?.waiters = patient
    self.task?.phase = .awaitingAll
    self.task?.deadline = nil
    return effects
  }

  /// The budget is spent and something may have been found: it is the answer if it makes a list.
  mutating func composeFirst() -> [CompletionEffect] {
    guard let task, task.phase == .awaitingFirst, hasFound(for: task.sources) else { return [] }
    return compose(.first)
  }

  /// What there is by now goes out in parts, and the task goes on.
  mutating func composePart() -> [CompletionEffect] {
    // With nothing at all there is nothing to tell.
    guard let task, answers.keys.contains(where: task.sources.contains) else { return [] }
    return compose(.part)
  }

  /// True when one of these sources has offered anything, fitting or not.
  func hasFound(for sources: Set<Int>) -> Bool {
    answers.contains { sources.contains($0.key) && !$0.value.answer.candidates.isEmpty }
  }
}
