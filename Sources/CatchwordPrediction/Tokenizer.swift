import CatchwordText

/// What a token is.
enum TokenKind: UInt8 {
  /// Letters, marks, digits and `_`, not beginning with a digit.
  case word
  /// The same, beginning with a digit.
  case number
  /// A character of punctuation.
  case mark
  /// One end of a line.
  case newline
  /// What is too long for a word: its place is kept, but not what it says.
  case hole
}

/// Cuts text into the tokens that a model counts: words, numbers, single marks, ends of lines.
///
/// Words are those of `WordScanner` without any language's own rules: `$name` and `left-hand` are several, which come
/// again in other company, in every file. White space is no token, but each token knows what gap there is before it.
struct Tokenizer {
  static let scanner = WordScanner()

  /// Calls `body` with the range, kind and gap of each token, in order.
  ///
  /// - Complexity: O(*n*).
  static func forEachToken(in bytes: ContiguousArray<UInt8>, _ body: (Range<Int>, TokenKind, Gap) -> Void) {
    var index = 0
    var gap = Gap.Builder()
    scanner.forEachWord(in: bytes) { word in
      forEachMark(in: bytes, from: index, to: word.lowerBound, &gap, body)
      let isNumber = bytes[word.lowerBound] &- 0x30 < 10
      body(word, isNumber ? .number : .word, gap.take())
      index = word.upperBound
    }
    forEachMark(in: bytes, from: index, to: bytes.count, &gap, body)
  }

  private static func forEachMark(
    in bytes: ContiguousArray<UInt8>, from start: Int, to end: Int, _ gap: inout Gap.Builder,
    _ body: (Range<Int>, TokenKind, Gap) -> Void
  ) {
    var index = start
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09:
        gap.add(byte)
        index += 1
      case 0x0A:
        body(index..<index + 1, .newline, gap.take())
        index += 1
      case 0x0D:
        let length = index + 1 < end && bytes[index + 1] == 0x0A ? 2 : 1
        body(index..<index + length, .newline, gap.take())
        index += length
      case 0..<0x20, 0x7F:
        gap.addOther()
        index += 1
      case 0x80...:
        let next = min(index + length(ofScalarAt: index, in: bytes), end)
        if isSpace(bytes, index, next) { gap.addOther() } else { body(index..<next, .mark, gap.take()) }
        index = next
      default:
        var next = index + 1
        let isRun = isWordByte(byte)
        while isRun, next < end, bytes[next] >= 0x80 || isWordByte(bytes[next]) { next += 1 }
        body(index..<next, isRun ? .hole : .mark, gap.take())
        index = next
      }
    }
  }

  private static func length(ofScalarAt index: Int, in bytes: ContiguousArray<UInt8>) -> Int {
    switch bytes[index] {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }

  /// True for the white space that is not ASCII: U+0085, U+00A0, U+1680, U+2000 to U+200B, U+2028, U+2029, U+202F,
  /// U+205F, U+3000, U+FEFF.
  private static func isSpace(_ bytes: ContiguousArray<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var value: UInt32 = end - start == 2 ? UInt32(bytes[start]) & 0x1F : UInt32(bytes[start]) & 0x0F
    for index in start + 1..<max(end, start + 1) { value = value << 6 | UInt32(bytes[index] & 0x3F) }
    switch value {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: return end - start < 4
    default: return false
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }
}

/// The white space before a token, in one byte: some spaces, some tabs, or something else.
struct Gap: Equatable {
  let code: UInt8

  static let none = Gap(code: 0)
  static let space = Gap(code: 1)
  private static let firstTab: UInt8 = 128
  private static let other: UInt8 = 255

  /// What is written for it; a single space for what cannot be told.
  var text: String {
    switch code {
    case Gap.other: " "
    case Gap.firstTab...: String(repeating: "\t", count: Int(code - Gap.firstTab) + 1)
    default: String(repeating: " ", count: Int(code))
    }
  }

  /// How far it indents, in columns; tabs stand for four.
  var width: Int {
    switch code {
    case Gap.other: 1
    case Gap.firstTab...: (Int(code - Gap.firstTab) + 1) * 4
    default: Int(code)
    }
  }

  /// Counts white space as it comes.
  struct Builder {
    private var spaces = 0
    private var tabs = 0
    private var hasOther = false

    mutating func add(_ byte: UInt8) { if byte == 0x20 { spaces += 1 } else { tabs += 1 } }

    mutating func addOther() { hasOther = true }

    /// The gap so far; a new one begins.
    mutating func take() -> Gap {
      if spaces | tabs == 0 && !hasOther { return .none }
      defer { (spaces, tabs, hasOther) = (0, 0, false) }
      if hasOther || (spaces > 0 && tabs > 0) || spaces > 127 || tabs > 127 { return Gap(code: Gap.other) }
      return Gap(code: spaces > 0 ? UInt8(spaces) : Gap.firstTab + UInt8(tabs - 1))
    }
  }
}
