/// The columns that text takes in a terminal.
enum TerminalWidth {
  /// Returns the columns of a text, with tabs to each eighth column.
  ///
  /// - Parameter column: Where it begins.
  static func of(_ text: String, from column: Int = 0) -> Int {
    text.reduce(column) { $0 + ($1 == "\t" ? 8 - $0 % 8 : of($1)) } - column
  }

  /// Returns the columns of a character: 2 for the wide and full-width ones of UAX 11, by their blocks, and for emoji.
  static func of(_ character: Character) -> Int {
    let first = character.unicodeScalars[character.unicodeScalars.startIndex]
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    case 0x300...0x36F: return 0
    default: return first.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
