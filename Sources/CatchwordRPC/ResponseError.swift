/// An error as it crosses the wire.
public struct ResponseError: Error, Equatable, Sendable {
  /// What kind of error; the numbers are JSON-RPC's and LSP's.
  public enum Code: Int, Sendable {
    /// The body is not JSON.
    case parseError = -32700
    /// The body is JSON, but no request; or one that the present state forbids.
    case invalidRequest = -32600
    /// No such method.
    case methodNotFound = -32601
    /// The method's parameters are wrong.
    case invalidParams = -32602
    /// A bug of ours.
    case internalError = -32603
    /// A request before `initialize`.
    case serverNotInitialized = -32002
    /// A valid request that failed.
    case requestFailed = -32803
    /// The client cancelled the request.
    case requestCancelled = -32800
  }

  /// What kind of error.
  public let code: Code
  /// What happened, in one sentence.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
