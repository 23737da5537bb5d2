import CatchwordRPC
import CatchwordText

/// Builds the `initialize` requests to the two servers, and merges their answers.
enum InitializeMerge {
  /// Returns the parameters for the embedded server: the client's, with the encoding that the upstream server chose.
  /// The settings belong to the upstream server, so only their part under `catchword` is passed on.
  ///
  /// - Parameter upstream: The abilities of the upstream server; nil when it has not stated any.
  static func embeddedParams(_ params: JSONValue, upstream: UpstreamAbilities?) -> JSONValue {
    guard case .object(var fields) = params else { return params }
    fields["initializationOptions"] = ownSettings(fields["initializationOptions"])
    let capabilities = fields["capabilities"]
    fields["capabilities"] = capabilities.map { inline($0, isTaken: upstream?.completesInline ?? false) }
    let offers = capabilities?["general"]?["positionEncodings"] ?? capabilities?["offsetEncoding"]
    // A client that offers no encoding uses its own default, which the embedded server knows for some clients.
    if let upstream, offers != nil || upstream.encoding != .utf16 {
      var changed = fields["capabilities"]?.objectValue ?? [:]
      var general = changed["general"]?.objectValue ?? [:]
      general["positionEncodings"] = [.string(upstream.encoding.rawValue)]
      changed["general"] = .object(general)
      fields["capabilities"] = .object(changed)
    }
    return .object(fields)
  }

  /// Returns an `initialize` request that offers UTF-16 alone: all servers know it, and use it without an offer.
  static func offeringUTF16Alone(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    guard let params = PassingMessage(body).paramsValue, let capabilities = params["capabilities"] else { return body }
    var edited = body
    if capabilities["general"]?["positionEncodings"] != nil {
      edited = JSONObjectEdit(edited)
        .setting(["positionEncodings": ["utf-16"]], inObjectAt: ["params", "capabilities", "general"])
    }
    if capabilities["offsetEncoding"] != nil {
      edited = JSONObjectEdit(edited).setting(["offsetEncoding": ["utf-16"]], inObjectAt: ["params", "capabilities"])
    }
    return edited
  }

  /// Returns an `initialize` request that forbids the server to register documents or completions later, so that its
  /// answer states whether it supports them: only the answer is examined.
  static func registeringNothingShared(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let document = PassingMessage(body).paramsValue?["capabilities"]?["textDocument"]
    var edited = body
    for name in ["synchronization", "completion"] where document?[name]?["dynamicRegistration"] == true {
      edited = JSONObjectEdit(edited)
        .setting(["dynamicRegistration": false], inObjectAt: ["params", "capabilities", "textDocument", name])
    }
    return edited
  }

  /// Edits the client's capability for inline completions: removes it when the upstream server provides them, and
  /// otherwise turns off dynamic registration, as the embedded server states at once whether it provides any.
  private static func inline(_ capabilities: JSONValue, isTaken: Bool) -> JSONValue {
    guard case .object(var fields) = capabilities, case .object(var document)? = fields["textDocument"],
      case .object(var inline)? = document["inlineCompletion"]
    else { return capabilities }
    inline["dynamicRegistration"] = false
    document["inlineCompletion"] = isTaken ? nil : .object(inline)
    fields["textDocument"] = .object(document)
    return .object(fields)
  }

  /// Returns our part of settings that belong to another server.
  static func ownSettings(_ settings: JSONValue?) -> JSONValue {
    settings?["catchword"].map { ["catchword": $0] } ?? .null
  }

  /// Adds the embedded server's capabilities to the upstream server's answer; all other bytes of it stay as they are.
  ///
  /// - Parameters:
  ///   - answer: The upstream server's successful response.
  ///   - own: The embedded server's result.
  ///   - movesCommitCharacters: True when the upstream server's commit characters move into its items: ours differ.
  static func merge(_ answer: PassingMessage, own: JSONValue, movesCommitCharacters: Bool) -> ContiguousArray<UInt8> {
    guard let result = answer.result, let upstream = try? JSONValue(parsing: answer.part(result)) else {
      return answer.body
    }
    let capabilities = upstream["capabilities"]
    let ownCapabilities = own["capabilities"]
    var added: [String: JSONValue] = [:]
    added["completionProvider"] = completionProvider(
      capabilities?["completionProvider"], ownCapabilities?["completionProvider"] ?? [:],
      movesCommitCharacters: movesCommitCharacters)
    added["textDocumentSync"] = textDocumentSync(capabilities?["textDocumentSync"])
    if !UpstreamAbilities.isProvided(capabilities?["inlineCompletionProvider"]) {
      added["inlineCompletionProvider"] = ownCapabilities?["inlineCompletionProvider"]
    }
    let commands = UpstreamAbilities.strings(ownCapabilities?["executeCommandProvider"]?["commands"])
    if !commands.isEmpty {
      var provider = capabilities?["executeCommandProvider"]?.objectValue ?? [:]
      let all = UpstreamAbilities.strings(provider["commands"]) + commands
      provider["commands"] = .array(all.map { .string($0) })
      added["executeCommandProvider"] = .object(provider)
    }
    return JSONObjectEdit(answer.body).setting(added, inObjectAt: ["result", "capabilities"])
  }

  static func completionProvider(
    _ upstream: JSONValue?, _ own: JSONValue, movesCommitCharacters: Bool
  ) -> JSONValue {
    guard case .object(var provider)? = upstream else { return own }
    var characters = UpstreamAbilities.strings(provider["triggerCharacters"])
    for character in UpstreamAbilities.strings(own["triggerCharacters"]) where !characters.contains(character) {
      characters.append(character)
    }
    provider["triggerCharacters"] = .array(characters.map { .string($0) })
    provider["resolveProvider"] = true
    if movesCommitCharacters { provider["allCommitCharacters"] = nil }
    if provider["completionItem"] == nil { provider["completionItem"] = own["completionItem"] }
    return .object(provider)
  }

  /// Returns the document synchronization that we need in any case; nil when the upstream server asks for enough.
  private static func textDocumentSync(_ upstream: JSONValue?) -> JSONValue? {
    var sync: [String: JSONValue] = [:]
    switch upstream {
    case .some(.object(let fields)): sync = fields
    case .some(let kind) where kind.intValue == 1 || kind.intValue == 2: return nil
    default: break
    }
    let kind = sync["change"]?.intValue ?? 0
    if sync["openClose"] == true, kind == 1 || kind == 2 { return nil }
    sync["openClose"] = true
    if kind != 1 && kind != 2 { sync["change"] = 2 }
    return .object(sync)
  }
}
