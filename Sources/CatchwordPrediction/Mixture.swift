/// The likelihoods of tokens after a context: a mixture of the successors of longer and longer parts of it.
struct Mixture {
  /// The tokens that followed one part of the context, with the weights of their votes.
  struct Votes {
    private(set) var weights: TokenTable<Float>
    private(set) var sum: Float = 0
    private(set) var count = 0
    /// The number of different tokens.
    ///
    /// - Complexity: O(1), or O(*n*) after votes were removed.
    var distinct: Int {
      if !hasRemoved { return weights.count + others }
      var count = others
      weights.forEach { if $1 > 0 { count += 1 } }
      return count
    }
    private var others = 0
    private var hasRemoved = false

    /// - Parameter capacity: The expected maximum number of tokens.
    init(capacity: Int = 8) { weights = TokenTable(none: 0, capacity: capacity) }

    /// Returns a token's share of all votes; there must be votes.
    func share(of token: Token) -> Float { weights[token] / sum }

    mutating func add(_ token: Token, _ weight: Float, count: Int = 1) {
      weights[token] += weight
      sum += weight
      self.count += count
    }

    /// Adds votes for tokens that are not named.
    mutating func addOthers(distinct: Int, count: Int, weight: Float) {
      others += distinct
      sum += weight
      self.count += count
    }

    /// Adds counted successors.
    ///
    /// - Parameter isWanted: The filter for the tokens whose votes count; nil for all.
    mutating func add(_ successors: FrequentContexts.Successors, where isWanted: ((Token) -> Bool)?) {
      // By index, as three sequences are walked together.
      let (tokens, counts, weights) = (successors.tokens, successors.counts, successors.weights)
      for index in tokens.indices where isWanted?(tokens[index]) ?? true {
        self.weights[tokens[index]] += weights[index]
        sum += weights[index]
        count += Int(counts[index])
      }
      if isWanted != nil { return }
      let rest = successors.others
      addOthers(distinct: rest.distinct, count: rest.count, weight: rest.weight)
    }

    /// Removes a vote that was added in this way.
    mutating func remove(_ token: Token, _ weight: Float) {
      sum -= weight
      count -= 1
      hasRemoved = true
      if weights.has(token) { weights[token] -= weight }
    }
  }

  /// The votes after the last token, the last two, and so on, each with its share of the likelihood left to it.
  private(set) var orders: [(votes: Votes, certainty: Float)] = []
  /// The part of each token's likelihood that comes from votes.
  private(set) var shares: TokenTable<Float>
  /// The part of the likelihood that is left for tokens regardless of the context.
  private(set) var rest: Float = 1

  /// Mixes the successors of longer and longer parts of a context.
  ///
  /// - Parameter escape: The weight of each different token against the certainty in a part.
  /// - Complexity: O(number of different tokens).
  init(_ parts: [Votes], escape: Float) {
    orders = parts.lazy.filter { $0.count > 0 }.map { votes in
      (votes, Float(votes.count) / (Float(votes.count) + escape * Float(votes.distinct)))
    }
    shares = TokenTable(none: 0, capacity: orders.first?.votes.weights.count ?? 0)
    // The longest part comes first; each takes its share of the likelihood that the longer ones have left.
    for order in orders.indices.reversed() {
      let certainty = orders[order].certainty
      let share = rest * certainty / orders[order].votes.sum
      orders[order].votes.weights.forEach { if $1 > 0 { shares[$0] += share * $1 } }
      rest *= 1 - certainty
    }
  }
}
