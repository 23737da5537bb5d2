import CatchwordRPC
import Dispatch
import Testing

@testable import CatchwordTranscript

/// What plays transcripts comes to an end, whatever the server at the other end does.
@Suite(.timeLimit(.minutes(10)))
struct TranscriptRunnerTests {
  /// A server that logs without end, and nothing else.
  private final class Talker: TranscriptPeer {
    var now = Duration.zero
    let longest: Duration? = .seconds(20)

    func send(_ bytes: ContiguousArray<UInt8>) {}
    func closeInput() {}
    func wait(_ duration: Duration) { now += duration }
    func exitCode() -> Int32? { nil }

    var arrival: Duration { now }

    func receive(by deadline: Duration?) -> TranscriptEvent {
      if let deadline, deadline < now { return .nothing }
      now += .milliseconds(10)
      return .message(["jsonrpc": "2.0", "method": "window/logMessage", "params": ["message": "on and on"]])
    }
  }

  @Test func aServerThatLogsWithoutEndIsWaitedForNoLonger() throws {
    try TranscriptRunner(Transcript(parsing: "<none 50ms"), peer: Talker()).run()
    let failure = #expect(throws: TranscriptRunner.Failure.self) {
      try TranscriptRunner(Transcript(parsing: #"< {"id": 1}"#), peer: Talker()).run()
    }
    #expect(failure?.isTimeout == true)
  }

  /// A server that answers 800 ms after it was asked and says more after another 400, to a client whose machine takes its time.
  private final class Sleeper: TranscriptPeer {
    var now = Duration.zero
    let longest: Duration? = .seconds(20)
    private(set) var arrival = Duration.zero
    private var messages: [(time: Duration, message: JSONValue)] = []
    private let delay: Duration

    init(delay: Duration) { self.delay = delay }

    func closeInput() {}
    func exitCode() -> Int32? { nil }

    func send(_ bytes: ContiguousArray<UInt8>) {
      messages = [
        (now + .milliseconds(800), ["jsonrpc": "2.0", "id": 1, "result": nil]),
        (now + .milliseconds(1200), ["jsonrpc": "2.0", "method": "y"]),
      ]
      now += delay
    }

    func wait(_ duration: Duration) { now += duration + delay }

    func receive(by deadline: Duration?) -> TranscriptEvent {
      let end = deadline ?? now + .seconds(20)
      guard let next = messages.first, next.time <= end else {
        now = max(now, end)
        return .nothing
      }
      messages.removeFirst()
      arrival = next.time
      now = max(now, next.time) + delay
      return .message(next.message)
    }
  }

  @Test(arguments: [0, 1, 30, 900])
  func aServerIsNotTakenForEarlyWhereTheClientWasLate(milliseconds: Int) throws {
    let text = """
      > {"jsonrpc": "2.0", "id": 1, "method": "x"}
      <none 700ms
      @+50ms
      <none 49ms
      @+1ms
      < {"id": 1, "result": null}
      <none 399ms
      < {"method": "y"}
      """
    try TranscriptRunner(Transcript(parsing: text), peer: Sleeper(delay: .milliseconds(milliseconds))).run()
    for (step, late, line) in [(" 49ms", " 50ms", 4), ("399ms", "400ms", 7)] {
      let early = #expect(throws: TranscriptRunner.Failure.self) {
        let transcript = try Transcript(parsing: text.replacing(step, with: late))
        try TranscriptRunner(transcript, peer: Sleeper(delay: .milliseconds(milliseconds))).run()
      }
      #expect(early?.line == line && early?.isTimeout == false)
    }
  }

  /// A server that answers each request after a time with a list that is not complete, to a client that looks late.
  private final class LateServer: TranscriptPeer {
    var now = Duration.zero
    let longest: Duration? = .seconds(20)
    private let delay: Duration
    private var ids: [Int] = []
    private(set) var arrival = Duration.zero
    private var sent = Duration.zero

    init(delay: Duration) { self.delay = delay }

    func send(_ bytes: ContiguousArray<UInt8>) {
      sent = now
      ids = [1, 2].filter { String(decoding: bytes, as: UTF8.self).contains("\"id\":\($0)") }
    }
    func closeInput() {}
    func exitCode() -> Int32? { nil }
    func wait(_ duration: Duration) { now += duration }
    func receive(by deadline: Duration?) -> TranscriptEvent {
      guard let id = ids.first else { return .nothing }
      ids.removeFirst()
      arrival = sent + delay
      now = max(now, arrival) + .seconds(1)
      let list: JSONValue = ["isIncomplete": true, "items": [["label": "hero"]]]
      return .message(["jsonrpc": "2.0", "id": .int(id), "result": list])
    }
  }

