import CatchwordCompletion
import CatchwordRPC
import CatchwordText
package import CatchwordServer
package import CatchwordTranscript

/// A server in this process, in virtual time: whatever can happen has happened when a call returns.
package final class InProcessPeer: TranscriptPeer {
  package let time: VirtualTime
  package let server: Server
  private let input = InputQueue()
  private let sink: CollectingSink
  private let code = Box<Int32>()
  private var sent = FrameDecoder()
  private var reference: ReferenceDocuments?
  private var checker: DialogueChecker
  private var arrived: [TranscriptEvent] = []

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - checker: What everything sent is checked by.
  ///   - isStalled: True for a client that is far behind with reading.
  package init(
    _ configuration: ServerConfiguration, time: VirtualTime, checker: DialogueChecker = DialogueChecker(),
    isStalled: Bool = false
  ) {
    self.checker = checker
    sink = CollectingSink(isStalled: isStalled)
    var configuration = configuration
    configuration.clock = time.engineClock
    configuration.executor = time.executor
    configuration.startThread = configuration.startThread ?? { $0() }
    self.time = time
    server = Server(configuration, input: input, output: sink)
    Task(name: "server", executorPreference: time.executor) { [server, code] in code.value = await server.run() }
    time.settle()
  }

  package func send(_ bytes: ContiguousArray<UInt8>) {
    sent.append(bytes)
    // What the server has said until here it said before it could know of this.
    listen()
    while let event = sent.next() {
      if case .body(let body) = event { follow(body) }
    }
    input.append(bytes)
    time.settle()
    listen()
  }

  package func closeInput() {
    input.end()
    time.settle()
    listen()
  }

  package private(set) var now = Duration.zero

  /// Whatever can happen has happened.
  package var longest: Duration? { nil }

  package func wait(_ duration: Duration) {
    now += duration
    time.advance(by: duration)
    listen()
  }

  package var arrival: Duration { now }

  package func receive(by deadline: Duration?) -> TranscriptEvent {
    time.settle()
    listen()
    if arrived.isEmpty, let deadline { wait(max(.zero, deadline - now)) }
    if !arrived.isEmpty { return arrived.removeFirst() }
    return code.value == nil ? .nothing : .ended
  }

  /// What the server did that it must not, a sentence each; to be asked for when a dialogue is over.
  package var violations: [String] {
    listen()
    return checker.violations
  }

  /// Hears what the server has said meanwhile.
  private func listen() {
    for body in sink.take() {
      let event = TranscriptDecoder.event(body)
      switch event {
      case .message(let message): checker.serverSent(message)
      case .garbage(let reason): checker.serverSentGarbage(reason)
      case .ended, .nothing: break
      }
      arrived.append(event)
    }
  }

  package func exitCode() -> Int32? {
    // A server whose client's process has ended needs a second to notice.
    if code.value == nil { time.advance(by: .seconds(2)) }
    return code.value
  }

  /// What is not as it must be when a dialogue is over, a sentence each.
  package func problemsAtEnd() -> [String] {
    guard case .success(let status)? = time.run({ [server] in await server.status }) else {
      return ["the server's status cannot be had"]
    }
    var problems = violations
    if status.inFlight != 0 { problems.append("\(status.inFlight) requests are still in flight") }
    if status.engine != CompletionScheduler.Counts() { problems.append("the engine is still busy: \(status.engine)") }
    for (uri, text) in reference?.texts ?? [:] where status.documents[uri]?.text.string != text {
      problems.append(
        "\(uri) is \(status.documents[uri]?.text.string.debugDescription ?? "gone"), not \(text.debugDescription)")
    }
    for uri in status.documents.keys where reference?.texts[uri] == nil { problems.append("\(uri) is still open") }
    return problems
  }

  /// Keeps the reference model up with what the client sends.
  private func follow(_ body: ContiguousArray<UInt8>) {
    guard let message = try? JSONValue(parsing: body) else { return }
    checker.clientSent(message)
    if message["method"] == "initialize", reference == nil {
      let offered = message["params"]?["capabilities"]?["general"]?["positionEncodings"]?.arrayValue ?? []
      let encoding = ["utf-8", "utf-32", "utf-16"].first { offered.contains(.string($0)) }
      reference = ReferenceDocuments(encoding: encoding ?? "utf-16")
    }
    if message["method"] == "shutdown" { isOver = true }
    if !isOver { reference?.apply(message) }
  }

  private var isOver = false
}

/// Keeps messages until they are taken.
final class CollectingSink: MessageSink {
  let isStalled: Bool
  private let bodies = Box<[ContiguousArray<UInt8>]>()

  init(isStalled: Bool) { self.isStalled = isStalled }

  func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { bodies.update { ($0 ?? []) + [body] } }

  func flush() {}

  /// All that is here, in order.
  func take() -> [ContiguousArray<UInt8>] {
    var taken: [ContiguousArray<UInt8>] = []
    bodies.update { all in
      taken = all ?? []
      return []
    }
    return taken
  }
}
