import Dispatch
import Synchronization

/// Takes finished message bodies and sees to it that they reach the client, in order.
public protocol MessageSink: Sendable {
  /// Sends a body; returns at once.
  ///
  /// - Parameter isDroppable: True for what nobody waits for, so that it may be left out when the client reads slowly.
  func send(_ body: ContiguousArray<UInt8>, isDroppable: Bool)

  /// Waits until all that was sent is written, or the other side is gone; gives up after two seconds.
  func flush()
}

extension MessageSink {
  /// Sends a body that must arrive.
  public func send(_ body: ContiguousArray<UInt8>) { send(body, isDroppable: false) }
}

/// Writes frames to a descriptor, on a thread of its own: the only one that touches it.
public final class FrameWriter: MessageSink {
  private struct State {
    var pending: [ContiguousArray<UInt8>] = []
    var pendingBytes = 0
    var isScheduled = false
  }

  /// With more than this waiting, what is droppable is dropped.
  private static let highWater = 1024 * 1024

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "catchword.writer", qos: .userInteractive)
  private let state = Mutex(State())
  private let onDisconnect: @Sendable () -> Void

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - descriptor: Where to write.
  ///   - onDisconnect: Called when the other side has closed the stream.
  public init(descriptor: Int32, onDisconnect: @escaping @Sendable () -> Void = {}) {
    self.descriptor = descriptor
    self.onDisconnect = onDisconnect
  }

  /// Takes the standard output for frames alone: what anyone prints goes to standard error from now on.
  public static func takingStandardOutput(onDisconnect: @escaping @Sendable () -> Void) -> FrameWriter {
    FrameWriter(descriptor: Platform.takeStandardOutput(), onDisconnect: onDisconnect)
  }

  /// Takes a body; it is handed on in order.
  public func send(_ body: ContiguousArray<UInt8>, isDroppable: Bool) {
    let frame = OutgoingMessage.frame(body)
    let mustSchedule = state.withLock { state in
      if isDroppable && state.pendingBytes > FrameWriter.highWater { return false }
      state.pending.append(frame)
      state.pendingBytes += frame.count
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { queue.async { self.drain() } }
  }

  /// Waits until everything has been handed on.
  public func flush() {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .seconds(2))
  }

  private func drain() {
    while true {
      let frames = state.withLock { state in
        defer {
          state.pending = []
          state.pendingBytes = 0
        }
        // Nothing left: the next frame must schedule the thread anew.
        if state.pending.isEmpty { state.isScheduled = false }
        return state.pending
      }
      guard !frames.isEmpty else { return }
      for frame in frames where !Platform.write(frame, to: descriptor) { return onDisconnect() }
    }
  }
}
