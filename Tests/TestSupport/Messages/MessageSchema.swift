package import CatchwordRPC
import Foundation

/// `protocol/messages.schema.json`: what this server sends.
package struct MessageSchema: MessageContract {
  package let schema: JSONSchema

  /// The schema of this repository.
  package static let ours = Result { try MessageSchema() }

  init() throws {
    let file = Repository.root.appendingPathComponent("protocol/messages.schema.json")
    schema = try JSONSchema(JSONValue(parsing: String(contentsOf: file, encoding: .utf8)))
  }

  package func violation(inResult result: JSONValue, of method: String) -> Violation? {
    let definition = "result:\(method)"
    guard schema.definitions[definition] != nil else {
      return Violation(problem: "is a result of \(method), which has none in the schema")
    }
    return schema.violation(in: result, definition: definition)
  }

  package func violation(inErrorResponse message: JSONValue, of method: String?) -> Violation? {
    schema.violation(in: message, definition: "errorResponse")
  }

  package func violation(inMessage message: JSONValue, method: String) -> Violation? {
    let definition = (message["id"] == nil ? "notification:" : "request:") + method
    guard schema.definitions[definition] != nil else {
      return Violation(problem: "is a \(definition), which is not in the schema")
    }
    return schema.violation(in: message, definition: definition)
  }

  package func violation(inPartialResult value: JSONValue, of method: String) -> Violation? {
    schema.violation(in: value, definition: "partialResult:\(method)")
  }
}
