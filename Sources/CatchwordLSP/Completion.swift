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
  /// How an item's fields go together with the shared ones; nil where they take their place.
  public var applyKind: ApplyKind?
  /// The items.
  public var items: [CompletionItem]

  /// What all items of a list share.
  public struct ItemDefaults: Sendable {
    /// Characters that accept an item when typed.
    public var commitCharacters: [String] = []
    /// What an item without an edit of its own replaces.
    public var editRange: EditRange?
    /// 1: indentation is left as it is.
    public var insertTextMode: Int?
    /// 1: plain text.
    public var insertTextFormat: Int?
    /// What comes back with each item that is resolved.
    public var data: Int?

    /// No defaults.
    public init() {}

    /// True when there is nothing in it.
    public var isEmpty: Bool {
      commitCharacters.isEmpty && editRange == nil && insertTextMode == nil && insertTextFormat == nil && data == nil
    }
  }

  /// How the fields of an item go together with the defaults of its list.
  public enum ApplyKind: Sendable {
    /// An item's characters are added to the list's.
    case mergingCommitCharacters
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
          if !itemDefaults.commitCharacters.isEmpty { writer.field("commitCharacters", itemDefaults.commitCharacters) }
          writer.field("editRange", ifPresent: itemDefaults.editRange)
          writer.field("insertTextFormat", ifPresent: itemDefaults.insertTextFormat)
          writer.field("insertTextMode", ifPresent: itemDefaults.insertTextMode)
          writer.field("data", ifPresent: itemDefaults.data)
        }
      }
      if applyKind == .mergingCommitCharacters {
        writer.name("applyKind")
        writer.object { writer in writer.field("commitCharacters", 2) }
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
