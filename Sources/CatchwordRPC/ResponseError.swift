/// The error of a response.
public struct ResponseError: Error, Equatable, Sendable {
  /// The code of an error; the numbers are JSON-RPC's and LSP's.
  public enum Code: Int, Sendable {
    /// The body is not JSON.
    case parseError = -32700
    /// The body is JSON but no request, or the present state forbids the request.
    case invalidRequest = -32600
    /// The method is unknown.
    case methodNotFound = -32601
    /// The method's parameters are wrong.
    case invalidParams = -32602
    /// The server has a bug.
    case internalError = -32603
    /// The request came before `initialize`.
    case serverNotInitialized = -32002
    /// The request is valid, but failed.
    case requestFailed = -32803
    /// The client cancelled the request.
    case requestCancelled = -32800
  }

  /// The code of the error.
  public let code: Code
  /// The description, in one sentence.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
