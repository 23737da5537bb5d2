import Dispatch
import Synchronization

/// Writes frames to a descriptor: at once where that can be done without waiting, else on a thread of its own.
///
/// Nothing else touches the descriptor, and only one thread at a time does. What is called when the client has read enough, or is
/// gone, is called on the writer's own thread and under no lock: who sends may hold one that it takes.
public final class FrameWriter: MessageSink {
  private struct State {
    var queue = OutputQueue()
    var isScheduled = false
    var isDisconnected = false
    /// Much has waited since the queue was last empty.
    var wasLong = false
    var onDrain: (@Sendable () -> Void)?
  }

  /// How much the thread takes at once: what it has taken cannot shrink any more.
  private static let portion = 64 * 1024

  private let descriptor: Int32
  private let mode: Platform.NonblockingMode
  private let queue = DispatchQueue(label: "catchword.writer", qos: .userInteractive)
  private let state = Mutex(State())
  private let onDisconnect: @Sendable () -> Void

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - descriptor: Where to write.
  ///   - onDisconnect: Called when the other side has closed the stream, on the writer's thread.
  public init(descriptor: Int32, onDisconnect: @escaping @Sendable () -> Void = {}) {
    self.descriptor = descriptor
    mode = Platform.nonblockingMode(of: descriptor)
    self.onDisconnect = onDisconnect
  }

  /// Takes the standard output for frames alone: what anyone prints goes to standard error from now on.
  public static func takingStandardOutput(onDisconnect: @escaping @Sendable () -> Void) -> FrameWriter {
    FrameWriter(descriptor: Platform.takeStandardOutput(), onDisconnect: onDisconnect)
  }

  /// Takes a body; it is handed on in order.
  public func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) {
    let mustSchedule = state.withLock { state in
      if state.isDisconnected { return false }
      // While the thread has something to do, it alone writes.
      switch state.isScheduled ? .nothing : writeAtOnce(body) {
      case .everything: return false
      // The thread finds nothing to write, and tells who must know.
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

  /// What was written without waiting.
  private enum Attempt {
    case nothing, everything, disconnected
    /// All but this.
    case part(rest: ContiguousArray<UInt8>)
  }

  private func writeAtOnce(_ body: ContiguousArray<UInt8>) -> Attempt {
    if case .none = mode { return .nothing }
    let frame = OutgoingMessage.frame(body)
    guard let count = Platform.writeAtOnce(frame, to: descriptor, mode) else { return .disconnected }
    if count == frame.count { return .everything }
    return count == 0 ? .nothing : .part(rest: ContiguousArray(frame[count...]))
  }

  /// True with 1 MiB waiting.
  public var isStalled: Bool { state.withLock(\.queue.isStalled) }

  /// True with 16 MiB waiting although answers have shrunk.
  public var isCongested: Bool { state.withLock(\.queue.isCongested) }

  /// Calls `body` on the writer's thread whenever the client has read enough of what waited, and when it is gone.
  public func whenDrained(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onDrain = body } }

  /// Waits until everything has been handed on; gives up when the other side takes nothing for ten seconds.
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
        // Nothing left: the next frame must schedule the thread anew.
        if frames.isEmpty && state.queue.isEmpty { state.isScheduled = false }
        return (frames, wasCongested && !state.queue.isCongested ? state.onDrain : nil)
      }
      drained?()
      for frame in frames where !Platform.write(frame, to: descriptor) { return disconnect() }
      if state.withLock({ !$0.isScheduled }) { return recover() }
    }
  }

  /// Everything is written: memory that was needed for what waited is given back.
  private func recover() {
    let wasLong = state.withLock { state in
      defer { state.wasLong = false }
      return state.wasLong
    }
    if wasLong { Platform.releaseFreedMemory() }
  }

  /// The other side is gone: from now on everything is forgotten, and nobody is held up.
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
