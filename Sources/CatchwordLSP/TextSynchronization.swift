public import CatchwordRPC

/// `textDocument/didOpen`: from now on the client owns the text, and reports every change.
public struct DidOpenTextDocumentParams: Sendable, JSONDecodable {
  /// The document's name.
  public var uri: String
  /// The client's id for the document's language.
  public var languageID: String
  /// The document's version.
  public var version: Int
  /// The whole text.
  public var text: String

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var uri: String?
    var text: String?
    languageID = ""
    version = 0
    var item: (languageID: String, version: Int) = ("", 0)
    try reader.readObject { (name, reader) throws(JSONError) in
      guard case "textDocument" = name else { return }
      try reader.readObject { (name, reader) throws(JSONError) in
        switch name {
        case "uri": uri = try reader.readString()
        case "languageId": item.languageID = try reader.readString()
        case "version": item.version = try reader.readInt()
        case "text": text = try reader.readString()
        default: break
        }
      }
    }
    self.uri = try reader.require(uri, "textDocument.uri")
    self.text = try reader.require(text, "textDocument.text")
    (languageID, version) = item
  }
}

/// `textDocument/didChange`: edits, each on the result of the one before.
public struct DidChangeTextDocumentParams: Sendable, JSONDecodable {
  /// The document, with its version after the edits.
  public var textDocument: VersionedTextDocumentIdentifier
  /// The edits, in order.
  public var contentChanges: [ContentChange]

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var textDocument: VersionedTextDocumentIdentifier?
    var contentChanges: [ContentChange]?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "textDocument": textDocument = try reader.read()
      case "contentChanges":
        var changes: [ContentChange] = []
        try reader.readArray { (reader) throws(JSONError) in changes.append(try reader.read()) }
        contentChanges = changes
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument")
    self.contentChanges = try reader.require(contentChanges, "contentChanges")
  }
}

/// One edit of a document.
public struct ContentChange: Sendable, JSONDecodable {
  /// The replaced range; nil when the whole text is replaced.
  public var range: PositionRange?
  /// The new text.
  public var text: String

  /// Reads an edit.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var range: PositionRange?
    var text: String?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "range":
        range = try reader.readIfPresent { (reader) throws(JSONError) in try PositionRange(from: &reader) }
      case "text": text = try reader.readString()
      default: break
      }
    }
    self.range = range
    self.text = try reader.require(text, "text")
  }
}

/// A document's name, with its version where there is one.
public struct VersionedTextDocumentIdentifier: Sendable, JSONDecodable {
  /// The document's name.
  public var uri: String
  /// The document's version; nil in messages that carry none.
  public var version: Int?

  /// Reads an identifier.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var uri: String?
    var version: Int?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "uri": uri = try reader.readString()
      case "version": version = try reader.readIfPresent { (reader) throws(JSONError) in try reader.readInt() }
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri")
    self.version = version
  }
}

/// The parameters of messages that only name a document: `didClose`, `didSave`.
public struct TextDocumentParams: Sendable, JSONDecodable {
  /// The document.
  public var textDocument: VersionedTextDocumentIdentifier

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var textDocument: VersionedTextDocumentIdentifier?
    try reader.readObject { (name, reader) throws(JSONError) in
      if case "textDocument" = name { textDocument = try reader.read() }
    }
    self.textDocument = try reader.require(textDocument, "textDocument")
  }
}
