import TestSupport
import Testing

@testable import CatchwordPrediction

struct CorpusBuilderTests {
  private func words(of corpus: Corpus) -> [String] { (0..<corpus.words.count).map(corpus.words.text) }

  @Test func keepsFilesApart() throws {
    var builder = CorpusBuilder(seed: 1)
    #expect(add(ContiguousArray("\n\na b\n\n\n".utf8), path: "one", to: &builder))
    #expect(add([], path: "two", to: &builder))
    #expect(add(ContiguousArray("b c".utf8), path: "three", to: &builder))
    #expect(!add(ContiguousArray("d".utf8), path: "three", to: &builder))
    let corpus = try #require(builder.build())
    #expect(corpus.tokens == [0, 3, 4, 1, 0, 0, 4, 5, 0])
    #expect(corpus.files == [1..<4, 5..<5, 6..<8])
    #expect(words(of: corpus) == ["a", "b", "c"])
    #expect(corpus.gaps.count == corpus.tokens.count)
  }

  @Test func whatIsNoUTF8IsNotLearned() throws {
    // Latin-1, an overlong letter, half a scalar.
    for bytes: [UInt8] in [[0x63, 0x61, 0x66, 0xE9, 0x20, 0x66], [0xC1, 0x81, 0xC1, 0x82], [0xF0, 0x9F, 0x98]] {
      var builder = CorpusBuilder(seed: 1)
      #expect(add(ContiguousArray(bytes), path: "file", to: &builder))
      let corpus = try #require(builder.build())
      #expect(words(of: corpus).allSatisfy { ["caf", "f"].contains($0) })
    }
  }

  @Test func anyBytesMakeACorpusOfCleanText() throws {
    var random = SeededRandomBytes()
    for _ in 0..<200 {
      var builder = CorpusBuilder(seed: 1)
      #expect(add(random.bytes(upTo: 500), path: "file", to: &builder))
      let corpus = try #require(builder.build())
      for word in words(of: corpus) {
        #expect(
          word.unicodeScalars.allSatisfy { $0 != "\u{FFFD}" && $0.properties.generalCategory != .control },
          "\(word.debugDescription)")
      }
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1, 2, 5]) func hasNoMoreTokensThanItMay(_ limit: Int) throws {
    var builder = CorpusBuilder(maximumTokens: limit, seed: 1)
    for file in 0..<20 {
      let isAdded = builder.add(ContiguousArray("a\(file) b\(file) c\(file)".utf8), path: "\(file)")
      #expect(isAdded == (limit >= 5 && file == 0))
    }
    #expect(builder.isFull)
    let corpus = try #require(builder.build())
    // What was left out has left nothing behind.
    #expect(corpus.words.count == (limit >= 5 ? 3 : 0))
    #expect(corpus.tokenCount <= max(1, limit))
  }

  @Test func wordsThatAreNotLearnedAreHoles() throws {
    var builder = CorpusBuilder(seed: 1) { !$0.hasPrefix("secret") }
    #expect(add(ContiguousArray("a secret1 東 b".utf8), path: "file", to: &builder))
    let corpus = try #require(builder.build())
    #expect(words(of: corpus) == ["a", "東", "b"])
    #expect(corpus.tokens == [0, 3, Token.hole, 4, 5, 0])
  }
}
