import CatchwordText

/// The kind of a token.
enum TokenKind: UInt8 {
  /// Letters, marks, digits and `_`, not beginning with a digit.
  case word
  /// A word that begins with a digit.
  case number
  /// A punctuation character.
  case mark
  /// One line end.
  case newline
  /// Text that is not learned, such as a run too long for a word: its place is kept, but not its content.
  case hole
}

/// Splits text into the tokens that a model counts: words, numbers, single marks, line ends.
///
/// Words are those of `WordScanner` without the rules of any language: `$name` and `left-hand` are several tokens,
/// which recur with other neighbours, in every file. White space is no token, but each token has the gap before it.
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

  /// Calls `body` in the same way, with holes for the tokens in secrets.
  ///
  /// - Parameter secrets: The secrets, in order.
  static func forEachToken(
    in bytes: ContiguousArray<UInt8>, without secrets: [Range<Int>], _ body: (Range<Int>, TokenKind, Gap) -> Void
  ) {
    var secrets = RangeCursor(secrets)
    forEachToken(in: bytes) { range, kind, gap in
      body(range, kind != .newline && secrets.holds(range) ? .hole : kind, gap)
    }
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
        var next = min(index + length(ofScalarAt: index, in: bytes), end)
        switch kind(ofScalarIn: bytes, index, next) {
        case nil: gap.addOther()
        case .hole:
          next = runEnd(in: bytes, from: next, to: end)
          body(index..<next, .hole, gap.take())
        case let kind?: body(index..<next, kind, gap.take())
        }
        index = next
      default:
        let isRun = DocumentTokens.isWordByte(byte)
        let next = isRun ? runEnd(in: bytes, from: index + 1, to: end) : index + 1
        body(index..<next, isRun ? .hole : .mark, gap.take())
        index = next
      }
    }
  }

  /// Returns the end of a run that is too long for a word.
  private static func runEnd(in bytes: ContiguousArray<UInt8>, from start: Int, to end: Int) -> Int {
    var next = start
    while next < end, bytes[next] >= 0x80 || DocumentTokens.isWordByte(bytes[next]) { next += 1 }
    return next
  }

  private static func length(ofScalarAt index: Int, in bytes: ContiguousArray<UInt8>) -> Int {
    switch bytes[index] {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }

  /// Returns the kind of a scalar that is not ASCII and in no word; nil for white space and control characters.
  ///
  /// A letter in no word is part of a run that is too long for one, and an invisible scalar, such as a change of the
  /// writing direction, is never worth offering: both are holes.
  private static func kind(ofScalarIn bytes: ContiguousArray<UInt8>, _ start: Int, _ end: Int) -> TokenKind? {
    let length = end - start
    guard length > 1 else { return .hole }
    var value = UInt32(bytes[start]) & (0x7F >> UInt32(length))
    for index in start + 1..<end { value = value << 6 | UInt32(bytes[index] & 0x3F) }
    switch value {
    case 0x80...0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: return nil
    case 0x200C, 0x200D: return .mark
    case 0xFFFD: return .hole
    default:
      switch Unicode.Scalar(value)?.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .format, nil:
        return .hole
      default: return .mark
      }
    }
  }

  /// True when a text begins with a word or a number, not with a mark.
  static func beginsWithWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var isWord = false
    scanner.forEachWord(in: ContiguousArray(text)) { if $0.lowerBound == 0 { isWord = true } }
    return isWord
  }
}
