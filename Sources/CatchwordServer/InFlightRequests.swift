import CatchwordRPC
import Synchronization

/// The requests that have not been answered, by their ids.
///
/// A request leaves the table by being answered, so a cancellation and a result that race make exactly one response.
final class InFlightRequests: Sendable {
  private struct State {
    var requests: [RequestID: (request: PendingRequest, stop: @Sendable () -> Void)] = [:]
    /// The number of responses that are about to be sent.
    var unsent = 0
    var onSent: (@Sendable () -> Void)?

    /// Frees the memory of the table when the last of very many requests is answered.
    ///
    /// - Returns: True when there were very many.
    mutating func recover() -> Bool {
      guard requests.isEmpty, unsent == 0, requests.capacity > 1024 else { return false }
      requests = [:]
      return true
    }
  }

  private let state = Mutex(State())
  fileprivate let outbox: Outbox
  private let onRecovery: @Sendable () -> Void

  /// - Parameter onRecovery: Called when the last of very many requests has been answered.
  init(outbox: Outbox, onRecovery: @escaping @Sendable () -> Void = {}) {
    self.outbox = outbox
    self.onRecovery = onRecovery
  }

  /// The number of requests whose responses have not been sent.
  var count: Int { state.withLock { $0.requests.count + $0.unsent } }

  /// All requests in the table.
  var all: [PendingRequest] { state.withLock { $0.requests.values.map(\.request) } }

  /// Returns the request that has this id now; nil when there is none.
  subscript(_ id: RequestID) -> PendingRequest? { state.withLock { $0.requests[id]?.request } }

  /// Adds a request.
  ///
  /// - Returns: Nil when the table has a request with this id, which stays unchanged.
  func insert(_ id: RequestID) -> PendingRequest? {
    let request = PendingRequest(id, in: self)
    return state.withLock { state in
      guard state.requests[id] == nil else { return nil }
      state.requests[id] = (request, {})
      return request
    }
  }

  /// Calls `body` after each response from now on, in place of an earlier one.
  func whenSent(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onSent = body } }

  fileprivate func update(_ request: PendingRequest, stop: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.requests[request.id]?.request === request { state.requests[request.id]?.stop = stop }
    }
  }

  /// Takes a request out of the table, sends a response to it, and then notes that it was sent.
  ///
  /// - Parameter send: Sends the response; gets the closure that stops the request's work.
  /// - Returns: False when the request was answered before; then nothing is sent.
  @discardableResult
  fileprivate func end(_ request: PendingRequest, _ send: (_ stop: () -> Void) -> Void) -> Bool {
    let stop = state.withLock { state -> (@Sendable () -> Void)? in
      guard let entry = state.requests[request.id], entry.request === request else { return nil }
      state.requests[request.id] = nil
      state.unsent += 1
      return entry.stop
    }
    guard let stop else { return false }
    send(stop)
    let (onSent, wasBusy) = state.withLock { state in
      state.unsent -= 1
      return (state.onSent, state.recover())
    }
    onSent?()
    if wasBusy { onRecovery() }
    return true
  }
}

/// A request of the client, which is answered once: the first of several answers counts.
///
/// A reference, since a client may use an id again once it is answered, and a late result of the old request must not
/// answer the new one.
final class PendingRequest: Sendable {
  let id: RequestID
  private let requests: InFlightRequests

  fileprivate init(_ id: RequestID, in requests: InFlightRequests) {
    self.id = id
    self.requests = requests
  }

  /// Sets the closure that stops the request's work when it is cancelled; does nothing when it is answered already.
  func whenCancelled(_ stop: @escaping @Sendable () -> Void) { requests.update(self, stop: stop) }

  /// Answers with a result.
  ///
  /// - Parameters:
  ///   - stale: A shorter result for a client that does not read; nil when there is none.
  ///   - result: Returns the result; called only if this is the answer, outside all locks.
  func answer<Value: JSONEncodable>(stale: Value? = nil, with result: () -> Value) {
    requests.end(self) { _ in requests.outbox.send(result(), id: id, stale: stale) }
  }

  /// Answers with a result.
  func answer(_ result: some JSONEncodable) { answer { result } }

  /// Answers with an error.
  func fail(_ error: ResponseError) { requests.end(self) { _ in requests.outbox.send(error, id: id) } }

  /// Stops the request's work, and answers with -32800.
  ///
  /// - Returns: False when the request was answered before.
  @discardableResult
  func cancel(_ reason: String) -> Bool {
    requests.end(self) { stop in
      stop()
      requests.outbox.send(ResponseError(.requestCancelled, reason), id: id)
    }
  }

  /// Stops the request's work, and answers with a result all the same.
  func stop(_ result: some JSONEncodable) {
    requests.end(self) { stop in
      stop()
      requests.outbox.send(result, id: id)
    }
  }
}
