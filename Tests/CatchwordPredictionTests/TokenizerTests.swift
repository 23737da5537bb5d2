import CatchwordText
import Testing

@testable import CatchwordPrediction

struct TokenizerTests {
  private func tokens(_ text: String) -> [String] { TokenizerTests.tokens(ContiguousArray(text.utf8)) }

  private static func tokens(_ bytes: ContiguousArray<UInt8>) -> [String] {
    var found: [String] = []
    Tokenizer.forEachToken(in: bytes) { range, kind, _ in
      let text = String(decoding: bytes[range], as: UTF8.self)
      switch kind {
      case .word: found.append(text)
      case .number: found.append("#" + text)
      case .mark: found.append("'" + text)
      case .newline: found.append("|")
      case .hole: found.append("?")
      }
    }
    return found
  }

  @Test(arguments: [
    ("", []), ("let x1 = 2a", ["let", "x1", "'=", "#2a"]), ("$a-b", ["'$", "a", "'-", "b"]),
    ("a\nb\r\nc\rd", ["a", "|", "b", "|", "c", "|", "d"]), ("\r\r\n\n", ["|", "|", "|"]),
    ("„Ü“ – x…", ["'„", "Ü", "'“", "'–", "x", "'…"]), ("don’t", ["don", "'’", "t"]),
    ("a\u{0}b\u{7F}c", ["a", "b", "c"]), ("a\u{3000}b\u{A0}c\u{FEFF}", ["a", "b", "c"]),
    ("a\u{90}b\u{9B}1", ["a", "b", "#1"]), ("a\u{202E}b\u{2066}c", ["a", "?", "b", "?", "c"]),
    ("a \u{FFFD} b", ["a", "?", "b"]), ("🎉(", ["'🎉", "'("]), ("東京cat", ["東京", "cat"]),
  ])
  func cutsText(_ text: String, into expected: [String]) { #expect(tokens(text) == expected) }

  @Test(arguments: ["a", "é", "か", "한"]) func whatIsTooLongForAWordIsAHole(_ letter: String) {
    let run = String(repeating: letter, count: 300)
    #expect(tokens("x \(run) y") == ["x", "?", "y"])
  }

  @Test func gapsAreWhatStandsBetween() {
    var gaps: [Gap] = []
    let bytes = ContiguousArray("  a\tb \tc\u{A0}d\u{0}e f   \n\t\tg\(String(repeating: " ", count: 127))h".utf8)
    Tokenizer.forEachToken(in: bytes) { gaps.append($2) }
    #expect(
      gaps.map(\.text) == [
        "  ", "\t", " ", " ", " ", " ", "   ", "\t\t", String(repeating: " ", count: 127),
      ])
  }

  /// What is not known of such a name is known without cutting it.
  @Test func aNameInCodeIsOneWord() {
    var random = SeededRandomBytes()
    let letters = Array("abzABZ_019@[`{/:-é ".utf8)
    for _ in 0..<3000 {
      let text = String(decoding: random.bytes(upTo: 5).map { letters[Int($0) % letters.count] }, as: UTF8.self)
      let isName = text.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil
      #expect(text.isASCIIName == isName)
      if isName { #expect(tokens(text) == [text]) }
    }
  }

  @Test func anyBytesAreCutInOrder() {
    var random = SeededRandomBytes()
    for _ in 0..<300 {
      let bytes = random.bytes(upTo: 400)
      var end = 0
      Tokenizer.forEachToken(in: bytes) { range, _, _ in
        #expect(range.lowerBound >= end && !range.isEmpty && range.upperBound <= bytes.count)
        end = range.upperBound
      }
    }
  }
}
