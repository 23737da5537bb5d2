/// The restart rule for a program that keeps ending: the delay doubles each time, and in the end it is given up.
struct RestartPolicy: Equatable, Sendable {
  /// The number of failures in a row after which it is given up.
  static let maximumFailures = 5
  /// The running time after which an end is not counted with the failures before it.
  static let goodRun = Duration.seconds(60)
  /// The delay after the first failure; it doubles after each further one.
  static let firstDelay = Duration.seconds(1)

  private var failures = 0
  private var started = Duration.zero
  private var earliest = Duration.zero

  /// True when it has failed too often.
  var hasGivenUp: Bool { failures >= RestartPolicy.maximumFailures }

  /// True when it may be started now.
  func mayStart(at now: Duration) -> Bool { !hasGivenUp && now >= earliest }

  mutating func didStart(at now: Duration) { started = now }

  mutating func didEnd(at now: Duration) {
    failures = now - started >= RestartPolicy.goodRun ? 1 : failures + 1
    earliest = now + RestartPolicy.firstDelay * (1 << (min(failures, 16) - 1))
  }
}