  /// After its budget a server may say that a list is not complete: a busy machine may have left it too little of that.
  @Test func aListIsCompleteUnlessTheBudgetHasPassed() throws {
    func play(_ list: String, after milliseconds: Int, budget: Duration?, wait: String = "") throws {
      let text = """
        @+100ms
        > {"jsonrpc": "2.0", "id": 1, "method": "x"}
        \(wait)
        < {"id": 1, "result": \(list)}
        """
      let peer = LateServer(delay: .milliseconds(milliseconds))
      try TranscriptRunner(Transcript(parsing: text), peer: peer, budget: budget).run()
    }
    let complete = #"{"isIncomplete": false, "items": [{"label": "hero"}]}"#
    try play(complete, after: 30, budget: .milliseconds(30))
    for (list, time, budget) in [
      (complete, 29, Duration.milliseconds(30)), (complete, 5000, nil),
      (#"{"isIncomplete": false, "items": [{"label": "help"}]}"#, 5000, .milliseconds(30)),
      (#"{"isIncomplete": false, "items": []}"#, 5000, .milliseconds(30)),
    ] {
      let failure = #expect(throws: TranscriptRunner.Failure.self) { try play(list, after: time, budget: budget) }
      #expect(failure?.line == 4)
      #expect(failure?.message.contains(#""isIncomplete":true"#) == true, "it shows what came")
    }
    // One that the transcript waits for has had the time.
    #expect(throws: TranscriptRunner.Failure.self) {
      try play(complete, after: 200, budget: .milliseconds(30), wait: "@+200ms")
    }
    try play(#"{"isIncomplete": true}"#, after: 5000, budget: .milliseconds(30))
    // Another list that is wanted complete excuses none.
    let text = #"""
      > {"jsonrpc": "2.0", "id": 1, "method": "x"}
      > {"jsonrpc": "2.0", "id": 2, "method": "x"}
      <any-order [{"id": 1, "result": {"isIncomplete": true}}, {"id": 2, "result": {"isIncomplete": false}}]
      """#
    let late = LateServer(delay: .milliseconds(30))
    try TranscriptRunner(Transcript(parsing: text), peer: late, budget: .milliseconds(30)).run()
  }

  @Test func aServerThatReadsNothingIsNotWaitedFor() throws {
    var peer: ProcessPeer? = try ProcessPeer(["sleep", "600"])
    // More than fits into a pipe.
    peer?.send(ContiguousArray(repeating: UInt8(ascii: "x"), count: 1 << 20))
    #expect(peer?.receive(within: .milliseconds(10)) == .nothing)
    peer = nil
  }

  /// A message takes many times the memory of its bytes, so what nobody has received is kept as bytes, and not without end.
  @Test func outputFarAheadOfTheTranscriptIsReadNoFurther() {
    let message: JSONValue = ["jsonrpc": "2.0", "method": "x"]
    let frame = OutgoingMessage.frame(ContiguousArray(message.json.utf8))
    let queue = OutputQueue(limit: 3 * frame.count)
    for _ in 0..<3 { #expect(queue.append(frame)) }
    #expect(!queue.append(frame))
    for _ in 0..<3 { #expect(queue.next(by: .now()) == .message(message)) }
    #expect(queue.next(by: .now()) == .garbage("it is more than \(3 * frame.count) bytes ahead of the transcript"))
    for _ in 0..<2 { #expect(queue.next(by: .now()) == .ended) }
  }

  @Test func whatCameAfterAWaitIsForTheNextHoweverLateOneLooks() {
    let message: JSONValue = ["jsonrpc": "2.0", "method": "x"]
    let queue = OutputQueue()
    #expect(queue.append(OutgoingMessage.frame(ContiguousArray(message.json.utf8))))
    #expect(queue.next(by: .now() - 60) == .nothing)
    #expect(queue.next(by: .now()) == .message(message))
  }

  @Test func outputThatIsReceivedMakesRoom() {
    let message: JSONValue = ["jsonrpc": "2.0", "method": "x"]
    let frame = OutgoingMessage.frame(ContiguousArray(message.json.utf8))
    let queue = OutputQueue(limit: frame.count)
    #expect(queue.next(by: .now()) == .nothing)
    for _ in 0..<5 {
      // In two pieces, as a pipe may deliver it.
      #expect(queue.append(ContiguousArray(frame.prefix(7))) && queue.append(ContiguousArray(frame.dropFirst(7))))
      #expect(queue.next(by: .now()) == .message(message))
    }
    queue.end()
    #expect(queue.next(by: .now()) == .ended)
  }

  /// The steps are the same in a file of Windows and of old Macs; other line breaks may stand in a string.
  @Test(arguments: ["\r\n", "\r"]) func linesEndAsOnAnySystem(lineEnd: String) throws {
    let text =
      "# what it shows\n\n> {\"id\": 1,\n  \"method\": \"a\u{2028}b\"}\n< {\"id\": 1}\n!file a.txt \"x\"\n!exit 1\n"
    let expected = try Transcript(parsing: text)
    #expect(expected.lines.map(\.number) == [3, 5, 7])
    let transcript = try Transcript(parsing: text.replacing("\n", with: lineEnd))
    #expect(transcript.lines == expected.lines && transcript.files == expected.files)
    let error = #expect(throws: Transcript.ParseError.self) {
      try Transcript(parsing: "# one\(lineEnd)\(lineEnd)nonsense")
    }
    #expect(error?.line == 3)
  }

  @Test(arguments: ["!exit 4294967296", "!exit 256", "!exit -1", "!exit", "!exit now"])
  func whatNoProcessEndsWithIsNoExitCode(line: String) {
    #expect(throws: Transcript.ParseError.self) { try Transcript(parsing: line) }
  }

  @Test(arguments: [["a", "a/b"], ["a/b/c", "a"], ["a/b", "a/b/c"]]) func aFileIsNoFolder(names: [String]) throws {
    let error = #expect(throws: Transcript.ParseError.self) {
      try Transcript(parsing: names.map { "!file \($0) \"x\"" }.joined(separator: "\n"))
    }
    #expect(error?.line == 2)
    #expect(try Transcript(parsing: "!file a/b \"x\"\n!file a/bc \"x\"\n!file ab \"x\"").files.count == 3)
  }

  @Test(arguments: ["@+9223372037000ms", "<none 99999999999999ms", "@+3600001ms", "@+-1ms", "@+1s"])
  func aTimeBeyondAnHourIsNone(line: String) {
    #expect(throws: Transcript.ParseError.self) { try Transcript(parsing: line) }
  }
}
