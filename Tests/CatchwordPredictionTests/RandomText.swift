import CatchwordText
import TestSupport

/// Texts and edits by chance.
struct RandomText {
  private var random: SeededRandom
  /// What texts are made of.
  let pieces: [String]

  static let hard = [
    "a", "bar_baz", "x1", "Ü", "e\u{301}", "'", "-", " ", " ", "  ", "\t", "\n", "\n", "\r\n", "\r", "🎉", "東京", "かな",
    "\u{2028}", "\u{0}", "don't", "$y", ".", "(", "9", "foo ", "let x = ", "\n    ",
  ]
  static let plain = ["a ", "bb ", "ccc ", "dd", "(", ") ", "\n", "\n  ", ". ", "x1 = "]

  init(_ pieces: [String], _ test: String = #function) {
    self.pieces = pieces
    random = SeededRandom(test)
  }

  mutating func below(_ limit: Int) -> Int { random.below(limit) }

  mutating func string(upTo length: Int) -> String {
    (0..<random.below(length + 1)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  /// A place in a text; sometimes one of its ends, or within a scalar.
  mutating func place(in text: Text) -> Int {
    switch random.below(8) {
    case 0: 0
    case 1: text.count
    default: random.below(text.count + 1)
    }
  }

  /// Something that may be done to a text.
  mutating func edit(_ text: Text) -> TextChange {
    let (first, second) = (place(in: text), place(in: text))
    switch random.below(10) {
    case 0: return TextChange(text, replacing: 0..<text.count, with: string(upTo: 200))
    case 1: return TextChange(text, replacing: min(first, second)..<max(first, second), with: string(upTo: 5))
    case 2: return TextChange(text, replacing: first..<first, with: string(upTo: 300))
    case 3: return TextChange(text, replacing: first..<first, with: "")
    case 4, 5: return TextChange(text, replacing: first..<min(text.count, first + 1 + random.below(9)), with: "")
    default: return TextChange(text, replacing: first..<first, with: string(upTo: 3))
    }
  }
}
