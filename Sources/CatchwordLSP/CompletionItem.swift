public import CatchwordRPC

/// One item of a completion list.
public struct CompletionItem: Sendable, JSONEncodable {
  /// What the menu shows.
  public var label: String
  /// A word or two behind the label, in grey.
  public var labelDescription: String?
  /// LSP's number for the kind of thing.
  public var kind: Int?
  /// 1: deprecated.
  public var tags: [Int] = []
  /// The old way to say deprecated.
  public var isDeprecated = false
  /// A line about the item.
  public var detail: String?
  /// More about it.
  public var documentation: Documentation?
  /// True for the one item to select first.
  public var preselect = false
  /// The place in the list.
  public var sortText: String?
  /// What the client filters by.
  public var filterText: String?
  /// What clients insert that do not look at the edit.
  public var insertText: String?
  /// 1: plain text, 2: snippet.
  public var insertTextFormat: Int?
  /// 1: indentation is left as it is.
  public var insertTextMode: Int?
  /// What is inserted, and where.
  public var textEdit: CompletionEdit?
  /// What is inserted at the list's `editRange`.
  public var textEditText: String?
  /// What changes elsewhere when the item is accepted; must not touch the item's own edit.
  public var additionalTextEdits: [TextEdit] = []
  /// Characters that accept the item when typed.
  public var commitCharacters: [String] = []
  /// What comes back with `completionItem/resolve`: the number of the list.
  public var data: Int?
  /// By which lsp-mode orders, greatest first; no field of LSP's.
  public var score: Int?
  /// What blink.cmp adds to its own score; no field of LSP's.
  public var scoreOffset: Int?

  /// The fields of another server's item, its label among them, as JSON: `"name":value,"name":value`; then `label` is
  /// written only there, and of the others only what is not among these must be set.
  public var foreignFields: String?

  /// Creates an item.
  public init(label: String) { self.label = label }

  /// Writes the item, without what is empty.
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
