public import CatchwordRPC

/// `$/progress`: news of something that goes on, named by a token.
public struct ProgressParams<Value: JSONEncodable & Sendable>: Sendable, JSONEncodable {
  /// Names what goes on: an integer or a string, of the client's choice or of ours.
  public var token: RequestID
  /// The news.
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

/// The stations of work that a client shows to its user.
public enum WorkDoneProgress: Sendable, JSONEncodable {
  /// It has begun.
  case begin(title: String, message: String?)
  /// It is over.
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

/// `window/workDoneProgress/create`: asks the client to take progress under a token of ours.
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
