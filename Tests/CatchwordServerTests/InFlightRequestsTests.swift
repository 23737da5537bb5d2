import CatchwordCompletion
import CatchwordRPC
import Synchronization
import Testing

@testable import CatchwordServer

/// Each request is answered once, whatever becomes of the token.
struct InFlightRequestsTests {
  /// Keeps what is sent.
  private final class Sink: MessageSink {
    let bodies = Mutex<[String]>([])

    func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) {
      bodies.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
    }

    func flush() {}
  }

  private let sink = Sink()
  private let log = EventLog()
  private let inFlight: InFlightRequests

  init() { inFlight = InFlightRequests(outbox: Outbox(sink), log: log) }

  @Test func aTokenThatIsLetGoOfAnswersAndSaysSo() throws {
    let lines = Lines()
    log.listen { _, message in lines.add(message) }
    let ticket = try #require(inFlight.insert(.int(7)))
    do { _ = inFlight.take(ticket) }
    let bodies = sink.bodies.withLock { $0 }
    #expect(bodies.count == 1)
    let answer = try JSONValue(parsing: try #require(bodies.first))
    #expect(answer["id"] == 7)
    #expect(answer["error"]?["code"] == -32603)
    #expect(inFlight.count == 0)
    #expect(lines.all.count == 1)
  }

  private func isThere(_ ticket: InFlightRequests.Ticket) -> Bool {
    guard let token = inFlight.take(ticket) else { return false }
    token.send(JSONValue.null)
    return true
  }

  @Test func aTokenThatIsUsedAnswersOnce() throws {
    let lines = Lines()
    log.listen { _, message in lines.add(message) }
    let first = try #require(inFlight.insert(.int(1)))
    let second = try #require(inFlight.insert(.int(2)))
    if let token = inFlight.take(first) { token.send(JSONValue.null) }
    if let token = inFlight.take(second) { token.send(ResponseError(.requestCancelled, "no")) }
    #expect(!isThere(first))
    #expect(sink.bodies.withLock { $0.count } == 2)
    #expect(inFlight.count == 0)
    #expect(lines.all.isEmpty)
  }
}

/// Lines that were logged.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
