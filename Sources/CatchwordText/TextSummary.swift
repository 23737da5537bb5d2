/// The size of a piece of text, in every unit that a client may use.
///
/// Summaries add up: the summary of a whole is the sum of the summaries of its parts, in order. So a tree of pieces can
/// answer "which byte is UTF-16 unit 40,000 of line 1,200?" without reading the text. A carriage return at the end of
/// one part and a line feed at the start of the next are one line break, so a summary records how it begins and ends.
struct TextSummary: Equatable, Sendable {
  var bytes = 0
  var utf16 = 0
  var scalars = 0
  /// Line breaks: `\n`, `\r\n` and `\r`, as LSP counts them.
  var breaks = 0
  var startsWithLineFeed = false
  var endsWithCarriageReturn = false

  static let zero = TextSummary()

  init() {}

  /// Measures valid UTF-8.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(measuring utf8: UnsafeBufferPointer<UInt8>) {
    guard let first = utf8.first, let last = utf8.last else { return }
    let tally = ByteTally(utf8)
    bytes = utf8.count
    scalars = bytes - tally.continuations
    utf16 = scalars + tally.pairs
    breaks = tally.breaks
    startsWithLineFeed = first == .lineFeed
    endsWithCarriageReturn = last == .carriageReturn
  }

  static func + (left: TextSummary, right: TextSummary) -> TextSummary {
    guard left.bytes > 0 else { return right }
    guard right.bytes > 0 else { return left }
    var sum = TextSummary()
    sum.bytes = left.bytes + right.bytes
    sum.utf16 = left.utf16 + right.utf16
    sum.scalars = left.scalars + right.scalars
    let isBreakShared = left.endsWithCarriageReturn && right.startsWithLineFeed
    sum.breaks = left.breaks + right.breaks - (isBreakShared ? 1 : 0)
    sum.startsWithLineFeed = left.startsWithLineFeed
    sum.endsWithCarriageReturn = right.endsWithCarriageReturn
    return sum
  }

  static func += (left: inout TextSummary, right: TextSummary) {
    left = left + right
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// True for a byte that breaks a line, alone or with the next one.
  var isBreak: Bool { self == .lineFeed || self == .carriageReturn }

  /// True for a byte that continues a scalar; a piece of text may not begin with it.
  var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
}
