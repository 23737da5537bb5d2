/// The engine's view of time: the duration since some beginning, and a way to wait for one.
///
/// It wraps any `Clock` of durations, so that the same engine runs on real time and, in tests, on a manual clock.
public struct EngineClock: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  /// Wraps a clock; its present instant is zero.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let beginning = clock.now
    read = { beginning.duration(to: clock.now) }
    wait = { try await clock.sleep(until: beginning.advanced(by: $0), tolerance: nil) }
  }

  /// Creates a clock of real time.
  public init() { self.init(ContinuousClock()) }

  /// The time since the beginning.
  public var now: Duration { read() }

  /// Waits until a time since the beginning.
  ///
  /// - Throws: `CancellationError` when the current task is cancelled.
  public func sleep(until deadline: Duration) async throws { try await wait(deadline) }
}
