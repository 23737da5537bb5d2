/// How often and how lately a word was accepted, in two numbers that do not change as time passes.
///
/// An acceptance counts 1 when it happens, and half as much after each half-life. Instead of the sum as it is now, the
/// logarithm of the sum as it would be at the beginning of time is kept: it is the same whenever it is looked at, and in
/// whatever order acceptances are added, so that files of several servers can be put together. (Forward decay: Cormode,
/// Shkapenyuk, Srivastava and Xu, "Forward Decay: A Practical Time Decay Model for Streaming Systems", ICDE 2009.)
struct AcceptanceWorth: Equatable, Sendable {
  /// In seconds: what is written about changes from week to week rather than from day to day or from year to year.
  static let halfLife = 14 * 86_400.0
  /// In seconds: what was chosen in this sitting is likelier to be meant than what was chosen in the last.
  static let recencyHalfLife = 4 * 3600.0
  /// So many fresh acceptances speak half as much for a word as any number can: the tenth says less than the second.
  static let evidence = 2.0
  /// How much of the whole is frequency; the rest is recency.
  static let frequencyShare = 0.75

  /// The base-2 logarithm of the sum, at the beginning of time.
  private(set) var level: Double
  /// When it was accepted last, in seconds since 1970.
  private(set) var last: Double

  /// One acceptance.
  init(at time: Double) {
    level = time / AcceptanceWorth.halfLife
    last = time
  }

  /// A sum as it was written; nil when no sum can be so.
  init?(level: Double, last: Double) {
    guard level.isFinite, last.isFinite, level >= last / AcceptanceWorth.halfLife - 0.001 else { return nil }
    self.level = level
    self.last = last
  }

  /// Adds what is known from elsewhere.
  mutating func add(_ other: AcceptanceWorth) {
    let (greater, lesser) = (max(level, other.level), min(level, other.level))
    level = greater + Platform.logarithm(of: 1 + Platform.power(of: lesser - greater))
    last = max(last, other.last)
  }

  /// The same, with nothing in the future: a clock that was wrong for an hour must not count for years.
  func limited(to now: Double) -> AcceptanceWorth {
    guard last > now else { return self }
    var limited = self
    limited.level -= (last - now) / AcceptanceWorth.halfLife
    limited.last = now
    return limited
  }

  /// How much it speaks for a word, from 0 to 1.
  func value(at now: Double) -> Double {
    let sum = Platform.power(of: min(level - now / AcceptanceWorth.halfLife, 64))
    let frequency = sum / (sum + AcceptanceWorth.evidence)
    let recency = Platform.power(of: -max(0, now - last) / AcceptanceWorth.recencyHalfLife)
    return AcceptanceWorth.frequencyShare * frequency + (1 - AcceptanceWorth.frequencyShare) * recency
  }
}
