import CatchwordRPC

/// Our requests to the client that it has not answered yet.
struct OutgoingRequests {
  /// Takes the client's answer; nil when that is an error.
  typealias Handler = @Sendable (isolated Server, Message.Params?) -> Void

  /// How many may be open: a client that never answers shall not cost memory.
  private static let maximumOpen = 32

  private var handlers: [RequestID: Handler] = [:]
  private var nextNumber = 0

  /// Enters a request.
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
