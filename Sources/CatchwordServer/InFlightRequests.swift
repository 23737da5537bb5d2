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
    case completion(CompletionRequestID)
    /// A task.
    case task(Task<Void, Never>)
  }

  private struct State {
    var requests: [RequestID: Work] = [:]
    var onEmpty: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let sink: any MessageSink

  init(sink: any MessageSink) { self.sink = sink }

  /// The number of requests without an answer.
  var count: Int { state.withLock { $0.requests.count } }

  /// Enters a request.
  ///
  /// - Returns: False when one with this id is in the table; it stays as it is.
  func insert(_ id: RequestID, _ work: Work = .brief) -> Bool {
    state.withLock { state in
      guard state.requests[id] == nil else { return false }
      state.requests[id] = work
      return true
    }
  }

  /// Notes what a request is waiting for; nothing happens when it has been answered meanwhile.
  func update(_ id: RequestID, _ work: Work) {
    state.withLock { state in
      if state.requests[id] != nil { state.requests[id] = work }
    }
  }

  /// Takes a request out of the table.
  ///
  /// - Returns: The token to answer it with, and what was being done for it; nil when it was taken before.
  func take(_ id: RequestID) -> ReplyToken? {
    let (work, onEmpty) = state.withLock { state in
      let work = state.requests.removeValue(forKey: id)
      return (work, state.requests.isEmpty ? state.onEmpty : nil)
    }
    guard let work else { return nil }
    return ReplyToken(id: id, work: work, sink: sink, onSent: onEmpty)
  }

  /// All ids in the table.
  var ids: [RequestID] { state.withLock { Array($0.requests.keys) } }

  /// Calls `body` after the answer to the last request in the table has been sent.
  func whenEmpty(_ body: @escaping @Sendable () -> Void) {
    let isEmpty = state.withLock { state in
      state.onEmpty = body
      return state.requests.isEmpty
    }
    if isEmpty { body() }
  }
}

/// The right to answer one request, once.
struct ReplyToken: ~Copyable {
  let id: RequestID
  let work: InFlightRequests.Work
  private let sink: any MessageSink
  private let onSent: (@Sendable () -> Void)?

  fileprivate init(
    id: RequestID, work: InFlightRequests.Work, sink: any MessageSink, onSent: (@Sendable () -> Void)?
  ) {
    self.id = id
    self.work = work
    self.sink = sink
    self.onSent = onSent
  }

  /// Answers with a result.
  consuming func send(_ result: some JSONEncodable) {
    sink.send(OutgoingMessage.result(result, id: id))
    onSent?()
  }

  /// Answers with an error.
  consuming func send(_ error: ResponseError) {
    sink.send(OutgoingMessage.error(error, id: id))
    onSent?()
  }
}
