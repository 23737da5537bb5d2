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
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let foreignFields { writer.rawFields(foreignFields) } else { writer.field("label", label) }
    if let labelDescription {
      writer.name("labelDetails")
      writer.beginObject()
      writer.field("description", labelDescription)
      writer.endObject()
    }
    writer.field("kind", ifPresent: kind)
    if !tags.isEmpty { writer.field("tags", tags) }
    if isDeprecated { writer.field("deprecated", true) }
    writer.field("detail", ifPresent: detail)
    writer.field("documentation", ifPresent: documentation)
    if preselect { writer.field("preselect", true) }
    writer.field("sortText", ifPresent: sortText)
    writer.field("filterText", ifPresent: filterText)
    writer.field("insertText", ifPresent: insertText)
    writer.field("insertTextFormat", ifPresent: insertTextFormat)
    writer.field("insertTextMode", ifPresent: insertTextMode)
    writer.field("textEdit", ifPresent: textEdit)
    writer.field("textEditText", ifPresent: textEditText)
    if !additionalTextEdits.isEmpty { writer.field("additionalTextEdits", additionalTextEdits) }
    if !commitCharacters.isEmpty { writer.field("commitCharacters", commitCharacters) }
    writer.field("data", ifPresent: data)
    writer.field("score", ifPresent: score)
    writer.field("score_offset", ifPresent: scoreOffset)
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
