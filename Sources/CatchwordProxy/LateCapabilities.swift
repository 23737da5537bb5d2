import CatchwordRPC

/// What a server provides, as registrations with a client that lets all of it be registered after `initialize`.
enum LateCapabilities {
  /// One registration.
  struct Registration: Equatable, Sendable {
    let id: String
    let method: String
    let options: JSONValue

    /// As it stands in `client/registerCapability`.
    var json: JSONValue { ["id": .string(id), "method": .string(method), "registerOptions": options] }
    /// As it stands in `client/unregisterCapability`.
    var end: JSONValue { ["id": .string(id), "method": .string(method)] }
  }

  /// A field of a server's capabilities, the method that is registered for it, and where the client says whether it can be.
  private struct Feature {
    let path: [String]
    let method: String
    let client: [String]

    init(_ path: [String], _ method: String, _ client: [String]) {
      self.path = path
      self.method = method
      self.client = client
    }

    /// Of documents, `nameProvider`, whose client's field is the method's name unless another one is told.
    init(document name: String, _ method: String? = nil, client: String? = nil) {
      let method = method ?? name
      self.init(["\(name)Provider"], "textDocument/\(method)", ["textDocument", client ?? method])
    }
  }

  /// All but completions, ghost text, commands and the synchronization of documents, which concern us too.
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

  /// What concerns us too, by what the client says of it.
  private static let shared = [
    ["textDocument", "completion"], ["textDocument", "synchronization"], ["textDocument", "inlineCompletion"],
    ["workspace", "executeCommand"],
  ]

  /// True for a client that lets everything be registered later that it can do, and counts characters as all servers can.
  ///
  /// What it does not name it does not use.
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

  /// What two servers provide together.
  ///
  /// - Parameters:
  ///   - own: The capabilities of ours.
  ///   - upstream: Those of the other one; nil while they are unknown.
  ///   - movesCommitCharacters: The characters that accept the other server's items are said in the items.
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

  /// What is registered of a provider: its options, where it is one.
  private static func provided(_ provider: JSONValue?) -> JSONValue? {
    guard let provider, UpstreamAbilities.isProvided(provider) else { return nil }
    return provider.objectValue == nil ? [:] : provider
  }

  private static func registration(_ method: String, _ options: JSONValue) -> Registration {
    var fields = options.objectValue ?? [:]
    // Its own, by which it may take the registration back.
    let id = fields.removeValue(forKey: "id")?.stringValue ?? "catchword.\(method)"
    // For all documents that the client has for this server.
    if method.hasPrefix("textDocument/"), fields["documentSelector"] == nil {
      fields["documentSelector"] = .some(.null)
    }
    return Registration(id: id, method: method, options: .object(fields))
  }

  private static func value(at path: [String], in value: JSONValue?) -> JSONValue? {
    path.reduce(value) { $0?[$1] }
  }
}
