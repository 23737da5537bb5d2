import CatchwordCompletion
import CatchwordRPC

/// An action that a `ProxyRouter` has decided on.
enum ProxyAction: Sendable {
  /// Send a message to the client.
  case toClient(ContiguousArray<UInt8>, MessageUrgency = .required)
  /// Send a message to the upstream server.
  case toUpstream(ContiguousArray<UInt8>)
  /// Send a message to the embedded server.
  case toEmbedded(ContiguousArray<UInt8>)
  /// Start the embedded server, beside the upstream server or alone.
  case startEmbedded(isAlone: Bool)
  /// Answer the source's request, with a JSON text or the reason why there is none.
  case answer(Int, Result<ContiguousArray<UInt8>, UpstreamError>)
  /// Start or restart the timer after which the awaited event is given up.
  case wait(ProxyPatience)
  /// End the process of the upstream server, which is of no more use.
  case endUpstream
  /// Log something that users should know.
  case log(EventLog.Level, String)
  /// End the proxy.
  case finish(code: Int32)
}

/// An event that a proxy awaits for a limited time.
enum ProxyPatience: Equatable, Sendable {
  /// The upstream server's answer to `initialize`, before the client is answered without it.
  case answer
  /// The upstream server's answer to `initialize`, before that server is given up.
  case initialize
  /// The upstream server's answer to `shutdown`.
  case shutdown
  /// All open responses to a client that is shutting down or sends nothing more.
  case rest
}

/// The reason why a request to another server has no result.
enum UpstreamError: Error, Equatable, CustomStringConvertible {
  /// The server has ended, in the way that is stated.
  case ended(String)
  /// The server answered with an error.
  case refused(String)
  /// Too many requests are open already.
  case busy

  var description: String {
    switch self {
    case .ended(let reason): reason
    case .refused(let error): "the server answered with an error: \(error)"
    case .busy: "too many requests are open"
    }
  }
}
