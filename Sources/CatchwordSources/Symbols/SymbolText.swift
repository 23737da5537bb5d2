/// The appearance and the description of a symbol for the user.
enum SymbolText {
  /// True for a character that draws nothing: a space, a joiner, a direction mark or a break.
  static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .format: true
    default: false
    }
  }

  /// Returns the symbol as a menu can show it; nil when nothing would be visible.
  static func shown(_ text: String) -> String? {
    guard let first = text.unicodeScalars.first else { return nil }
    if text.unicodeScalars.allSatisfy(isUnseen) { return nil }
    switch first.properties.generalCategory {
    // A combining mark needs a base character.
    case .nonspacingMark, .enclosingMark, .spacingMark: return "\u{25CC}\(text)"
    default: return text
    }
  }

  /// Returns the Unicode name and the code points of a symbol: `GREEK SMALL LETTER ALPHA, U+03B1`.
  static func description(_ text: String, name: String? = nil) -> String {
    let scalars = text.unicodeScalars.prefix(maximumDescribedScalars)
    let numbers = scalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    let drawn = scalars.filter { $0 != presentation }
    let known = name ?? (drawn.count == 1 ? drawn.first?.properties.name : nil)
    let list = numbers.joined(separator: " ")
    return known.map { "\($0), \(list)" } ?? list
  }

  /// The variation selector that makes the character before it an emoji.
  static let presentation = Unicode.Scalar(0xFE0F as UInt32)

  /// Returns a character with the emoji presentation, if it is an emoji that would be drawn as text without it.
  static func asEmoji(_ text: String) -> String {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, let presentation,
      scalar.properties.isEmoji, !scalar.properties.isEmojiPresentation
    else { return text }
    return text + String(Character(presentation))
  }

  /// The maximum number of code points in a description.
  private static let maximumDescribedScalars = 12
}
