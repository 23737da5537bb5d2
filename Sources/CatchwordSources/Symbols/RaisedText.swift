/// Raised and lowered text: `^10` is ¹⁰, and `_i` is ᵢ.
struct RaisedText: Sendable {
  /// The maximum number of characters that are raised at once.
  static let maximumLength = 32

  /// The raised and lowered characters, by the sign and the plain character: `^1`.
  private let forms: [String: String]

  /// - Parameter entries: The entries that include the raised and lowered characters.
  init(_ entries: [SymbolEntry]) {
    var forms: [String: String] = [:]
    for entry in entries where entry.name.utf8.count == 2 {
      if entry.name.utf8.first == UInt8(ascii: "^") || entry.name.utf8.first == UInt8(ascii: "_") {
        forms[entry.name] = entry.text
      }
    }
    self.forms = forms
  }

  /// Returns a text of several characters, raised or lowered.
  ///
  /// - Parameter name: The sign and the text after it: `^10`.
  /// - Returns: nil for a single character, for too many, or when there is no such form of one of them.
  func text(of name: String) -> String? {
    guard let sign = name.first, sign == "^" || sign == "_" else { return nil }
    let characters = name.dropFirst()
    guard (2...RaisedText.maximumLength).contains(characters.count) else { return nil }
    var text = ""
    for character in characters {
      guard let form = forms["\(sign)\(character)"] else { return nil }
      text += form
    }
    return text
  }

  /// Returns the name of a raised or lowered character, as Unicode's follows several patterns; nil for any other.
  static func name(of name: UnicodeName) -> String? {
    for (prefix, sign) in prefixes {
      guard let rest = name.rest(after: prefix) else { continue }
      if let mark = marks[String(rest)] { return sign + mark }
      guard let letter = UnicodeName.letter(rest) else { return nil }
      // Of the many phonetic letters, only those that somebody might type.
      return letter.utf8.count == 1 || EntityNames.greekLetters.contains(letter) ? sign + letter : nil
    }
    return nil
  }

  private static let prefixes = [
    ("SUPERSCRIPT LATIN ", "^"), ("SUPERSCRIPT ", "^"), ("LATIN SUBSCRIPT ", "_"), ("GREEK SUBSCRIPT ", "_"),
    ("SUBSCRIPT ", "_"), ("MODIFIER LETTER ", "^"),
  ]

  private static let marks = [
    "PLUS SIGN": "+", "MINUS": "-", "EQUALS SIGN": "=", "LEFT PARENTHESIS": "(", "RIGHT PARENTHESIS": ")",
    "SMALL LETTER N": "n", "SMALL LETTER I": "i", "SMALL LETTER A": "a", "SMALL LETTER E": "e", "SMALL LETTER O": "o",
    "SMALL LETTER X": "x", "SMALL LETTER R": "r", "SMALL LETTER U": "u", "SMALL LETTER V": "v", "SMALL LETTER J": "j",
    "SMALL LETTER H": "h", "SMALL LETTER K": "k", "SMALL LETTER L": "l", "SMALL LETTER M": "m", "SMALL LETTER P": "p",
    "SMALL LETTER S": "s", "SMALL LETTER T": "t", "SMALL LETTER BETA": "beta", "SMALL LETTER GAMMA": "gamma",
    "SMALL LETTER RHO": "rho", "SMALL LETTER PHI": "phi", "SMALL LETTER CHI": "chi",
  ]
}
