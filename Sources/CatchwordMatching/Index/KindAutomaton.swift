/// Finds the kind of match of a candidate, reading its characters once.
///
/// Bit *j* of each set stands for the first *j* + 1 characters of the pattern (Shift-And, Baeza-Yates and Gonnet 1992),
/// so all ways to place them are followed at the same time, and the kind is the best one possible.
struct KindAutomaton {
  private let last: UInt64
  private var scattered: UInt64 = 0
  private var run: UInt64 = 0
  private var wordRun: UInt64 = 0
  private var initials: UInt64 = 0
  private var anyInitials: UInt64 = 0
  private var anyRun: UInt64 = 0
  private var anyWordRun: UInt64 = 0

  /// - Parameter patternLength: From 1 to 64.
  init(patternLength: Int) { last = 1 << UInt64(patternLength - 1) }

  /// Reads a character.
  ///
  /// - Parameters:
  ///   - places: The positions in the pattern at which it occurs, one bit for each.
  ///   - isStart: True when it begins a word.
  @inline(__always) mutating func read(_ places: UInt64, isStart: Bool) {
    let start: UInt64 = isStart ? .max : 0
    scattered |= (scattered << 1 | 1) & places
    run = (run << 1 | 1) & places
    wordRun = (wordRun << 1 | (start & 1)) & places
    initials = (initials << 1 | ((anyInitials << 1 | 1) & start)) & places
    anyInitials |= initials
    anyRun |= run
    anyWordRun |= wordRun
  }

  /// Reads a character that is not in the pattern.
  @inline(__always) mutating func readOther() { (run, wordRun, initials) = (0, 0, 0) }

  /// True when the kind is `wordPrefix`, whatever follows.
  @inline(__always) var isWordPrefix: Bool { anyWordRun & last != 0 }

  /// The kind of match of the characters read so far, prefixes aside; nil when they do not match.
  var kind: MatchKind? {
    if scattered & last == 0 { return nil }
    if isWordPrefix { return .wordPrefix }
    if anyInitials & last != 0 { return .initials }
    return anyRun & last != 0 ? .substring : .scattered
  }
}
