package import CatchwordRPC

/// A description of messages: ours, or LSP's own.
package protocol MessageContract: Sendable {
  /// What is wrong with the result of a request, nil when nothing is.
  func violation(inResult result: JSONValue, of method: String) -> Violation?
  /// What is wrong with the whole of a response that is an error, nil when nothing is.
  func violation(inErrorResponse message: JSONValue, of method: String?) -> Violation?
  /// What is wrong with the whole of a request or notification of the server, nil when nothing is.
  func violation(inMessage message: JSONValue, method: String) -> Violation?
  /// What is wrong with what a progress notification brings of a request's result, nil when nothing is.
  func violation(inPartialResult value: JSONValue, of method: String) -> Violation?
}
