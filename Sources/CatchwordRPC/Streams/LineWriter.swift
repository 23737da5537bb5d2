import Dispatch
import Synchronization

/// A writer of text lines to a descriptor, on a thread of its own, so that a caller never waits for a reader.
///
/// The queue of unread lines is limited; further lines are dropped.
package final class LineWriter: Sendable {
  private struct State {
    var waiting: [ContiguousArray<UInt8>] = []
    var bytes = 0
    var isWriting = false
    var isGone = false
  }

  /// The maximum size of the waiting lines, in bytes.
  static let maximumWaiting = 64 * 1024

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "catchword.lines", qos: .utility)
  private let state = Mutex(State())

  /// Creates a writer.
  ///
  /// - Parameter descriptor: The descriptor to write to.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Queues a line, to which a line feed is added; returns at once.
  ///
  /// - Complexity: O(*n*).
  package func write(_ line: String) {
    let bytes = ContiguousArray((line + "\n").utf8)
    let mustWrite = state.withLock { state in
      guard !state.isGone, state.bytes + bytes.count <= LineWriter.maximumWaiting else { return false }
      state.waiting.append(bytes)
      state.bytes += bytes.count
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if mustWrite { queue.async { self.drain() } }
  }

  /// Waits until all lines are written, at most for the given time; blocks.
  package func flush(milliseconds: Int) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  private func drain() {
    while let lines = takeLines() {
      let isGone = !lines.allSatisfy { StreamPlatform.write($0, to: descriptor) }
      state.withLock { state in
        state.bytes -= lines.reduce(0) { $0 + $1.count }
        state.isGone = isGone
      }
    }
  }

  private func takeLines() -> [ContiguousArray<UInt8>]? {
    state.withLock { state in
      state.isWriting = !state.waiting.isEmpty && !state.isGone
      defer { state.waiting = [] }
      return state.isWriting ? state.waiting : nil
    }
  }
}
