/// The emoji that the toolchain knows.
extension EmojiNames {
  /// Returns all names that are typed between colons.
  ///
  /// - Complexity: O(the characters of the blocks); a few milliseconds.
  static func entries() -> SymbolEntries {
    var entries = SymbolEntries()
    entries.append(table: table, weight: SymbolEntry.Weight.known, SymbolText.asEmoji)
    for (name, text) in sequences { entries.append(name, text, weight: SymbolEntry.Weight.regular) }
    for (number, name) in digits.enumerated() {
      entries.append(name, "\(number)\u{FE0F}\u{20E3}", weight: SymbolEntry.Weight.regular)
    }
    entries.append("hash", "#\u{FE0F}\u{20E3}", weight: SymbolEntry.Weight.regular)
    entries.append("asterisk", "*\u{FE0F}\u{20E3}", weight: SymbolEntry.Weight.regular)
    for block in blocks {
      for case let name? in block.lazy.map(UnicodeName.init) where isEmoji(name.scalar) {
        entries.append(name.full, SymbolText.asEmoji(name.text), weight: SymbolEntry.Weight.regular)
      }
    }
    appendFlags(to: &entries)
    return entries
  }

  private static let blocks: [ClosedRange<UInt32>] = [
    0xA9...0xA9, 0xAE...0xAE, 0x203C...0x3299, 0x1F000...0x1FAFF,
  ]

  /// True for an emoji by itself; skin tones and the letters of flags are only parts of emoji.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isEmoji && !properties.isEmojiModifier && !(0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Adds `flag_de`, and `de` where no other emoji has that name.
  private static func appendFlags(to entries: inout SymbolEntries) {
    for code in countries.split(whereSeparator: \.isWhitespace) {
      var flag = ""
      for letter in code.utf8 {
        guard let scalar = Unicode.Scalar(0x1F1E6 + UInt32(letter - UInt8(ascii: "A"))) else { continue }
        flag.unicodeScalars.append(scalar)
      }
      let (name, description) = (code.lowercased(), "The flag of \(code)")
      entries.append("flag_\(name)", flag, weight: SymbolEntry.Weight.full, description: description)
      entries.append(name, flag, weight: SymbolEntry.Weight.code, description: description)
    }
  }
}
