import Synchronization

/// Lets who makes messages wait until the client has read some.
final class Backpressure: Sendable {
  private struct State {
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// Waits while there is a reason to, until `release` or `end` is called.
  func wait(while isNeeded: @Sendable () -> Bool) async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        // Looked at under the lock: a release that comes now finds who waits.
        guard !state.isOver, isNeeded() else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  /// Lets those go on who wait.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Nobody waits from now on.
  func end() {
    state.withLock { $0.isOver = true }
    release()
  }
}
