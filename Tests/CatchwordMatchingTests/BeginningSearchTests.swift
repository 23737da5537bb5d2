import CatchwordMatching
import CatchwordText
import TestSupport
import Testing

struct BeginningSearchTests {
  /// Every word that matches a pattern by its beginning is among the places, in whichever script and case.
  @Test func everyWordThatBeginsAsTypedIsFound() {
    var random = SeededRandom()
    let scanners = ["c", "css", "plaintext", "php", "ruby"].map { WordScanner(WordRules.rules(for: $0)) }
    var found = 0
    for _ in 0..<1_000 {
      let pieces = [
        "a", "B", "É", "e\u{301}", "ß", "ж", "Ж", "東", "か", "カ", "-", "_", "$", " ", "\n", "’", "1", "ﬁ", "Ａ", "İ",
        "\u{200D}",
      ]
      let text = (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let bytes = ContiguousArray(text.utf8)
      let typed = (0..<1 + random.below(3)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let search = BeginningSearch(Pattern(typed))
      var matcher = Matcher(Pattern(typed))
      scanners[random.below(scanners.count)].forEachWord(in: bytes) { word in
        guard let match = matcher.match(String(decoding: bytes[word], as: UTF8.self)), match.kind >= .prefix else {
          return
        }
        found += 1
        #expect(
          search.firstPlace(in: bytes, from: word.lowerBound).map { $0 <= word.lowerBound } == true,
          "«\(typed)» at \(word.lowerBound) of «\(text)»")
      }
    }
    #expect(found > 150)
  }

  @Test func itFindsNoMoreThanItMust() {
    let bytes = ContiguousArray("banana bandana Ärger _arm 2a ark".utf8)
    func places(_ typed: String) -> [Int] {
      let search = BeginningSearch(Pattern(typed))
      var places: [Int] = []
      while let place = search.firstPlace(in: bytes, from: places.last.map { $0 + 1 } ?? 0) { places.append(place) }
      return places
    }
    #expect(places("ban") == [0, 7])
    #expect(places("aR") == [15, 23, 30])
    #expect(places("nana") == [])
    // The end may cut a word off.
    #expect(places("arkansas") == [30])
    #expect(places("").count == bytes.count)
  }
}
