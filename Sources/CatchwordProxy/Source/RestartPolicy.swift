/// When a program that keeps ending may be started again: later each time, and in the end no more.
struct RestartPolicy: Equatable, Sendable {
  /// How often it may end soon after its start.
  static let maximumFailures = 5
  /// Who has run for so long has not failed.
  static let goodRun = Duration.seconds(60)
  /// How long to wait after the first failure; twice as long after each further one.
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
