import CatchwordRPC

/// The progress and diagnostics of a server that the client shows, and that would stay if the server died.
struct UpstreamTraces: Sendable {
  /// The maximum number of remembered tokens, and of remembered documents.
  static let maximum = 10_000
  /// The maximum length of a remembered URI or token, in bytes; no real one is longer.
  static let maximumLength = 4096

  /// The number of diagnostics reports: only after a report is it sure that the server has read a document.
  private(set) var reports = 0
  private var tokens: Set<RequestID> = []
  /// The URIs of documents with diagnostics, as bytes: hashing text of combining marks takes the square of its length.
  private var diagnosed: Set<ContiguousArray<UInt8>> = []

  /// Notes the progress or diagnostics that a message of the server shows or takes back.
  mutating func note(_ message: PassingMessage, method: String) {
    switch method {
    case "window/workDoneProgress/create":
      if let token = UpstreamTraces.token(message), tokens.count < UpstreamTraces.maximum { tokens.insert(token) }
    case "$/progress":
      guard !tokens.isEmpty, let token = UpstreamTraces.token(message), tokens.contains(token) else { return }
      let kind = message.paramsValue?["value"]?["kind"]?.stringValue
      if kind?.utf8.elementsEqual("end".utf8) ?? false { tokens.remove(token) }
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

  /// Returns messages that take back all that the client shows, and forgets it.
  mutating func erasure() -> [ContiguousArray<UInt8>] {
    defer { self = UpstreamTraces() }
    let ends = tokens.map { token -> ContiguousArray<UInt8> in
      let value = (try? JSONValue(parsing: token.json)) ?? .null
      return OutgoingMessage.notification("$/progress", ["token": value, "value": ["kind": "end"]] as JSONValue)
    }
    let empty = diagnosed.sorted { $0.lexicographicallyPrecedes($1) }.map { uri in
      let params: JSONValue = ["uri": .string(String(decoding: uri, as: UTF8.self)), "diagnostics": []]
      return OutgoingMessage.notification("textDocument/publishDiagnostics", params)
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
    switch token {
    case .string(let text)?, .digits(let text)?: return text.utf8.count <= maximumLength ? token : nil
    case .int?, nil: return token
    }
  }

  private static func diagnostics(_ message: PassingMessage) -> (uri: ContiguousArray<UInt8>, isEmpty: Bool)? {
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
    guard let uri, uri.utf8.count <= maximumLength else { return nil }
    return (ContiguousArray(uri.utf8), isEmpty)
  }
}
