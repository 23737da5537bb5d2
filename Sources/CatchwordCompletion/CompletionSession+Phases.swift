/// The phases of waiting for an answer. A request takes what has come when the budget is spent; if that is nothing, it
/// waits for the first list that is not empty, up to the second limit. A list in which nothing begins as typed counts as
/// none until the sources that answer from memory have answered, as one of them may know the word that is being typed;
/// and somebody who has asked by hand, and will not ask again, waits for them beyond the second limit.
extension CompletionSession {
  /// Adds a request that has the identity of the active task.
  mutating func join(_ waiter: PendingCompletion, now: Duration) -> [CompletionEffect] {
    task?.waiters.append(waiter)
    guard let task, task.phase != .gathering, !waiter.waitsForAll else { return [] }
    // If only requests that wait for all are left, this one has a limit of its own.
    self.task?.phase = .awaitingFirst
    self.task?.deadline = task.deadline ?? now + settings.emptyBudget
    return composeFirst()
  }

  /// Ends the phase of the active task when its time is over.
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

  /// Answers those that wait no longer with what there is, even if empty; the task goes on for the others.
  private mutating func endWait() -> [CompletionEffect] {
    guard let task else { return [] }
    let isPatient = { (waiter: PendingCompletion) in
      waiter.waitsForAll || task.isMissingAwaited && !waiter.query.isTyping
    }
    let patient = task.waiters.filter(isPatient)
    self.task?.waiters.removeAll(where: isPatient)
    let effects = compose(.whole)
    guard !patient.isEmpty else { return effects }
    self.task = task
    self.task?.waiters = patient
    self.task?.phase = patient.allSatisfy(\.waitsForAll) ? .awaitingAll : .awaitingMemory
    self.task?.deadline = nil
    return effects
  }

  /// Ends the wait of requests by hand once all sources that answer from memory have answered.
  mutating func endWaitForMemory() -> [CompletionEffect] {
    guard let task, task.phase == .awaitingMemory, !task.isMissingAwaited else { return [] }
    return endWait()
  }

  /// Makes a list when the budget is spent and something may have been found: a list that is not empty is the answer.
  mutating func composeFirst() -> [CompletionEffect] {
    guard let task, [.awaitingFirst, .awaitingMemory].contains(task.phase), hasFound(for: task.sources) else {
      return []
    }
    return compose(.first)
  }

  /// Sends the result so far as a part; the task goes on.
  mutating func composePart() -> [CompletionEffect] {
    // Without any answer there is nothing to send.
    guard let task, answers.keys.contains(where: task.sources.contains) else { return [] }
    return compose(.part)
  }

  /// True when one of these sources has offered anything, whether or not it matches.
  func hasFound(for sources: Set<Int>) -> Bool {
    answers.contains { sources.contains($0.key) && !$0.value.answer.candidates.isEmpty }
  }
}
