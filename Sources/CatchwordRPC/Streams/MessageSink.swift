/// Takes finished message bodies and sees to it that they reach the client, in order.
public protocol MessageSink: Sendable {
  /// Sends a body; returns at once.
  func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency)

  /// True when so much waits that whatever is not needed should not be added.
  var isStalled: Bool { get }

  /// True when so much waits for a client that does not read that nothing should be done for it that makes more.
  var isCongested: Bool { get }

  /// Calls `body` whenever the sink ceases to be congested: never while a message is being sent, so that it may take locks
  /// that are held then.
  func whenDrained(_ body: @escaping @Sendable () -> Void)

  /// Waits until all that was sent is written, or the other side is gone; gives up when it takes nothing for long.
  func flush()
}

extension MessageSink {
  /// Never, in memory.
  public var isStalled: Bool { false }

  /// Never, in memory.
  public var isCongested: Bool { false }

  /// Never calls.
  public func whenDrained(_ body: @escaping @Sendable () -> Void) {}
}

/// What may become of a message when the client does not read.
public enum MessageUrgency: Sendable {
  /// It must arrive as it is.
  case required
  /// Nobody waits for it: it may be left out.
  case droppable
  /// Someone waits for it, but would be served by this much shorter body as well when it has waited for long.
  case replaceable(by: ContiguousArray<UInt8>)
}
