/// Everything that speaks for or against one candidate, as plain values from 0 to 1 with neutral defaults.
public struct RankingSignals: Equatable, Sendable {
  /// True when the candidate begins with what was typed.
  public var isPrefix = false
  /// How well the characters match.
  public var matchQuality = 0.0
  /// What its sources know about it.
  public var candidate = CandidateSignals()
  /// How near the cursor the word stands.
  public var proximity = 0.0
  /// How likely it is to follow the words before the cursor.
  public var likelihood = 0.0
  /// The priority of its source, from -1 to 1.
  public var priority = 0.0

  /// No opinion.
  public init() {}

  /// One number to order by; greater is better.
  ///
  /// What begins with what was typed comes first, always: people type the beginnings of words. Among equals in that, the
  /// match decides unless the context has something to say; the weights below sum to less than one band of match quality
  /// per three signals, so that no single one turns a poor match into the first item.
  public var score: Double {
    (isPrefix ? 1 : 0) + matchQuality
      + 0.06 * likelihood  // Repeated phrases are the strongest hint there is.
      + 0.04 * proximity  // What is being written about is written nearby.
      + 0.03 * candidate.affinity  // This document, then this language, then the rest.
      + 0.025 * candidate.recency  // Words come in bursts.
      + 0.025 * candidate.frequency  // Common words are common.
      + 0.02 * priority  // The user's own lists may outrank chance words.
  }
}
