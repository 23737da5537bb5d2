public import CatchwordRPC

/// `workspace/executeCommand`
public struct ExecuteCommandParams: Sendable, JSONDecodable {
  /// The command's name.
  public var command: String
  /// What it is about, in whatever shape.
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
  /// What is selected; an empty range is the cursor.
  public var range: PositionRange
  /// The kinds that are asked for; nil for all.
  public var only: [String]?
  /// True when the user has asked, and it is not the client that wants to show that there is something; a client that does
  /// not say so asks for its user.
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

/// Something that can be done at a place in a document: a command, with a title and a kind.
public struct CodeAction: Sendable, JSONEncodable {
  /// What the user reads.
  public var title: String
  /// What kind of action it is, by LSP's hierarchy of names.
  public var kind: String
  /// The command's name.
  public var command: String
  /// What it is about.
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
