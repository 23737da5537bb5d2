/// A bound on how many tests do something heavy at once; those that wait hold no thread.
package actor ConcurrencyLimit {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(_ count: Int) { free = count }

  /// Runs an action when fewer than so many are running.
  package func run<Value: Sendable>(_ action: @Sendable () async throws -> Value) async rethrows -> Value {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    defer { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
    return try await action()
  }
}
