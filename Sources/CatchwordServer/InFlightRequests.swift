import CatchwordCompletion
import CatchwordRPC
import Synchronization

/// The requests that have not been answered, by their ids.
///
/// A request leaves the table by being answered, so a cancellation and a result that race make exactly one response. The
/// table does not keep a request: one that nobody holds any more can only be answered with an error, and is.
final class InFlightRequests: Sendable {
  private struct Entry {
    let number: UInt64
    weak var request: PendingRequest?
    var stop: @Sendable () -> Void = {}
  }

  private struct State {
    var requests: [RequestID: Entry] = [:]
    var nextNumber: UInt64 = 0
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
  private let log: EventLog
  private let onRecovery: @Sendable () -> Void

  /// - Parameters:
  ///   - log: The log that reports forgotten requests.
  ///   - onRecovery: Called when the last of very many requests has been answered.
  init(outbox: Outbox, log: EventLog, onRecovery: @escaping @Sendable () -> Void = {}) {
    self.outbox = outbox
    self.log = log
    self.onRecovery = onRecovery
  }

  /// The number of requests whose responses have not been sent.
  var count: Int { state.withLock { $0.requests.count + $0.unsent } }

  /// All requests in the table.
  var all: [PendingRequest] { state.withLock { $0.requests.values.compactMap(\.request) } }

  /// Returns the request that has this id now; nil when there is none.
  subscript(_ id: RequestID) -> PendingRequest? { state.withLock { $0.requests[id]?.request } }

  /// Adds a request.
  ///
  /// - Returns: Nil when the table has a request with this id, which stays unchanged.
  func insert(_ id: RequestID) -> PendingRequest? {
    state.withLock { state in
      guard state.requests[id] == nil else { return nil }
      state.nextNumber += 1
      let request = PendingRequest(id, number: state.nextNumber, in: self)
      state.requests[id] = Entry(number: request.number, request: request)
      return request
    }
  }

  /// Calls `body` after each response from now on, in place of an earlier one.
  func whenSent(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onSent = body } }

  fileprivate func update(_ request: PendingRequest, stop: @escaping @Sendable () -> Void) {
    // What is replaced may hold requests, so it is freed outside the lock.
    _ = state.withLock { state -> (@Sendable () -> Void)? in
      guard let old = state.requests[request.id], old.number == request.number else { return nil }
      state.requests[request.id]?.stop = stop
      return old.stop
    }
  }

  /// Takes a request out of the table, sends a response to it, and then notes that it was sent.
  ///
  /// - Parameter send: Sends the response; gets the closure that stops the request's work.
  /// - Returns: False when the request was answered before; then nothing is sent.
  @discardableResult
  fileprivate func end(_ request: PendingRequest, _ send: (_ stop: () -> Void) -> Void) -> Bool {
    end(request.id, number: request.number, send)
  }

  /// Answers a request that nobody holds any more.
  fileprivate func forget(_ id: RequestID, number: UInt64) {
    let isForgotten = end(id, number: number) { stop in
      stop()
      outbox.send(ResponseError(.internalError, "The request was forgotten; please report this."), id: id)
    }
    guard isForgotten else { return }
    log.report(.error, "Request \(id) was forgotten, and answered with an error; please report this.")
  }

  private func end(_ id: RequestID, number: UInt64, _ send: (_ stop: () -> Void) -> Void) -> Bool {
    let stop = state.withLock { state -> (@Sendable () -> Void)? in
      guard let entry = state.requests[id], entry.number == number else { return nil }
      state.requests[id] = nil
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

/// A request of the client, which is answered once: the first of several answers counts, and a request that is discarded
/// without an answer is answered with an error.
///
/// A reference, since a client may use an id again once it is answered, and a late result of the old request must not
/// answer the new one.
final class PendingRequest: Sendable {
  let id: RequestID
  /// The number of the request among all of them.
  fileprivate let number: UInt64
  private let requests: InFlightRequests

  fileprivate init(_ id: RequestID, number: UInt64, in requests: InFlightRequests) {
    self.id = id
    self.number = number
    self.requests = requests
  }

  deinit { requests.forget(id, number: number) }

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
