/// Keeps what is written below a number of bytes a second, on average, so that those who read are not kept waiting.
struct WritingPace {
  private let rate: Int?
  private let begin: ContinuousClock.Instant
  private var bytes = 0

  /// Begins.
  ///
  /// - Parameter rate: The maximum number of bytes a second, at least one; nil for no maximum.
  init(atMost rate: Int?, from begin: ContinuousClock.Instant = .now) {
    (self.rate, self.begin) = (rate.map { max(1, $0) }, begin)
  }

  /// Counts bytes that have been written.
  mutating func count(_ written: Int) { bytes += written }

  /// The time before which nothing more is to be written.
  var end: ContinuousClock.Instant { rate.map { begin + .seconds(Double(bytes) / Double($0)) } ?? begin }

  /// Waits until more may be written.
  ///
  /// - Parameter meanwhile: Called a few times a second.
  func pause<Failure: Error>(_ meanwhile: () throws(Failure) -> Void) throws(Failure) {
    while case let left = end - .now, left > .zero {
      try meanwhile()
      StreamSocket.pause(min(max(left, .milliseconds(1)), .milliseconds(250)))
    }
  }
}
