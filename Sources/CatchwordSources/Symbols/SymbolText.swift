/// What a symbol looks like to a user, and what it is called.
enum SymbolText {
  /// True for what takes no ink: spaces, joiners, marks of direction, breaks.
  static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .format: true
    default: false
    }
  }

  /// The symbol as a menu can show it; nil when there would be nothing to see.
  static func shown(_ text: String) -> String? {
    guard let first = text.unicodeScalars.first else { return nil }
    if text.unicodeScalars.allSatisfy(isUnseen) { return nil }
    switch first.properties.generalCategory {
    // A mark needs something to stand on.
    case .nonspacingMark, .enclosingMark, .spacingMark: return "\u{25CC}\(text)"
    default: return text
    }
  }

  /// What Unicode calls it, and its numbers: `GREEK SMALL LETTER ALPHA, U+03B1`.
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

  /// Draws the character before it as an emoji.
  static let presentation = Unicode.Scalar(0xFE0F as UInt32)

  /// A character as an emoji, if it is one and would else be drawn as text.
  static func asEmoji(_ text: String) -> String {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, let presentation,
      scalar.properties.isEmoji, !scalar.properties.isEmojiPresentation
    else { return text }
    return text + String(Character(presentation))
  }

  /// So many numbers say enough.
  private static let maximumDescribedScalars = 12
}
