import CatchwordCompletion
import CatchwordRPC
import Synchronization

/// The requests that have not been answered, by their ids.
///
/// Whoever takes a request out of the table gets the one token with which it can be answered, so that a cancellation and
/// a result that meet in the middle still make exactly one response.
final class InFlightRequests: Sendable {
  /// What must be stopped when a request is cancelled.
  enum Work: Sendable {
    /// Something that ends soon by itself.
    case brief
    /// A completion.
    case completion(CompletionRequestID, CompletionAnswer)
    /// A task.
    case task(Task<Void, Never>)
  }

  /// Names one entry: an id may be used again once it is answered, and what comes late for the old request must not
  /// answer the new one.
  struct Ticket: Hashable, Sendable {
    let id: RequestID
    fileprivate let serial: UInt64
  }

  private struct State {
    var requests: [RequestID: (serial: UInt64, work: Work)] = [:]
    var nextSerial: UInt64 = 0
    /// Tokens that were taken and not used yet.
    var unsent = 0
    var onSent: (@Sendable () -> Void)?

    /// When the last of very many requests is answered, the room for them is given back.
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
  ///   - log: Where it is told that a request was forgotten.
  ///   - onRecovery: Called when the last of very many requests has been answered.
  init(outbox: Outbox, log: EventLog, onRecovery: @escaping @Sendable () -> Void = {}) {
    self.outbox = outbox
    self.log = log
    self.onRecovery = onRecovery
  }

  /// The number of requests whose answers have not been sent.
  var count: Int { state.withLock { $0.requests.count + $0.unsent } }

  /// Enters a request.
  ///
  /// - Returns: nil when one with this id is in the table; it stays as it is.
  func insert(_ id: RequestID) -> Ticket? {
    state.withLock { state in
      guard state.requests[id] == nil else { return nil }
      state.nextSerial += 1
      state.requests[id] = (state.nextSerial, .brief)
      return Ticket(id: id, serial: state.nextSerial)
    }
  }

  /// Notes what a request is waiting for; nothing happens when it has been answered meanwhile.
  func update(_ ticket: Ticket, _ work: Work) {
    state.withLock { state in
      if state.requests[ticket.id]?.serial == ticket.serial { state.requests[ticket.id] = (ticket.serial, work) }
    }
  }

  /// Takes a request out of the table.
  ///
  /// - Returns: The token to answer it with, and what was being done for it; nil when it was taken before.
  func take(_ ticket: Ticket) -> ReplyToken? { take(ticket.id) { $0 == ticket.serial } }

  /// Takes the request that has this id now.
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

  /// Calls `body` after each answer from now on.
  func whenSent(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onSent = body } }
}

/// The duty to answer one request, once: one that is let go of unused answers with an error, and says so in the log.
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
  /// - Parameter stale: A shorter one for a client that does not read; nil when there is none.
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
