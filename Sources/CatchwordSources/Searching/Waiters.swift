import Synchronization

/// Lookups that wait for what their source is loading: they end all together, and each by itself when it is cancelled.
final class Waiters: Sendable {
  private struct State {
    var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Waits until `endAll()`. Waiting has begun before this first suspends.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func wait() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let number = state.withLock { state in
      state.next += 1
      state.waiting[state.next] = continuation
      return state.next
    }
    for await _ in stream {}
    state.withLock { $0.waiting[number] = nil }
    try Task.checkCancellation()
  }

  /// Ends all that wait now.
  func endAll() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.self)
    }
    for continuation in waiting { continuation.finish() }
  }
}
