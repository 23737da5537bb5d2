/// The pauses before what failed is tried again, such as a program: each is twice as long as the last one, up to a maximum.
struct Backoff {
  /// The first pause.
  static let first = Duration.milliseconds(250)
  /// The longest pause.
  static let longest = Duration.seconds(30)

  private var failures = 0
  private var end = Duration.zero

  /// True while it must not be tried.
  func isPausing(now: Duration) -> Bool { now < end }

  /// Records a failure.
  ///
  /// - Parameter share: The share of the pause that is kept, from 0 to 1, so that not all who failed try again at once.
  /// - Returns: The length of the pause.
  @discardableResult
  mutating func didFail(now: Duration, share: Double = 1) -> Duration {
    let pause = min(Backoff.first * (1 << min(failures, 16)), Backoff.longest) * share
    failures += 1
    end = now + pause
    return pause
  }

  /// Records a success, which resets the pauses.
  mutating func didSucceed() { self = Backoff() }
}
