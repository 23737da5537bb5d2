import TestSupport
import Testing

@testable import CatchwordPrediction

struct MixtureTests {
  @Test func sharesAndWhatIsLeftComeToOne() {
    var random = SeededRandom()
    for _ in 0..<100 {
      var parts: [Mixture.Votes] = []
      var expected: [Token: Double] = [:]
      var rest = 1.0
      for _ in 0..<random.below(6) {
        var votes = Mixture.Votes()
        var weights: [Token: Double] = [:]
        let count = random.below(30)
        for _ in 0..<count {
          let (token, weight) = (Token(random.below(10)), Double(1 + random.below(60)))
          votes.add(token, Float(weight))
          weights[token, default: 0] += weight
        }
        parts.append(votes)
        if count == 0 { continue }
        let trust = Double(count) / (Double(count) + 6 * Double(weights.count))
        let sum = weights.values.reduce(0, +)
        for token in expected.keys { expected[token, default: 0] *= 1 - trust }
        for (token, weight) in weights { expected[token, default: 0] += trust * weight / sum }
        rest *= 1 - trust
      }
      let mixture = Mixture(parts, escape: 6)
      var total = Double(mixture.rest)
      mixture.shares.forEach { total += Double($1) }
      #expect(abs(total - 1) < 1e-4)
      #expect(abs(Double(mixture.rest) - rest) < 1e-4)
      for (token, share) in expected { #expect(abs(Double(mixture.shares[token]) - share) < 1e-4) }
    }
  }

  @Test func tablesAreDictionaries() {
    var random = SeededRandom()
    var table = TokenTable<Int32>(none: -1)
    var expected: [Token: Int32] = [:]
    for _ in 0..<5000 {
      let token = Token(random.below(2) == 0 ? random.below(100) : random.below(1 << 31))
      table[token] = Int32(token % 1000)
      expected[token] = Int32(token % 1000)
    }
    var found: [Token: Int32] = [:]
    table.forEach { found[$0] = $1 }
    #expect(found == expected && table.count == expected.count)
    #expect(table[.max - 1] == -1 && !table.has(.max - 1))
  }

  @Test func theLikeliestAreTheFirstOfAllInOrder() {
    var random = SeededRandom()
    for _ in 0..<200 {
      let kind = random.below(3)
      let found = (0..<random.below(600)).map { token in
        let likelihood: Float =
          switch kind {
          // Many that are the same, many that are nearly so, and any.
          case 0: Float(random.below(4)) / 4
          case 1: 0.5 + Float(random.below(1000)) / 100_000
          default: Float(random.below(1 << 24)) / Float(1 << random.below(60))
          }
        return (token: Token(token), likelihood: likelihood)
      }
      let count = random.below(620)
      let sorted = found.sorted { ($0.likelihood, $1.token) > ($1.likelihood, $0.token) }
      #expect(
        Prediction.likeliest(count, of: found).map(\.token).sorted() == sorted.prefix(count).map(\.token).sorted())
    }
  }
}
