public import CatchwordCompletion
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

  /// The environment's variable that says how many times slower.
  public static let variable = "CATCHWORD_TEST_SLOWDOWN"

  /// How many times slower the tests' time is than the world's.
  public static let slowdown = ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? 1

  /// True where that is said, which is where programs are built with a sanitizer.
  public static let isSanitized = ProcessInfo.processInfo.environment[variable] != nil

  private let base = ContinuousClock()
  private let start = ContinuousClock.now
  private let slowdown: Int

  /// - Parameter slowdown: How many times slower than the world's time.
  public init(slowdown: Int = SlowClock.slowdown) { self.slowdown = slowdown }

  public var now: Instant { Instant(offset: (base.now - start) / slowdown) }
  public var minimumResolution: Duration { base.minimumResolution }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: start + deadline.offset * slowdown, tolerance: nil)
  }
}

extension EngineClock {
  /// For bounds that only what hangs shall reach, with hundreds of tests at once on two cores.
  public static var unhurried: EngineClock { EngineClock(SlowClock(slowdown: 30)) }
}
