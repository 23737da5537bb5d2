/// A destination of encoded message bodies, which reach the client in order.
public protocol MessageSink: Sendable {
  /// Sends a body; returns at once.
  func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency)

  /// True when so much output waits that droppable messages should not be added.
  var isStalled: Bool { get }

  /// True when so much output waits for a client that does not read that its requests should not be handled.
  var isCongested: Bool { get }

  /// Calls `body` whenever the sink ceases to be congested: never while a message is being sent, so that it may take
  /// locks that a sender holds.
  func whenDrained(_ body: @escaping @Sendable () -> Void)

  /// Waits until all messages are written, or the other side is gone; gives up when it reads nothing for long.
  func flush()
}

extension MessageSink {
  /// False: a sink in memory never stalls.
  public var isStalled: Bool { false }

  /// False: a sink in memory is never congested.
  public var isCongested: Bool { false }

  /// Ignores `body`, which would never be called.
  public func whenDrained(_ body: @escaping @Sendable () -> Void) {}
}

/// The treatment of a message when the client does not read.
public enum MessageUrgency: Sendable {
  /// It must arrive unchanged.
  case required
  /// No request waits for it: it may be dropped.
  case droppable
  /// A request waits for it, but this much shorter body will do when the queue is long.
  case replaceable(by: ContiguousArray<UInt8>)
}
