import Dispatch
import Synchronization

/// A sink that writes frames to a descriptor: at once when that does not block, else on a thread of its own.
///
/// Nothing else uses the descriptor, and only one thread at a time does. The callbacks for a drained queue and a lost
/// client run on the writer's own thread and under no lock, so they may take a lock that a sender holds.
public final class FrameWriter: MessageSink {
  private struct State {
    var queue = OutputQueue()
    var isScheduled = false
    var isDisconnected = false
    /// True when the queue has been stalled since it was last empty.
    var wasLong = false
    var onDrain: (@Sendable () -> Void)?
  }

  /// The number of bytes that the thread takes at once: frames that it has taken cannot be shortened any more.
  private static let portion = 64 * 1024

  private let descriptor: Int32
  private let mode: StreamPlatform.NonblockingMode
  private let queue = DispatchQueue(label: "catchword.writer", qos: .userInteractive)
  private let state = Mutex(State())
  private let onDisconnect: @Sendable () -> Void

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to write to.
  ///   - onDisconnect: A function that is called on the writer's thread when the other side has closed the stream.
  public init(descriptor: Int32, onDisconnect: @escaping @Sendable () -> Void = {}) {
    self.descriptor = descriptor
    mode = StreamPlatform.nonblockingMode(of: descriptor)
    self.onDisconnect = onDisconnect
  }

  /// Creates a writer on standard output, reserved for frames: all other output goes to standard error from now on.
  public static func takingStandardOutput(onDisconnect: @escaping @Sendable () -> Void) -> FrameWriter {
    FrameWriter(descriptor: StreamPlatform.takeStandardOutput(), onDisconnect: onDisconnect)
  }

  /// Sends a body; bodies are written in order.
  public func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) {
    let mustSchedule = state.withLock { state in
      if state.isDisconnected { return false }
      // While the thread has frames to write, only it writes.
      switch state.isScheduled ? .nothing : writeAtOnce(body) {
      case .everything: return false
      // The thread finds the disconnection and reports it.
      case .disconnected: state.isDisconnected = true
      case .part(let rest): state.queue.append(rest: rest)
      case .nothing: state.queue.append(body, urgency: urgency)
      }
      state.wasLong = state.wasLong || state.queue.isStalled
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { queue.async { self.drain() } }
  }

  /// The result of a write without waiting.
  private enum Attempt {
    case nothing, everything, disconnected
    /// All bytes but the rest.
    case part(rest: ContiguousArray<UInt8>)
  }

  private func writeAtOnce(_ body: ContiguousArray<UInt8>) -> Attempt {
    if case .none = mode { return .nothing }
    let frame = OutgoingMessage.frame(body)
    guard let count = StreamPlatform.writeAtOnce(frame, to: descriptor, mode) else { return .disconnected }
    if count == frame.count { return .everything }
    return count == 0 ? .nothing : .part(rest: ContiguousArray(frame[count...]))
  }

  /// True when more than 1 MiB waits.
  public var isStalled: Bool { state.withLock(\.queue.isStalled) }

  /// True when more than 16 MiB wait although responses have been shortened.
  public var isCongested: Bool { state.withLock(\.queue.isCongested) }

  /// Calls `body` on the writer's thread whenever the queue ceases to be congested, and when the client is gone.
  public func whenDrained(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onDrain = body } }

  /// Waits until all frames are written; gives up when the other side reads nothing for ten seconds.
  public func flush() {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    var waiting = state.withLock(\.queue.bytes)
    while done.wait(timeout: .now() + .seconds(10)) == .timedOut {
      let left = state.withLock(\.queue.bytes)
      if left == waiting { return }
      waiting = left
    }
  }

  private func drain() {
    while true {
      if state.withLock(\.isDisconnected) { return disconnect() }
      let (frames, drained) = state.withLock { state in
        let wasCongested = state.queue.isCongested
        let frames = state.queue.take(atLeast: FrameWriter.portion)
        // The queue is empty: the next frame must schedule the thread again.
        if frames.isEmpty && state.queue.isEmpty { state.isScheduled = false }
        return (frames, wasCongested && !state.queue.isCongested ? state.onDrain : nil)
      }
      drained?()
      for frame in frames where !StreamPlatform.write(frame, to: descriptor) { return disconnect() }
      if state.withLock({ !$0.isScheduled }) { return recover() }
    }
  }

  /// Frees the memory of a long queue once all frames are written.
  private func recover() {
    let wasLong = state.withLock { state in
      defer { state.wasLong = false }
      return state.wasLong
    }
    if wasLong { StreamPlatform.releaseFreedMemory() }
  }

  /// Handles the loss of the other side: from now on all messages are dropped, and no caller waits.
  private func disconnect() {
    let drained = state.withLock { state in
      state.queue = OutputQueue()
      state.isDisconnected = true
      return state.onDrain
    }
    drained?()
    onDisconnect()
  }
}
