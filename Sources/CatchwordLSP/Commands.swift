public import CatchwordRPC

/// `workspace/executeCommand`
public struct ExecuteCommandParams: Sendable, JSONDecodable {
  /// The command's name.
  public var command: String
  /// The arguments, in any shape.
  public var arguments: [JSONValue]

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    let value = try reader.readValue()
    command = try reader.require(value["command"]?.stringValue, "command")
    arguments = value["arguments"]?.arrayValue ?? []
  }
}

/// `textDocument/codeAction`
public struct CodeActionParams: Sendable, JSONDecodable {
  /// The document.
  public var uri: String
  /// The selection; an empty range is the cursor.
  public var range: PositionRange
  /// The requested kinds; nil for all.
  public var only: [String]?
  /// True when the user has asked, rather than a client that checks for actions to announce; also true when the client
  /// does not say.
  public var isInvoked = true

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var uri: String?
    var range: PositionRange?
    var context = JSONValue.null
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "textDocument": uri = try reader.readValue()["uri"]?.stringValue
      case "range": range = try reader.read()
      case "context": context = try reader.readValue()
      default: break
      }
    }
    self.uri = try reader.require(uri, "textDocument")
    self.range = try reader.require(range, "range")
    only = context["only"]?.arrayValue?.compactMap(\.stringValue)
    isInvoked = context["triggerKind"]?.intValue != 2
  }
}

/// A code action at a place in a document: a command, with a title and a kind.
public struct CodeAction: Sendable, JSONEncodable {
  /// The title that the user sees.
  public var title: String
  /// The kind of the action, in LSP's hierarchy of names.
  public var kind: String
  /// The command's name.
  public var command: String
  /// The arguments of the command.
  public var arguments: [JSONValue]

  /// Creates an action.
  public init(title: String, kind: String, command: String, arguments: [JSONValue]) {
    self.title = title
    self.kind = kind
    self.command = command
    self.arguments = arguments
  }

  /// Writes the action.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("title", title)
      writer.field("kind", kind)
      writer.name("command")
      writer.object { writer in
        writer.field("title", title)
        writer.field("command", command)
        writer.field("arguments", JSONValue.array(arguments))
      }
    }
  }
}
