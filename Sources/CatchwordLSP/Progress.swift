public import CatchwordRPC

/// `$/progress`: an update of an operation that a token names.
public struct ProgressParams<Value: JSONEncodable & Sendable>: Sendable, JSONEncodable {
  /// The name of the operation: an integer or a string, chosen by the client or the server.
  public var token: RequestID
  /// The update.
  public var value: Value

  /// Creates the parameters.
  public init(_ token: RequestID, _ value: Value) {
    self.token = token
    self.value = value
  }

  /// Writes the parameters.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("token", token)
      writer.field("value", value)
    }
  }
}

/// The states of an operation that a client shows to its user.
public enum WorkDoneProgress: Sendable, JSONEncodable {
  /// The operation has begun.
  case begin(title: String, message: String?)
  /// The operation has ended.
  case end

  /// Writes a `WorkDoneProgressBegin` or `WorkDoneProgressEnd`.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .begin(let title, let message):
        writer.field("kind", "begin")
        writer.field("title", title)
        writer.field("message", ifPresent: message)
      case .end:
        writer.field("kind", "end")
      }
    }
  }
}

/// `window/workDoneProgress/create`: asks the client to show progress under a token of the server.
public struct WorkDoneProgressCreateParams: Sendable, JSONEncodable {
  /// The token.
  public var token: RequestID

  /// Creates the parameters.
  public init(_ token: RequestID) { self.token = token }

  /// Writes the parameters.
  public func encode(into writer: inout JSONWriter) {
    writer.object { $0.field("token", token) }
  }
}
