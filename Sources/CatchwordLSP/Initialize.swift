public import CatchwordRPC

/// `initialize`: the identity and the capabilities of the client.
public struct InitializeParams: Sendable, JSONDecodable {
  /// The id of the process whose end ends the server.
  public var processID: Int?
  /// The client's name, empty when it gave none.
  public var clientName = ""
  /// The client's version, empty when it gave none.
  public var clientVersion = ""
  /// The client's capabilities.
  public var capabilities = ClientCapabilities()
  /// The user's settings, in any shape.
  public var initializationOptions: JSONValue?
  /// The level of `$/logTrace` that the client wants.
  public var trace = TraceValue.off
  /// The URIs of the open folders; the root alone for a client that knows only one.
  public var folders: [String] = []

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var params = InitializeParams()
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "processId" where try reader.peek() == .number: params.processID = Int(exactly: try reader.readDouble())
      case "clientInfo" where try reader.peek() == .object:
        try reader.readObject { (name, reader) throws(JSONError) in
          switch name {
          case "name" where try reader.peek() == .string: params.clientName = try reader.readString()
          case "version" where try reader.peek() == .string: params.clientVersion = try reader.readString()
          default: break
          }
        }
      case "capabilities": params.capabilities = try reader.read()
      case "initializationOptions":
        let value = try reader.readValue()
        params.initializationOptions = value == .null ? nil : value
      case "rootUri" where try reader.peek() == .string:
        let root = try reader.readString()
        if params.folders.isEmpty { params.folders = [root] }
      case "workspaceFolders" where try reader.peek() == .array:
        params.folders = try reader.readValue().arrayValue?.compactMap { $0["uri"]?.stringValue } ?? []
      case "trace" where try reader.peek() == .string:
        params.trace = TraceValue(rawValue: try reader.readString()) ?? .off
      default: break
      }
    }
    self = params
  }

  private init() {}
}

/// A level of `$/logTrace`.
public enum TraceValue: String, Sendable {
  /// None.
  case off
  /// One line per message.
  case messages
  /// One line per message, with details.
  case verbose
}

/// `$/setTrace`
public struct SetTraceParams: Sendable, JSONDecodable {
  /// The new value.
  public var value: TraceValue

  /// Reads the parameters; an unknown value counts as off.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var value: String?
    try reader.readObject { (name, reader) throws(JSONError) in
      if case "value" = name { value = try reader.readString() }
    }
    self.value = TraceValue(rawValue: try reader.require(value, "value")) ?? .off
  }
}

/// `$/cancelRequest`
public struct CancelParams: Sendable, JSONDecodable {
  /// The request that is no longer wanted.
  public var id: RequestID

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var id: RequestID?
    try reader.readObject { (name, reader) throws(JSONError) in
      if case "id" = name { id = try RequestID(from: &reader) }
    }
    self.id = try reader.require(id, "id")
  }
}

/// The reply to `initialize`.
public struct InitializeResult: Sendable, JSONEncodable {
  /// The negotiated encoding; nil when the client offered none, which means UTF-16.
  public var positionEncoding: String?
  /// The characters after which the client shall request a list by itself.
  public var triggerCharacters: [String]
  /// The server's name.
  public var serverName: String
  /// The server's version.
  public var serverVersion: String
  /// True when the client supports several folders, and shall report changes of them.
  public var followsFolders = false
  /// True when progress is reported to clients that give a token for it.
  public var reportsProgress = false
  /// True when completions for the text itself are provided.
  public var completesInline = false
  /// The commands that may be executed.
  public var commands: [String] = []
  /// The kinds of actions that are offered at places in documents.
  public var codeActionKinds: [String] = []

  /// Creates a reply.
  public init(positionEncoding: String?, triggerCharacters: [String], serverName: String, serverVersion: String) {
    self.positionEncoding = positionEncoding
    self.triggerCharacters = triggerCharacters
    self.serverName = serverName
    self.serverVersion = serverVersion
  }

  /// Writes the reply.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("capabilities")
      writer.object { writer in
        writer.field("positionEncoding", ifPresent: positionEncoding)
        writer.name("textDocumentSync")
        writer.object { writer in
          writer.field("openClose", true)
          writer.field("change", 2)
          writer.name("save")
          writer.object { $0.field("includeText", false) }
        }
        writer.name("completionProvider")
        writer.object { writer in
          writer.field("triggerCharacters", triggerCharacters)
          writer.field("resolveProvider", true)
          if reportsProgress { writer.field("workDoneProgress", true) }
          writer.name("completionItem")
          writer.object { $0.field("labelDetailsSupport", true) }
        }
        if completesInline { writer.field("inlineCompletionProvider", true) }
        if !commands.isEmpty {
          writer.name("executeCommandProvider")
          writer.object { $0.field("commands", commands) }
        }
        if !codeActionKinds.isEmpty {
          writer.name("codeActionProvider")
          writer.object { $0.field("codeActionKinds", codeActionKinds) }
        }
        if followsFolders {
          writer.name("workspace")
          writer.object { writer in
            writer.name("workspaceFolders")
            writer.object { writer in
              writer.field("supported", true)
              writer.field("changeNotifications", true)
            }
          }
        }
      }
      writer.name("serverInfo")
      writer.object { writer in
        writer.field("name", serverName)
        writer.field("version", serverVersion)
      }
    }
  }
}
