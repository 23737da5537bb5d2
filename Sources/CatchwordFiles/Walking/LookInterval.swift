/// How often files are looked at again that nobody has said to have changed.
package enum LookInterval {
  /// How long a file is taken to be unchanged without looking, at least.
  private static let least = Duration.seconds(2)
  /// At most one part in so many of the time goes into looking, so that many files, or a slow disk, keep nothing busy.
  package static let lookShare = 100
  /// At most one part in so many goes into reading what has changed.
  package static let readShare = 10

  /// When to look next.
  ///
  /// - Parameters:
  ///   - start: When the last look began.
  ///   - end: When it ended.
  ///   - share: One part in so many of the time may go into it.
  package static func next(after start: Duration, _ end: Duration, share: Int = lookShare) -> Duration {
    start + max(least, (end - start) * share)
  }
}
