import CatchwordRPC
import Synchronization

/// Takes what the embedded server sends; when it may send follows the client's own sink.
final class EmbeddedSink: MessageSink {
  private let take: @Sendable (ContiguousArray<UInt8>, MessageUrgency) -> Void
  private let client: any MessageSink
  private let onRelief = Mutex<(@Sendable () -> Void)?>(nil)

  init(before client: any MessageSink, _ take: @escaping @Sendable (ContiguousArray<UInt8>, MessageUrgency) -> Void) {
    self.client = client
    self.take = take
  }

  func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { take(body, urgency) }

  var isStalled: Bool { client.isStalled }

  var isCongested: Bool { client.isCongested }

  func whenRelieved(_ body: @escaping @Sendable () -> Void) { onRelief.withLock { $0 = body } }

  /// The client's sink is not congested any more.
  func relieve() { onRelief.withLock { $0 }?() }

  /// The proxy flushes when it ends.
  func flush() {}
}
