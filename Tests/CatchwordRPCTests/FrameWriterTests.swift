import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatchwordRPC

struct FrameWriterTests {
  /// Who sends may hold a lock that it takes who hears that the client is gone.
  @Test func whoSendsIsNotToldMeanwhileThatTheClientIsGone() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    signal(SIGPIPE, SIG_IGN)
    close(ends[0])
    defer { close(ends[1]) }
    let told = AsyncStream.makeStream(of: String.self)
    let lock = Mutex(())
    let writer = FrameWriter(descriptor: ends[1]) {
      lock.withLock { _ in _ = told.continuation.yield("gone") }
    }
    writer.whenDrained { lock.withLock { _ in _ = told.continuation.yield("drained") } }
    lock.withLock { _ in writer.send([1], urgency: .required) }
    var heard = told.stream.makeAsyncIterator()
    #expect(await heard.next() == "drained")
    #expect(await heard.next() == "gone")
    // Nothing waits for a client that is not there, and nobody is told again.
    lock.withLock { _ in writer.send([2], urgency: .required) }
    writer.flush()
    told.continuation.finish()
    #expect(await heard.next() == nil && !writer.isStalled)
  }

  @Test func linesThatNobodyReadsHoldUpNobody() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    signal(SIGPIPE, SIG_IGN)
    // The writer's thread may still be in the other end, which is therefore left open.
    defer { close(ends[0]) }
    let writer = LineWriter(descriptor: ends[1])
    let line = String(repeating: "x", count: 1023)
    // More than the pipe and the writer hold.
    for _ in 0..<1000 { writer.write(line) }
    writer.flush(milliseconds: 1)
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 1024)
    #expect(StreamPlatform.read(from: ends[0], into: &buffer) == 1024 && buffer.last == 10)
  }
}
