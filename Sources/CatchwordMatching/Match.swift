/// The kinds of match between a candidate and a pattern, from the worst to the best.
///
/// A candidate has the best kind for which the pattern can be placed in it.
public enum MatchKind: UInt8, CaseIterable, Comparable, CustomStringConvertible, Sendable {
  /// The candidate begins with a text that is only a typo or two away: `recieve` in `receive`.
  case typo
  /// The characters occur in order, scattered over the candidate.
  case scattered
  /// They stand together in the middle of a word.
  case substring
  /// Each run of them begins a word: `fbb` in `fooBarBaz`.
  case initials
  /// They stand together at the beginning of a later word: `bar` in `fooBar`.
  case wordPrefix
  /// The candidate begins with them.
  case prefix
  /// The candidate is what was typed.
  case exact

  /// Orders by quality: a better kind is greater.
  public static func < (left: MatchKind, right: MatchKind) -> Bool { left.rawValue < right.rawValue }

  /// The name of the kind: a program that is built without the names of cases has no other.
  public var description: String {
    switch self {
    case .typo: "typo"
    case .scattered: "scattered"
    case .substring: "substring"
    case .initials: "initials"
    case .wordPrefix: "wordPrefix"
    case .prefix: "prefix"
    case .exact: "exact"
    }
  }
}

/// A successful match.
public struct Match: Equatable, Sendable {
  /// The kind of match.
  public var kind: MatchKind
  /// The quality of the match, from 0 to 1, comparable across kinds and pattern lengths.
  public var quality: Double
  /// The matched scalars of the candidate, by index, ascending; combining marks do not count.
  public var positions: [Int]
}

/// The kind and quality of a match, without its positions.
public struct MatchScore: Equatable, Sendable {
  /// The kind of match.
  public var kind: MatchKind
  /// The quality of the match, from 0 to 1, comparable across kinds and pattern lengths.
  public var quality: Double

  /// Creates a score.
  public init(kind: MatchKind, quality: Double) {
    self.kind = kind
    self.quality = quality
  }
}
