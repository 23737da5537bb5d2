import TestSupport
import Testing

@testable import CatchwordPrediction

struct LinePlacesTests {
  @Test func positionsAreFoundByTheirNumbers() {
    var random = SeededRandom()
    for count in [0, 1, 3, 4, 5, 100, 3000] {
      var builder = KeyedPositions.Builder()
      var expected: [UInt32: [Int]] = [:]
      for position in 0..<count {
        let key = ContextKey.of(Token(random.below(60)), Token(random.below(3)))
        builder.add(key, position)
        expected[key, default: []].append(position)
      }
      let positions = builder.build()
      for (key, places) in expected {
        var found: [Int] = []
        positions.forEach(key, limit: .max) { found.append($0) }
        // Others with the same mark are taken for the same; none is lost, and the order is the text's.
        #expect(Set(places).isSubset(of: found) && found == found.sorted())
        var few = 0
        positions.forEach(key, limit: 3) { _ in few += 1 }
        #expect(few <= 3)
      }
    }
    var none = 0
    KeyedPositions().forEach(7, limit: 10) { _ in none += 1 }
    #expect(none == 0)
  }

  @Test func linesKnowTheirParentAndTheirSibling() {
    // class(3) / func(4) / let(5) / func(6) at 0, 2, 4, 2.
    var lines = LineStack()
    #expect(lines.keys(indent: 0) == (nil, nil))
    lines.add(3, indent: 0)
    lines.add(4, indent: 2)
    lines.add(5, indent: 4)
    let keys = lines.keys(indent: 2)
    #expect(keys.above == ContextKey.of(5, .separator))
    #expect(keys.siblings == ContextKey.of(4, 3))
    #expect(lines.keys(indent: 4).siblings == ContextKey.of(5, 4))
    #expect(lines.keys(indent: 6).siblings == nil)
    #expect(lines.keys(indent: 0).siblings == ContextKey.of(3, .separator))
  }

  @Test func ofDeepLinesNothingIsKept() {
    var lines = LineStack()
    for indent in 0..<10_000 { lines.add(Token(3 + indent), indent: indent) }
    #expect(lines.keys(indent: 50).siblings == ContextKey.of(53, 52))
    #expect(lines.keys(indent: 5000).siblings == nil)
  }

  @Test func wordsOfOtherFilesAreNoPairs() throws {
    var builder = CorpusBuilder(seed: 1)
    #expect(add(ContiguousArray("a (b) c".utf8), path: "one", to: &builder))
    #expect(add(ContiguousArray("d".utf8), path: "two", to: &builder))
    let corpus = try #require(builder.build())
    func places(_ last: Token, _ before: Token) -> [String] {
      var found: [String] = []
      corpus.places.words.forEach(ContextKey.of(last, before), limit: 10) {
        found.append(corpus.words.text(of: Int(corpus.tokens[$0] - .firstWord)))
      }
      return found
    }
    let tokens = Dictionary(
      uniqueKeysWithValues: (0..<corpus.words.count).map { (corpus.words.text(of: $0), Token.firstWord + Token($0)) })
    #expect(places(try #require(tokens["b"]), try #require(tokens["a"])) == ["c"])
    #expect(places(try #require(tokens["a"]), .separator) == ["b"])
    #expect(places(try #require(tokens["c"]), try #require(tokens["b"])).isEmpty)
  }
}
