/// The pauses before a program that failed is started again: each is twice as long as the last one, up to a maximum.
struct CommandBackoff {
  /// The first pause.
  static let first = Duration.milliseconds(250)
  /// The longest pause.
  static let longest = Duration.seconds(30)

  private var failures = 0
  private var end = Duration.zero

  /// True while the program must not be started.
  func isPausing(now: Duration) -> Bool { now < end }

  /// Records a failure.
  ///
  /// - Returns: The length of the pause.
  mutating func didFail(now: Duration) -> Duration {
    let pause = min(CommandBackoff.first * (1 << min(failures, 16)), CommandBackoff.longest)
    failures += 1
    end = now + pause
    return pause
  }

  /// Records a success, which resets the pauses.
  mutating func didSucceed() { self = CommandBackoff() }
}
