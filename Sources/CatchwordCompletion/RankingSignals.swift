public import CatchwordMatching
public import CatchwordPrediction

/// Everything that speaks for or against one candidate, as plain values with neutral defaults.
public struct RankingSignals: Equatable, Sendable {
  /// How it matches what was typed; nil when nobody has looked.
  public var matchKind: MatchKind?
  /// True when the candidate begins with what was typed.
  public var isPrefix = false
  /// True when it does but for one typo, and is so likely that it may be meant all the same.
  public var isMended = false
  /// True when it begins with what was typed, capitals and accents included.
  public var isWrittenAlike = false
  /// True when it begins with the first character that was typed.
  public var beginsAlike = false
  /// How many bytes have been typed of what begins before the word and goes on as it was typed, as `if-` of the snippet
  /// `if-else`; 0 for all else.
  public var symbolLength = 0
  /// True for a snippet whose name has been typed in full.
  public var isWholeName = false
  /// How well the characters match, from 0 to 1.
  public var matchQuality = 0.0
  /// How many characters have been typed.
  public var typedLength = 0
  /// What its sources know about it.
  public var candidate = CandidateSignals()
  /// How likely it is to be what comes next, by all that is written here.
  public var prediction = Prediction.Signals()
  /// How often, and how lately, the user has chosen it in this language, from 0 to 1.
  public var accepted = 0.0
  /// The priority of its source, from -1 to 1.
  public var priority = 0.0

  /// No opinion.
  public init() {}

  /// How much each signal counts, in nats: 1 makes up for odds that are *e* times less.
  enum Weight {
    /// What begins with what was typed comes first, always: people type the beginnings of words.
    static let prefix = 1000.0
    /// Nobody types marks that begin a name by chance; of two names, the one counts of which more has been typed.
    static let symbol = 100.0
    /// For each byte that has been typed of it.
    static let symbolByte = 4.0
    /// What has been typed in full comes before what is longer.
    static let wholeSymbol = 2.0
    /// What a user has given a name to, and calls by it, is what is wanted.
    static let wholeName = 50.0
    /// Who types a capital means it, and small letters as a rule, too.
    static let otherWriting = -1.2
    /// What was chosen before will be chosen again, wherever it was.
    static let accepted = 1.2
    /// This document, then this language, then the rest.
    static let affinity = 0.1
    /// Words come in bursts.
    static let recency = 0.1
    /// Of Han, what is known to be a word comes before what is a part of one, or a phrase.
    static let cohesion = 8.0
    /// Common words are common.
    static let frequency = 0.2
    /// The user's own lists may outrank chance words.
    static let priority = 0.5
    /// Who has typed a whole word may well be done with it.
    static let whole = 1.0
    /// Of what does not begin with what was typed, the better match.
    static let quality = 1.0
    /// Of two that do, the shorter one, when nothing else tells them apart.
    static let prefixQuality = 0.001
  }

  /// What is left of the trust in a candidate that does not begin with what was typed, in nats.
  ///
  /// Parts that begin words are nearly as good as a beginning, when there are enough of them; a typo is
  /// rarer, and letters here and there are mostly chance (measured on typed words with typos and abbreviations).
  private var trust: Double {
    guard let matchKind else { return 0 }
    switch matchKind {
    case .exact, .prefix: return symbolTrust(isWhole: matchKind == .exact) + (isWrittenAlike ? 0 : Weight.otherWriting)
    case .initials where beginsAlike: return typedLength < 3 ? -1.5 : -0.3
    case .initials: return typedLength < 3 ? -6 : -4.2
    case .typo: return isMended ? -6 : -3.2
    case .wordPrefix: return typedLength < 3 ? -6 : -4.2
    case .substring: return typedLength < 3 ? -7 : -5
    case .scattered: return typedLength < 3 ? -8 : -5.6
    }
  }

  /// What is added for a candidate that begins as it was typed: for marks before the word, and for what is typed in full.
  private func symbolTrust(isWhole: Bool) -> Double {
    if symbolLength > 0 {
      return Weight.symbol + Weight.symbolByte * Double(min(symbolLength, 64)) + (isWhole ? Weight.wholeSymbol : 0)
    }
    guard isWhole, isWrittenAlike else { return 0 }
    if isWholeName { return Weight.wholeName }
    return typedLength >= 3 ? Weight.whole : 0
  }

  /// One number to order by; greater is better.
  ///
  /// - Complexity: O(1), without allocating anything.
  public var score: Double {
    var sum = 0.0
    forEachSignal { _, _, contribution in sum += contribution }
    return sum
  }

  /// Every signal by name, with its value and what it contributes to `score`, in the order in which they are added.
  public var explained: [(name: String, value: Double, contribution: Double)] {
    var explained: [(name: String, value: Double, contribution: Double)] = []
    forEachSignal { explained.append(($0, $1, $2)) }
    return explained
  }

  /// Calls `body` with the name, the value and the contribution of each signal, in the order in which they are added.
  @inline(__always)
  private func forEachSignal(_ body: (_ name: String, _ value: Double, _ contribution: Double) -> Void) {
    let trust = trust
    body("prefix", isPrefix || isMended ? 1 : 0, isPrefix || isMended ? Weight.prefix : 0)
    body("trust", trust, trust)
    body("match", matchQuality, (isPrefix ? Weight.prefixQuality : Weight.quality) * matchQuality)
    body("prediction", prediction.score, prediction.score)
    body("accepted", accepted, Weight.accepted * accepted)
    body("affinity", candidate.affinity, Weight.affinity * candidate.affinity)
    body("recency", candidate.recency, Weight.recency * candidate.recency)
    body("frequency", candidate.frequency, Weight.frequency * candidate.frequency)
    body("cohesion", candidate.cohesion, Weight.cohesion * candidate.cohesion)
    body("priority", priority, Weight.priority * priority)
  }
}
