import Synchronization

extension CompletionScheduler {
  /// Makes a list and sends it to the requests that wait for it by then.
  func compose(
    _ number: UInt64, _ composer: Composer, _ purpose: CompletionSession.Composition.Purpose, uri: String
  ) {
    // Dropped before it began: its requests have been answered.
    let isWanted = state.withLock { state in
      state.documents[uri]?.session.compositions[number] != nil || state.orphans[number] != nil
    }
    let result = (isWanted ? composer : composer.withoutParts).compose()
    let update = CompletionScheduler.update(result, purpose, isCancelled: composer.cancellation.isCancelled)
    let outcome = state.withLock { state in
      state.documents[uri]?.compositions[number] = nil
      return endComposition(number, result, uri: uri, &state)
    }
    for waiter in outcome.waiters { waiter.receive(update) }
    outcome.changed?.onChange?()
    // Only now, so that no change is reported for a list that has not been sent yet.
    guard let followed = outcome.followed else { return }
    perform(on: uri, createsSession: false, composesHere: true) { _, document, _ in document.session.follow(followed) }
  }

  private func endComposition(
    _ number: UInt64, _ result: CompletionResult, uri: String, _ state: inout State
  ) -> CompletionSession.Outcome {
    if let orphans = state.orphans.removeValue(forKey: number) { return CompletionSession.Outcome(waiters: orphans) }
    return state.documents[uri]?.session.compositionDidEnd(number, result) ?? CompletionSession.Outcome()
  }

  private static func update(
    _ result: CompletionResult, _ purpose: CompletionSession.Composition.Purpose, isCancelled: Bool
  ) -> CompletionUpdate {
    switch purpose {
    case .part: .partial(result)
    case .whole, .first, .again:
      isCancelled ? .end(.stale(result)) : .end(.done(result))
    case .stale: .end(.stale(result))
    }
  }
}

/// A flag that tells work elsewhere to come to an end.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}
