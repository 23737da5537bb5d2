import Synchronization
package import CatchwordCompletion

/// A clock moved by hand together with the executor whose tasks live by it.
package final class VirtualTime: Sendable {
  package let clock = ManualClock()
  package let executor = DeterministicExecutor()

  package init() {}

  /// The same clock, as the engine wants it.
  package var engineClock: EngineClock { EngineClock(clock) }

  /// Runs everything that can run now.
  package func settle() { executor.drain() }

  /// Lets time pass: everything due on the way runs at its own time.
  package func advance(by duration: Duration) {
    settle()
    let end = clock.now.advanced(by: duration)
    while let next = clock.nextDeadline, next <= end {
      clock.advance(to: next)
      settle()
    }
    clock.advance(to: end)
    settle()
  }

  /// Runs an action to its end on the executor, without moving the clock.
  ///
  /// - Returns: Its result, nil when it waits for something that does not come.
  package func run<Value: Sendable>(_ action: @escaping @Sendable () async throws -> Value) -> Result<Value, any Error>?
  {
    let box = Box<Result<Value, any Error>>()
    Task(executorPreference: executor) {
      do { box.value = .success(try await action()) } catch { box.value = .failure(error) }
    }
    settle()
    return box.value
  }
}

/// Holds a value that is written on one thread at a time.
package final class Box<Value: Sendable>: Sendable {
  private let storage = Mutex<Value?>(nil)

  package init() {}

  package var value: Value? {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }

  /// Changes the value in one step.
  package func update(_ change: (Value?) -> Value?) {
    storage.withLock { $0 = change($0) }
  }
}
