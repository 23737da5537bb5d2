import Dispatch
import Synchronization
import Testing

@testable import CatchwordRPC

/// Messages are encoded whole, each by itself.
@Suite(.timeLimit(.minutes(10)))
struct OutboxTests {
  /// Keeps what is sent.
  private final class Sink: MessageSink {
    let bodies = Mutex<[String]>([])

    func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) {
      bodies.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
    }

    func flush() {}
  }

  /// A value whose encoding stands still until it is let go.
  private final class Held: JSONEncodable, Sendable {
    private let beginning = AsyncStream<Void>.makeStream()
    private let gate = DispatchSemaphore(value: 0)

    func encode(into writer: inout JSONWriter) {
      writer.object { writer in
        writer.field("before", "b")
        beginning.continuation.yield()
        gate.wait()
        writer.field("after", "a")
      }
    }

    func begun() async {
      for await _ in beginning.stream { return }
    }

    func release() { gate.signal() }
  }

  /// Encoding a long list may take longer than whoever answers with an error may wait.
  @Test func aMessageDoesNotWaitForOneThatIsBeingEncoded() async {
    let (sink, held) = (Sink(), Held())
    let outbox = Outbox(sink)
    let isSent = AsyncStream<Void>.makeStream()
    DispatchQueue(label: "long").async {
      outbox.notify("long", held)
      isSent.continuation.finish()
    }
    await held.begun()
    outbox.notify("short", "s")
    held.release()
    for await _ in isSent.stream {}
    outbox.notify("short", "t")
    #expect(
      sink.bodies.withLock { $0 } == [
        #"{"jsonrpc":"2.0","method":"short","params":"s"}"#,
        #"{"jsonrpc":"2.0","method":"long","params":{"before":"b","after":"a"}}"#,
        #"{"jsonrpc":"2.0","method":"short","params":"t"}"#,
      ])
  }
}
