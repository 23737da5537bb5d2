import CatchwordRPC
import CatchwordTranscript
import Foundation

/// A language server that is timed over its pipes, with one document open in it.
final class PipedServer {
  /// What came for one request.
  struct Answer {
    /// The request's.
    let id: Int
    /// From just before the first byte of what was written until just after the read that completed the answer.
    let time: Duration
    let bytes: Int
    let message: JSONValue

    /// The items' labels; nil for an error.
    var labels: [String]? {
      if message["error"] != nil { return nil }
      return (message.completionItems ?? []).map { $0["label"]?.stringValue ?? "" }
    }

    var itemCount: Int { message.completionItems?.count ?? 0 }
  }

  private static let uri: JSONValue = "file:///latency.txt"

  let pipe: PipeClient
  private let patience: Duration
  private var lastID = 0
  private var version = 1
  /// The time at which each request was begun that has no answer.
  private var pending: [Int: ContinuousClock.Instant] = [:]
  private var arrived: [Int: (time: Duration, body: ContiguousArray<UInt8>)] = [:]
  private var problemCount = 0
  /// What was wrong with the answers; the first few are enough.
  private(set) var problems: [String] = []

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - folder: What it takes for its home.
  ///   - patience: How long an answer may take.
  init(_ command: [String], folder: URL, patience: Duration) throws {
    self.patience = patience
    pipe = try PipeClient(command, environment: OwnFolder.environment(folder))
  }

  // MARK: Life

  /// What begins a dialogue.
  static func initialize(_ options: JSONValue) -> JSONValue {
    let format: JSONValue = ["snippetSupport": true, "insertReplaceSupport": true, "deprecatedSupport": true]
    let completion: JSONValue = [
      "contextSupport": true, "completionItem": format,
      "completionList": ["itemDefaults": ["commitCharacters", "editRange", "insertTextFormat", "data"]],
    ]
    return [
      "processId": .int(Int(ProcessInfo.processInfo.processIdentifier)), "clientInfo": ["name": "catchword-bench"],
      "rootUri": nil, "initializationOptions": options,
      "capabilities": ["general": ["positionEncodings": ["utf-16"]], "textDocument": ["completion": completion]],
    ]
  }

  /// - Returns: The time from the start of the process until it has said what it can do.
  func initialize(_ options: JSONValue) throws -> Duration {
    let id = nextID()
    try ask(id, request("initialize", PipedServer.initialize(options), id))
    pending[id] = pipe.started
    let answer = try wait(for: id)
    try pipe.send(notification("initialized", [:]))
    return answer.time
  }

  /// Ends the dialogue as it should.
  func end() throws {
    let id = nextID()
    try ask(id, request("shutdown", nil, id))
    _ = try wait(for: id)
    try pipe.send(notification("exit", nil))
    guard pipe.end(within: .seconds(20)) != nil else { return note("the server does not end after shutdown and exit") }
  }

  // MARK: The document

  /// - Returns: The time just before the first byte.
  @discardableResult
  func open(_ text: String) throws -> ContinuousClock.Instant {
    try pipe.send(
      notification(
        "textDocument/didOpen",
        ["textDocument": ["uri": PipedServer.uri, "languageId": "plaintext", "version": 1, "text": .string(text)]]))
  }

  /// Replaces a part of a line.
  func edit(line: Int, from start: Int, to end: Int, _ text: String) -> ContiguousArray<UInt8> {
    version += 1
    let range: JSONValue = [
      "start": ["line": .int(line), "character": .int(start)], "end": ["line": .int(line), "character": .int(end)],
    ]
    return notification(
      "textDocument/didChange",
      [
        "textDocument": ["uri": PipedServer.uri, "version": .int(version)],
        "contentChanges": [["range": range, "text": .string(text)]],
      ])
  }

  func completion(_ id: Int, line: Int, column: Int) -> ContiguousArray<UInt8> {
    let place: JSONValue = ["line": .int(line), "character": .int(column)]
    let document: JSONValue = ["uri": PipedServer.uri]
    return request("textDocument/completion", ["textDocument": document, "position": place], id)
  }

