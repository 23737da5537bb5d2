import Synchronization

/// Makes the producers of messages wait until the client has read some.
final class Backpressure: Sendable {
  private struct State {
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// Waits until `release` or `end` is called; returns at once when waiting is not needed or has ended.
  func wait(while isNeeded: @Sendable () -> Bool) async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        // Checked under the lock, so that a concurrent release finds this waiter.
        guard !state.isOver, isNeeded() else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  /// Resumes all waiters.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Resumes all waiters, and makes every later wait return at once.
  func end() {
    state.withLock { $0.isOver = true }
    release()
  }
}
