import TestSupport
import Testing

@testable import CatchwordShared

/// The words of a page, against a reader of a byte at a time.
struct SharedPageTests {
  /// Returns the words of a page; nil when it is none.
  private func words(_ bytes: [UInt8]) -> [SharedWord]? {
    guard bytes.first == UInt8(SharedFormat.version), bytes.count <= SharedFormat.maximumPageBytes else { return nil }
    var (rest, text): (ArraySlice<UInt8>, [UInt8]) = (bytes.dropFirst(), [])
    var words: [SharedWord] = []
    while !rest.isEmpty {
      guard let shared = rest.popFirst(), let length = rest.popFirst(), shared <= text.count else { return nil }
      text = Array(text.prefix(Int(shared))) + rest.prefix(Int(length))
      rest = rest.dropFirst(Int(length))
      guard text.count == Int(shared) + Int(length), let weight = rest.popFirst(),
        let word = String(validating: text, as: UTF8.self), SharedWord.isPossible(word)
      else { return nil }
      words.append(SharedWord(word, weight: weight))
    }
    return words.count <= SharedFormat.wholePage + SharedFormat.bestPage ? words : nil
  }

  /// The longest word twice has no new bytes, and is there all the same.
  @Test(arguments: [127, 128]) func theLongestWordMayBeThereTwice(length: Int) {
    let word = SharedWord(String(repeating: "Ab", count: 64).prefix(length).description, weight: 255)
    let words = [word, word, SharedWord("ac", weight: 0)]
    let bytes = SharedPage.encoded(words)
    #expect(SharedPage.decoded(bytes) == words)
    #expect(SharedPage.heaviest(3, in: bytes, under: SharedPrefix("abABabABabA"))?.words == [word, word])
    #expect(SharedPage.heaviest(1, in: bytes, under: SharedPrefix("a"))?.isCut == true)
  }

  /// Words of all lengths, of characters that are seen and others, some of them spoilt.
  @Test(arguments: 0..<20) func aPageIsReadAsByteAfterByte(round: Int) {
    var random = SeededRandom()
    var (pages, others) = (0, 0)
    for _ in 0..<200 {
      let letters = Array(random.below(2) == 0 ? "abAB~ " : "abé日x_")
      var texts: [String] = []
      for _ in 0..<random.below(60) {
        let count = random.below(4) == 0 ? 100 + random.below(29) : 1 + random.below(20)
        let start = String((texts.last ?? "").prefix(random.below(20)))
        let text = start + String((0..<count).map { _ in letters[random.below(6)] })
        texts.append(String(decoding: text.utf8.prefix(128), as: UTF8.self).replacing("\u{FFFD}", with: ""))
      }
      var bytes = SharedPage.encoded(
        texts.filter(SharedWord.isPossible).map { SharedWord($0, weight: UInt8(random.below(5))) })
      if random.below(2) == 0, !bytes.isEmpty {
        // One more than is seen, one less, and anything.
        bytes[random.below(bytes.count)] = [0x1F, 0x20, 0x7E, 0x7F, 0x80, UInt8(random.below(256))][random.below(6)]
      }
      let expected = words(bytes)
      #expect(SharedPage.decoded(bytes) == expected)
      if expected == nil { others += 1 } else { pages += 1 }
      let typed = String((0..<1 + random.below(3)).map { _ in letters[random.below(6)] })
      let prefix = SharedPrefix(typed)
      let all = expected?.filter { prefix.begins($0.text) }
      let best = all?.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      let limit = [1, 5, 20][random.below(3)]
      let found = SharedPage.heaviest(limit, in: bytes, under: prefix)
      #expect(found?.words == best.map { $0.prefix(limit).map(\.element) }, "\(typed)")
      #expect(found?.isCut == all.map { $0.count > limit })
    }
    #expect(pages > 50 && others > 5)
  }
}
