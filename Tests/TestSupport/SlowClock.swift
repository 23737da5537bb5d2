package import CatchwordCompletion
import Foundation

/// Real time that passes more slowly, so that a dialogue in milliseconds can be held by a machine that is busy, or by
/// programs that a sanitizer makes ten times slower.
package struct SlowClock: Clock {
  /// A time since the clock was made.
  package struct Instant: InstantProtocol {
    var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// The environment's variable that says how many times slower.
  package static let variable = "CATCHWORD_TEST_SLOWDOWN"

  /// How many times slower the tests' time is than the world's.
  package static let slowdown = ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? 1

  /// True where that is said, which is where programs are built with a sanitizer.
  package static let isSanitized = ProcessInfo.processInfo.environment[variable] != nil

  private let base = ContinuousClock()
  private let start = ContinuousClock.now
  private let slowdown: Int

  /// - Parameter slowdown: How many times slower than the world's time.
  package init(slowdown: Int = SlowClock.slowdown) { self.slowdown = slowdown }

  package var now: Instant { Instant(offset: (base.now - start) / slowdown) }
  package var minimumResolution: Duration { base.minimumResolution }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: start + deadline.offset * slowdown, tolerance: nil)
  }
}

extension SlowClock {
  /// The members of a settings file with which a server that a sanitizer makes slower has its default times in the tests'
  /// time; empty for any other server, which keeps its defaults.
  package static var defaultTimes: String {
    guard slowdown > 1 else { return "" }
    let defaults = CompletionSettings()
    let milliseconds = { (time: Duration) in Int(time / .milliseconds(1)) * slowdown }
    return #""budget": \#(milliseconds(defaults.budget)), "emptyBudget": \#(milliseconds(defaults.emptyBudget)),"#
  }
}

extension EngineClock {
  /// For bounds that only what hangs shall reach, with hundreds of tests at once on two cores.
  package static var unhurried: EngineClock { EngineClock(SlowClock(slowdown: 30)) }
}
