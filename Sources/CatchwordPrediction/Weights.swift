/// What votes count.
///
/// These numbers were fitted by conditional logit on seven bodies of text (five languages, prose, configuration), and not on
/// those that the figures are measured on.
enum Weights {
  // MARK: Votes of what followed a context

  /// Where a context came before in this document; more just now.
  static let here: Float = 60
  static let hereRecent: Float = 300
  /// In another open document; in a file the vote is 1.
  static let open: Float = 3
  /// After so many tokens, a third of what was recent is left of it.
  static let recency = 2000.0

  /// How much of the likelihood is left to shorter contexts: so many times the number of different successors, against the
  /// number of occurrences (Witten and Bell 1991, method C, with a weight).
  static let escape: Float = 6
  /// The same where several tokens are predicted; it makes their likelihood a calibrated one.
  static let continuationEscape: Float = 4

  // MARK: Votes without a context

  /// Each time a word stands in this document; in a file it is 1.
  static let useHere = 100.0
  /// What its last use adds if that is just now.
  static let recentUse: Float = 3750

  // MARK: Votes of a line's layout, and of pairs of words

  static let layoutHere: Float = 30
  static let layoutRecent: Float = 120
  static let layoutRecency = 500.0

  /// Parts of words count among so many tokens before the cursor, and less with the distance.
  static let subwordReach = 60
  static let subwordDecay = 30.0
}

/// e^(-age / scale), for ages in tokens.
struct Decay: Sendable {
  private let values: ContiguousArray<Float>
  private static let reach = 16384

  static let recency = Decay(scale: Weights.recency)
  static let layout = Decay(scale: Weights.layoutRecency)

  private init(scale: Double) {
    let ratio = Platform.exponential(of: -1 / scale)
    var values = ContiguousArray<Float>()
    var value = 1.0
    for _ in 0..<Decay.reach {
      values.append(Float(value))
      value *= ratio
    }
    self.values = values
  }

  /// 0 beyond 16384 tokens.
  subscript(age: Int) -> Float { abs(age) < values.count ? values[abs(age)] : 0 }
}
