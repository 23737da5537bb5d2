/// How likely tokens are behind a context: what followed longer and longer parts of it, mixed.
struct Mixture {
  /// What followed one part of the context: tokens with the weights of their votes.
  struct Votes {
    private(set) var weights: TokenTable<Float>
    private(set) var sum: Float = 0
    private(set) var count = 0

    /// - Parameter capacity: How many tokens there will be, at most.
    init(capacity: Int = 8) { weights = TokenTable(none: 0, capacity: capacity) }

    mutating func add(_ token: Token, _ weight: Float) {
      weights[token] += weight
      sum += weight
      count += 1
    }
  }

  /// The part of each token's likelihood that comes from votes.
  private(set) var shares = TokenTable<Float>(none: 0)
  /// The part of the likelihood that is left to tokens regardless of context.
  private(set) var rest: Float = 1

  /// Adds what followed the next longer part of the context.
  ///
  /// - Complexity: O(number of different tokens).
  mutating func add(_ votes: Votes, escape: Float) {
    guard votes.count > 0 else { return }
    let trust = Float(votes.count) / (Float(votes.count) + escape * Float(votes.weights.count))
    rest *= 1 - trust
    shares.updateAll { $0 *= 1 - trust }
    votes.weights.forEach { shares[$0] += trust * $1 / votes.sum }
  }
}
