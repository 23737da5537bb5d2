import CatchwordCompletion
import CatchwordRPC
import Synchronization

/// The requests that have not been answered, by their ids.
///
/// The caller that takes a request out of the table gets the only token that can answer it, so a cancellation and a
/// result that race still make exactly one response.
final class InFlightRequests: Sendable {
  /// The work that must be stopped when a request is cancelled.
  enum Work: Sendable {
    /// Work that ends soon by itself.
    case brief
    /// A completion.
    case completion(CompletionRequestID, CompletionAnswer)
    /// A task.
    case task(Task<Void, Never>)
  }

  /// The identity of one entry: a client may reuse an id once it is answered, and a late result of the old request must
  /// not answer the new one.
  struct Ticket: Hashable, Sendable {
    let id: RequestID
    fileprivate let serial: UInt64
  }

  private struct State {
    var requests: [RequestID: (serial: UInt64, work: Work)] = [:]
    var nextSerial: UInt64 = 0
    /// The number of tokens that were taken and not used yet.
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
  private let outbox: Outbox
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

  /// The number of requests whose answers have not been sent.
  var count: Int { state.withLock { $0.requests.count + $0.unsent } }

  /// Adds a request.
  ///
  /// - Returns: Nil when the table has a request with this id, which stays unchanged.
  func insert(_ id: RequestID) -> Ticket? {
    state.withLock { state in
      guard state.requests[id] == nil else { return nil }
      state.nextSerial += 1
      state.requests[id] = (state.nextSerial, .brief)
      return Ticket(id: id, serial: state.nextSerial)
    }
  }

  /// Sets the work of a request; does nothing when the request has been answered meanwhile.
  func update(_ ticket: Ticket, _ work: Work) {
    state.withLock { state in
      if state.requests[ticket.id]?.serial == ticket.serial { state.requests[ticket.id] = (ticket.serial, work) }
    }
  }

  /// Takes a request out of the table.
  ///
  /// - Returns: The token to answer it with, which carries its work; nil when it was taken before.
  func take(_ ticket: Ticket) -> ReplyToken? { take(ticket.id) { $0 == ticket.serial } }

  /// Takes the request that has this id now out of the table.
  func take(_ id: RequestID) -> ReplyToken? { take(id) { _ in true } }

  private func take(_ id: RequestID, where isWanted: (UInt64) -> Bool) -> ReplyToken? {
    let work = state.withLock { state -> Work? in
      guard let entry = state.requests[id], isWanted(entry.serial) else { return nil }
      state.requests[id] = nil
      state.unsent += 1
      return entry.work
    }
    guard let work else { return nil }
    return ReplyToken(id: id, work: work, outbox: outbox, log: log) { [self] in didSend() }
  }

  private func didSend() {
    let (onSent, wasBusy) = state.withLock { state in
      state.unsent -= 1
      return (state.onSent, state.recover())
    }
    onSent?()
    if wasBusy { onRecovery() }
  }

  /// All ids in the table.
  var ids: [RequestID] { state.withLock { Array($0.requests.keys) } }

  /// Calls `body` after each answer from now on, in place of an earlier one.
  func whenSent(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onSent = body } }
}

/// The duty to answer one request exactly once; a token that is dropped unused answers with an error and logs it.
struct ReplyToken: ~Copyable {
  let id: RequestID
  let work: InFlightRequests.Work
  private let outbox: Outbox
  private let log: EventLog
  private let onSent: @Sendable () -> Void
  private var isSent = false

  fileprivate init(
    id: RequestID, work: InFlightRequests.Work, outbox: Outbox, log: EventLog, onSent: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.work = work
    self.outbox = outbox
    self.log = log
    self.onSent = onSent
  }

  deinit {
    guard !isSent else { return }
    outbox.send(ResponseError(.internalError, "The request was forgotten; please report this."), id: id)
    onSent()
    log.report(.error, "Request \(id) was forgotten, and answered with an error; please report this.")
  }

  /// Answers with a result.
  ///
  /// - Parameter stale: A shorter result for a client that does not read; nil when there is none.
  consuming func send<Value: JSONEncodable>(_ result: Value, stale: Value? = nil) {
    isSent = true
    outbox.send(result, id: id, stale: stale)
    onSent()
  }

  /// Answers with an error.
  consuming func send(_ error: ResponseError) {
    isSent = true
    outbox.send(error, id: id)
    onSent()
  }
}
