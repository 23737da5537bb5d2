/// How likely tokens are behind a context: what followed longer and longer parts of it, mixed.
struct Mixture {
  /// What followed one part of the context: tokens with the weights of their votes.
  struct Votes {
    private(set) var weights: TokenTable<Float>
    private(set) var sum: Float = 0
    private(set) var count = 0
    /// How many different tokens there are.
    ///
    /// - Complexity: O(1), and O(*n*) when votes were taken back.
    var distinct: Int {
      if !hasRemoved { return weights.count + others }
      var count = others
      weights.forEach { if $1 > 0 { count += 1 } }
      return count
    }
    private var others = 0
    private var hasRemoved = false

    /// - Parameter capacity: How many tokens there will be, at most.
    init(capacity: Int = 8) { weights = TokenTable(none: 0, capacity: capacity) }

    /// What part of all votes a token has; there are some.
    func share(of token: Token) -> Float { weights[token] / sum }

    mutating func add(_ token: Token, _ weight: Float) {
      weights[token] += weight
      sum += weight
      count += 1
    }

    /// Adds votes of 1.
    ///
    /// - Parameter isWanted: Which tokens' votes count; nil for all.
    mutating func add(_ successors: FrequentContexts.Successors, where isWanted: ((Token) -> Bool)?) {
      for (token, count) in zip(successors.tokens, successors.counts) where isWanted?(token) ?? true {
        weights[token] += Float(count)
        sum += Float(count)
        self.count += Int(count)
      }
      if isWanted != nil { return }
      others += successors.others.distinct
      sum += Float(successors.others.count)
      count += successors.others.count
    }

    /// Takes a vote of 1 back that was added so.
    mutating func remove(_ token: Token) {
      sum -= 1
      count -= 1
      hasRemoved = true
      if weights.has(token) { weights[token] -= 1 }
    }
  }

  /// What followed the last token, the last two, and so on, and how much of the likelihood that is given.
  private(set) var orders: [(votes: Votes, trust: Float)] = []
  /// The part of each token's likelihood that comes from votes.
  private(set) var shares: TokenTable<Float>
  /// The part of the likelihood that is left to tokens regardless of context.
  private(set) var rest: Float = 1

  /// Mixes what followed longer and longer parts of a context.
  ///
  /// - Parameter escape: How much each different token takes of the trust in a part.
  /// - Complexity: O(number of different tokens).
  init(_ parts: [Votes], escape: Float) {
    orders = parts.lazy.filter { $0.count > 0 }.map { votes in
      (votes, Float(votes.count) / (Float(votes.count) + escape * Float(votes.distinct)))
    }
    shares = TokenTable(none: 0, capacity: orders.first?.votes.weights.count ?? 0)
    // The longest part comes first; each takes its share of what those before it have left.
    for order in orders.indices.reversed() {
      let trust = orders[order].trust
      let share = rest * trust / orders[order].votes.sum
      orders[order].votes.weights.forEach { if $1 > 0 { shares[$0] += share * $1 } }
      rest *= 1 - trust
    }
  }
}
