import CatchwordCompletion
import CatchwordMatching
import CatchwordText
import TestSupport
import Testing

@testable import CatchwordSources

@Suite(.timeLimit(.minutes(10)))
struct WordIndexTests {
  private static let others = ["c", "swift", "python"]

  /// Opens a document of some words, which are joined by spaces.
  private func open(_ uri: String, _ languageID: String, _ words: [String], in index: inout WordIndex) {
    let isOpen = index.open(uri, languageID: languageID)
    #expect(isOpen)
    var text: ContiguousArray<UInt8> = []
    var ranges: [Range<Int>] = []
    for word in words {
      text.append(contentsOf: word.utf8)
      ranges.append(text.count - word.utf8.count..<text.count)
      text.append(UInt8(ascii: " "))
    }
    index.read(text, of: uri) { body in ranges.forEach(body) }
  }

  /// Of the words at the beginning and at the end of a document, those that are left.
  private func left(_ words: [String], in index: WordIndex) -> [String] {
    (words.prefix(100) + words.suffix(100)).filter { !index.occurrences(of: $0).isEmpty }
  }

  @Test func aLargeDocumentIsClosedInSlicesAndTakesItsOwnWordsOnly() {
    let words = (0..<300_000).map { "word\($0)" }
    var index = WordIndex()
    open("large", "plaintext", words, in: &index)
    for (number, language) in WordIndexTests.others.enumerated() {
      open(language, language, ["only_\(language)", "word\(number)"], in: &index)
    }
    #expect(index.count == words.count + WordIndexTests.others.count)
    var slices = 1
    var counts = [index.count]
    while !index.close("large") {
      slices += 1
      counts.append(index.count)
    }
    // What is done at once is a small part of the whole.
    #expect(slices > 50)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 - $1 <= words.count / 50 })
    #expect(index.count == 2 * WordIndexTests.others.count)
    #expect(left(words, in: index) == ["word0", "word1", "word2"])
    for language in WordIndexTests.others {
      #expect(index.occurrences(of: "only_\(language)").map(\.uri) == [language])
    }
    #expect(index.occurrences(of: "word1").map(\.uri) == ["swift"])
  }

  /// By where the set lies in memory: that of a language with a large document is as large.
  @Test func aWordThatGoesIsTakenOutOfAllSetsInPlace() throws {
    var index = WordIndex()
    open("large", "c", (0..<20_000).map { "word\($0)" }, in: &index)
    open("small", "swift", ["hero"], in: &index)
    let before = try address(ofRowsIn: "c", of: index)
    let isClosed = index.close("small")
    #expect(isClosed && index.occurrences(of: "hero").isEmpty)
    #expect(try address(ofRowsIn: "c", of: index) == before)
  }

  private func address(ofRowsIn languageID: String, of index: WordIndex) throws -> Int {
    let document = DocumentSnapshot(uri: "elsewhere", languageID: languageID, version: 1, text: Text())
    let rows = try #require(index.preferred(for: CompletionQuery(document: document, offset: 0)).last)
    #expect(rows.contains(0))
    let words = Mirror(reflecting: rows).children.first?.value as? ContiguousArray<UInt64>
    return try #require(words).withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }
}
