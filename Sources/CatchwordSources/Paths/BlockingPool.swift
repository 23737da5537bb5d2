import CatchwordCompletion
import Dispatch
import Synchronization

/// Runs calls that may block for ever, on a few threads of their own; a waiter can leave at any time.
///
/// A network folder whose server is gone blocks every thread that accesses it, and no system can cancel such a call. So
/// a running call is shared by all waiters with the same key. A call that has run for longer than `patience` is stuck:
/// until it returns, requests for the same key or for a path below it fail at once. A stuck call keeps its thread, and
/// another thread takes its place, up to a limit.
final class BlockingPool: Sendable {
  /// The error for a folder that does not answer.
  struct Stuck: Error, CustomStringConvertible {
    /// The path that was accessed.
    let path: String
    var description: String { "\(path) does not answer" }
  }

  private struct Call {
    let path: String
    let work: @Sendable () throws -> any Sendable
    var waiters: [UInt64: CheckedContinuation<any Sendable, any Error>] = [:]
    /// The time at which it began; nil while it waits for a thread.
    var began: Duration?
  }

  private struct State {
    var calls: [String: Call] = [:]
    /// The keys of the calls that wait for a thread, in order.
    var waiting: [String] = []
    var running = 0
    var lastWaiter: UInt64 = 0
  }

  /// The maximum number of calls that run at a time, not counting stuck ones.
  static let width = 4
  /// The maximum number of threads.
  static let maximumThreads = 16
  /// The maximum number of calls that wait for a thread.
  static let maximumWaiting = 256

  private let state = Mutex(State())
  private let patience: Duration
  private let clock: EngineClock
  private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates a pool.
  ///
  /// - Parameters:
  ///   - patience: The time after which a running call is stuck.
  ///   - clock: The clock that measures that time.
  ///   - startThread: A function that runs its argument on a thread of its own.
  init(
    patience: Duration = .seconds(2), clock: EngineClock = EngineClock(),
    startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { work in
      // A serial queue has a thread of its own while it works, whatever blocks elsewhere.
      DispatchQueue(label: "catchword.paths", qos: .userInitiated).async(execute: work)
    }
  ) {
    self.patience = patience
    self.clock = clock
    self.startThread = startThread
  }

  /// Runs a call, or joins the running or waiting one with the same key.
  ///
  /// - Parameters:
  ///   - key: The identity of the call; calls with the same key return values of the same type.
  ///   - path: The path that the call accesses.
  /// - Throws: The error of `work`, `Stuck`, or `CancellationError` as soon as the task is cancelled.
  func run<Value: Sendable>(
    _ key: String, at path: String, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let value = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(key, at: path, work, number, continuation)
        if Task.isCancelled { leave(key, number) }
      }
    } onCancel: {
      leave(key, number)
    }
    guard let value = value as? Value else { preconditionFailure("\(key) names two kinds of calls") }
    return value
  }

  /// Runs a call as `run` does, but waits for it no longer than `patience`.
  ///
  /// - Throws: The errors of `run`; `Stuck` when time is up.
  func runPatiently<Value: Sendable>(
    _ key: String, at path: String, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let end = clock.now + patience
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask(name: "paths:\(key)") { try await self.run(key, at: path, work) }
      group.addTask(name: "paths:patience") { [clock] in
        try await clock.sleep(until: end)
        throw Stuck(path: path)
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  // MARK: Waiting

  private func enter(
    _ key: String, at path: String, _ work: @escaping @Sendable () throws -> any Sendable, _ number: UInt64,
    _ continuation: CheckedContinuation<any Sendable, any Error>
  ) {
    let now = clock.now
    let (stuck, threads) = state.withLock { state -> (String?, Int) in
      if let stuck = stuckPath(for: path, key: key, state, now) { return (stuck, 0) }
      if state.calls[key] == nil {
        guard state.waiting.count < BlockingPool.maximumWaiting else { return (path, 0) }
        state.calls[key] = Call(path: path, work: work)
        state.waiting.append(key)
      }
      state.calls[key]?.waiters[number] = continuation
      return (nil, admit(&state, now))
    }
    if let stuck { continuation.resume(throwing: Stuck(path: stuck)) }
    for _ in 0..<threads { startThread { self.work() } }
  }

  private func leave(_ key: String, _ number: UInt64) {
    let continuation = state.withLock { state in
      let continuation = state.calls[key]?.waiters.removeValue(forKey: number)
      // A call without waiters is not started, and gives up its place in the queue.
      if let call = state.calls[key], call.began == nil, call.waiters.isEmpty {
        state.calls[key] = nil
        state.waiting.removeAll { $0 == key }
      }
      return continuation
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// Returns the path of the stuck call that a call would have to wait for; nil when there is none.
  private func stuckPath(for path: String, key: String, _ state: State, _ now: Duration) -> String? {
    for (other, call) in state.calls {
      guard let began = call.began, now - began >= patience else { continue }
      let isBelow = path == call.path || path.hasPrefix(call.path.hasSuffix("/") ? call.path : call.path + "/")
      if other == key || isBelow { return call.path }
    }
    return nil
  }

  // MARK: Threads

  /// - Returns: The number of threads to start.
  private func admit(_ state: inout State, _ now: Duration) -> Int {
    let stuck = state.calls.values.count { $0.began.map { now - $0 >= patience } ?? false }
    let free = min(BlockingPool.width - (state.running - stuck), BlockingPool.maximumThreads - state.running)
    let threads = max(0, min(free, state.waiting.count))
    state.running += threads
    return threads
  }

  /// Runs calls on a thread until none waits.
  private func work() {
    while true {
      let now = clock.now
      let next = state.withLock { state -> (key: String, work: @Sendable () throws -> any Sendable)? in
        if let key = state.waiting.first, let call = state.calls[key] {
          state.waiting.removeFirst()
          state.calls[key]?.began = now
          return (key, call.work)
        }
        state.running -= 1
        return nil
      }
      guard let next else { return }
      let result = Result { try next.work() }
      let call = state.withLock { $0.calls.removeValue(forKey: next.key) }
      for waiter in (call?.waiters ?? [:]).values { waiter.resume(with: result) }
    }
  }
}
