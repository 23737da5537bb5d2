public import CatchwordRPC

/// `window/logMessage`
public struct LogMessageParams: Sendable, JSONEncodable {
  /// The severity of a message.
  public enum Kind: Int, Sendable {
    /// Something does not work.
    case error = 1
    /// Something may not work.
    case warning = 2
    /// Information only.
    case info = 3
  }

  /// The severity.
  public var kind: Kind
  /// The text of the message.
  public var message: String

  /// Creates the parameters.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// Writes the parameters.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("type", kind.rawValue)
      writer.field("message", message)
    }
  }
}

/// `$/logTrace`
public struct LogTraceParams: Sendable, JSONEncodable {
  /// One line.
  public var message: String
  /// Details, for clients that asked for them.
  public var verbose: String?

  /// Creates the parameters.
  public init(_ message: String, verbose: String? = nil) {
    self.message = message
    self.verbose = verbose
  }

  /// Writes the parameters.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("message", message)
      writer.field("verbose", ifPresent: verbose)
    }
  }
}
