/// The ways in which a symbol is called for.
public enum SymbolKind: Int, CaseIterable, Sendable {
  /// `\alpha`
  case latex
  /// `:smile:`
  case emoji
  /// `&alpha;`
  case entities
  /// Two characters behind a leader of the user's, as in RFC 1345: `a:` for ä.
  case digraphs
}

/// A symbol under one of its names.
struct SymbolEntry: Equatable, Sendable {
  /// What is typed, without what it begins and ends with: `alpha` of `\alpha`.
  var name: String
  /// The symbol.
  var text: String
  /// How much is to be thought of it.
  var weight: UInt8
  /// What is known about it; nil for what Unicode calls it.
  var description: String?

  /// What is thought of names by where they are from.
  enum Weight {
    /// The user's own.
    static let own: UInt8 = 250
    /// The Greek letters, which are what most people look for.
    static let greek: UInt8 = 200
    /// The names that people know.
    static let known: UInt8 = 190
    /// What follows from a rule that is worth learning: `bbR`, `^2`, `'e`.
    static let regular: UInt8 = 120
    /// What Unicode calls it, in full.
    static let full: UInt8 = 30
    /// Two letters that begin much else, so that they count when they are closed: `de` for `:de:`.
    static let code: UInt8 = 1
  }
}

/// Names in the order in which they count: of two equal ones the first.
struct SymbolEntries: Sendable {
  private(set) var list: [SymbolEntry] = []
  private var names: Set<String> = []

  /// Adds a symbol, unless its name is taken.
  mutating func append(_ name: String, _ text: String, weight: UInt8, description: String? = nil) {
    guard !name.isEmpty, !text.isEmpty, names.insert(name).inserted else { return }
    list.append(SymbolEntry(name: name, text: text, weight: weight, description: description))
  }

  /// Adds a table: words of a character and its names, which are set apart by commas, as `≤le,leq`. What cannot be seen
  /// is written as its number, as `U+2003=quad`.
  mutating func append(table: String, weight: UInt8, _ spelling: (String) -> String = { $0 }) {
    for word in table.split(whereSeparator: \.isWhitespace) {
      guard let (text, names) = SymbolEntries.parse(word) else { continue }
      for name in names { append(name, spelling(text), weight: weight) }
    }
  }

  /// The symbol and the names of a word of a table; nil for one that is none.
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
