public import CatchwordMatching

/// Everything that speaks for or against one candidate, as plain values from 0 to 1 with neutral defaults.
public struct RankingSignals: Equatable, Sendable {
  /// How it matches what was typed; nil when nobody has looked.
  public var matchKind: MatchKind?
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
  /// How often, and how lately, the user has chosen it in this language.
  public var accepted = 0.0
  /// The priority of its source, from -1 to 1.
  public var priority = 0.0

  /// No opinion.
  public init() {}

  /// How much each signal counts.
  enum Weight {
    /// Repeated phrases are the strongest hint there is.
    static let likelihood = 0.06
    /// What was chosen before will be chosen again, wherever it was; so it is worth less than what stands just here.
    static let accepted = 0.05
    /// What is being written about is written nearby.
    static let proximity = 0.04
    /// This document, then this language, then the rest.
    static let affinity = 0.03
    /// Words come in bursts.
    static let recency = 0.025
    /// Common words are common.
    static let frequency = 0.025
    /// The user's own lists may outrank chance words.
    static let priority = 0.02
  }

  /// One number to order by; greater is better.
  ///
  /// What begins with what was typed comes first, always: people type the beginnings of words. Among equals in that, the
  /// match decides unless the context has something to say; the weights sum to less than one band of match quality
  /// per three signals, so that no single one turns a poor match into the first item.
  public var score: Double {
    // In the order of `explained`, so that the sums are equal to the last bit.
    (isPrefix ? 1 : 0) + matchQuality + Weight.likelihood * likelihood + Weight.accepted * accepted
      + Weight.proximity * proximity + Weight.affinity * candidate.affinity + Weight.recency * candidate.recency
      + Weight.frequency * candidate.frequency + Weight.priority * priority
  }

  /// Every signal by name, with its value and what it contributes to `score`, in the order in which they are added.
  public var explained: [(name: String, value: Double, contribution: Double)] {
    [
      ("prefix", isPrefix ? 1 : 0, isPrefix ? 1 : 0), ("match", matchQuality, matchQuality),
      ("likelihood", likelihood, Weight.likelihood * likelihood),
      ("accepted", accepted, Weight.accepted * accepted), ("proximity", proximity, Weight.proximity * proximity),
      ("affinity", candidate.affinity, Weight.affinity * candidate.affinity),
      ("recency", candidate.recency, Weight.recency * candidate.recency),
      ("frequency", candidate.frequency, Weight.frequency * candidate.frequency),
      ("priority", priority, Weight.priority * priority),
    ]
  }
}
