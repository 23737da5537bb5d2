import Synchronization

/// Asking sources.
extension CompletionScheduler {
  func start(
    _ lookup: CompletionSession.Lookup, source: Int, name: String, delay: Duration, uri: String,
    _ document: inout Document
  ) {
    let slot = TaskSlot<UInt64>()
    document.lookups[source] = slot
    slot.task(id: lookup.number, name: "\(name)#\(lookup.number)", executorPreference: executor) { [self] in
      if delay > .zero {
        guard (try? await clock.sleep(until: clock.now + delay)) != nil, !Task.isCancelled else { return }
      }
      await look(lookup, source: source, uri: uri)
    }
  }

  /// Asks a source, and tells the session what came of it.
  private func look(_ lookup: CompletionSession.Lookup, source: Int, uri: String) async {
    let seat = state.withLock { state in
      let seat = state.seats[source]
      if seat.isFree { state.seats[source].outstanding += 1 }
      return seat
    }
    // It was retired before it was asked.
    guard let asked = seat.source else {
      return lookupDidEnd(lookup, source: source, uri: uri, result: .failure(CancellationError()), cost: nil)
    }
    guard seat.isFree else {
      return lookupDidEnd(lookup, source: source, uri: uri, result: .failure(SourceError.unresponsive), cost: nil)
    }
    let start = clock.now
    let result: Result<SourceAnswer, any Error>
    do {
      result = .success(try await asked.completions(for: lookup.query))
    } catch {
      result = .failure(error)
    }
    // One that was retired meanwhile ends behind the lock, and not under it.
    withExtendedLifetime(asked) { state.withLock { $0.seats[source].outstanding -= 1 } }
    lookupDidEnd(lookup, source: source, uri: uri, result: result, cost: clock.now - start)
  }

  private func lookupDidEnd(
    _ lookup: CompletionSession.Lookup, source: Int, uri: String, result: Result<SourceAnswer, any Error>,
    cost: Duration?
  ) {
    perform(on: uri, createsSession: false, composesHere: true) { state, document, _ in
      if let cost, case .success = result { state.seats[source].costs.record(cost) }
      return document.session.lookupDidEnd(lookup.number, source: source, result: result)
    }
  }
}
