@testable import CatchwordText
import TestSupport
import Testing

/// The words that an edit changes and those at a cursor, against the words of the whole text.
struct WordDifferentialTests {
  private static let languages = ["plaintext", "markdown", "css", "php", "ruby", "c", "lisp"]

  @Test(arguments: languages, [true, false])
  func incrementalWordsAreThoseOfTheWholeText(languageID: String, segmentsIdeographs: Bool) {
    var random = SeededRandom("incrementalWords, \(languageID), \(segmentsIdeographs)")
    let rules = WordRules.rules(for: languageID, segmentsIdeographs: segmentsIdeographs)
    let scanner = WordScanner(rules)
    for _ in 0..<12 {
      let pieces = WordPieces.kinds[random.below(WordPieces.kinds.count)]
      var text = Text(
        WordPieces.text(upTo: 200, of: pieces, &random), shape: .init(maximumLeafBytes: 64, maximumChildren: 4))
      var counts = Words.counts(text, scanner)
      let edits = max(20, TextDifferentialTests.edits / 10_000)
      var changes: [TextChange] = []
      for number in 1...edits {
        let start = text.scalarBoundary(atOrBefore: random.below(text.count + 1))
        // What is deleted is mostly short, so that the text grows to where an edit is far from both ends.
        let length = random.below(text.count > 2000 ? 800 : random.below(8) == 0 ? 120 : 6)
        let end = text.scalarBoundary(atOrBefore: min(text.count, start + length))
        let change = TextChange(text, replacing: start..<end, with: WordPieces.insertion(of: pieces, &random))
        let words = WordChange(change, scanner: scanner)
        for word in words.removed { counts[word, default: 0] -= 1 }
        for word in words.added { counts[word, default: 0] += 1 }
        text = change.after
        changes.append(change)
        // A wrong count stays wrong, so it need not be looked for after each edit.
        guard number.isMultiple(of: 5) || number == edits else { continue }
        counts = counts.filter { $0.value != 0 }
        guard counts == Words.counts(text, scanner) else {
          let steps = changes.map { "\($0.replaced) of «\($0.before.string)»" }.joined(separator: ", then ")
          Issue.record("One of these: \(steps); now «\(text.string)»")
          return
        }
        changes = []
      }
    }
  }

  /// A text that is read in slices has the same words, runs without words and all.
  @Test(arguments: languages, [true, false])
  func slicesHaveTheWordsOfTheWholeText(languageID: String, segmentsIdeographs: Bool) {
    var random = SeededRandom("slices, \(languageID), \(segmentsIdeographs)")
    let scanner = WordScanner(WordRules.rules(for: languageID, segmentsIdeographs: segmentsIdeographs))
    for _ in 0..<12 {
      var string = ""
      for _ in 0..<1 + random.below(6) {
        let pieces = WordPieces.kinds[random.below(WordPieces.kinds.count)]
        string += WordPieces.text(upTo: 300, of: pieces, &random)
        let run = ["a", "東", "カ", "é", "-", "9"][random.below(6)]
        if random.below(2) == 0 { string += String(repeating: run, count: random.below(5000)) }
      }
      let text = Text(string)
      // From the front, and around random places of what is left.
      for isInOrder in [true, false] {
        var counts: [String: Int] = [:]
        var parts = [0..<text.count].filter { !$0.isEmpty }
        while !parts.isEmpty {
          let index = isInOrder ? 0 : random.below(parts.count)
          let part = parts[index]
          let place = isInOrder ? part.lowerBound : random.below(text.count + 1)
          let slice = WordSlice(of: text, in: part, near: place, count: random.below(3000), scanner: scanner)
          #expect(slice.end > slice.start && part.contains(slice.start) && slice.end <= part.upperBound)
          var secrets = RangeCursor(text.secrets(in: slice.start..<slice.end))
          scanner.forEachWord(in: slice.bytes) {
            if secrets.holds($0) { return }
            counts[String(decoding: slice.bytes[$0], as: UTF8.self), default: 0] += 1
          }
          let rest = [
            part.lowerBound..<slice.start, max(slice.end, slice.start + 1)..<max(part.upperBound, slice.start + 1),
          ]
          parts.replaceSubrange(index...index, with: rest.filter { !$0.isEmpty })
        }
        #expect(counts == Words.counts(text, scanner), "«\(string)»")
      }
    }
  }

