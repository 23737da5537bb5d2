import CatchwordRPC
import Synchronization

/// The sink for messages from the embedded server; its backpressure is that of the client's sink.
final class EmbeddedSink: MessageSink {
  private let take: @Sendable (ContiguousArray<UInt8>, MessageUrgency) -> Void
  private let client: any MessageSink
  private let onDrain = Mutex<(@Sendable () -> Void)?>(nil)

  init(before client: any MessageSink, _ take: @escaping @Sendable (ContiguousArray<UInt8>, MessageUrgency) -> Void) {
    self.client = client
    self.take = take
  }

  func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { take(body, urgency) }

  var isStalled: Bool { client.isStalled }

  var isCongested: Bool { client.isCongested }

  func whenDrained(_ body: @escaping @Sendable () -> Void) { onDrain.withLock { $0 = body } }

  /// Reports that the client's sink is not congested any more.
  func release() { onDrain.withLock { $0 }?() }

  /// Does nothing: the proxy flushes the client's sink when it ends.
  func flush() {}
}
