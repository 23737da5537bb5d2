import CatchwordRPC
import CatchwordTranscript
import Foundation

/// A language server that is timed over its pipes, with one document open in it.
final class PipedServer {
  /// The answer to one request.
  struct Answer {
    /// The id of the request.
    let id: Int
    /// The time from just before the first byte of the write to just after the read that completed the answer.
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
  /// The start times of the requests without an answer, by id.
  private var pending: [Int: ContinuousClock.Instant] = [:]
  private var arrived: [Int: (time: Duration, body: ContiguousArray<UInt8>)] = [:]
  private var problemCount = 0
  /// The faults of the answers; only the first few are kept.
  private(set) var problems: [String] = []

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - folder: The folder that it uses as its home.
  ///   - patience: The maximum time for an answer.
  init(_ command: [String], folder: URL, patience: Duration) throws {
    self.patience = patience
    pipe = try PipeClient(command, environment: OwnFolder.environment(folder))
  }

  // MARK: Life

  /// Returns the parameters of `initialize`.
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

  /// - Returns: The time from the start of the process to its answer with its capabilities.
  func initialize(_ options: JSONValue) throws -> Duration {
    let id = nextID()
    try ask(id, request("initialize", PipedServer.initialize(options), id))
    pending[id] = pipe.started
    let answer = try wait(for: id)
    try pipe.send(notification("initialized", [:]))
    return answer.time
  }

  /// Ends the dialogue as the specification demands.
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

  /// Returns a message that replaces a part of a line.
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

  /// Writes messages, one of which is the request with this id.
  func ask(_ id: Int, _ bytes: ContiguousArray<UInt8>) throws {
    pending[id] = try pipe.send(bytes)
  }

  /// Sends an edit and a completion after it in one write, and waits for the answer.
  func key(line: Int, column: Int, _ letter: Character) throws -> Answer {
    let id = nextID()
    try ask(
      id,
      edit(line: line, from: column, to: column, String(letter)) + completion(id, line: line, column: column + 1))
    return try wait(for: id)
  }

  /// Waits for the answer to a request.
  ///
  /// - Parameter start: The start of the measured time; nil for just before the request was written.
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

  /// Receives frames until none has come for `quiet`; gives up after `patience`.
  func listen(for quiet: Duration) throws {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline, let arrival = try pipe.receive(within: quiet) { try take(arrival) }
  }

  /// Records a frame. An answer is not parsed here: others may be waiting in the pipe, and their time is running.
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

  /// Returns the id of a response that begins as most do; nil for anything else.
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
