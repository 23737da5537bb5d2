public import CatchwordRPC

/// `textDocument/completion`
public struct CompletionParams: Sendable, JSONDecodable {
  /// The document.
  public var textDocument: VersionedTextDocumentIdentifier
  /// The cursor.
  public var position: Position
  /// Why the client asks; nil when it does not say.
  public var context: CompletionContext?
  /// Under which the client takes the list in parts; nil when it wants it whole.
  public var partialResultToken: RequestID?
  /// Under which the client shows that it takes long.
  public var workDoneToken: RequestID?

  /// Reads the parameters.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var textDocument: VersionedTextDocumentIdentifier?
    var position: Position?
    var context: CompletionContext?
    var tokens: (partialResult: RequestID?, workDone: RequestID?)
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "textDocument": textDocument = try reader.read()
      case "position": position = try reader.read()
      case "partialResultToken": tokens.partialResult = try reader.readIfPresent(RequestID.init(from:))
      case "workDoneToken": tokens.workDone = try reader.readIfPresent(RequestID.init(from:))
      case "context": context = try reader.readIfPresent { (reader) throws(JSONError) in try reader.read() }
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument")
    self.position = try reader.require(position, "position")
    self.context = context
    partialResultToken = tokens.partialResult
    workDoneToken = tokens.workDone
  }
}

/// Why a client asks for completion.
public struct CompletionContext: Sendable, JSONDecodable {
  /// Why.
  public enum TriggerKind: Int, Sendable {
    /// By hand, or because a word is being typed.
    case invoked = 1
    /// A trigger character was typed.
    case triggerCharacter = 2
    /// The last list was incomplete.
    case incomplete = 3
  }

  /// Why.
  public var triggerKind: TriggerKind
  /// The character typed, for `.triggerCharacter`.
  public var triggerCharacter: String?

  /// Reads a context; an unknown kind counts as invoked.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var kind = 1
    var character: String?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "triggerKind" where try reader.peek() == .number: kind = Int(exactly: try reader.readDouble()) ?? 1
      case "triggerCharacter":
        character = try reader.readIfPresent { (reader) throws(JSONError) in try reader.readString() }
      default: break
      }
    }
    triggerKind = TriggerKind(rawValue: kind) ?? .invoked
    triggerCharacter = character
  }
}

/// A completion list as it goes to the client.
public struct CompletionList: Sendable, JSONEncodable {
  /// True when the client shall ask again as the user types on.
  public var isIncomplete: Bool
  /// What all items share, as far as the client understands it.
  public var itemDefaults: ItemDefaults?
  /// The items.
  public var items: [CompletionItem]

  /// What all items of a list share.
  public struct ItemDefaults: Sendable {
    /// What an item without an edit of its own replaces.
    public var editRange: EditRange?
    /// 1: indentation is left as it is.
    public var insertTextMode: Int?
    /// 1: plain text.
    public var insertTextFormat: Int?

    /// No defaults.
    public init() {}

    /// True when there is nothing in it.
    public var isEmpty: Bool { editRange == nil && insertTextMode == nil && insertTextFormat == nil }
  }

  /// Creates a list.
  public init(isIncomplete: Bool, itemDefaults: ItemDefaults? = nil, items: [CompletionItem]) {
    self.isIncomplete = isIncomplete
    self.itemDefaults = itemDefaults
    self.items = items
  }

  /// Writes the list.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("isIncomplete", isIncomplete)
      if let itemDefaults, !itemDefaults.isEmpty {
        writer.name("itemDefaults")
        writer.object { writer in
          writer.field("editRange", ifPresent: itemDefaults.editRange)
          writer.field("insertTextFormat", ifPresent: itemDefaults.insertTextFormat)
          writer.field("insertTextMode", ifPresent: itemDefaults.insertTextMode)
        }
      }
      writer.field("items", items)
    }
  }
}

/// What an accepted item replaces.
public enum EditRange: Hashable, Sendable, JSONEncodable {
  /// One range, whatever the user does.
  case range(PositionRange)
  /// The part before the cursor, or all of the word, as the user wishes.
  case insertReplace(insert: PositionRange, replace: PositionRange)

  /// Writes a `Range` or `{insert, replace}`.
  public func encode(into writer: inout JSONWriter) {
    switch self {
    case .range(let range): range.encode(into: &writer)
    case .insertReplace(let insert, let replace):
      writer.object { writer in
        writer.field("insert", insert)
        writer.field("replace", replace)
      }
    }
  }
}

/// A text and what it replaces: `TextEdit` or `InsertReplaceEdit`.
///
/// The items of a list mostly replace the same range, so it is encoded once for all of them.
public struct CompletionEdit: Hashable, Sendable, JSONEncodable {
  /// By what.
  public var newText: String
  /// What is replaced, as the fields of an edit.
  private let encodedRange: String

  /// Creates an edit.
  public init(range: EditRange, newText: String) {
    self.newText = newText
    encodedRange =
      switch range {
      case .range(let range): "\"range\":\(range.json)"
      case .insertReplace(let insert, let replace): "\"insert\":\(insert.json),\"replace\":\(replace.json)"
      }
  }

  /// The same range, replaced by another text.
  ///
  /// - Complexity: O(1).
  public func replacing(with newText: String) -> CompletionEdit {
    var edit = self
    edit.newText = newText
    return edit
  }

  /// Writes the edit.
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("newText", newText)
    writer.rawFields(encodedRange)
    writer.endObject()
  }
}

/// By which an item is found again when it comes back to be resolved: the list's number, and the item's place in it.
public struct CompletionItemData: Hashable, Sendable, JSONEncodable {
  /// The list's number.
  public var list: Int
  /// The item's place in it, from 0.
  public var index: Int

  /// Names an item.
  public init(list: Int, index: Int) {
    self.list = list
    self.index = index
  }

  /// Writes an array of both.
  public func encode(into writer: inout JSONWriter) {
    writer.beginArray()
    writer.int(list)
    writer.int(index)
    writer.endArray()
  }
}

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
  /// Characters that accept the item when typed.
  public var commitCharacters: [String] = []
  /// What comes back with `completionItem/resolve`.
  public var data: CompletionItemData?

  /// Creates an item.
  public init(label: String) { self.label = label }

  /// Writes the item, without what is empty.
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("label", label)
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
    if !commitCharacters.isEmpty { writer.field("commitCharacters", commitCharacters) }
    writer.field("data", ifPresent: data)
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
