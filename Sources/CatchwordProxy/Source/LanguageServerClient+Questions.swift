import CatchwordRPC
import Synchronization

/// The requests to the server.
extension LanguageServerClient {
  /// Starts the server if needed, waits until it can be asked, and returns its abilities.
  ///
  /// - Throws: `UpstreamError` when it cannot be asked, or `CancellationError`.
  func abilities() async throws -> UpstreamAbilities {
    start()
    let number = nextNumber()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<UpstreamAbilities, UpstreamError>? in
          if let abilities = state.run?.abilities { return .success(abilities) }
          if let refusal = state.refusal { return .failure(.ended(refusal)) }
          if state.run == nil { return .failure(.ended("\(settings.name) is not running.")) }
          if state.ready.count >= LanguageServerClient.maximumOpen { return .failure(.busy) }
          state.ready[number] = continuation
          return nil
        }
        if let result { continuation.resume(with: result.mapError { $0 as any Error }) }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  func ask(_ method: String, _ params: ContiguousArray<UInt8>) async throws -> ContiguousArray<UInt8> {
    try await ask(method, params, about: nil)
  }

  /// Sends a request about a document, after the edits that the server has not been told of.
  func ask(
    _ method: String, _ params: ContiguousArray<UInt8>, about uri: String?
  ) async throws -> ContiguousArray<UInt8> {
    let number = nextNumber()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let begun = state.withLock { state -> Result<Int?, UpstreamError> in
          guard state.run?.abilities != nil else { return .failure(.ended("\(settings.name) is not running.")) }
          guard state.waiting.count < LanguageServerClient.maximumOpen else { return .failure(.busy) }
          state.waiting[number] = continuation
          return .success(
            state.add { documents in
              (uri.map { documents.refresh($0) } ?? []) + [UpstreamMessage.request(method, params, id: number)]
            })
        }
        switch begun {
        case .failure(let error): return continuation.resume(throwing: error)
        case .success(let run): if let run { write(run) }
        }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  private func cancel(_ number: Int) {
    let (waiting, ready) = state.withLock { state in
      (state.waiting.removeValue(forKey: number), state.ready.removeValue(forKey: number))
    }
    if waiting != nil {
      tell { _ in [OutgoingMessage.notification("$/cancelRequest", ["id": .int(number)] as JSONValue)] }
    }
    waiting?.resume(throwing: CancellationError())
    ready?.resume(throwing: CancellationError())
  }
}
