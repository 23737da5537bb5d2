/// The names that follow from Unicode's.
extension LatexNames {
  /// Returns all names that are typed after a backslash.
  ///
  /// - Complexity: O(the characters of the blocks); about ten milliseconds.
  static func entries() -> SymbolEntries {
    var entries = SymbolEntries()
    appendGreek(to: &entries)
    entries.append(table: table, weight: SymbolEntry.Weight.known)
    entries.append(table: unseen, weight: SymbolEntry.Weight.known)
    for block in letterBlocks {
      for case let name? in block.lazy.map(UnicodeName.init) { appendLetter(name, to: &entries) }
    }
    for block in symbolBlocks {
      for case let name? in block.lazy.map(UnicodeName.init) { appendSymbol(name, to: &entries) }
    }
    return entries
  }

  /// The blocks of letters with accents, of mathematical alphabets, and of raised and lowered letters.
  private static let letterBlocks: [ClosedRange<UInt32>] = [
    0xB2...0xB3, 0xB9...0xB9, 0xC0...0x17F, 0x1CD...0x1F5, 0x218...0x21B, 0x2B0...0x2B8, 0x2E1...0x2E3, 0x1D2C...0x1D6A,
    0x1E00...0x1EFF, 0x2070...0x209C, 0x2102...0x2149, 0x2C7C...0x2C7D, 0x1D400...0x1D7FF,
  ]

  /// The blocks of signs, which are also offered under their full Unicode names.
  private static let symbolBlocks: [ClosedRange<UInt32>] = [
    0xA1...0xBF, 0xD7...0xD7, 0xF7...0xF7, 0x2010...0x205E, 0x20A0...0x20C0, 0x2100...0x23FF, 0x2460...0x27FF,
    0x2900...0x2BFF, 0x3008...0x301B,
  ]

  private static func appendGreek(to entries: inout SymbolEntries) {
    for value in UInt32(0x391)...0x3C9 {
      guard let name = UnicodeName(value), let rest = name.rest(after: "GREEK ") else { continue }
      let letter = rest.split(separator: " ").filter { $0 != "LETTER" }.joined(separator: " ")
      if let letter = UnicodeName.letter(letter[...]) {
        entries.append(letter, name.text, weight: SymbolEntry.Weight.greek)
      }
    }
  }

  private static func appendSymbol(_ name: UnicodeName, to entries: inout SymbolEntries) {
    guard !SymbolText.isUnseen(name.scalar) else { return }
    if name.words.last == "ARROW", name.words.count <= 4 {
      let word = name.words.map { $0.hasSuffix("WARDS") ? $0.dropLast(5) : $0 }.joined().lowercased()
      entries.append(word.filter { $0 != "-" }, name.text, weight: SymbolEntry.Weight.regular)
    }
    if let rest = name.rest(after: "VULGAR FRACTION "), let fraction = fraction(rest) {
      entries.append("frac\(fraction)", name.text, weight: SymbolEntry.Weight.regular)
    }
    entries.append(name.full, name.text, weight: SymbolEntry.Weight.full)
  }

  private static func appendLetter(_ name: UnicodeName, to entries: inout SymbolEntries) {
    let weight = SymbolEntry.Weight.regular
    if let (letter, accent) = name.accented {
      guard let (sign, command) = accents[accent] else { return }
      if let sign { entries.append(sign + letter, name.text, weight: weight) }
      entries.append("\(command){\(letter)}", name.text, weight: weight)
    } else if let (prefix, command, letter) = style(of: name) {
      entries.append(prefix + letter, name.text, weight: weight)
      if let command, letter.utf8.count == 1 { entries.append("\(command){\(letter)}", name.text, weight: weight) }
    } else if let raised = RaisedText.name(of: name) {
      entries.append(raised, name.text, weight: weight)
    }
  }

  /// Returns the style of a mathematical letter: its prefix, the LaTeX command for it, and the letter.
  private static func style(of name: UnicodeName) -> (prefix: String, command: String?, letter: String)? {
    if name.scalar == "\u{210E}" { return ("it", "mathit", "h") }
    // Weierstrass's p, which Unicode calls a script capital.
    if name.scalar == "\u{2118}" { return nil }
    for (style, prefix, command) in styles {
      let rest = name.rest(after: "MATHEMATICAL \(style) ") ?? name.rest(after: "\(style) ")
      if let letter = rest.flatMap(UnicodeName.letter) { return (prefix, command, letter) }
    }
    return nil
  }

  /// The styles of mathematical letters; what follows one in the name of another style is never a letter by itself.
  private static let styles: [(style: String, prefix: String, command: String?)] = [
    ("DOUBLE-STRUCK", "bb", "mathbb"), ("SCRIPT", "scr", "mathcal"), ("BOLD SCRIPT", "bscr", nil),
    ("FRAKTUR", "frak", "mathfrak"), ("BLACK-LETTER", "frak", "mathfrak"), ("BOLD FRAKTUR", "bfrak", nil),
    ("BOLD ITALIC", "bi", nil), ("BOLD", "bf", "mathbf"), ("ITALIC", "it", "mathit"), ("MONOSPACE", "tt", "mathtt"),
    ("SANS-SERIF BOLD ITALIC", "bisans", nil), ("SANS-SERIF BOLD", "bsans", nil), ("SANS-SERIF ITALIC", "isans", nil),
    ("SANS-SERIF", "sans", "mathsf"),
  ]

  /// The sign and the command that LaTeX has for each accent.
  private static let accents: [String: (sign: String?, command: String)] = [
    "ACUTE": ("'", "acute"), "GRAVE": ("`", "grave"), "DIAERESIS": ("\"", "ddot"), "TILDE": ("~", "tilde"),
    "MACRON": ("=", "bar"), "DOT ABOVE": (".", "dot"), "CIRCUMFLEX": (nil, "hat"), "BREVE": (nil, "breve"),
    "CARON": (nil, "check"), "RING ABOVE": (nil, "ring"), "CEDILLA": (nil, "c"), "OGONEK": (nil, "k"),
    "DOUBLE ACUTE": (nil, "H"), "DOT BELOW": (nil, "d"), "LINE BELOW": (nil, "b"),
  ]

  /// Returns the digits of a fraction by its name: `ONE HALF` is `12`, and `THREE QUARTERS` is `34`.
  private static func fraction(_ name: Substring) -> String? {
    let words = name.split(separator: " ")
    guard words.count == 2, let above = numerals.firstIndex(of: words[0]) else { return nil }
    let part = words[1].hasSuffix("S") && above > 1 ? words[1].dropLast() : words[1]
    return parts[String(part)].map { "\(above)\($0)" }
  }

  private static let numerals: [Substring] = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"]
  private static let parts = [
    "HALF": 2, "THIRD": 3, "QUARTER": 4, "FIFTH": 5, "SIXTH": 6, "SEVENTH": 7, "EIGHTH": 8, "NINTH": 9, "TENTH": 10,
  ]
}
