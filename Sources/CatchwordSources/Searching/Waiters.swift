import CatchwordCompletion
import Synchronization

/// The lookups that wait for their source to load: they resume all together, or one by one when cancelled.
final class Waiters: Sendable {
  private struct State {
    var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Waits until `endAll()`. The waiter is registered before this first suspends.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func wait() async throws {
    let (number, stream) = enter()
    for await _ in stream {}
    leave(number)
    try Task.checkCancellation()
  }

  /// Waits until `endAll()`, or until a time. The waiter is registered before this first suspends.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func wait(until end: Duration, _ clock: EngineClock) async throws {
    let (number, stream) = enter()
    await withTaskGroup(of: Void.self) { group in
      group.addTask(name: "waiters:wait") { for await _ in stream {} }
      group.addTask(name: "waiters:end") { try? await clock.sleep(until: end) }
      await group.next()
      group.cancelAll()
    }
    leave(number)
    try Task.checkCancellation()
  }

  private func enter() -> (number: Int, stream: AsyncStream<Never>) {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    return state.withLock { state in
      state.next += 1
      state.waiting[state.next] = continuation
      return (state.next, stream)
    }
  }

  private func leave(_ number: Int) { state.withLock { $0.waiting[number] = nil } }

  /// Resumes all current waiters.
  func endAll() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.self)
    }
    for continuation in waiting { continuation.finish() }
  }
}
