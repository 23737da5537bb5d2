@testable import CatchwordText
import TestSupport
import Testing

/// Characters that are not to be seen.
struct PlainTextTests {
  /// Texts of printable characters are passed eight bytes at a time.
  @Test func eachCharacterIsSeenWhereverItStands() {
    var random = SeededRandom()
    let scalars: [Unicode.Scalar] = [
      "\u{0}", "\t", "\n", "\u{1F}", " ", "~", "\u{7F}", "\u{80}", "\u{A0}", "é", "\u{202E}",
    ]
    for length in 0...40 {
      for _ in 0..<40 {
        var text = Array(String(repeating: "word ", count: 8).unicodeScalars.prefix(length))
        if length > 0 { text[random.below(length)] = scalars[random.below(scalars.count)] }
        let shown = String(String.UnicodeScalarView(text))
        for hasLines in [false, true] {
          let isPlain = PlainText.firstHidden(in: shown, hasLines: hasLines) == nil
          #expect(PlainText.isPlain(shown, hasLines: hasLines) == isPlain, "\(shown.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: ["", "word", "Übung", "क्‍ष", "می‌خواهم", "👩‍👩‍👧", "❤️", "東京", "a\u{301}", "🏴\u{E0067}\u{E0062}\u{E007F}"])
  func plain(text: String) {
    #expect(PlainText.isPlain(text))
    #expect(PlainText.shown(text) == text)
  }

  @Test(arguments: [
    "\u{1B}[m", "\u{7}", "\u{7F}", "\u{85}", "\u{AD}", "\u{61C}", "\u{200B}", "a\u{200D}", "\u{200E}", "\u{2028}",
    "\u{202E}", "\u{2060}", "\u{2069}", "\u{FEFF}", "\u{E0041}", "\u{E0001}", "\r",
  ])
  func hidden(text: String) {
    #expect(!PlainText.isPlain("x" + text, hasLines: true))
    #expect(PlainText.isPlain(PlainText.shown("x" + text), hasLines: true))
    #expect(PlainText.shown("x" + text).unicodeScalars.contains("\u{FFFD}"))
  }

  @Test func linesAreAllowedWhereTheyAreExpected() {
    #expect(!PlainText.isPlain("a\nb\tc"))
    #expect(PlainText.isPlain("a\nb\tc", hasLines: true))
    #expect(PlainText.line("a\nb\tc") == "a b c")
    #expect(PlainText.firstHidden(in: "äb\u{202E}c", hasLines: false) == 3)
  }

  @Test(arguments: [
    ("![t](http://h/a)", "!\\[t\\](http:\\//h/a)"), ("a_b *c*", "a\\_b \\*c\\*"), ("two\nlines", "two lines"),
    ("plain, text.", "plain, text."), ("www.a.org", "www\\.a.org"), ("`x`", "\\`x\\`"),
  ])
  func markdownIsEscaped(text: String, escaped: String) {
    #expect(MarkdownText.escaped(text) == escaped)
    #expect(MarkdownText.plain(escaped) == PlainText.line(text))
  }

  /// An accent behind a mark, or a sign that is drawn around what follows it, makes one Character of both; who shows Markdown
  /// sees the mark all the same.
  @Test(arguments: [
    "![\u{301}x\u{600}](h)", "`\u{301}a`\u{301}", "*\u{FE0F}b\u{600}*", ":\u{600}/\u{301}", "\\\u{301}[",
  ])
  func marksAreEscapedWhateverStandsAroundThem(text: String) {
    let escaped = MarkdownText.escaped(text)
    let scalars = Array(escaped.unicodeScalars)
    for (index, scalar) in scalars.enumerated() where "[]`*".unicodeScalars.contains(scalar) {
      let slashes = scalars[..<index].reversed().prefix { $0 == "\\" }.count
      #expect(slashes % 2 == 1, "\(escaped)")
    }
    #expect(Array(MarkdownText.plain(escaped).utf8) == Array(PlainText.line(text).utf8))
    #expect(MarkdownText.code(text).utf8.count { $0 == UInt8(ascii: "`") } == 2)
  }

  @Test func blocksOfCodeAreLeftAsTheyAre() {
    let text = "a\\_b\n\n````\nc\\_d\n```\n\\*\n````\n\ne\\*"
    #expect(MarkdownText.plain(text) == "a_b\n\n````\nc\\_d\n```\n\\*\n````\n\ne*")
  }
}
