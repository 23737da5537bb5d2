/// The weights of votes.
///
/// These numbers were fitted by conditional logit to seven bodies of text (five languages, prose, configuration), which
/// are not used for measurements.
enum VoteWeights {
  // MARK: Votes of what followed a context

  /// The weight of a context in this document, and what is added when it is recent.
  static let here: Float = 60
  static let hereRecent: Float = 300
  /// The weight of a context in another open document; in a file it is 1.
  static let open: Float = 3
  /// The weight of a use in a further folder: with a quarter, a word that is frequent elsewhere came before the project's
  /// own, and the figures of `quality` were the same.
  static let further: Float = 1 / 16
  /// The distance in tokens after which a third of the added weight for recent contexts is left.
  static let recency = 2000.0

  /// The likelihood that is left to shorter contexts: this many times the number of different successors, relative to
  /// the number of occurrences (Witten and Bell 1991, method C, with a weight).
  static let escape: Float = 6
  /// The same where several tokens are predicted; it calibrates their likelihood.
  static let continuationEscape: Float = 4
  /// What is likeliest of some is overrated: its share is raised to the power of 1 and this for each doubling of the number of
  /// different tokens that have followed the longest part of the context, up to four. Fitted to 4,000 texts in Python's `email`
  /// and `asyncio`.
  static let overrating = 0.25
  static let overratingTokens = 4.0

  // MARK: Votes without a context

  /// The weight of each use of a word in this document; in a file it is 1.
  static let useHere = 100.0
  /// The weight that the last use of a word adds when it is next to the cursor.
  static let recentUse: Float = 3750

  /// Returns the number of files that are assumed to have a word, where only the number of its uses is known: the average over
  /// eighty bodies of text.
  static func files(ofUses uses: Double) -> Double {
    uses == 0 ? 0 : SystemMath.exponential(of: SystemMath.logarithm(of: 1 + uses) * 2 / 3) - 1
  }

  // MARK: Votes of a line's layout, and of pairs of words

  static let layoutHere: Float = 30
  static let layoutRecent: Float = 120
  static let layoutRecency = 500.0

  /// The number of tokens before the cursor whose subwords count, and the distance scale of their decay.
  static let subwordReach = 60
  static let subwordDecay = 30.0
}

/// e^(-age / scale), for ages in tokens.
struct Decay: Sendable {
  private let values: ContiguousArray<Float>
  private static let reach = 16384

  static let recency = Decay(scale: VoteWeights.recency)
  static let layout = Decay(scale: VoteWeights.layoutRecency)

  private init(scale: Double) {
    let ratio = SystemMath.exponential(of: -1 / scale)
    var values = ContiguousArray<Float>()
    var value = 1.0
    for _ in 0..<Decay.reach {
      values.append(Float(value))
      value *= ratio
    }
    self.values = values
  }

  /// The value for an age in tokens; 0 from 16384 on.
  subscript(age: Int) -> Float { abs(age) < values.count ? values[abs(age)] : 0 }
}
