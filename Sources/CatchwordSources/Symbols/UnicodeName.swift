/// A character and its Unicode name, split into words.
struct UnicodeName {
  let scalar: Unicode.Scalar
  let name: String
  /// The words of the name, without hyphens.
  let words: [Substring]

  /// Creates the name of a character; nil when the character has none.
  init?(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else { return nil }
    self.scalar = scalar
    self.name = name
    words = name.split(separator: " ")
  }

  var text: String { String(Character(scalar)) }

  /// The whole name as one word: `rightwards_arrow`.
  var full: String { UnicodeName.word(name) }

  /// Returns a name as one word.
  static func word(_ name: String) -> String {
    var word = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "A"..."Z": word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      case "a"..."z", "0"..."9": word.unicodeScalars.append(scalar)
      // Brackets and colons are dropped; the words in or after them are treated like the others.
      case " ", "-", "_": if !word.isEmpty, word.last != "_" { word.append("_") }
      default: break
      }
    }
    if word.last == "_" { word.removeLast() }
    return word
  }

  /// Returns the rest of the name after a prefix; nil when the name does not begin with it.
  func rest(after prefix: String) -> Substring? {
    guard name.utf8.starts(with: prefix.utf8) else { return nil }
    return name.dropFirst(prefix.utf8.count)
  }

  /// Returns a letter by its name: `SMALL ALPHA` is `alpha`, `CAPITAL R` is `R`, `DIGIT TWO` is `2`.
  static func letter(_ name: Substring) -> String? {
    let words = name.split(separator: " ")
    guard let last = words.last else { return nil }
    let letter = last == "LAMDA" ? "LAMBDA" : String(last)
    switch (words.count, words.first) {
    case (2, "CAPITAL"): return letter.prefix(1) + letter.dropFirst().lowercased()
    case (2, "SMALL"): return letter.lowercased()
    case (2, "DIGIT"): return digits.firstIndex(of: letter).map(String.init)
    case (1, _): return digits.firstIndex(of: letter).map(String.init)
    default: return nil
    }
  }

  /// The parts of a Latin letter with one accent: its name without the accent, and the accent's name.
  var accented: (letter: String, accent: String)? {
    guard let rest = rest(after: "LATIN ") else { return nil }
    let parts = rest.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[1] == "LETTER", parts[2].utf8.count == 1, parts[3] == "WITH" else { return nil }
    switch parts[0] {
    case "CAPITAL": return (String(parts[2]), String(parts[4]))
    case "SMALL": return (parts[2].lowercased(), String(parts[4]))
    default: return nil
    }
  }

  private static let digits = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
}
