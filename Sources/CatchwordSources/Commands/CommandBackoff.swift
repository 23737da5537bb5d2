/// When a program that failed is started again: at once the first time it is needed, then after pauses that grow.
struct CommandBackoff {
  /// The first pause.
  static let first = Duration.milliseconds(250)
  /// The longest pause.
  static let longest = Duration.seconds(30)

  private var failures = 0
  private var end = Duration.zero

  /// True while it is left alone.
  func isPausing(now: Duration) -> Bool { now < end }

  /// It failed.
  ///
  /// - Returns: For how long it is left alone.
  mutating func didFail(now: Duration) -> Duration {
    let pause = min(CommandBackoff.first * (1 << min(failures, 16)), CommandBackoff.longest)
    failures += 1
    end = now + pause
    return pause
  }

  /// It did what it should.
  mutating func didSucceed() { self = CommandBackoff() }
}
