import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

struct EvidenceTests {
  /// - Parameter further: The number of the first text of a further folder.
  private func corpus(
    _ texts: [String], border: Int = FrequentContexts.border, further: Int? = nil
  ) throws -> Corpus {
    var builder = CorpusBuilder(seed: 1)
    for (number, text) in texts.enumerated() {
      if number == further { builder.beginFurtherFiles() }
      #expect(add(ContiguousArray(text.utf8), path: "\(number)", to: &builder))
    }
    return try #require(builder.build(border: border))
  }

  private func weights(_ votes: Mixture.Votes) -> [Token: Float] {
    var weights: [Token: Float] = [:]
    votes.weights.forEach { if $1 > 0 { weights[$0] = $1 } }
    return weights
  }

  @Test func votesAreThoseOfAllPlacesBehindAContext() throws {
    var random = SeededRandom()
    for _ in 0..<20 {
      var texts: [String] = []
      for _ in 0..<4 {
        texts.append(
          (0..<random.below(100)).map { _ in ["a", "b", "c", "\n"][random.below(4)] }.joined(separator: " "))
      }
      // Some contexts are counted beforehand, or none.
      let corpus = try corpus(texts, border: [2, 8, 1000][random.below(3)], further: random.below(6))
      var dead = DeadFiles()
      for file in 0..<4 where random.below(3) == 0 { dead.set(file, isDead: true, in: corpus) }
      let alive = (0..<4).filter { !dead.files.contains($0) }
      let open = ContiguousArray((0..<random.below(100)).map { _ in Token(1 + random.below(5)) })
      let document = Evidence.Document(
        tokens: open, gaps: ContiguousArray(repeating: 1, count: open.count), cursor: nil, weight: 3)
      let evidence = Evidence(corpus: corpus, dead: dead, documents: [document])
      for _ in 0..<30 {
        let context = (0..<1 + random.below(5)).map { _ in Token(1 + random.below(5)) }
        let votes = evidence.votes(following: context)
        for length in 1...context.count {
          var expected: [Token: Float] = [:]
          for position in corpus.tokens.indices
          where (corpus.files + [0..<1]).enumerated().allSatisfy({ file, range in
            alive.contains(file) || !range.contains(position)
          }) {
            let isThere = (0..<length).allSatisfy { depth in
              position - 1 - depth >= 0 && corpus.tokens[position - 1 - depth] == context[depth]
            }
            if isThere { expected[corpus.tokens[position], default: 0] += corpus.weight(at: position) }
          }
          for position in open.indices {
            let isThere = (0..<length).allSatisfy { depth in
              position - 1 - depth >= 0 && open[position - 1 - depth] == context[depth]
            }
            if isThere { expected[open[position], default: 0] += 3 }
          }
          #expect((length <= votes.count ? weights(votes[length - 1]) : [:]) == expected)
          guard length <= votes.count else { continue }
          #expect(votes[length - 1].sum == expected.values.reduce(0, +))
          #expect(votes[length - 1].distinct == expected.count)
        }
      }
    }
  }

