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
  /// The operation has begun; the share that is done, in percent, if that is known.
  case begin(title: String, message: String?, percentage: Int? = nil)
  /// The operation goes on.
  case report(message: String?, percentage: Int? = nil)
  /// The operation has ended.
  case end

  /// Writes a `WorkDoneProgressBegin`, `WorkDoneProgressReport` or `WorkDoneProgressEnd`.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .begin(let title, let message, let percentage):
        writer.field("kind", "begin")
        writer.field("title", title)
        writer.field("message", ifPresent: message)
        writer.field("percentage", ifPresent: percentage)
      case .report(let message, let percentage):
        writer.field("kind", "report")
        writer.field("message", ifPresent: message)
        writer.field("percentage", ifPresent: percentage)
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
