/// Hands message bodies to someone in the same process, in order.
public final class MemorySink: MessageSink {
  /// The bodies sent; for one consumer.
  public let bodies: AsyncStream<ContiguousArray<UInt8>>
  private let continuation: AsyncStream<ContiguousArray<UInt8>>.Continuation

  /// A sink that nothing was sent to yet.
  public init() { (bodies, continuation) = AsyncStream.makeStream() }

  /// Takes a body; it is handed on in order.
  public func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { continuation.yield(body) }

  /// Waits until everything has been handed on.
  public func flush() {}

  /// Ends the stream of bodies.
  public func end() { continuation.finish() }
}
