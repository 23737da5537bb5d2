import Synchronization

/// An encoder of messages that passes them to a sink.
///
/// All messages are encoded in one reused buffer, from which each body is copied once, at its size. No caller waits for
/// the buffer: while one message is being encoded, others use buffers of their own.
public final class Outbox: Sendable {
  /// The maximum capacity that the buffer keeps after a message, in bytes.
  private static let keptCapacity = 1 << 20

  private let sink: any MessageSink
  private let writer = Mutex(JSONWriter())

  /// Creates an outbox in front of a sink.
  public init(_ sink: any MessageSink) { self.sink = sink }

  /// Answers a request.
  ///
  /// - Parameter stale: A shorter result that suffices for a client that reads too late; nil when there is none.
  public func send<Value: JSONEncodable>(_ result: Value, id: RequestID, stale: Value? = nil) {
    let body = encode { OutgoingMessage.write(result: result, id: id, to: &$0) }
    let shorter = stale.map { stale in encode { OutgoingMessage.write(result: stale, id: id, to: &$0) } }
    sink.send(body, urgency: shorter.map { .replaceable(by: $0) } ?? .required)
  }

  /// Answers a request with an error; the id is null when the request's could not be read.
  public func send(_ error: ResponseError, id: RequestID?) {
    sink.send(encode { OutgoingMessage.write(error: error, id: id, to: &$0) }, urgency: .required)
  }

  /// Sends a notification.
  public func notify(_ method: String, _ params: some JSONEncodable, isDroppable: Bool = false) {
    sink.send(notification(method, params), urgency: isDroppable ? .droppable : .required)
  }

  /// Encodes a notification, for callers that send it under a lock and must not encode there.
  public func notification(_ method: String, _ params: some JSONEncodable) -> ContiguousArray<UInt8> {
    encode { OutgoingMessage.write(notification: method, params, to: &$0) }
  }

  /// Sends an encoded notification; returns at once.
  public func send(notification body: ContiguousArray<UInt8>) { sink.send(body, urgency: .required) }

  /// Sends a request.
  public func request(_ method: String, _ params: some JSONEncodable, id: RequestID) {
    sink.send(encode { OutgoingMessage.write(request: method, params, id: id, to: &$0) }, urgency: .required)
  }

  /// True when the client is far behind, and droppable messages should not be sent.
  public var isStalled: Bool { sink.isStalled }

  private func encode(_ write: (inout JSONWriter) -> Void) -> ContiguousArray<UInt8> {
    let body = writer.withLockIfAvailable { writer in
      write(&writer)
      defer { writer.removeAll(keeping: Outbox.keptCapacity) }
      return writer.bytes
    }
    if let body { return body }
    var other = JSONWriter()
    write(&other)
    return other.bytes
  }
}