  func cancellation(_ id: Int) -> ContiguousArray<UInt8> { notification("$/cancelRequest", ["id": .int(id)]) }

  // MARK: Asking and waiting

  func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Writes messages of which one is a request.
  func ask(_ id: Int, _ bytes: ContiguousArray<UInt8>) throws {
    pending[id] = try pipe.send(bytes)
  }

  /// An edit and a completion behind it, in one write.
  func key(line: Int, column: Int, _ letter: Character) throws -> Answer {
    let id = nextID()
    try ask(
      id,
      edit(line: line, from: column, to: column, String(letter)) + completion(id, line: line, column: column + 1))
    return try wait(for: id)
  }

  /// Waits for the answer to a request.
  ///
  /// - Parameter start: Since when its time counts; nil for just before the request was written.
  func wait(for id: Int, since start: ContinuousClock.Instant? = nil) throws -> Answer {
    if let start, pending[id] != nil { pending[id] = start }
    let deadline = ContinuousClock.now + patience
    while true {
      if let (time, body) = arrived.removeValue(forKey: id) {
        return Answer(id: id, time: time, bytes: body.count, message: JSONValue(answer: body))
      }
      guard let arrival = try pipe.receive(within: deadline - .now) else {
        throw PipeClient.Failure.silent(patience)
      }
      try take(arrival)
    }
  }

  /// Takes in what comes until nothing has come for so long.
  func listen(for quiet: Duration) throws {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline, let arrival = try pipe.receive(within: quiet) { try take(arrival) }
  }

  /// Enters a frame. An answer is not read here: others may be waiting in the pipe, and their time runs.
  private func take(_ arrival: PipeClient.Arrival) throws {
    if let id = PipedServer.responseID(arrival.body) { return enter(id, arrival) }
    guard let message = try? JSONValue(parsing: arrival.body) else { return note("a frame holds no JSON") }
    if message["method"] == nil { return enter(message["id"]?.intValue ?? -1, arrival) }
    guard let answer = ConformanceDialogue.leastAnswer(to: message) else { return }
    try pipe.send(OutgoingMessage.frame(ContiguousArray(answer.json.utf8)))
  }

  private func enter(_ id: Int, _ arrival: PipeClient.Arrival) {
    guard let start = pending.removeValue(forKey: id) else {
      return note(
        1...max(1, lastID) ~= id ? "request \(id) was answered again" : "an answer came that nobody asked for")
    }
    arrived[id] = (arrival.time - start, arrival.body)
  }

  /// The id of a response that begins as most do; nil for anything else.
  private static func responseID(_ body: ContiguousArray<UInt8>) -> Int? {
    let head = String(decoding: body.prefix(64).filter { $0 != 0x20 }, as: UTF8.self)
    let parts = head.split(separator: ",", maxSplits: 2)
    guard parts.count == 3, parts[2].hasPrefix("\"result\":") || parts[2].hasPrefix("\"error\":") else { return nil }
    let id =
      parts[0] == "{\"jsonrpc\":\"2.0\"" ? parts[1] : parts[1] == "\"jsonrpc\":\"2.0\"" ? parts[0].dropFirst() : ""
    return id.hasPrefix("\"id\":") ? Int(id.dropFirst(5)) : nil
  }

  private func note(_ problem: String) {
    problemCount += 1
    if problemCount <= 5 { problems.append(problem) }
  }

  private func request(_ method: String, _ params: JSONValue?, _ id: Int) -> ContiguousArray<UInt8> {
    OutgoingMessage.frame(OutgoingMessage.request(method, params ?? .null, id: .int(id)))
  }

  private func notification(_ method: String, _ params: JSONValue?) -> ContiguousArray<UInt8> {
    OutgoingMessage.frame(OutgoingMessage.notification(method, params ?? .null))
  }
}
