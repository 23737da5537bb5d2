/// A menu that came up while a word was typed, and what it was worth.
struct TypingMenu {
  /// How many items it has, at least one.
  let items: Int
  /// The place of the first item that writes the word, from 1; 0 when none does, as where the word is written already.
  let rank: Int
  /// True when an item begins as it was typed.
  let hasBeginning: Bool
  /// How many letters the first item replaces, in Unicode scalars.
  let letters: Int
  /// True when accepting the first item would change what has been typed.
  let changesText: Bool

  init(items: Int, rank: Int, hasBeginning: Bool = true, letters: Int = 2, changesText: Bool = true) {
    self.items = items
    self.rank = rank
    self.hasBeginning = hasBeginning
    self.letters = letters
    self.changesText = changesText
  }

  /// Judges a list.
  ///
  /// - Parameters:
  ///   - items: The list; without items there is no menu.
  ///   - word: Where the word is that is being typed, in bytes.
  ///   - cursor: How far the text has been typed, in bytes: within the word, or at its end.
  ///   - text: The whole text, as UTF-8.
  init?(_ items: [OfferedItem], for word: Range<Int>, cursor: Int, in text: ContiguousArray<UInt8>) {
    guard let first = items.first else { return nil }
    // Behind the word, an item is of use only if it writes on.
    let needed = word.lowerBound..<max(word.upperBound, cursor + 1)
    self.init(
      items: items.count,
      rank: (items.firstIndex { $0.writes(needed, in: text) } ?? -1) + 1,
      hasBeginning: items.contains { $0.begins(asTypedUpTo: cursor, of: text) },
      letters: text[min(first.start, cursor)..<cursor].count { $0 & 0xC0 != 0x80 },
      changesText: !first.writesOnly(upTo: cursor, of: text))
  }
}

/// A word that was typed, and the menus that came up as it was.
struct TypedWord {
  /// What there was behind each letter from the second on, the last one included; nil where nothing came up.
  let menus: [TypingMenu?]
  /// True when the line ends behind it.
  let isAtLineEnd: Bool
}
