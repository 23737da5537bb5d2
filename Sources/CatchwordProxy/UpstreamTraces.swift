import CatchwordRPC

/// What a server has made the client show, and nobody would take back if the server died.
struct UpstreamTraces: Sendable {
  /// How many of each are remembered.
  static let maximum = 10_000

  /// How often it has said what is wrong with a document: only then has it read what it is asked about.
  private(set) var reports = 0
  private var tokens: Set<RequestID> = []
  private var diagnosed: Set<String> = []

  /// Looks at a message of the server's.
  mutating func note(_ message: PassingMessage, method: String) {
    switch method {
    case "window/workDoneProgress/create":
      if let token = UpstreamTraces.token(message), tokens.count < UpstreamTraces.maximum { tokens.insert(token) }
    case "$/progress":
      guard !tokens.isEmpty, let token = UpstreamTraces.token(message), tokens.contains(token) else { return }
      if message.paramsValue?["value"]?["kind"] == "end" { tokens.remove(token) }
    case "textDocument/publishDiagnostics":
      reports += 1
      guard let (uri, isEmpty) = UpstreamTraces.diagnostics(message) else { return }
      if isEmpty {
        diagnosed.remove(uri)
      } else if diagnosed.count < UpstreamTraces.maximum {
        diagnosed.insert(uri)
      }
    default: break
    }
  }

  /// Messages that take it all back.
  mutating func erasure() -> [ContiguousArray<UInt8>] {
    defer { self = UpstreamTraces() }
    let ends = tokens.map { token -> ContiguousArray<UInt8> in
      let value = (try? JSONValue(parsing: token.json)) ?? .null
      return OutgoingMessage.notification("$/progress", ["token": value, "value": ["kind": "end"]] as JSONValue)
    }
    let empty = diagnosed.sorted().map { uri in
      OutgoingMessage.notification(
        "textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []] as JSONValue)
    }
    return ends + empty
  }

  private static func token(_ message: PassingMessage) -> RequestID? {
    guard let params = message.params else { return nil }
    var reader = JSONReader(message.body, range: params)
    var token: RequestID?
    try? reader.readObject { (name, reader) throws(JSONError) in
      if case "token" = name { token = try RequestID(from: &reader) }
    }
    return token
  }

  private static func diagnostics(_ message: PassingMessage) -> (uri: String, isEmpty: Bool)? {
    guard let params = message.params else { return nil }
    var reader = JSONReader(message.body, range: params)
    var uri: String?
    var isEmpty = true
    try? reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "uri" where try reader.peek() == .string: uri = try reader.readString()
      case "diagnostics" where try reader.peek() == .array:
        try reader.readArray { (_) throws(JSONError) in isEmpty = false }
      default: break
      }
    }
    return uri.map { ($0, isEmpty) }
  }
}
