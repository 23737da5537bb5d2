import CatchwordPrediction

/// The frequency and recency of a word's acceptances, in two numbers that do not change as time passes.
///
/// An acceptance counts 1 when it happens, and half as much after each half-life. Instead of the current sum, the
/// logarithm of the sum at the beginning of time is kept: it does not depend on when it is read, nor on the order in
/// which acceptances are added, so files of several servers can be merged. (Forward decay: Cormode, Shkapenyuk,
/// Srivastava and Xu, "Forward Decay: A Practical Time Decay Model for Streaming Systems", ICDE 2009.)
struct AcceptanceWorth: Equatable, Sendable {
  /// The half-life in seconds: the user's topics change from week to week, not from day to day or from year to year.
  static let halfLife = 14 * 86_400.0
  /// The half-life of recency in seconds: a choice from this sitting is likelier to be meant than one from the last.
  static let recencyHalfLife = 4 * 3600.0
  /// The number of fresh acceptances with half of the greatest effect: the tenth says less than the second.
  static let evidence = 2.0
  /// The share of frequency in the value; the rest is recency.
  static let frequencyShare = 0.75

  /// The base-2 logarithm of the sum, at the beginning of time.
  private(set) var level: Double
  /// The time of the last acceptance, in seconds since 1970.
  private(set) var last: Double

  /// Creates the worth of one acceptance.
  init(at time: Double) {
    level = time / AcceptanceWorth.halfLife
    last = time
  }

  /// Creates a sum from its stored form; nil when no sum can have these values.
  init?(level: Double, last: Double) {
    guard level.isFinite, last.isFinite, level >= last / AcceptanceWorth.halfLife - 0.001 else { return nil }
    self.level = level
    self.last = last
  }

  /// Adds acceptances that were recorded elsewhere.
  mutating func add(_ other: AcceptanceWorth) {
    let (greater, lesser) = (max(level, other.level), min(level, other.level))
    level = greater + SystemMath.binaryLogarithm(of: 1 + SystemMath.powerOfTwo(lesser - greater))
    last = max(last, other.last)
  }

  /// Returns the worth with nothing in the future: a clock that was wrong for an hour must not count for years.
  func limited(to now: Double) -> AcceptanceWorth {
    guard last > now else { return self }
    var limited = self
    limited.level -= (last - now) / AcceptanceWorth.halfLife
    limited.last = now
    return limited
  }

  /// Returns the evidence for a word, from 0 to 1.
  func value(at now: Double) -> Double {
    let sum = SystemMath.powerOfTwo(min(level - now / AcceptanceWorth.halfLife, 64))
    let frequency = sum / (sum + AcceptanceWorth.evidence)
    let recency = SystemMath.powerOfTwo(-max(0, now - last) / AcceptanceWorth.recencyHalfLife)
    return AcceptanceWorth.frequencyShare * frequency + (1 - AcceptanceWorth.frequencyShare) * recency
  }
}
