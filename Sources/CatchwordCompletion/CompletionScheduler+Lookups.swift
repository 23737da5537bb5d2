import Synchronization

/// The lookups: each asks one source.
extension CompletionScheduler {
  func start(
    _ lookup: CompletionSession.Lookup, source: Int, name: String, delay: Duration, uri: String,
    _ executor: (any TaskExecutor)?, _ document: inout Document
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

  /// Asks a source and passes the result to the session.
  private func look(_ lookup: CompletionSession.Lookup, source: Int, uri: String) async {
    switch await admission(of: lookup.number, source: source) {
    case .now: break
    // Cancelled before it began.
    case .later: return
    case .never:
      return lookupDidEnd(lookup, source: source, uri: uri, result: .failure(SourceError.unresponsive), cost: nil)
    }
    let asked = state.withLock { state in
      let asked = state.sources[source].source
      if asked != nil { state.sources[source].outstanding += 1 }
      return asked
    }
    // It was retired before it was asked.
    guard let asked else {
      end(lookup.number, source: source)
      return lookupDidEnd(lookup, source: source, uri: uri, result: .failure(CancellationError()), cost: nil)
    }
    let start = clock.now
    let result: Result<SourceAnswer, any Error> = await withTaskCancellationHandler {
      do { return .success(try await asked.completions(for: lookup.query)) } catch { return .failure(error) }
    } onCancel: {
      state.withLock { $0.sources[source].line.giveUp(lookup.number, now: clock.now) }
    }
    // A source that was retired meanwhile is released after the lock, and not under it.
    withExtendedLifetime(asked) { state.withLock { $0.sources[source].outstanding -= 1 } }
    end(lookup.number, source: source)
    lookupDidEnd(lookup, source: source, uri: uri, result: result, cost: clock.now - start)
  }

  /// Waits until a source may be asked.
  ///
  /// - Returns: `later` only if the lookup was given up meanwhile.
  private func admission(of number: UInt64, source: Int) async -> LookupLine.Admission {
    let admission = state.withLock { $0.sources[source].line.enter(number, now: clock.now) }
    guard case .later = admission else { return admission }
    let mayBegin = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { $0.sources[source].line.wait(number, continuation) }
        if !mustWait { return continuation.resume(returning: true) }
        // It may have been cancelled before it waited.
        if Task.isCancelled { leave(number, source: source) }
      }
    } onCancel: {
      leave(number, source: source)
    }
    return mayBegin ? .now : .later
  }

  /// Ends a lookup, so that others may begin.
  private func end(_ number: UInt64, source: Int) {
    let others = state.withLock { $0.sources[source].line.end(number, now: clock.now) }
    for other in others { other.resume(returning: true) }
  }

  private func leave(_ number: UInt64, source: Int) {
    state.withLock { $0.sources[source].line.leave(number) }?.resume(returning: false)
  }

  private func lookupDidEnd(
    _ lookup: CompletionSession.Lookup, source: Int, uri: String, result: Result<SourceAnswer, any Error>,
    cost: Duration?
  ) {
    perform(on: uri, createsSession: false, composesHere: true) { state, document, _ in
      if let cost, case .success = result { state.sources[source].costs.record(cost) }
      return document.session.lookupDidEnd(lookup.number, source: source, result: result)
    }
  }
}