  @Test(arguments: languages, [true, false])
  func theWordAtACursorIsThatOfTheWholeText(languageID: String, segmentsIdeographs: Bool) {
    var random = SeededRandom("theWordAtACursor, \(languageID), \(segmentsIdeographs)")
    let scanner = WordScanner(WordRules.rules(for: languageID, segmentsIdeographs: segmentsIdeographs))
    for _ in 0..<40 {
      let pieces = WordPieces.kinds[random.below(WordPieces.kinds.count)]
      let text = Text(WordPieces.text(upTo: 200, of: pieces, &random))
      var words: [Range<Int>] = []
      scanner.forEachWord(in: text.bytes(in: 0..<text.count)) { words.append($0) }
      for word in words {
        if let fault = fault(word, text, scanner, &random) {
          Issue.record("\(fault) in «\(text.string)»")
          return
        }
      }
    }
  }

  /// What the words at the end of `word` and somewhere inside it are, if they are not `word`.
  private func fault(_ word: Range<Int>, _ text: Text, _ scanner: WordScanner, _ random: inout SeededRandom) -> String?
  {
    let inside = text.scalarBoundary(atOrBefore: word.lowerBound + random.below(word.count))
    // An opener alone is no word yet.
    let isOpened = scanner.rules.openers.contains(text.bytes(in: word)[0])
    for place in [word.upperBound, inside] where place > word.lowerBound + (isOpened ? 1 : 0) {
      let start = text.wordStart(before: place, scanner: scanner)
      let range = text.wordRange(around: place, scanner: scanner)
      if start != word.lowerBound || range != word { return "at \(place): \(start), \(range), not \(word)" }
      // The word must not depend on what is after the cursor, unless a joiner there waits for its other half.
      var last = 0..<0
      scanner.forEachWord(in: text.bytes(in: 0..<place)) { last = $0 }
      if last.lowerBound != word.lowerBound { return "before \(place): \(last), not \(word)" }
    }
    return nil
  }
}

/// Texts that are hard on words.
enum WordPieces {
  static let kinds: [[String]] = [
    [
      "a", "b", "foo", "x1", "Ü", "e\u{301}", "'", "’", "-", " ", "\n", "🎉", "\u{FE0F}", "$y", "?", "!", ".", "ß",
      "\u{200D}",
    ],
    ["我们", "的", "了", "解", "在", "现", "，", "。", "研究", "是", "否", "和", "平", "目", "与", "a"],
    ["私", "は", "の", "お", "金", "を", "コ", "ー", "ヒ", "食", "べる", "、", "か\u{3099}", "ヶ", "と", "ｶ", "ﾞ", "々", "x", " "],
    ["語", "山", "川", "か", "き", "く", "ら"],
    ["a", "b-", "c", "d'", "_", "é"],
    ["ก", "\u{E35}", "ข", "\u{E48}", " ", "က", "\u{1039}", "-", "\u{301}", "語", "\u{3099}"],
    [
      "password", "=", " ", "aB3xK9", "\n", "token: ", "\"", "Qm7Zt2Lp", "/", "+", "://u:", "@", "foo", ".", "(", "-",
      "xoxb-", "deadbeef00112233", "_", "secret", ":", "'", "x", "\\", "9",
    ],
    ["password", "=", "aB3xK9", "/", "Qm7Zt2Lp", "key-", "Bearer ", "api_", "token ", "v1", ":"],
  ]

  static func text(upTo count: Int, of pieces: [String], _ random: inout SeededRandom) -> String {
    (0..<random.below(count + 1)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  /// Mostly a piece or two; now and then a run that is longer than a word may be.
  static func insertion(of pieces: [String], _ random: inout SeededRandom) -> String {
    switch random.below(20) {
    case 0: wall(of: pieces[random.below(pieces.count)], 60 + random.below(200))
    case 1...4: text(upTo: 60, of: pieces, &random)
    default: text(upTo: 3, of: pieces, &random)
    }
  }

  /// A letter gets about as many marks as Unicode allows in text that is not hostile, which is 30.
  private static func wall(of piece: String, _ count: Int) -> String {
    let isMark = Role(piece.unicodeScalars.first!).contains(.mark)
    return String(repeating: piece, count: isMark ? min(count, 12) : count)
  }
}
