import CatchwordRPC
import CatchwordText

/// Puts together what two servers say to `initialize`, and what each of them is told.
enum InitializeMerge {
  /// What the embedded server is told: the client's parameters, with the encoding that the other server has chosen, and
  /// of the settings, which are the other server's, only what stands under `catchword`.
  ///
  /// - Parameter upstream: What the other server has said; nil when it said nothing.
  static func embeddedParams(_ params: JSONValue, upstream: UpstreamAbilities?) -> JSONValue {
    guard case .object(var fields) = params else { return params }
    fields["initializationOptions"] = ownSettings(fields["initializationOptions"])
    let capabilities = fields["capabilities"]
    fields["capabilities"] = capabilities.map { inline($0, isTaken: upstream?.completesInline ?? false) }
    let offers = capabilities?["general"]?["positionEncodings"] ?? capabilities?["offsetEncoding"]
    // Who offers nothing counts in its own way, which is known of some.
    if let upstream, offers != nil || upstream.encoding != .utf16 {
      var changed = fields["capabilities"]?.objectValue ?? [:]
      var general = changed["general"]?.objectValue ?? [:]
      general["positionEncodings"] = [.string(upstream.encoding.rawValue)]
      changed["general"] = .object(general)
      fields["capabilities"] = .object(changed)
    }
    return .object(fields)
  }

  /// A request to initialize that leaves its server no choice: each knows UTF-16, and uses it where it is offered nothing.
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

  /// A request to initialize that lets its server register neither documents nor completions later: whether it takes
  /// them stands in its answer then, which is where we look.
  static func registeringNothingShared(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let document = PassingMessage(body).paramsValue?["capabilities"]?["textDocument"]
    var edited = body
    for name in ["synchronization", "completion"] where document?[name]?["dynamicRegistration"] == true {
      edited = JSONObjectEdit(edited)
        .setting(["dynamicRegistration": false], inObjectAt: ["params", "capabilities", "textDocument", name])
    }
    return edited
  }

  /// What the client says of completions in the text: nothing, where they are the other server's, and else no more than
  /// that it shows them, as ours says at once whether there are any.
  private static func inline(_ capabilities: JSONValue, isTaken: Bool) -> JSONValue {
    guard case .object(var fields) = capabilities, case .object(var document)? = fields["textDocument"],
      case .object(var inline)? = document["inlineCompletion"]
    else { return capabilities }
    inline["dynamicRegistration"] = false
    document["inlineCompletion"] = isTaken ? nil : .object(inline)
    fields["textDocument"] = .object(document)
    return .object(fields)
  }

  /// Of settings that belong to another server, ours.
  static func ownSettings(_ settings: JSONValue?) -> JSONValue {
    settings?["catchword"].map { ["catchword": $0] } ?? .null
  }

  /// The other server's answer, with what the embedded server adds; all else in it stays byte by byte as it is.
  ///
  /// - Parameters:
  ///   - answer: The other server's answer, a result.
  ///   - own: The embedded server's result.
  ///   - movesCommitCharacters: The characters that accept its items are said in the items: ours are others.
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

  /// What we must know of documents whether the other server wants to or not; nil when it wants to know enough.
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
