import CatchwordCompletion
import CatchwordRPC

/// What a `ProxyRouter` wants to be done.
enum ProxyAction: Sendable {
  /// A message goes to the client.
  case toClient(ContiguousArray<UInt8>, MessageUrgency = .required)
  /// A message goes to the other server.
  case toUpstream(ContiguousArray<UInt8>)
  /// A message goes to the embedded server.
  case toEmbedded(ContiguousArray<UInt8>)
  /// The embedded server begins, beside the other server or alone.
  case startEmbedded(isAlone: Bool)
  /// The source's question has been answered: with a JSON text, or why not.
  case answer(Int, Result<ContiguousArray<UInt8>, UpstreamError>)
  /// What is given up without this is waited for until now and then some.
  case wait(ProxyPatience)
  /// The other server is of no more use: its process shall end.
  case endUpstream
  /// Something users should know.
  case log(EventLog.Level, String)
  /// It is over.
  case finish(code: Int32)
}

/// What a proxy waits for no longer than so long.
enum ProxyPatience: Equatable, Sendable {
  /// The other server's answer to `initialize`, before the client is answered without it.
  case answer
  /// The other server's answer to `initialize`.
  case initialize
  /// Its answer to `shutdown`.
  case shutdown
  /// All answers to a client that sends nothing more.
  case rest
}

/// Why a question to another server has no answer.
enum UpstreamError: Error, Equatable, CustomStringConvertible {
  /// It has ended, and how.
  case ended(String)
  /// It answered with an error.
  case refused(String)
  /// Too much is open already.
  case busy

  var description: String {
    switch self {
    case .ended(let reason): reason
    case .refused(let error): "the server answered with an error: \(error)"
    case .busy: "too many requests are open"
    }
  }
}
