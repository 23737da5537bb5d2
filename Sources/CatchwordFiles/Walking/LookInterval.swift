/// The interval for checking files without change reports.
package enum LookInterval {
  /// The minimum interval.
  private static let least = Duration.seconds(2)
  /// The share of time for checks, at most one part in this number: many files or a slow disk keep nothing busy.
  package static let lookShare = 100
  /// The share of time for reading changed files, as at most one part in this number.
  package static let readShare = 10

  /// Returns the time of the next check.
  ///
  /// - Parameters:
  ///   - start: The time at which the last check began.
  ///   - end: The time at which the last check ended.
  ///   - share: The share of time, as at most one part in this number.
  package static func next(after start: Duration, _ end: Duration, share: Int = lookShare) -> Duration {
    start + max(least, (end - start) * share)
  }
}
