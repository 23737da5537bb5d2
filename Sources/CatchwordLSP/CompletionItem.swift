public import CatchwordRPC

/// One item of a completion list.
public struct CompletionItem: Sendable, JSONEncodable {
  /// The text that the menu shows.
  public var label: String
  /// A word or two behind the label, in grey.
  public var labelDescription: String?
  /// LSP's number for the kind of item.
  public var kind: Int?
  /// The tags of the item; 1: deprecated.
  public var tags: [Int] = []
  /// The older flag for a deprecated item.
  public var isDeprecated = false
  /// A line about the item.
  public var detail: String?
  /// The documentation of the item.
  public var documentation: Documentation?
  /// True for the one item to select first.
  public var preselect = false
  /// The text that the client sorts by: the place in the list.
  public var sortText: String?
  /// The text that the client filters by; nil for the label.
  public var filterText: String?
  /// The text for clients that ignore the edit.
  public var insertText: String?
  /// The text format; 1: plain text, 2: snippet.
  public var insertTextFormat: Int?
  /// The indentation mode; 1: left as it is.
  public var insertTextMode: Int?
  /// The text that is inserted, and the range that it replaces.
  public var textEdit: CompletionEdit?
  /// The text that is inserted at the list's `editRange`.
  public var textEditText: String?
  /// The edits elsewhere when the item is accepted; must not touch the item's own edit.
  public var additionalTextEdits: [TextEdit] = []
  /// The characters that accept the item when typed.
  public var commitCharacters: [String] = []
  /// The data that comes back with `completionItem/resolve`: the number of the list.
  public var data: Int?
  /// The score by which lsp-mode sorts, greatest first; not a field of LSP.
  public var score: Int?
  /// The number that blink.cmp adds to its own score; not a field of LSP.
  public var scoreOffset: Int?

  /// The fields of another server's item, including its label, as JSON: `"name":value,"name":value`; with them, `label`
  /// is written only there, and no property may be set whose field is among them.
  public var foreignFields: String?

  /// Creates an item.
  public init(label: String) { self.label = label }

  /// Writes the item, without empty properties.
  public func encode(into writer: inout JSONWriter) { CompletionItem.write([self], at: 0, into: &writer) }

  /// Writes an item of a list. Only its fields are read, in place: a copy of it counts the references in it.
  static func write(_ items: [CompletionItem], at index: Int, into writer: inout JSONWriter) {
    writer.beginObject()
    if let foreignFields = items[index].foreignFields {
      writer.rawFields(foreignFields)
    } else {
      writer.field("label", items[index].label)
    }
    if let labelDescription = items[index].labelDescription {
      writer.name("labelDetails")
      writer.beginObject()
      writer.field("description", labelDescription)
      writer.endObject()
    }
    writer.field("kind", ifPresent: items[index].kind)
    if !items[index].tags.isEmpty { writer.field("tags", items[index].tags) }
    if items[index].isDeprecated { writer.field("deprecated", true) }
    writer.field("detail", ifPresent: items[index].detail)
    writer.field("documentation", ifPresent: items[index].documentation)
    if items[index].preselect { writer.field("preselect", true) }
    writer.field("sortText", ifPresent: items[index].sortText)
    writer.field("filterText", ifPresent: items[index].filterText)
    writer.field("insertText", ifPresent: items[index].insertText)
    writer.field("insertTextFormat", ifPresent: items[index].insertTextFormat)
    writer.field("insertTextMode", ifPresent: items[index].insertTextMode)
    writer.field("textEdit", ifPresent: items[index].textEdit)
    writer.field("textEditText", ifPresent: items[index].textEditText)
    if !items[index].additionalTextEdits.isEmpty {
      writer.field("additionalTextEdits", items[index].additionalTextEdits)
    }
    if !items[index].commitCharacters.isEmpty { writer.field("commitCharacters", items[index].commitCharacters) }
    writer.field("data", ifPresent: items[index].data)
    writer.field("score", ifPresent: items[index].score)
    writer.field("score_offset", ifPresent: items[index].scoreOffset)
    writer.endObject()
  }
}

/// Documentation in one of the formats a client may know.
public struct Documentation: Hashable, Sendable, JSONEncodable {
  /// True for Markdown, false for plain text.
  public var isMarkdown: Bool
  /// The text.
  public var text: String

  /// Creates documentation.
  public init(_ text: String, isMarkdown: Bool) {
    self.text = text
    self.isMarkdown = isMarkdown
  }

  /// Writes a `MarkupContent`.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("kind", isMarkdown ? "markdown" : "plaintext")
      writer.field("value", text)
    }
  }
}
