public import CatchwordMatching
public import CatchwordPrediction

/// The values that speak for or against one candidate, as plain values with neutral defaults.
public struct RankingSignals: Equatable, Sendable {
  /// The kind of match with what was typed; nil when none was looked for.
  public var matchKind: MatchKind?
  /// True when the candidate begins with what was typed.
  public var isPrefix = false
  /// True when it begins so but for one typo, and is so likely that it may be meant all the same.
  public var isMended = false
  /// True for a name that no text contains, which is made of what was typed and the end of a known name.
  public var isNewName = false
  /// True for such a name where a known one may be meant, of which something else was typed.
  public var isDoubtful = false
  /// True when it begins with what was typed, capitals and accents included.
  public var isWrittenAlike = false
  /// True when it has a small letter where a capital was typed.
  public var lacksCapitals = false
  /// True when it begins with the first character that was typed.
  public var beginsAlike = false
  /// The number of bytes typed of a candidate that starts before the word and begins as it was typed, as `if-` of the
  /// snippet `if-else`; 0 for all others.
  public var symbolLength = 0
  /// True for a snippet whose name has been typed in full.
  public var isWholeName = false
  /// The quality of the match, from 0 to 1.
  public var matchQuality = 0.0
  /// The number of characters that have been typed.
  public var typedLength = 0
  /// The signals of its sources.
  public var candidate = CandidateSignals()
  /// The model's signals: how likely it is to come next, given all that is written here.
  public var prediction = Prediction.Signals()
  /// A measure of how often, and how recently, the user has chosen it in this language, from 0 to 1.
  public var accepted = 0.0
  /// True for a word of the change that is described, in the message of a commit.
  public var isOfChange = false
  /// The priority of its source, from -1 to 1.
  public var priority = 0.0

  /// Creates signals with the neutral defaults.
  public init() {}

  /// The weights of the signals, in nats: 1 makes up for odds that are *e* times less.
  enum Weight {
    /// A candidate that begins with what was typed always comes first: people type the beginnings of words.
    static let prefix = 1000.0
    /// Nobody types marks that begin a name by chance; of two names, the one of which more has been typed comes first.
    static let symbol = 100.0
    /// The weight of each byte that has been typed of it.
    static let symbolByte = 4.0
    /// A name that has been typed in full comes before longer ones.
    static let wholeSymbol = 2.0
    /// A snippet whose name, given by the user, has been typed in full is wanted.
    static let wholeName = 50.0
    /// Small letters are often typed for capitals, and letters for those with accents; but what is written is likelier.
    static let otherWriting = -1.2
    /// A capital that was typed is meant.
    static let otherCapitals = -3.0
    /// A name that exists is likelier than one that is made up.
    static let newName = -6.0
    /// It comes behind a known one that may be meant, whatever that was mistyped or abbreviated to.
    static let doubtful = -12.0
    /// Who describes a change speaks of what is in it (measured on 40 commits of this repository: 1 to 2).
    static let ofChange = 1.5
    /// A candidate that was chosen before will be chosen again, wherever it was.
    static let accepted = 1.2
    /// A word of this document comes before one of this language, and that before the rest.
    static let affinity = 0.1
    /// Words come in bursts.
    static let recency = 0.1
    /// A known word of Chinese characters comes before a part of a word, or a phrase.
    static let cohesion = 8.0
    /// Common words are used more often.
    static let frequency = 0.2
    /// The user's own lists may outrank chance words.
    static let priority = 0.5
    /// A whole word that has been typed may well be finished.
    static let whole = 1.0
    /// Of candidates that do not begin with what was typed, the better match comes first.
    static let quality = 1.0
    /// Of two that do, the shorter one comes first, when nothing else tells them apart.
    static let prefixQuality = 0.001
  }

  /// The penalty, in nats, by kind of match; for a prefix, the bonus for symbols and the penalty for another case.
  ///
  /// Parts that begin words are nearly as good as a beginning, when there are enough of them; a typo is rarer, and
  /// scattered letters are mostly chance (measured on typed words with typos and abbreviations).
  private var trust: Double {
    guard let matchKind else { return 0 }
    if isNewName { return isDoubtful ? Weight.doubtful : Weight.newName }
    switch matchKind {
    case .exact, .prefix: return symbolTrust(isWhole: matchKind == .exact) + writingTrust
    case .initials where beginsAlike: return typedLength < 3 ? -1.5 : -0.3
    case .initials: return typedLength < 3 ? -6 : -4.2
    case .typo: return isMended ? -6 : -3.2
    case .wordPrefix: return typedLength < 3 ? -6 : -4.2
    case .substring: return typedLength < 3 ? -7 : -5
    case .scattered: return typedLength < 3 ? -8 : -5.6
    }
  }

  /// Returns the bonus for a candidate that begins as typed: for marks before the word, and for a name typed in full.
  private func symbolTrust(isWhole: Bool) -> Double {
    if symbolLength > 0 {
      return Weight.symbol + Weight.symbolByte * Double(min(symbolLength, 64)) + (isWhole ? Weight.wholeSymbol : 0)
    }
    guard isWhole, isWrittenAlike else { return 0 }
    if isWholeName { return Weight.wholeName }
    return typedLength >= 3 ? Weight.whole : 0
  }

  /// The penalty for capitals and accents that are not as typed.
  private var writingTrust: Double {
    if isWrittenAlike { return 0 }
    return lacksCapitals ? Weight.otherCapitals : Weight.otherWriting
  }

  /// The number to order by; greater is better.
  ///
  /// - Complexity: O(1), without allocations.
  public var score: Double {
    var sum = 0.0
    forEachSignal { _, _, contribution in sum += contribution }
    return sum
  }

  /// The signals by name, each with its value and its contribution to `score`, in the order in which they are added.
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
    body("change", isOfChange ? 1 : 0, isOfChange ? Weight.ofChange : 0)
    body("recency", candidate.recency, Weight.recency * candidate.recency)
    body("frequency", candidate.frequency, Weight.frequency * candidate.frequency)
    body("cohesion", candidate.cohesion, Weight.cohesion * candidate.cohesion)
    body("priority", priority, Weight.priority * priority)
  }
}
