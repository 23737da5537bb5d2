import CatchwordRPC

/// Our requests to the client that it has not answered yet.
struct OutgoingRequests {
  /// A function that takes the client's answer; nil when that is an error.
  typealias Handler = @Sendable (isolated Server, Message.Params?) -> Void

  /// The maximum number of open requests, so that a client that never answers costs no memory.
  private static let maximumOpen = 32

  private var handlers: [RequestID: Handler] = [:]
  private var nextNumber = 0

  /// Adds a request.
  ///
  /// - Returns: Its id; nil when too many are open.
  mutating func insert(_ handler: @escaping Handler) -> RequestID? {
    guard handlers.count < OutgoingRequests.maximumOpen else { return nil }
    nextNumber += 1
    // A number: Vim's `ch_sendexpr` cannot answer anything else.
    let id = RequestID.int(nextNumber)
    handlers[id] = handler
    return id
  }

  /// Takes the handler of an answer; nil for an answer to a request that was never sent.
  mutating func take(_ id: RequestID?) -> Handler? { id.flatMap { handlers.removeValue(forKey: $0) } }
}
