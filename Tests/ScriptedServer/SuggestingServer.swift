import CatchwordRPC
import CatchwordText
import Foundation

/// A server that has ghost text, and one list if it is given one, for tests of editors: what it suggests is told by its rules.
///
/// It follows the documents edit by edit, in the first encoding that it is offered, so that a client that is wrong about
/// columns or loses an edit gets other answers.
struct SuggestingServer {
  /// What comes after lines that end so; the longest ending counts.
  private let rules: [String: String]
  /// Where each question is noted: the line before the cursor.
  private let log: String?
  private var documents: [String: OpenDocument] = [:]
  private var encoding = PositionEncoding.utf16
  /// Suggestions that are sent only after the next one, when nobody wants them any more.
  private var heldBack: [ContiguousArray<UInt8>] = []
  /// Whether the suggestion just made is one of them.
  private var isLate = false

  /// - Parameter arguments: The rules, as a JSON object, and the path of the log. A text that begins with "late:" comes
  ///   too late, and what stands behind "|" only when it is asked for by hand; that of "textDocument/completion" is the
  ///   answer to each such request.
  init(_ arguments: [String]) throws {
    let object = try JSONValue(parsing: arguments.first ?? "{}").objectValue ?? [:]
    rules = object.compactMapValues(\.stringValue)
    log = arguments.dropFirst().first
  }

  /// Serves until the input ends, or it is told to exit.
  mutating func run() throws {
    var decoder = FrameDecoder()
    while case let data = FileHandle.standardInput.availableData, !data.isEmpty {
      decoder.append(data)
      while let event = decoder.next() {
        guard case .body(let body) = event else { continue }
        switch Message(body) {
        case .request(let id, let method, let params):
          let result = try answer(method, params.value())
          send(OutgoingMessage.result(result, id: id), answering: method)
        case .notification("exit", _): return
        case .notification(let method, let params): try note(method, params.value())
        default: break
        }
      }
    }
  }

  private mutating func send(_ message: ContiguousArray<UInt8>, answering method: String) {
    if isLate {
      heldBack.append(message)
      return
    }
    let isSuggestion = method == "textDocument/inlineCompletion"
    for message in [message] + (isSuggestion ? heldBack : []) {
      FileHandle.standardOutput.write(Data(OutgoingMessage.frame(message)))
    }
    if isSuggestion { heldBack = [] }
  }

  private mutating func answer(_ method: String, _ params: JSONValue) throws -> JSONValue {
    isLate = false
    switch method {
    case "initialize":
      let offered = params["capabilities"]?["general"]?["positionEncodings"]?.arrayValue ?? []
      encoding = offered.lazy.compactMap { $0.stringValue.flatMap(PositionEncoding.init(rawValue:)) }.first ?? .utf16
      let isWanted = params["capabilities"]?["textDocument"]?["inlineCompletion"] != nil
      var capabilities: [String: JSONValue] = [
        "positionEncoding": .string(encoding.rawValue), "textDocumentSync": 2,
        "inlineCompletionProvider": .bool(isWanted),
      ]
      if rules["textDocument/completion"] != nil { capabilities["completionProvider"] = [:] }
      return ["capabilities": .object(capabilities), "serverInfo": ["name": "suggesting"]]
    case "textDocument/completion": return try rules[method].map { try JSONValue(parsing: $0) } ?? nil
    case "textDocument/inlineCompletion": return ["items": .array(try suggestions(params))]
    default: return nil
    }
  }

  private mutating func suggestions(_ params: JSONValue) throws -> [JSONValue] {
    guard let document = params["textDocument"]?["uri"]?.stringValue.flatMap({ documents[$0] }),
      let position = SuggestingServer.position(params["position"])
    else { return [] }
    let text = document.snapshot.text
    let cursor = text.offset(of: position, encoding: encoding)
    let before = text.string(in: text.lineRange(position.line).lowerBound..<cursor)
    try record(before)
    guard let rule = rules.filter({ before.hasSuffix($0.key) }).max(by: { $0.key.utf8.count < $1.key.utf8.count })
    else { return [] }
    isLate = rule.value.hasPrefix("late:")
    let begun = String(before.reversed().prefix { $0.isLetter }.reversed())
    let start = text.position(of: cursor - begun.utf8.count, encoding: encoding)
    let texts = rule.value.dropFirst(isLate ? "late:".count : 0).split(separator: "|")
    return texts.prefix(params["context"]?["triggerKind"] == 1 ? texts.count : 1).map { text in
      [
        "insertText": .string(begun + text),
        "range": ["start": SuggestingServer.json(start), "end": SuggestingServer.json(position)],
      ]
    }
  }

  private func record(_ line: String) throws {
    guard let log else { return }
    if !FileManager.default.fileExists(atPath: log) { _ = FileManager.default.createFile(atPath: log, contents: nil) }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try file.seekToEnd()
    try file.write(contentsOf: Data((line + "\n").utf8))
    try file.close()
  }

  private mutating func note(_ method: String, _ params: JSONValue) {
    guard let uri = params["textDocument"]?["uri"]?.stringValue else { return }
    switch method {
    case "textDocument/didOpen":
      let text = params["textDocument"]?["text"]?.stringValue ?? ""
      documents[uri] = OpenDocument(uri: uri, languageID: "plaintext", version: 0, text: text)
    case "textDocument/didChange":
      for change in params["contentChanges"]?.arrayValue ?? [] {
        let start = SuggestingServer.position(change["range"]?["start"])
        let end = SuggestingServer.position(change["range"]?["end"])
        let range = start.flatMap { start in end.map { (start, $0) } }
        _ = documents[uri]?.apply(
          replacing: range, with: change["text"]?.stringValue ?? "", version: 0, encoding: encoding)
      }
    default: break
    }
  }

  private static func position(_ value: JSONValue?) -> TextPosition? {
    guard let line = value?["line"]?.intValue, let column = value?["character"]?.intValue else { return nil }
    return TextPosition(line: line, column: column)
  }

  private static func json(_ position: TextPosition) -> JSONValue {
    ["line": .int(position.line), "character": .int(position.column)]
  }
}
