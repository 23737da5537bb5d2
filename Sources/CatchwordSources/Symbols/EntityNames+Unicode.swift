/// The names that follow from Unicode's.
extension EntityNames {
  /// Returns all names that are typed between an ampersand and a semicolon.
  static func entries() -> SymbolEntries {
    var entries = SymbolEntries()
    entries.append(table: table, weight: SymbolEntry.Weight.known)
    for value in UInt32(0x391)...0x3C9 {
      guard let name = UnicodeName(value), let rest = name.rest(after: "GREEK ") else { continue }
      let words = rest.split(separator: " ").filter { $0 != "LETTER" }.joined(separator: " ")
      guard let letter = UnicodeName.letter(words[...]), greekLetters.contains(letter.lowercased()) else { continue }
      entries.append(letter, name.text, weight: SymbolEntry.Weight.greek)
    }
    for value in UInt32(0xC0)...0x17F {
      guard let name = UnicodeName(value), let (letter, accent) = name.accented,
        let rule = accents.first(where: { $0.accent == accent }), rule.letters.contains(letter)
      else { continue }
      entries.append(letter + rule.ending, name.text, weight: SymbolEntry.Weight.known)
    }
    return entries
  }
}
