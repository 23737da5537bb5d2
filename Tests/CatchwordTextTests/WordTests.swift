import CatchwordText
import TestSupport
import Testing

struct WordTests {
  @Test(arguments: [
    ("plaintext", "don't stop well-known 'quoted' x2", ["don't", "stop", "well-known", "quoted", "x2"]),
    ("c", "don't font-size a_b $x", ["don", "t", "font", "size", "a_b", "x"]),
    ("css", "font-size: -webkit-box", ["font-size", "webkit-box"]),
    ("php", "$name $$x a$b", ["$name", "$x", "a", "$b"]),
    ("ruby", "empty? save! a?b", ["empty?", "save!", "a?", "b"]),
    ("lisp", "string->list null? set!", ["string", "list", "null?", "set!"]),
    ("plaintext", "東京cat かなabc", ["東京", "cat", "かな", "abc"]),
    ("plaintext", "e\u{301}te\u{301} Straße привет", ["e\u{301}te\u{301}", "Straße", "привет"]),
    ("plaintext", "🎉party🎉 a\u{2028}b", ["party", "a", "b"]),
  ])
  func words(languageID: String, text: String, expected: [String]) {
    #expect(Words.of(text, languageID) == expected)
  }

  @Test(arguments: [
    ("plaintext", "hel|lo", "hel", "hello"), ("plaintext", "a |b", "", "b"), ("plaintext", "don'|t", "don'", "don't"),
    ("css", "font-|", "font-", "font-"), ("php", "$na|me", "$na", "$name"), ("c", "a->fo|o", "fo", "foo"),
    ("plaintext", "東京c|at", "c", "cat"), ("plaintext", "🎉|", "", ""), ("ruby", "empty?|", "empty?", "empty?"),
    ("plaintext", "|", "", ""), ("plaintext", "word|", "word", "word"),
    ("plaintext", "well-|known", "well-", "well-known"),
  ])
  func theWordAtTheCursor(languageID: String, marked: String, typed: String, whole: String) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    let text = Text(parts.joined())
    let offset = parts[0].utf8.count
    let scanner = WordScanner(WordRules.rules(for: languageID))
    let range = text.wordRange(around: offset, scanner: scanner)
    #expect(text.string(in: text.wordStart(before: offset, scanner: scanner)..<offset) == typed)
    #expect(text.string(in: range) == whole)
  }

  @Test func incrementalWordsAreThoseOfTheWholeText() {
    var random = SeededRandom()
    for languageID in ["plaintext", "css", "php", "ruby", "c"] {
      let scanner = WordScanner(WordRules.rules(for: languageID))
      var text = Text()
      var counts: [String: Int] = [:]
      for _ in 0..<600 {
        let start = text.scalarBoundary(atOrBefore: Int.random(in: 0...text.count, using: &random))
        let end = text.scalarBoundary(atOrBefore: min(text.count, start + Int.random(in: 0...30, using: &random)))
        // Now and then a run that is longer than a word may be.
        let isLong = Int.random(in: 0..<20, using: &random) == 0
        let new =
          isLong ? String(repeating: "x", count: Int.random(in: 200...400, using: &random)) : random.text(upTo: 8)
        let change = TextChange(text, replacing: start..<end, with: new)
        let words = WordChange(change, scanner: scanner)
        for word in words.removed { counts[word, default: 0] -= 1 }
        for word in words.added { counts[word, default: 0] += 1 }
        text = change.after
        let expected = Words.of(text.string, languageID).filter { $0.utf8.count <= Text.maximumWordLength }
        let expectedCounts = Dictionary(expected.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts.filter { $0.value != 0 } == expectedCounts)
        if counts.filter({ $0.value != 0 }) != expectedCounts { return }
      }
    }
  }
}

enum Words {
  static func of(_ text: String, _ languageID: String) -> [String] {
    let bytes = ContiguousArray(text.utf8)
    var words: [String] = []
    WordScanner(WordRules.rules(for: languageID)).forEachWord(in: bytes) {
      words.append(String(decoding: bytes[$0], as: UTF8.self))
    }
    return words
  }
}
