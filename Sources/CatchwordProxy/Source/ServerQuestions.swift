import CatchwordRPC

/// The `initialize` parameters for a language server that we start, and the answers to its requests.
enum ServerQuestions {
  /// The maximum number of settings sections in one request: each is answered, with all settings if it has no name.
  static let maximumSections = 1000

  /// Returns the parameters of `initialize`.
  static func initializeParams(_ settings: LanguageServerSettings, folders: [String], processID: Int) -> JSONValue {
    var params: [String: JSONValue] = [
      "processId": .int(processID), "clientInfo": ["name": "catchword"], "capabilities": capabilities,
      "rootUri": folders.first.map { .string($0) } ?? .null,
      "workspaceFolders": folders.isEmpty ? .null : workspaceFolders(folders),
    ]
    if settings.initializationOptions != .null { params["initializationOptions"] = settings.initializationOptions }
    return .object(params)
  }

  private static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-8", "utf-16", "utf-32"]],
    // clangd's own field is older than the one of LSP.
    "offsetEncoding": ["utf-8", "utf-16", "utf-32"],
    "textDocument": [
      "synchronization": [:],
      "completion": [
        "contextSupport": true,
        "completionItem": [
          "snippetSupport": true, "deprecatedSupport": true, "tagSupport": ["valueSet": [1]],
          "documentationFormat": ["markdown", "plaintext"], "commitCharactersSupport": true,
          "preselectSupport": true,
          "resolveSupport": ["properties": ["documentation", "detail"]],
        ],
        "completionItemKind": ["valueSet": .array((1...25).map { .int($0) })],
        "completionList": [
          "itemDefaults": ["commitCharacters", "editRange", "insertTextFormat", "insertTextMode", "data"]
        ],
      ],
    ],
    "workspace": ["configuration": true, "workspaceFolders": true],
  ]

  /// Returns the answer to a request of the server; when it asks for an edit, the answer states that none was applied.
  static func answer(
    _ method: String, _ params: JSONValue?, _ settings: LanguageServerSettings, folders: [String]
  ) -> Result<JSONValue, ResponseError> {
    switch method {
    case "workspace/configuration":
      let items = params?["items"]?.arrayValue ?? []
      guard items.count <= maximumSections else {
        return .failure(ResponseError(.invalidParams, "Too many sections are asked for at once."))
      }
      return .success(.array(items.map { settings.section($0["section"]?.stringValue) }))
    case "workspace/workspaceFolders": return .success(folders.isEmpty ? .null : workspaceFolders(folders))
    case "workspace/applyEdit": return .success(["applied": false])
    case "client/registerCapability", "client/unregisterCapability", "window/workDoneProgress/create",
      "window/showMessageRequest":
      return .success(.null)
    default: return .failure(ResponseError(.methodNotFound, "There is no method \"\(method)\" here."))
    }
  }

  private static func workspaceFolders(_ folders: [String]) -> JSONValue {
    .array(folders.map { ["uri": .string($0), "name": .string($0.split(separator: "/").last.map(String.init) ?? $0)] })
  }
}
