public import CatchwordRPC

/// `textDocument/completion`
public struct CompletionParams: Sendable, JSONDecodable {
  /// The document.
  public var textDocument: VersionedTextDocumentIdentifier
  /// The cursor.
  public var position: Position
  /// The trigger of the request; nil when the client sends none.
  public var context: CompletionContext?
  /// The token under which the client accepts partial results; nil when it wants the list whole.
  public var partialResultToken: RequestID?
  /// The token under which the client shows progress; nil when it shows none.
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

/// The trigger of a completion request.
public struct CompletionContext: Sendable, JSONDecodable {
  /// The kind of a trigger.
  public enum TriggerKind: Int, Sendable {
    /// A request by hand, or because a word is being typed.
    case invoked = 1
    /// A trigger character was typed.
    case triggerCharacter = 2
    /// The last list was incomplete.
    case incomplete = 3
  }

  /// The kind of the trigger.
  public var triggerKind: TriggerKind
  /// The character typed, for `.triggerCharacter`.
  public var triggerCharacter: String?
  /// The names of the sources that are wanted; nil for all. An extension of LSP.
  public var sources: [String]?

  /// Reads a context; an unknown kind counts as invoked.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var kind = 1
    var character: String?
    var sources: [String]?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "triggerKind" where try reader.peek() == .number: kind = Int(exactly: try reader.readDouble()) ?? 1
      case "triggerCharacter":
        character = try reader.readIfPresent { (reader) throws(JSONError) in try reader.readString() }
      case "sources" where try reader.peek() == .array:
        sources = try reader.readValue().arrayValue?.compactMap(\.stringValue)
      default: break
      }
    }
    self.sources = sources
    triggerKind = TriggerKind(rawValue: kind) ?? .invoked
    triggerCharacter = character
  }
}

/// A completion list as it is sent to the client.
public struct CompletionList: Sendable, JSONEncodable {
  /// True when the client shall request a new list as the user types on.
  public var isIncomplete: Bool
  /// The properties that all items share, as far as the client understands them.
  public var itemDefaults: ItemDefaults?
  /// The way in which an item's fields are combined with the shared ones; nil when they replace them.
  public var applyKind: ApplyKind?
  /// The items.
  public var items: [CompletionItem]

  /// The properties that all items of a list share.
  public struct ItemDefaults: Sendable {
    /// The characters that accept an item when typed.
    public var commitCharacters: [String] = []
    /// The range that an item without an edit of its own replaces.
    public var editRange: EditRange?
    /// The indentation mode; 1: left as it is.
    public var insertTextMode: Int?
    /// The text format; 1: plain text.
    public var insertTextFormat: Int?
    /// The data that the client sends back with each item to resolve.
    public var data: Int?

    /// No defaults.
    public init() {}

    /// True when there are no defaults.
    public var isEmpty: Bool {
      commitCharacters.isEmpty && editRange == nil && insertTextMode == nil && insertTextFormat == nil && data == nil
    }
  }

  /// The way in which the fields of an item are combined with the defaults of its list.
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
      writer.name("items")
      writer.beginArray()
      for index in items.indices { CompletionItem.write(items, at: index, into: &writer) }
      writer.endArray()
    }
  }
}

/// The range that an accepted item replaces.
public enum EditRange: Hashable, Sendable, JSONEncodable {
  /// One range, in either case.
  case range(PositionRange)
  /// The part before the cursor, or the whole word, as the user chooses.
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

/// A text and the range that it replaces: `TextEdit` or `InsertReplaceEdit`.
///
/// The items of a list mostly replace the same range, so it is encoded once for all of them.
public struct CompletionEdit: Hashable, Sendable, JSONEncodable {
  /// The new text.
  public var newText: String
  /// The replaced range, encoded as the fields of an edit.
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

  /// Returns an edit of the same range with another text.
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
