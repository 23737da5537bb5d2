import Synchronization
import TestSupport
import Testing

@testable import CatchwordShared

/// Questions that are waited for only a moment at first.
struct PromptAnswerTests {
  /// A server whose answers come in pieces, each when a test lets it come.
  private final class SlowServer: ByteChannel {
    var isDirect = true
    /// The bytes that were sent, a call each.
    private(set) var sent: [[UInt8]] = []
    /// What comes with each reading; nil where it is too late.
    var pieces: [[UInt8]?] = []

    func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) { sent.append(bytes) }

    func read(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
      guard !pieces.isEmpty else { throw PageStoreError("the connection has been closed", isClosed: true) }
      guard let piece = pieces.removeFirst() else { throw .late() }
      bytes += piece
    }
  }

  /// A server that has nothing, and no cluster.
  private final class LoneServer: ByteChannel {
    let isDirect = true
    private let isAway: () -> Bool
    private var answers: [UInt8] = []

    init(isAway: @escaping () -> Bool) { self.isAway = isAway }

    func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
      let sent = String(decoding: bytes, as: UTF8.self)
      let refusal = "-ERR This instance has cluster support disabled\r\n"
      let answer = sent.contains("SETNAME") ? "+OK\r\n\(refusal)" : sent.contains("CLUSTER") ? refusal : "*1\r\n$-1\r\n"
      answers += answer.utf8
    }

    func read(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
      if isAway() || answers.isEmpty { throw PageStoreError("the connection has been closed", isClosed: true) }
      bytes += answers
      answers = []
    }
  }

  private func connection(_ server: SlowServer) throws -> RedisConnection {
    server.pieces = [Array("+OK\r\n".utf8)]
    let connection = try RedisConnection(RedisUser(), until: .now + .seconds(10), isReader: false) { _ in server }
    #expect(server.sent.count == 1)
    return connection
  }

  private let question = [RESPCommand("HMGET", "key", "Iabc", "Labc")]
  private let answer = Array("*2\r\n$-1\r\n$3\r\n\u{1}\u{0}\u{0}\r\n".utf8)
  private let value = RESPValue.array([.bytes(nil), .bytes([1, 0, 0])])

  /// Whatever piece of the answer is late, and however often: it is read when it comes, and nothing is sent twice.
  @Test func whatIsLateIsNotAskedTwice() throws {
    for cut in 0..<answer.count {
      let server = SlowServer()
      let connection = try connection(server)
      server.pieces = [Array(answer[..<cut]), nil, nil, Array(answer[cut...])]
      if cut == 0 { server.pieces.removeFirst() }
      #expect(connection.promptAnswers(to: question, within: .seconds(10)) == nil)
      #expect(connection.promptAnswers(to: question, within: .seconds(10)) == nil)
      #expect(try connection.ask(question, within: .seconds(10)) == [value] && server.sent.count == 2)
      // The next question is one of its own.
      server.pieces = [answer]
      #expect(connection.promptAnswers(to: question, within: .seconds(10)) == [value] && server.sent.count == 3)
    }
  }

  @Test func anotherQuestionWaitsForTheAnswerBefore() throws {
    let server = SlowServer()
    let connection = try connection(server)
    server.pieces = [nil]
    #expect(connection.promptAnswers(to: question, within: .seconds(10)) == nil)
    let other = [RESPCommand("PING")]
    #expect(connection.promptAnswers(to: other, within: .seconds(10)) == nil && server.sent.count == 2)
    server.pieces = [answer, Array("+PONG\r\n".utf8)]
    #expect(try connection.ask(other, within: .seconds(10)) == [.text("PONG")] && server.sent.count == 3)
  }

  /// Who types on after a while gets what is there then.
  @Test func whatWasAskedLongAgoIsAskedAnew() throws {
    let server = SlowServer()
    let connection = try connection(server)
    connection.maximumLateness = .zero
    server.pieces = [nil]
    #expect(connection.promptAnswers(to: question, within: .seconds(10)) == nil)
    #expect(connection.promptAnswers(to: question, within: .seconds(10)) == nil && server.sent.count == 2)
    server.pieces = [answer, Array("*2\r\n$-1\r\n$-1\r\n".utf8)]
    let found = try connection.ask(question, within: .seconds(10))
    #expect(found == [.array([.bytes(nil), .bytes(nil)])] && server.sent.count == 3)
  }

  /// What is sent byte after byte is not waited for longer than what is not sent.
  @Test func theTimeEndsWhileMoreKeepsComing() throws {
    let server = SlowServer()
    let connection = try connection(server)
    server.pieces = answer.map { [$0] }
    #expect(connection.promptAnswers(to: question, within: .zero) == nil && server.pieces.count == answer.count)
    #expect(try connection.ask(question, within: .seconds(10)) == [value] && server.sent.count == 2)
  }

  /// A server that has no cluster, and is away for a moment.
  @Test func afterAFailureItIsAskedAtOnceAgain() throws {
    let isAway = Mutex(false)
    let store = RedisPageStore([.host("localhost", port: 1)]) { _, _ in
      LoneServer(isAway: { isAway.withLock { $0 } })
    }
    let namespace = SharedNamespace("acme/app")!
    let publication = Publication(PageTree([]), digest: 0, time: 1)
    let names = [PageName(.best, SharedPrefix("abc"))]
    func isAnsweredAtOnce() throws -> Bool {
      // A slow answer counts for some questions.
      for _ in 0..<1000 {
        #expect(try store.pages(names, in: .head, of: publication, namespace) == [nil])
        if try store.promptPages(names, in: .head, of: publication, namespace) != nil { return true }
      }
      return false
    }
    for _ in 0..<3 {
      #expect(try isAnsweredAtOnce())
      isAway.withLock { $0 = true }
      #expect(throws: PageStoreError.self) { try store.pages(names, in: .head, of: publication, namespace) }
      isAway.withLock { $0 = false }
    }
    #expect(try isAnsweredAtOnce())
  }

  @Test func whatIsNoAnswerEndsTheConnection() throws {
    for piece in [Array("HTTP/1.1 400\r\n".utf8), answer + answer] {
      let server = SlowServer()
      let connection = try connection(server)
      server.pieces = [piece]
      #expect(connection.promptAnswers(to: question, within: .seconds(10)) == nil && !connection.isUsable)
      #expect(throws: PageStoreError.self) { try connection.ask(question, within: .seconds(10)) }
    }
    let server = SlowServer()
    let connection = try connection(server)
    #expect(connection.promptAnswers(to: question, within: .seconds(10)) == nil && !connection.isUsable)
  }

  /// A program that passes bytes on may need the very thread that would wait.
  @Test func aProgramIsNotWaitedFor() throws {
    let server = SlowServer()
    let connection = try connection(server)
    server.isDirect = false
    #expect(connection.promptAnswers(to: question, within: .seconds(10)) == nil && server.sent.count == 1)
  }
}
