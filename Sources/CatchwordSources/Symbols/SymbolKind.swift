/// The notations in which a symbol is typed.
package enum SymbolKind: Int, CaseIterable, Sendable {
  /// `\alpha`
  case latex
  /// `:smile:`
  case emoji
  /// `&alpha;`
  case entities
  /// Two characters after a leader of the user's choice, as in RFC 1345: `a:` for ä.
  case digraphs
}

/// A symbol under one of its names.
struct SymbolEntry: Equatable, Sendable {
  /// The typed name, without its leader and closing mark: `alpha` of `\alpha`.
  var name: String
  /// The symbol.
  var text: String
  /// The weight of the name in the ranking.
  var weight: UInt8
  /// The description of the symbol; nil to use its Unicode name.
  var description: String?

  /// The weights of names, by their origin.
  enum Weight {
    /// The user's own names.
    static let own: UInt8 = 250
    /// The names of the Greek letters, which most people look for.
    static let greek: UInt8 = 200
    /// The names that people know.
    static let known: UInt8 = 190
    /// Names that follow from a rule that is worth learning: `bbR`, `^2`, `'e`.
    static let regular: UInt8 = 120
    /// The full Unicode names.
    static let full: UInt8 = 30
    /// Codes of two letters, which begin many other names, so that they count only when closed: `de` for `:de:`.
    static let code: UInt8 = 1
  }
}

/// The names in order of precedence: of two equal ones the first counts.
struct SymbolEntries: Sendable {
  private(set) var list: [SymbolEntry] = []
  private var names: Set<String> = []

  /// Adds a symbol, unless its name is already taken.
  mutating func append(_ name: String, _ text: String, weight: UInt8, description: String? = nil) {
    guard !name.isEmpty, !text.isEmpty, names.insert(name).inserted else { return }
    list.append(SymbolEntry(name: name, text: text, weight: weight, description: description))
  }

  /// Adds a table: words of a character and its names, separated by commas, as in `≤le,leq`. A character that cannot be
  /// seen is written as its number, as in `U+2003=quad`.
  mutating func append(table: String, weight: UInt8, _ spelling: (String) -> String = { $0 }) {
    for word in table.split(whereSeparator: \.isWhitespace) {
      guard let (text, names) = SymbolEntries.parse(word) else { continue }
      for name in names { append(name, spelling(text), weight: weight) }
    }
  }

  /// Returns the symbol and the names of a word of a table; nil for a malformed word.
  static func parse(_ word: Substring) -> (text: String, names: [String])? {
    var text = ""
    var rest = word
    if word.hasPrefix("U+"), let end = word.firstIndex(of: "=") {
      guard let scalar = UInt32(word[..<end].dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
      text = String(Character(scalar))
      rest = word[word.index(after: end)...]
    } else {
      text = String(word.prefix(1))
      rest = word.dropFirst()
    }
    let names = rest.split(separator: ",").map(String.init)
    return names.isEmpty ? nil : (text, names)
  }
}
