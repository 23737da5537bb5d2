/// What a placement is worth, in points.
enum Weights {
  /// Every matched character: the unit of the scale.
  static let character: Int32 = 16
  /// At the start of a word: people type the starts of words, and skip to the next one sooner than go on in this one.
  static let wordStart: Int32 = 16
  /// At the start of the candidate: the first letter typed is nearly always the first letter wanted.
  static let candidateStart: Int32 = 8
  /// Right after the previous match: people type runs.
  static let adjacency: Int32 = 8
  /// A gap: each break in a run is a little evidence against.
  static let gapOpening: Int32 = -6
  /// Each further character skipped: far apart is worse than near.
  static let gapExtension: Int32 = -1
  /// Written just as typed: of two places that are otherwise equal, the one that looks the same is meant.
  static let sameWriting: Int32 = 1

  /// The width of a kind's band on the scale from 0 to 1.
  static let bandWidth = 1.0 / Double(MatchKind.allCases.count)

  /// Where the band of a kind begins.
  static func band(_ kind: MatchKind) -> Double { Double(kind.rawValue) * bandWidth }

  /// The most points that a pattern of this length can have.
  static func best(patternLength: Int) -> Int32 {
    candidateStart + (character + wordStart + sameWriting) * Int32(patternLength) + adjacency * Int32(patternLength - 1)
  }

  /// How much of its quality a match loses to what was not typed of the candidate, at most. Behind a prefix the rest is
  /// what the user is about to be spared, so it counts less than what stands around a match elsewhere.
  static let restAfterPrefix = 0.1
  static let restAround = 0.2

  /// A capital or an accent takes an effort, so who types one means it (smart case): half of the letter's share is lost
  /// when it is not there.
  static let missingEffort = 0.5
  /// A small, plain letter is what everybody types for a capital at the start of a word, so next to nothing is lost.
  static let plainAtWordStart = 0.02
  /// Elsewhere a capital or an accent is a little more of a surprise; less than a few more letters are.
  static let plainInside = 0.05
}
