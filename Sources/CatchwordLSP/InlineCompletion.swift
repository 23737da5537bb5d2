public import CatchwordRPC

/// `textDocument/inlineCompletion`
public struct InlineCompletionParams: Sendable, JSONDecodable {
  /// The document.
  public var textDocument: VersionedTextDocumentIdentifier
  /// The cursor.
  public var position: Position
  /// Why the client asks.
  public var context: InlineCompletionContext

  /// Reads the parameters; without a context, the client asks by itself.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var textDocument: VersionedTextDocumentIdentifier?
    var position: Position?
    var context: InlineCompletionContext?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "textDocument": textDocument = try reader.read()
      case "position": position = try reader.read()
      case "context": context = try reader.readIfPresent { (reader) throws(JSONError) in try reader.read() }
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument")
    self.position = try reader.require(position, "position")
    self.context = context ?? InlineCompletionContext()
  }
}

/// Why a client asks for a completion in the text.
public struct InlineCompletionContext: Sendable, JSONDecodable {
  /// Why.
  public enum TriggerKind: Int, Sendable {
    /// By hand.
    case invoked = 1
    /// While somebody types.
    case automatic = 2
  }

  /// Why.
  public var triggerKind = TriggerKind.automatic
  /// What is selected in the menu of completions; nil when none is open.
  public var selected: SelectedCompletion?

  init() {}

  /// Reads a context; an unknown kind counts as automatic.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var kind: Int?
    var selected: SelectedCompletion?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "triggerKind" where try reader.peek() == .number: kind = Int(exactly: try reader.readDouble())
      case "selectedCompletionInfo":
        selected = try reader.readIfPresent { (reader) throws(JSONError) in try reader.read() }
      default: break
      }
    }
    triggerKind = kind.flatMap(TriggerKind.init) ?? .automatic
    self.selected = selected
  }
}

/// `SelectedCompletionInfo`: what would happen if the item that is selected in the menu were accepted.
public struct SelectedCompletion: Sendable, JSONDecodable {
  /// What it would replace.
  public var range: PositionRange
  /// By what.
  public var text: String

  /// Reads it.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var range: PositionRange?
    var text: String?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "range": range = try reader.read()
      case "text": text = try reader.readString()
      default: break
      }
    }
    self.range = try reader.require(range, "range")
    self.text = try reader.require(text, "text")
  }
}

/// Completions to be shown in the text itself.
public struct InlineCompletionList: Sendable, JSONEncodable {
  /// The completions, best first.
  public var items: [InlineCompletionItem]

  /// Creates a list.
  public init(items: [InlineCompletionItem]) { self.items = items }

  /// Writes the list.
  public func encode(into writer: inout JSONWriter) { writer.object { $0.field("items", items) } }
}

/// One completion to be shown in the text itself.
public struct InlineCompletionItem: Sendable, JSONEncodable {
  /// What is inserted, as plain text.
  public var insertText: String
  /// What it replaces, on one line.
  public var range: PositionRange

  /// Creates an item.
  public init(insertText: String, range: PositionRange) {
    self.insertText = insertText
    self.range = range
  }

  /// Writes the item.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("insertText", insertText)
      writer.field("range", range)
    }
  }
}
