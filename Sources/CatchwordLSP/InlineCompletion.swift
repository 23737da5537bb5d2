public import CatchwordRPC

/// `textDocument/inlineCompletion`
public struct InlineCompletionParams: Sendable, JSONDecodable {
  /// The document.
  public var textDocument: VersionedTextDocumentIdentifier
  /// The cursor.
  public var position: Position
  /// The trigger of the request.
  public var context: InlineCompletionContext

  /// Reads the parameters; a request without a context counts as automatic.
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

/// The trigger of a request for a completion in the text.
public struct InlineCompletionContext: Sendable, JSONDecodable {
  /// The kind of a trigger.
  public enum TriggerKind: Int, Sendable {
    /// A request by hand.
    case invoked = 1
    /// An automatic request while the user types.
    case automatic = 2
  }

  /// The kind of the trigger.
  public var triggerKind = TriggerKind.automatic
  /// The item that is selected in the completion menu; nil when none is.
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

/// `SelectedCompletionInfo`: the edit of the item that is selected in the menu.
public struct SelectedCompletion: Sendable, JSONDecodable {
  /// The range that it would replace.
  public var range: PositionRange
  /// The new text.
  public var text: String

  /// Reads the edit.
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
  /// The inserted text, as plain text.
  public var insertText: String
  /// The range that it replaces, on one line.
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
