import CatchwordRPC

/// Converts server capabilities into registrations, for a client that accepts all of them after `initialize`.
enum LateCapabilities {
  /// One registration of a method with the client.
  struct Registration: Equatable, Sendable {
    let id: String
    let method: String
    let options: JSONValue

    /// The registration's JSON in `client/registerCapability`.
    var json: JSONValue { ["id": .string(id), "method": .string(method), "registerOptions": options] }
    /// The registration's JSON in `client/unregisterCapability`.
    var end: JSONValue { ["id": .string(id), "method": .string(method)] }
  }

  /// A path in the server's capabilities, the method to register for it, and the path of the client's capability.
  private struct Feature {
    let path: [String]
    let method: String
    let client: [String]

    init(_ path: [String], _ method: String, _ client: [String]) {
      self.path = path
      self.method = method
      self.client = client
    }

    /// Creates a document feature with the field `nameProvider`; the client's field is the method's name unless given.
    init(document name: String, _ method: String? = nil, client: String? = nil) {
      let method = method ?? name
      self.init(["\(name)Provider"], "textDocument/\(method)", ["textDocument", client ?? method])
    }
  }

  /// All features except completions, ghost text, commands and document synchronization, which concern us, too.
  private static let features: [Feature] = documentFeatures + otherFeatures + fileOperations

  private static let documentFeatures: [Feature] = [
    "hover", "signatureHelp", "declaration", "definition", "typeDefinition", "implementation", "references",
    "documentHighlight", "documentSymbol", "codeAction", "codeLens", "documentLink", "rename", "foldingRange",
    "selectionRange", "linkedEditingRange", "semanticTokens", "moniker", "inlineValue", "inlayHint", "diagnostic",
  ].map { Feature(document: $0) }

  private static let otherFeatures: [Feature] = [
    Feature(document: "color", "documentColor", client: "colorProvider"),
    Feature(document: "documentFormatting", "formatting"),
    Feature(document: "documentRangeFormatting", "rangeFormatting"),
    Feature(document: "documentOnTypeFormatting", "onTypeFormatting"),
    Feature(document: "callHierarchy", "prepareCallHierarchy", client: "callHierarchy"),
    Feature(document: "typeHierarchy", "prepareTypeHierarchy", client: "typeHierarchy"),
    Feature(["textDocumentSync", "willSave"], "textDocument/willSave", ["textDocument", "synchronization"]),
    Feature(
      ["textDocumentSync", "willSaveWaitUntil"], "textDocument/willSaveWaitUntil", ["textDocument", "synchronization"]),
    Feature(["workspaceSymbolProvider"], "workspace/symbol", ["workspace", "symbol"]),
    Feature(["notebookDocumentSync"], "notebookDocument/sync", ["notebookDocument", "synchronization"]),
  ]

  private static let fileOperations: [Feature] = [
    "didCreate", "willCreate", "didRename", "willRename", "didDelete", "willDelete",
  ].map { Feature(["workspace", "fileOperations", $0], "workspace/\($0)Files", ["workspace", "fileOperations"]) }

  /// The paths of the client's capabilities for the features that concern us, too.
  private static let shared = [
    ["textDocument", "completion"], ["textDocument", "synchronization"], ["textDocument", "inlineCompletion"],
    ["workspace", "executeCommand"],
  ]

  /// Returns true when the client can register all of its features later, and its encodings, if any, include UTF-16.
  ///
  /// A feature that the client does not name is one that it does not use.
  static func areTaken(by capabilities: JSONValue?) -> Bool {
    let encodings = [capabilities?["general"]?["positionEncodings"], capabilities?["offsetEncoding"]]
    guard encodings.allSatisfy({ $0?.arrayValue?.contains("utf-16") ?? true }) else { return false }
    let needed = [["textDocument", "completion"], ["textDocument", "synchronization"]]
    guard needed.allSatisfy({ value(at: $0, in: capabilities)?.objectValue != nil }) else { return false }
    return (shared + features.map(\.client)).allSatisfy { path in
      guard let declared = value(at: path, in: capabilities), declared.objectValue != nil else { return true }
      return declared["dynamicRegistration"]?.boolValue ?? false
    }
  }

  /// Returns the registrations for the combined capabilities of two servers.
  ///
  /// - Parameters:
  ///   - own: The capabilities of the embedded server.
  ///   - upstream: The capabilities of the upstream server; nil while they are unknown.
  ///   - movesCommitCharacters: True when the upstream server's commit characters are moved into its items.
  static func registrations(
    own: JSONValue, upstream: JSONValue?, movesCommitCharacters: Bool
  ) -> [Registration] {
    var all = features.compactMap { feature in
      provided(value(at: feature.path, in: upstream)).map { registration(feature.method, $0) }
    }
    let completion = InitializeMerge.completionProvider(
      upstream?["completionProvider"], own["completionProvider"] ?? [:], movesCommitCharacters: movesCommitCharacters)
    all.append(registration("textDocument/completion", completion))
    let inline = provided(upstream?["inlineCompletionProvider"]) ?? provided(own["inlineCompletionProvider"])
    if let inline { all.append(registration("textDocument/inlineCompletion", inline)) }
    let save = provided(upstream?["textDocumentSync"]?["save"]) ?? own["textDocumentSync"]?["save"]
    if let save { all.append(registration("textDocument/didSave", save)) }
    let commands = [own, upstream].flatMap { UpstreamAbilities.strings($0?["executeCommandProvider"]?["commands"]) }
    if !commands.isEmpty {
      let options: JSONValue = ["commands": .array(commands.map { .string($0) })]
      all.append(
        Registration(id: "catchword.workspace/executeCommand", method: "workspace/executeCommand", options: options))
    }
    return all
  }

  /// Returns the registration options of a provider; nil when nothing is provided.
  private static func provided(_ provider: JSONValue?) -> JSONValue? {
    guard let provider, UpstreamAbilities.isProvided(provider) else { return nil }
    return provider.objectValue == nil ? [:] : provider
  }

  private static func registration(_ method: String, _ options: JSONValue) -> Registration {
    var fields = options.objectValue ?? [:]
    // The server's own id, if any: it may unregister by it.
    let id = fields.removeValue(forKey: "id")?.stringValue ?? "catchword.\(method)"
    // Null selects all documents that the client has for this server.
    if method.hasPrefix("textDocument/"), fields["documentSelector"] == nil {
      fields["documentSelector"] = .some(.null)
    }
    return Registration(id: id, method: method, options: .object(fields))
  }

  private static func value(at path: [String], in value: JSONValue?) -> JSONValue? {
    path.reduce(value) { $0?[$1] }
  }
}
