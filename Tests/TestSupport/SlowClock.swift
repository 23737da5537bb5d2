import Foundation

/// Real time that passes more slowly, so that a dialogue in milliseconds can be held by a machine that is busy, or by
/// programs that a sanitizer makes ten times slower.
public struct SlowClock: Clock {
  /// A time since the clock was made.
  public struct Instant: InstantProtocol {
    var offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// How many times slower the tests' time is than the world's.
  public static let slowdown =
    ProcessInfo.processInfo.environment["CATCHWORD_TEST_SLOWDOWN"].flatMap(Int.init) ?? 2

  private let base = ContinuousClock()
  private let start = ContinuousClock.now

  public init() {}

  public var now: Instant { Instant(offset: (base.now - start) / SlowClock.slowdown) }
  public var minimumResolution: Duration { base.minimumResolution }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: start + deadline.offset * SlowClock.slowdown, tolerance: nil)
  }
}
