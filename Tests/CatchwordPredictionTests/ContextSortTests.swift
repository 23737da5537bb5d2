import TestSupport
import Testing

@testable import CatchwordPrediction

struct ContextSortTests {
  /// What stands so many places before a position; before the beginning, separators.
  private func token(_ tokens: ContiguousArray<Token>, _ position: Int, back depth: Int) -> Token {
    position - 1 - depth < 0 ? .separator : tokens[position - 1 - depth]
  }

  private func left(of position: Int, _ tokens: ContiguousArray<Token>) -> [Token] {
    (0..<Corpus.maximumOrder).map { token(tokens, position, back: $0) }
  }

  @Test func sortsPositionsByTheTokensToTheLeft() throws {
    var random = SeededRandom()
    for length in Array(0..<20) + [200, 1000] {
      let kinds = 1 + random.below(5)
      let tokens = ContiguousArray((0..<length).map { _ in Token(random.below(kinds)) })
      let sorted = try #require(ContextSort.sort(tokens, tokenEnd: kinds) { false })
      let expected = (0..<length).sorted { first, second in
        let (a, b) = (left(of: first, tokens), left(of: second, tokens))
        return a == b ? first < second : a.lexicographicallyPrecedes(b)
      }
      #expect(sorted.positions.map(Int.init) == expected)
      for token in 0..<kinds {
        #expect(Int(sorted.counts[token]) == tokens.count { $0 == Token(token) })
        #expect(Int(sorted.starts[token]) == expected.count { self.token(tokens, $0, back: 0) < Token(token) })
      }
      #expect(Int(sorted.starts[kinds]) == length)
    }
    #expect(ContextSort.sort([0, 1], tokenEnd: 2) { true } == nil)
  }

  @Test func slicesAreAllPlacesBehindAContext() throws {
    var random = SeededRandom()
    for _ in 0..<20 {
      var builder = CorpusBuilder(seed: random.next())
      for file in 0..<random.below(4) {
        let words = (0..<random.below(200)).map { _ in ["a", "b", "c", "\n", "."][random.below(5)] }
        #expect(add(ContiguousArray(words.joined(separator: " ").utf8), path: "\(file)", to: &builder))
      }
      let corpus = try #require(builder.build())
      for _ in 0..<50 {
        let context = (0..<random.below(7)).map { _ in Token(random.below(8)) }
        let slices = corpus.slices(following: context)
        for length in 1...max(1, min(context.count, Corpus.maximumOrder)) where length <= context.count {
          let expected = corpus.tokens.indices.filter { position in
            (0..<length).allSatisfy { token(corpus.tokens, position, back: $0) == context[$0] }
          }
          let found = length <= slices.count ? slices[length - 1].map { Int(corpus.positions[$0]) } : []
          #expect(found.sorted() == expected)
        }
      }
    }
  }
}
