import CatchwordCompletion
import CatchwordFiles
import CatchwordRPC
import CatchwordServer
import CatchwordSources
import CatchwordText
import CatchwordTranscript
import Synchronization
import TestSupport

/// A server in virtual time, with every kind of source and no way to the outside: its files are made up.
final class FuzzedServer {
  let server: Server
  private let time = VirtualTime()
  private let input = InputQueue()
  private let sink = KeepingSink()
  private let code = Box<Int32>()

  private static let scripts: [JSONValue] = [
    ["name": "slow", "words": ["almond", "alto", "foo@"], "after": 40, "anchor": true, "documentation": "A slow"],
    ["name": "late", "words": ["Alabama"], "after": 6000, "isIncomplete": true],
    ["name": "deaf", "words": ["bar_baz"], "after": 300, "isDeaf": true, "delay": 20, "trigger": ".:"],
    ["name": "broken", "fails": "always"],
  ]

  init() {
    let time = time
    let files = FileAccess(
      read: { path, take in
        var text = path.contains("gone") ? "" : "alphabet\nÄther\tdetail\n\(path)\n"
        try text.withUTF8(take)
      },
      stamp: { path in FileAccess.Stamp(modified: Double(path.utf8.count), size: 1) })
    let log = EventLog()
    let builtIn = BuiltInSources(
      only: ["words", "lists"], files: files, clock: time.engineClock, executor: time.executor,
      blockingExecutor: time.executor, log: log)
    let scripted = Self.scripts.map { ScriptedSource($0, clock: time.engineClock, executor: time.executor) }
    var configuration = ServerConfiguration(sources: builtIn.all + scripted)
    configuration.inlinePredictor = ScriptedPredictor(
      ["inline": [["behind": "a", "text": "l mond(\n)"], ["text": "é @;\r\n"]], "after": 10], clock: time.engineClock)
    configuration.log = log
    configuration.clock = time.engineClock
    configuration.executor = time.executor
    configuration.parts = TestParts(builtIn)
    configuration.isProcessAlive = { _ in true }
    server = Server(configuration, input: input, output: sink)
    Task(name: "server", executorPreference: time.executor) { [server, code] in code.value = await server.run() }
    time.settle()
  }

  /// Plays a dialogue, closes the input, and lets more time pass than anything may take.
  func play(_ steps: [DialogueStep]) {
    for step in steps {
      switch step {
      case .send(let bytes):
        input.append(bytes)
        time.settle()
      case .wait(let duration): time.advance(by: duration)
      }
    }
    input.end()
    time.settle()
    time.advance(by: .seconds(20))
  }

  /// Compares what came with what must have come.
  func check(_ client: ExpectedClient) throws(Finding) {
    guard let code = code.value else { throw Finding("The server does not end when its input does.") }
    try Finding.unless(code == 0 || code == 1, "The server ended with \(code).")
    var answers = AnswerCounts()
    for body in sink.all {
      guard case .message(let message) = TranscriptDecoder.event(body) else {
        throw Finding("The server said what is no JSON: \(String(decoding: body, as: UTF8.self)).")
      }
      try answers.note(message)
    }
    try answers.check(client)
    guard case .success(let status)? = time.run({ [server] in await server.status }) else {
      throw Finding("The server's status cannot be had.")
    }
    try Finding.unless(status.inFlight == 0, "\(status.inFlight) requests are still in flight.")
    try Finding.unless(status.engine == CompletionScheduler.Counts(), "The engine is still busy: \(status.engine).")
    guard let texts = client.texts else { return }
    let actual = status.documents.mapValues(\.text.string)
    try Finding.unless(actual == texts, "The documents are \(actual), not \(texts).")
  }
}

/// Keeps the bodies that were sent.
private final class KeepingSink: MessageSink {
  private let bodies = Mutex<[ContiguousArray<UInt8>]>([])

  var all: [ContiguousArray<UInt8>] { bodies.withLock { $0 } }

  func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { bodies.withLock { $0.append(body) } }

  func flush() {}
}
