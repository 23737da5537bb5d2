/// The display of foreign text: characters that are invisible, or that change how others are shown, are not displayed.
/// These are control characters, changes of the writing direction, spaces without width, soft hyphens, the separators
/// of lines and paragraphs, and tags. The joiners that scripts and emoji need are kept where they are needed, and so
/// are the tags in a flag.
public enum PlainText {
  /// True when a text has no such characters.
  ///
  /// - Parameter hasLines: True to allow tabs and line ends.
  /// - Complexity: O(length).
  public static func isPlain(_ text: String, hasLines: Bool = false) -> Bool {
    mayHide(text, hasLines: hasLines) ? firstHidden(in: text, hasLines: hasLines) == nil : true
  }

  /// Returns a text with U+FFFD in place of each hidden character; tabs and line ends are kept.
  ///
  /// - Complexity: O(length).
  public static func shown(_ text: String) -> String {
    guard mayHide(text, hasLines: true) else { return text }
    var shown = String.UnicodeScalarView()
    var rule = Rule(hasLines: true)
    let scalars = text.unicodeScalars
    for index in scalars.indices { shown.append(rule.hides(index, in: scalars) ? "\u{FFFD}" : scalars[index]) }
    return String(shown)
  }

  /// Returns the same text on one line: tabs and line ends become spaces.
  public static func line(_ text: String) -> String {
    let shown = shown(text)
    guard shown.utf8.contains(where: { $0 < 0x20 }) else { return shown }
    return String(String.UnicodeScalarView(shown.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  /// Returns the byte offset of the first character that must be hidden; nil when there is none.
  public static func firstHidden(in text: String, hasLines: Bool) -> Int? {
    var rule = Rule(hasLines: hasLines)
    let scalars = text.unicodeScalars
    guard let first = scalars.indices.first(where: { rule.hides($0, in: scalars) }) else { return nil }
    return text.utf8.distance(from: text.startIndex, to: first)
  }

  /// A fast check that is false for nearly all texts.
  private static func mayHide(_ text: String, hasLines: Bool) -> Bool {
    if text.utf8.withContiguousStorageIfAvailable(isPrintable) == true { return false }
    return text.hasByte { byte in
      switch byte {
      case 0x09, 0x0A: !hasLines
      case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: true
      default: false
      }
    }
  }

  /// True for printable characters of ASCII, eight at a time.
  private static func isPrintable(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 8 else { return text.allSatisfy { $0 &- 0x20 < 0x5F } }
    let bytes = UnsafeRawBufferPointer(text)
    var start = 0
    while true {
      let eight = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      // A byte below 0x20 or beyond 0x7F has its highest bit set in one of these, and so has 0x7F in the third.
      let outside = (eight &- 0x2020_2020_2020_2020) | eight | (eight &+ 0x0101_0101_0101_0101)
      guard outside & 0x8080_8080_8080_8080 == 0 else { return false }
      if start == text.count - 8 { return true }
      start = min(start + 8, text.count - 8)
    }
  }

  /// The check for hidden characters, one character after another.
  private struct Rule {
    let hasLines: Bool
    private var previous: UInt32 = 0
    private var isInFlag = false

    init(hasLines: Bool) { self.hasLines = hasLines }

    mutating func hides(_ index: String.Index, in scalars: String.UnicodeScalarView) -> Bool {
      let value = scalars[index].value
      defer { previous = value }
      switch value {
      case 0x09, 0x0A: return !hasLines
      // A part of a line end.
      case 0x0D: return !(hasLines && scalars[scalars.index(after: index)...].first == "\n")
      case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
        return true
      // Allowed between letters of scripts that join them, and between emoji.
      case 0x200C, 0x200D: return previous < 0x300
      case 0xE0000...0xE007F:
        isInFlag = isInFlag || previous == 0x1F3F4
        defer { if value == 0xE007F { isInFlag = false } }
        return !isInFlag || value < 0xE0020
      default:
        isInFlag = false
        return false
      }
    }
  }
}