  @Test(arguments: [2, 1000]) func usesInFurtherFoldersWeighLess(border: Int) throws {
    let corpus = try corpus(["a b\nb", String(repeating: "a c\n", count: 40)], border: border, further: 1)
    var tokens: [String: Token] = [:]
    for word in 0..<corpus.words.count { tokens[corpus.words.text(of: word)] = Token.firstWord + Token(word) }
    let (a, b, c) = (try #require(tokens["a"]), try #require(tokens["b"]), try #require(tokens["c"]))
    let votes = Evidence(corpus: corpus, dead: DeadFiles(), documents: []).votes(following: [a])
    #expect(weights(votes[0]) == [b: 1, c: 40.0 / 16])
    #expect(corpus.weight(of: a) == 1 + 40.0 / 16 && corpus.weight(of: b) == 2 && corpus.weight(of: c) == 40.0 / 16)
    var dead = DeadFiles()
    dead.set(1, isDead: true, in: corpus)
    #expect(dead.weights[a] == 40.0 / 16 && dead.weights[b] == 0 && dead.counts[a] == 40)
    #expect(dead.weight == Double(corpus.files[1].count) / 16)
    #expect(corpus.fileWeight(of: a) == 1 + 1.0 / 16 && dead.fileWeights[a] == 1.0 / 16)
    // No file has it any more.
    #expect(corpus.fileWeight(of: c) == Double(dead.fileWeights[c]) && corpus.fileWeight(of: b) == 1)
    dead.update(to: [], in: corpus)
    #expect(dead.weights[a] == 0 && dead.weight == 0 && dead.fileWeights[a] == 0)
    // A border before each file, and an end behind each line.
    #expect(corpus.weight == 5.0 + 1 + (Double(corpus.tokenCount) - 6) / 16)
  }

  @Test func whatASampleMissesALongerContextHas() throws {
    // Very often something else follows the point; behind "use ." it is always the same word.
    let common = (0..<4000).map { "x\($0) . y" }.joined(separator: " ")
    let corpus = try corpus([common, "\nuse . wanted\nuse . wanted\n"])
    let evidence = Evidence(corpus: corpus, dead: DeadFiles(), documents: [])
    var numbers: [String: Token] = [:]
    for word in 0..<corpus.words.count { numbers[corpus.words.text(of: word)] = Token.firstWord + Token(word) }
    let (point, use, wanted) = (
      try #require(numbers["."]), try #require(numbers["use"]), try #require(numbers["wanted"])
    )
    let votes = evidence.votes(following: [point, use], where: { $0 == wanted })
    #expect(votes.last?.weights[wanted] ?? 0 > 0)
    #expect(votes.last?.count == 2)
  }

  /// So many words stand more often behind an end of a line that this one is not listed there.
  @Test func onlyVotesThatWereAddedAreTakenBack() throws {
    let common = (0..<600).map { String(repeating: "a\($0)\n", count: 4) }.joined()
    let corpus = try corpus([common, "foobar\nfoobar\nfoobar\n"], border: 8)
    let number = try #require((0..<corpus.words.count).first { corpus.words.text(of: $0) == "foobar" })
    let foobar = Token.firstWord + Token(number)
    var dead = DeadFiles()
    dead.set(1, isDead: true, in: corpus)
    let tokens: ContiguousArray<Token> = [.newline, foobar, .newline, foobar, .newline, foobar]
    let document = Evidence.Document(
      tokens: tokens, gaps: ContiguousArray(repeating: 0, count: tokens.count), cursor: nil, weight: 3)
    let evidence = Evidence(corpus: corpus, dead: dead, documents: [document])
    let votes = evidence.votes(following: [.newline], where: { $0 == foobar })
    #expect(votes.map(\.count) == [3])
    #expect(votes.map(weights) == [[foobar: 9]])
    #expect(votes.map(\.sum) == [9])
    // Where every token's votes count, those of the file's two lines behind a line end are taken back.
    #expect(evidence.votes(following: [.newline]).map(\.count) == [2403 - 2 + 3])
  }

  @Test func filesDieAndComeBack() throws {
    var random = SeededRandom()
    let corpus = try corpus((0..<10).map { $0 == 3 ? "" : "a b\($0)" })
    var (dead, wanted) = (DeadFiles(), Set<Int>())
    for _ in 0..<300 {
      if random.below(10) == 0 {
        wanted = Set((0..<10).filter { _ in random.below(2) == 0 })
        dead.update(to: wanted, in: corpus)
      } else {
        let file = random.below(10)
        let isDead = random.below(2) == 0
        if isDead { wanted.insert(file) } else { wanted.remove(file) }
        dead.set(file, isDead: isDead, in: corpus)
      }
      #expect(dead.files == wanted)
      for position in corpus.tokens.indices {
        #expect(dead.contains(position) == wanted.contains { corpus.files[$0].contains(position) })
      }
      #expect(dead.tokenCount == wanted.reduce(0) { $0 + corpus.files[$1].count })
      #expect(dead.counts[Token.firstWord] == UInt32(wanted.subtracting([3]).count))
      #expect(dead.fileWeights[Token.firstWord] == Float(wanted.subtracting([3]).count))
    }
  }
}
