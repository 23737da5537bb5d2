/// The points for the parts of a placement.
enum MatchWeights {
  /// For every matched character: the unit of the scale.
  static let character: Int32 = 16
  /// At the start of a word: people type the starts of words, and skip to the next one sooner than go on in this one.
  static let wordStart: Int32 = 16
  /// At the start of the candidate: the first letter typed is nearly always the first letter wanted.
  static let candidateStart: Int32 = 8
  /// Right after the previous match: people type runs.
  static let adjacency: Int32 = 8
  /// For a gap: each break in a run is a little evidence against the match.
  static let gapOpening: Int32 = -6
  /// For each further character skipped: near is better than far apart.
  static let gapExtension: Int32 = -1
  /// For a character written as typed: of two places that are otherwise equal, the one that looks the same is meant.
  static let sameWriting: Int32 = 1

  /// The width of a kind's band on the scale from 0 to 1.
  static let bandWidth = 1.0 / Double(MatchKind.allCases.count)

  /// Returns the lower end of a kind's band.
  static func band(_ kind: MatchKind) -> Double { Double(kind.rawValue) * bandWidth }

  /// Returns the maximum number of points for a pattern of this length.
  static func best(patternLength: Int) -> Int32 {
    candidateStart + (character + wordStart + sameWriting) * Int32(patternLength) + adjacency * Int32(patternLength - 1)
  }

  /// The maximum share of its quality that a match loses to the rest of the candidate that was not typed. After a
  /// prefix the rest is what the user saves typing, so it counts less than text around a match elsewhere.
  static let restAfterPrefix = 0.1
  static let restAround = 0.2

  /// A capital or an accent takes an effort, so it is meant when typed (smart case): half of the letter's share is lost
  /// when it is missing.
  static let missingEffort = 0.5
  /// A small, plain letter is what most people type for a capital at the start of a word, so next to nothing is lost.
  static let plainAtWordStart = 0.02
  /// Elsewhere a capital or an accent is a little less expected, but costs less than a few more letters do.
  static let plainInside = 0.05
}
