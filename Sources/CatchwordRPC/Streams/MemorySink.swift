/// A sink that passes message bodies to a consumer in the same process, in order.
public final class MemorySink: MessageSink {
  /// The bodies sent; for one consumer.
  public let bodies: AsyncStream<ContiguousArray<UInt8>>
  private let continuation: AsyncStream<ContiguousArray<UInt8>>.Continuation

  /// Creates an empty sink.
  public init() { (bodies, continuation) = AsyncStream.makeStream() }

  /// Sends a body; bodies are passed on in order.
  public func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { continuation.yield(body) }

  /// Returns at once, as bodies are passed on immediately.
  public func flush() {}

  /// Ends the stream of bodies.
  public func end() { continuation.finish() }
}
