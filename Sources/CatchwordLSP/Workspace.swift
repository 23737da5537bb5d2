public import CatchwordRPC

/// The client's capabilities outside text documents that a completion server uses.
public struct WorkspaceClientCapabilities: Sendable {
  /// `workspace.configuration`: the server may request settings.
  public var answersConfiguration = false
  /// `workspace.didChangeConfiguration.dynamicRegistration`
  public var registersConfiguration = false
  /// `workspace.didChangeWatchedFiles.dynamicRegistration`
  public var registersWatchedFiles = false
  /// `workspace.didChangeWatchedFiles.relativePatternSupport`
  public var supportsRelativePatterns = false
  /// `workspace.workspaceFolders`
  public var supportsFolders = false
  /// `workspace.executeCommand`: the client can have commands executed.
  public var sendsCommands = false
  /// `window.workDoneProgress`: the server may create progress of its own.
  public var showsProgress = false

  /// No capability at all.
  public init() {}

  init(_ value: JSONValue) {
    let workspace = value["workspace"]
    answersConfiguration = workspace?["configuration"]?.boolValue ?? false
    registersConfiguration = workspace?["didChangeConfiguration"]?["dynamicRegistration"]?.boolValue ?? false
    let watching = workspace?["didChangeWatchedFiles"]
    registersWatchedFiles = watching?["dynamicRegistration"]?.boolValue ?? false
    supportsRelativePatterns = watching?["relativePatternSupport"]?.boolValue ?? false
    supportsFolders = workspace?["workspaceFolders"]?.boolValue ?? false
    sendsCommands = workspace?["executeCommand"]?.objectValue != nil
    showsProgress = value["window"]?["workDoneProgress"]?.boolValue ?? false
  }
}

/// `workspace/configuration`: asks the client for one section of its settings.
public struct ConfigurationParams: Sendable, JSONEncodable {
  /// The section.
  public var section: String

  /// Creates the parameters.
  public init(section: String) { self.section = section }

  /// Writes the parameters.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("items")
      writer.array { writer in writer.object { $0.field("section", section) } }
    }
  }
}

/// `workspace/didChangeWorkspaceFolders`
public struct DidChangeWorkspaceFoldersParams: Sendable, JSONDecodable {
  /// The URIs of folders that were opened.
  public var added: [String] = []
  /// The URIs of folders that were closed.
  public var removed: [String] = []

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var added: [String]?
    var removed: [String]?
    try reader.readObject { (name, reader) throws(JSONError) in
      guard case "event" = name else { return }
      try reader.readObject { (name, reader) throws(JSONError) in
        switch name {
        case "added": added = try reader.readURIs()
        case "removed": removed = try reader.readURIs()
        default: break
        }
      }
    }
    self.added = try reader.require(added, "event.added")
    self.removed = try reader.require(removed, "event.removed")
  }
}

/// `workspace/didChangeWatchedFiles`
public struct DidChangeWatchedFilesParams: Sendable, JSONDecodable {
  /// The URIs of files that were created, changed or deleted.
  public var uris: [String]

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var uris: [String]?
    try reader.readObject { (name, reader) throws(JSONError) in
      if case "changes" = name { uris = try reader.readURIs() }
    }
    self.uris = try reader.require(uris, "changes")
  }
}

extension JSONReader {
  /// Reads an array of objects that each have a `uri`.
  mutating func readURIs() throws(JSONError) -> [String] {
    var uris: [String] = []
    try readArray { (reader) throws(JSONError) in
      var uri: String?
      try reader.readObject { (name, reader) throws(JSONError) in
        if case "uri" = name { uri = try reader.readString() }
      }
      uris.append(try reader.require(uri, "uri"))
    }
    return uris
  }
}
