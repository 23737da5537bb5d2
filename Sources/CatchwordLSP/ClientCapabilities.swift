public import CatchwordRPC

/// The client's capabilities that affect completion; a capability of the wrong shape counts as absent.
public struct ClientCapabilities: Sendable, JSONDecodable {
  /// `general.positionEncodings`, in the client's order of preference.
  public var positionEncodings: [String] = []
  /// `general.staleRequestSupport.cancel`: the client cancels its stale requests by itself.
  public var cancelsStaleRequests = false
  /// `textDocument.completion`
  public var completion = CompletionClientCapabilities()
  /// `textDocument.inlineCompletion`: the client shows completions in the text itself, if a server provides them.
  public var supportsInlineCompletion = false
  /// `textDocument.inlineCompletion.dynamicRegistration`: a server may register them later, and unregister them.
  public var registersInlineCompletion = false
  /// `textDocument.codeAction.codeActionLiteralSupport`: actions may be more than commands.
  public var knowsCodeActions = false
  /// `experimental.catchword.completionsChanged`: the client takes `$/catchword/completionsChanged`.
  public var followsCompletions = false
  /// The capabilities outside text documents.
  public var workspace = WorkspaceClientCapabilities()

  /// No capability at all.
  public init() {}

  /// Reads the capabilities.
  public init(from reader: inout JSONReader) throws(JSONError) {
    let value = try reader.readValue()
    let general = value["general"]
    positionEncodings = general?["positionEncodings"]?.arrayValue?.compactMap(\.stringValue) ?? []
    cancelsStaleRequests = general?["staleRequestSupport"]?["cancel"]?.boolValue ?? false
    completion = CompletionClientCapabilities(value["textDocument"]?["completion"] ?? .null)
    let inline = value["textDocument"]?["inlineCompletion"]
    supportsInlineCompletion = inline?.objectValue != nil
    registersInlineCompletion = inline?["dynamicRegistration"]?.boolValue ?? false
    knowsCodeActions = value["textDocument"]?["codeAction"]?["codeActionLiteralSupport"]?.objectValue != nil
    followsCompletions = value["experimental"]?["catchword"]?["completionsChanged"]?.boolValue ?? false
    workspace = WorkspaceClientCapabilities(value)
  }
}

/// `textDocument.completion`: the features of completion lists that the client understands.
public struct CompletionClientCapabilities: Sendable {
  /// True when the client knows snippet syntax in inserted text.
  public var supportsSnippets = false
  /// True when the client knows `commitCharacters` on items.
  public var supportsCommitCharacters = false
  /// The formats of documentation, preferred first; empty for a client that takes it as a plain string.
  public var documentationFormats: [String] = []
  /// True when the client knows the old `deprecated` flag.
  public var supportsDeprecated = false
  /// True when the client knows `preselect` on items.
  public var supportsPreselect = false
  /// The tags that the client knows; empty when it knows none.
  public var tags: [Int] = []
  /// True when the client knows `InsertReplaceEdit` in place of `TextEdit`.
  public var supportsInsertReplace = false
  /// The properties that may be filled in by resolve; LSP's default until the client names its own.
  public var resolvableProperties: [String] = ["documentation", "detail"]
  /// The `insertTextMode` values that the client knows.
  public var insertTextModes: [Int] = []
  /// True when the client knows `labelDetails` on items.
  public var supportsLabelDetails = false
  /// The kinds that the client knows; LSP's first eighteen until it names its own.
  public var kinds: Set<Int> = Set(1...18)
  /// The `itemDefaults` fields that the client knows.
  public var itemDefaults: Set<String> = []
  /// True when the client knows `applyKind` on lists.
  public var supportsApplyKind = false
  /// True when the client sends a context with its requests.
  public var sendsContext = false
  /// True when the client declares that it sends no context, which is LSP's default anyway.
  public var refusesContext = false
  /// The indentation mode of items that name none: 1, left as it is; 2, adjusted; nil when it is not known.
  public var defaultInsertTextMode: Int?

  /// No capability beyond what LSP guarantees.
  public init() {}

  init(_ value: JSONValue) {
    let item = value["completionItem"] ?? .null
    supportsSnippets = item["snippetSupport"]?.boolValue ?? false
    supportsCommitCharacters = item["commitCharactersSupport"]?.boolValue ?? false
    if let formats = item["documentationFormat"]?.arrayValue?.compactMap(\.stringValue), !formats.isEmpty {
      documentationFormats = formats
    }
    supportsDeprecated = item["deprecatedSupport"]?.boolValue ?? false
    supportsPreselect = item["preselectSupport"]?.boolValue ?? false
    tags = CompletionClientCapabilities.valueSet(item["tagSupport"])
    supportsInsertReplace = item["insertReplaceSupport"]?.boolValue ?? false
    if let properties = item["resolveSupport"]?["properties"]?.arrayValue {
      resolvableProperties = properties.compactMap(\.stringValue)
    }
    insertTextModes = CompletionClientCapabilities.valueSet(item["insertTextModeSupport"])
    supportsLabelDetails = item["labelDetailsSupport"]?.boolValue ?? false
    if let kinds = value["completionItemKind"]?["valueSet"]?.arrayValue {
      self.kinds = Set(kinds.compactMap(\.intValue))
    }
    let list = value["completionList"] ?? .null
    itemDefaults = Set(list["itemDefaults"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    supportsApplyKind = list["applyKindSupport"]?.boolValue ?? false
    sendsContext = value["contextSupport"]?.boolValue ?? false
    refusesContext = value["contextSupport"]?.boolValue == false
    defaultInsertTextMode = value["insertTextMode"]?.intValue
  }

  private static func valueSet(_ value: JSONValue?) -> [Int] {
    value?["valueSet"]?.arrayValue?.compactMap(\.intValue) ?? []
  }
}
