import CatchwordText
import Testing

/// Edits at the places and among the characters that editors and servers most often count differently.
struct OddCharacterTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    let text: String
    let start: TextPosition
    let end: TextPosition
    let encoding: PositionEncoding
    let new: String
    let expected: String
    let lines: Int

    init(
      _ text: String, _ start: (Int, Int), _ end: (Int, Int), _ new: String, _ expected: String, lines: Int,
      _ encoding: PositionEncoding = .utf16
    ) {
      self.text = text
      self.start = TextPosition(line: start.0, column: start.1)
      self.end = TextPosition(line: end.0, column: end.1)
      self.encoding = encoding
      self.new = new
      self.expected = expected
      self.lines = lines
    }

    var testDescription: String { "\(text.debugDescription) from \(start) to \(end) in \(encoding)" }
  }

  @Test(arguments: [
    // Past the end of a line is before its break, whichever break it is.
    Edit("ab\ncd", (0, 9), (0, 9), "X", "abX\ncd", lines: 2),
    Edit("ab\r\ncd", (0, 9), (0, 9), "X", "abX\r\ncd", lines: 2),
    Edit("ab\r\ncd", (0, 3), (0, 3), "X", "abX\r\ncd", lines: 2, .utf8),
    Edit("ab\rcd", (0, 9), (1, 1), "X", "abXd", lines: 1),
    Edit("ab\r\ncd", (0, 1), (0, .max), "", "a\r\ncd", lines: 2, .utf32),
    // The wrong way round.
    Edit("ab\ncd", (1, 1), (0, 1), "X", "aXd", lines: 1), Edit("abc", (0, 3), (0, 0), "X", "X", lines: 1),
    // Past the last line is the end; before the first is the start.
    Edit("ab", (1, 0), (1, 0), "X", "abX", lines: 1), Edit("ab\n", (7, 3), (9, 9), "X", "ab\nX", lines: 2),
    Edit("ab\ncd", (0, 1), (9, 0), "X", "aX", lines: 1), Edit("ab", (-3, -3), (0, 1), "X", "Xb", lines: 1),
    // An empty document, and one that ends without a line break.
    Edit("", (0, 0), (0, 0), "X", "X", lines: 1), Edit("", (4, 4), (0, 2), "X\n", "X\n", lines: 2),
    Edit("", (0, 0), (9, 9), "", "", lines: 1), Edit("a\nb", (1, 1), (1, 1), "c", "a\nbc", lines: 2),
    // Inside a surrogate pair, and inside the bytes of a scalar, is before it.
    Edit("🎉a", (0, 1), (0, 1), "X", "X🎉a", lines: 1), Edit("🎉a", (0, 1), (0, 2), "X", "Xa", lines: 1),
    Edit("a🎉b", (0, 2), (0, 4), "X", "aX", lines: 1), Edit("é", (0, 1), (0, 1), "X", "Xé", lines: 1, .utf8),
    Edit("東京", (0, 4), (0, 5), "X", "東X京", lines: 1, .utf8), Edit("🎉a", (0, 1), (0, 1), "X", "🎉Xa", lines: 1, .utf32),
    Edit("🎉a", (0, 3), (0, 4), "X", "Xa", lines: 1, .utf8),
    // A letter and its mark are two, and so are the parts of an emoji.
    Edit("e\u{301}t", (0, 1), (0, 2), "", "et", lines: 1), Edit("👩\u{200D}👧", (0, 2), (0, 3), "", "👩👧", lines: 1),
    // An edit may split a break in two, and join two in one.
    Edit("a\r\nb", (0, 1), (1, 0), "\rX\n", "a\rX\nb", lines: 3),
    Edit("a\r\nb", (0, 1), (1, 0), "\r\r\n", "a\r\r\nb", lines: 3),
    Edit("a\r\nb", (0, 1), (1, 0), "\n", "a\nb", lines: 2), Edit("a\rb", (1, 0), (1, 0), "\n", "a\r\nb", lines: 2),
    Edit("a\rX\nb", (1, 0), (1, 1), "", "a\r\nb", lines: 2), Edit("a\nb", (0, 1), (0, 1), "\r", "a\r\nb", lines: 2),
    Edit("\r\n", (0, 0), (0, 0), "\n", "\n\r\n", lines: 3), Edit("\n\r", (1, 0), (2, 0), "", "\n", lines: 2),
    // What other programs take for a line break is a character of its line.
    Edit("a\u{2028}b\u{2029}c", (0, 2), (0, 3), "X", "a\u{2028}X\u{2029}c", lines: 1),
    Edit("a\u{85}b\u{B}c\u{C}d", (0, 3), (0, 7), "X", "a\u{85}bX", lines: 1),
    Edit("a\u{2028}b", (0, 4), (0, 5), "X", "a\u{2028}X", lines: 1, .utf8),
    Edit("a\u{85}b", (1, 0), (1, 0), "X", "a\u{85}bX", lines: 1),
    // NUL and a byte order mark are characters too, wherever they are.
    Edit("\u{0}a\u{0}", (0, 1), (0, 2), "\u{0}", "\u{0}\u{0}\u{0}", lines: 1),
    Edit("\u{FEFF}ab", (0, 1), (0, 2), "X", "\u{FEFF}Xb", lines: 1),
    Edit("\u{FEFF}ab", (0, 3), (0, 4), "\u{FEFF}", "\u{FEFF}\u{FEFF}b", lines: 1, .utf8),
    // JSON's lone surrogates come in as U+FFFD, which is one unit as they are: the client's columns still fit.
    Edit("\u{FFFD}a\u{FFFD}b", (0, 3), (0, 4), "X", "\u{FFFD}a\u{FFFD}X", lines: 1),
    // The first and last of each length in UTF-8.
    Edit("\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}", (0, 4), (0, 5), "X", "\u{7F}\u{80}\u{7FF}\u{800}X", lines: 1),
    Edit("\u{10000}\u{10FFFF}|", (0, 4), (0, 5), "X", "\u{10000}\u{10FFFF}X", lines: 1),
  ])
  func edits(_ edit: Edit) {
    var document = OpenDocument(uri: "file:///a", languageID: "plaintext", version: 1, text: edit.text)
    let change = document.apply(
      replacing: (edit.start, edit.end), with: edit.new, version: 7, encoding: edit.encoding)
    let text = document.snapshot.text
    // Scalars, because strings are equal when they only look alike.
    #expect(Array(text.string.unicodeScalars) == Array(edit.expected.unicodeScalars))
    #expect(text.lineCount == edit.lines)
    #expect(document.snapshot.version == 7)
    #expect(change.before.string.utf8.elementsEqual(edit.text.utf8))
  }

  @Test func noPlaceIsBetweenTheHalvesOfABreak() {
    let text = Text("ab\r\nc")
    for encoding in PositionEncoding.allCases {
      #expect(text.position(of: 3, encoding: encoding) == TextPosition(line: 0, column: 2))
      #expect(text.position(of: 4, encoding: encoding) == TextPosition(line: 1, column: 0))
    }
  }

  @Test func aTextWithoutARangeReplacesEverything() {
    var document = OpenDocument(uri: "file:///a", languageID: "c", version: 1, text: "a\r\n🎉")
    for text in ["", "\u{FEFF}\r\n", "b", "b\n"] {
      _ = document.apply(replacing: nil, with: text, version: 2, encoding: .utf16)
      #expect(document.snapshot.text.string.utf8.elementsEqual(text.utf8))
    }
  }
}
