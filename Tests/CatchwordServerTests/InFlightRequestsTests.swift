import CatchwordCompletion
import CatchwordRPC
import Synchronization
import Testing

@testable import CatchwordServer

/// Each request is answered once, by the first of its answers.
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
  private let inFlight: InFlightRequests

  private let log = EventLog()

  init() { inFlight = InFlightRequests(outbox: Outbox(sink), log: log) }

  private var answers: [JSONValue] {
    get throws { try sink.bodies.withLock { $0 }.map { try JSONValue(parsing: $0) } }
  }

  @Test func theFirstAnswerCounts() throws {
    let first = try #require(inFlight.insert(.int(1)))
    let second = try #require(inFlight.insert(.int(2)))
    first.answer(JSONValue.string("a"))
    second.fail(ResponseError(.requestFailed, "no"))
    for request in [first, second] {
      request.answer(JSONValue.null)
      request.fail(ResponseError(.internalError, "late"))
      #expect(!request.cancel("late"))
    }
    #expect(try answers.map { $0["id"] } == [1, 2])
    #expect(try answers.map { $0["result"] } == ["a", nil])
    #expect(inFlight.count == 0)
  }

  /// A handler that forgets its request is a fault of ours, and the client gets an answer all the same.
  @Test func aRequestThatNobodyHoldsIsAnsweredAndReported() throws {
    let (messages, events) = (Lines(), Lines())
    log.listen { _, message in messages.add(message) }
    do {
      let request = try #require(inFlight.insert(.int(7)))
      request.whenCancelled { events.add("stopped") }
      #expect(inFlight.count == 1)
    }
    #expect(try answers.map { $0["id"] } == [7])
    #expect(try answers.map { $0["error"]?["code"] } == [-32603])
    #expect(inFlight.count == 0 && inFlight[.int(7)] == nil)
    #expect(messages.all == ["Request 7 was forgotten, and answered with an error; please report this."])
    #expect(events.all == ["stopped"])
    // One that has been answered is not answered again when it is discarded.
    try #require(inFlight.insert(.int(8))).answer(JSONValue.null)
    #expect(try answers.count == 2 && messages.all.count == 1)
  }

  /// A result that comes behind a cancellation is not even made, and the work has been stopped by then.
  @Test func aCancellationStopsTheWorkAndAnswersOnce() throws {
    let request = try #require(inFlight.insert(.int(7)))
    let events = Lines()
    request.whenCancelled { [sink] in events.add("stopped before \(sink.bodies.withLock { $0.count }) answers") }
    #expect(request.cancel("no longer wanted"))
    request.answer {
      events.add("made")
      return JSONValue.null
    }
    #expect(try answers.map { $0["error"]?["code"] } == [-32800])
    #expect(events.all == ["stopped before 0 answers"])
  }

  /// A client may use an id again once it has been answered: what comes late belongs to the old request.
  @Test func aLateAnswerIsNotThatOfANewRequestWithTheSameID() throws {
    let old = try #require(inFlight.insert(.int(7)))
    #expect(inFlight.insert(.int(7)) == nil)
    old.answer(JSONValue.string("old"))
    let new = try #require(inFlight.insert(.int(7)))
    old.answer(JSONValue.string("late"))
    #expect(!old.cancel("late"))
    #expect(inFlight[.int(7)] === new)
    #expect(inFlight.count == 1)
    new.answer(JSONValue.string("new"))
    #expect(try answers.map { $0["result"] } == ["old", "new"])
  }

  /// What waits for the last response is called once that has been sent, and not when it is about to be.
  @Test func aResponseCountsAsOpenUntilItIsSent() throws {
    let request = try #require(inFlight.insert(.int(1)))
    let events = Lines()
    inFlight.whenSent { [inFlight, sink] in
      events.add("\(inFlight.count) open, \(sink.bodies.withLock { $0.count }) sent")
    }
    request.answer {
      events.add("\(inFlight.count) open")
      return JSONValue.null
    }
    #expect(events.all == ["1 open", "0 open, 1 sent"])
  }
}

/// Events, in order.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
