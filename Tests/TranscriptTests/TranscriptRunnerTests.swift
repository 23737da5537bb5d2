import CatchwordRPC
import CatchwordTranscript
import Testing

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

    func receive(within patience: Duration?) -> TranscriptEvent {
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

  @Test func aServerThatReadsNothingIsNotWaitedFor() throws {
    var peer: ProcessPeer? = try ProcessPeer(["sleep", "600"])
    // More than fits into a pipe.
    peer?.send(ContiguousArray(repeating: UInt8(ascii: "x"), count: 1 << 20))
    #expect(peer?.receive(within: .milliseconds(10)) == .nothing)
    peer = nil
  }

  @Test(arguments: ["@+9223372037000ms", "<none 99999999999999ms", "@+3600001ms", "@+-1ms", "@+1s"])
  func aTimeBeyondAnHourIsNone(line: String) {
    #expect(throws: Transcript.ParseError.self) { try Transcript(parsing: line) }
  }
}
