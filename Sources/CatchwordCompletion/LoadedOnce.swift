import Synchronization

/// A value that is loaded once, when it is first asked for; for a source whose words come from a file or a service.
///
/// All who ask while it is being loaded wait for the same load, and nobody waits when it is there. One who is cancelled
/// stops waiting at once, and the load goes on for the others and for the next key. A load that failed is tried again,
/// but not before a pause, which doubles with each failure in a row: until then the last error is thrown at once.
///
/// All members may be used from any thread.
public final class LoadedOnce<Value: Sendable>: Sendable {
  private struct State {
    var load = LoadState<Value>.idle
    var task: Task<Void, Never>?
    /// The number of the current load: the result of an earlier one is not wanted.
    var number = 0
    /// The number of failures in a row.
    var failures = 0
    /// The time from which a load that failed may be tried again.
    var nextTry = Duration.zero
    /// Those who wait for the load, by number.
    var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    var nextWaiter = 0

    /// Takes all who wait, to resume them outside the lock.
    mutating func takeWaiting() -> [AsyncStream<Never>.Continuation] {
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  private enum Answer {
    case value(Value)
    case failure(any Error)
    case wait(number: Int, AsyncStream<Never>)
  }

  /// The pause after the first failure.
  public static var firstPause: Duration { .seconds(1) }
  /// The maximum pause after a failure.
  public static var maximumPause: Duration { .seconds(60) }

  private let state = Mutex(State())
  private let clock: EngineClock
  private let executor: (any TaskExecutor)?
  private let load: @Sendable () async throws -> Value

  /// Creates a value that is not loaded yet.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures pauses.
  ///   - executor: The preferred executor of the load; nil for the default, on whose threads it must not block for long.
  ///   - load: Loads the value. Its task is cancelled when the value is discarded, or nobody holds it any more.
  public init(
    clock: EngineClock = EngineClock(), executor: (any TaskExecutor)? = nil,
    load: @escaping @Sendable () async throws -> Value
  ) {
    self.clock = clock
    self.executor = executor
    self.load = load
  }

  deinit { state.withLock { $0.task }?.cancel() }

  /// The value, which is loaded if that has not happened yet.
  ///
  /// - Throws: The error of the load, or `CancellationError` when the task that asks is cancelled. A load that ends as
  ///   if it were cancelled, which it was not, throws `SourceError.loadCancelled`, so that it is reported.
  public var value: Value {
    get async throws {
      while true {
        begin()
        switch answer() {
        case .value(let value): return value
        case .failure(let error): throw error
        case .wait(let number, let end):
          // Ends with the load, or when this task is cancelled.
          for await _ in end {}
          state.withLock { $0.waiting[number] = nil }
          try Task.checkCancellation()
        }
      }
    }
  }

  private func answer() -> Answer {
    state.withLock { state in
      switch state.load {
      case .loaded(let value): return .value(value)
      case .failed(let error): return .failure(error)
      case .idle, .loading:
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        state.nextWaiter += 1
        state.waiting[state.nextWaiter] = continuation
        // It was discarded in between, so there is no load that would end.
        if !state.load.isLoading { continuation.finish() }
        return .wait(number: state.nextWaiter, end)
      }
    }
  }

  /// The progress of the load, for a source's `loadState`.
  public var loadState: LoadState<Void> {
    switch state.withLock({ $0.load }) {
    case .idle: .idle
    case .loading: .loading
    case .loaded: .loaded(())
    case .failed(let error): .failed(error)
    }
  }

  /// Starts the load if it has not begun, or if it failed and may be tried again. Returns at once.
  public func begin() {
    let now = clock.now
    let number: Int? = state.withLock { state in
      switch state.load {
      case .loading, .loaded: return nil
      case .failed: if now < state.nextTry { return nil }
      case .idle: break
      }
      state.load = .loading
      state.number += 1
      return state.number
    }
    guard let number else { return }
    // Outside the lock, as this may start a thread. The task holds the load and not this object, which may go meanwhile.
    let task = Task(name: "load", executorPreference: executor) { [weak self, load] in
      let result: Result<Value, any Error>
      do { result = .success(try await load()) } catch { result = .failure(error) }
      self?.didLoad(number, result)
    }
    let isWanted = state.withLock { state in
      guard state.number == number else { return false }
      if state.load.isLoading { state.task = task }
      return true
    }
    if !isWanted { task.cancel() }
  }

  private func didLoad(_ number: Int, _ result: Result<Value, any Error>) {
    let now = clock.now
    let waiting: [AsyncStream<Never>.Continuation] = state.withLock { state in
      guard state.number == number else { return [] }
      state.task = nil
      switch result {
      case .success(let value):
        state.load = .loaded(value)
        state.failures = 0
      case .failure(let error):
        state.load = .failed(error is CancellationError ? SourceError.loadCancelled : error)
        state.nextTry = now + LoadedOnce.pause(afterFailures: state.failures)
        state.failures += 1
      }
      return state.takeWaiting()
    }
    for continuation in waiting { continuation.finish() }
  }

  private static func pause(afterFailures failures: Int) -> Duration {
    min(maximumPause, firstPause * (1 << min(failures, 16)))
  }

  /// Discards the value, or cancels its load: it is loaded anew when it is next asked for.
  ///
  /// Who waits at present waits for the new load.
  public func discard() {
    let (task, waiting) = state.withLock { state in
      defer { state.task = nil }
      state.number += 1
      state.load = .idle
      (state.failures, state.nextTry) = (0, .zero)
      return (state.task, state.takeWaiting())
    }
    task?.cancel()
    for continuation in waiting { continuation.finish() }
  }
}
