import Synchronization

extension CompletionScheduler {
  /// Makes a list, and gives it to the requests that wait for it by then.
  func compose(
    _ number: UInt64, _ composer: Composer, _ purpose: CompletionSession.Composition.Purpose, uri: String
  ) {
    // Dropped before it began: its requests are answered.
    let isWanted = state.withLock { state in
      state.documents[uri]?.session.compositions[number] != nil || state.orphans[number] != nil
    }
    let result = (isWanted ? composer : composer.withoutParts).compose()
    let update = CompletionScheduler.update(result, purpose, isCancelled: composer.cancellation.isCancelled)
    let replies = state.withLock { state in
      let waiters =
        state.orphans.removeValue(forKey: number) ?? state.documents[uri]?.session.compositionDidEnd(number) ?? []
      state.documents[uri]?.compositions[number] = nil
      if case .partial = update { return waiters.compactMap { state.replies[$0.id]?.reply } }
      defer { if state.replies.isEmpty && state.replies.capacity > 1024 { state.replies = [:] } }
      return waiters.compactMap { state.replies.removeValue(forKey: $0.id)?.reply }
    }
    for reply in replies { reply(update) }
  }

  private static func update(
    _ result: CompletionResult, _ purpose: CompletionSession.Composition.Purpose, isCancelled: Bool
  ) -> CompletionUpdate {
    switch purpose {
    case .part: .partial(result)
    case .whole where !isCancelled: .end(.done(result))
    case .whole, .stale: .end(.stale(result))
    }
  }
}

/// Tells work that runs elsewhere that it should come to an end.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}
