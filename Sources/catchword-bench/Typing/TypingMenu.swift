/// A menu that came up while a word was typed, with the figures by which it is judged.
struct TypingMenu {
  /// The number of items, at least one.
  let items: Int
  /// The rank of the first item that writes the word, from 1; 0 when none does, as when the word is complete already.
  let rank: Int
  /// True when an item begins as typed.
  let hasBeginning: Bool
  /// The number of letters that the first item replaces, in Unicode scalars.
  let letters: Int
  /// True when accepting the first item would change the typed text.
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
  ///   - items: The list; an empty list is no menu.
  ///   - word: The range of the word that is being typed, in bytes.
  ///   - cursor: The end of the typed text, in bytes: within the word, or at its end.
  ///   - text: The whole text, as UTF-8.
  init?(_ items: [OfferedItem], for word: Range<Int>, cursor: Int, in text: ContiguousArray<UInt8>) {
    guard let first = items.first else { return nil }
    // At the end of the word, an item is useful only if it writes more than the word.
    let needed = word.lowerBound..<max(word.upperBound, cursor + 1)
    self.init(
      items: items.count,
      rank: (items.firstIndex { $0.writes(needed, in: text) } ?? -1) + 1,
      hasBeginning: items.contains { $0.begins(asTypedUpTo: cursor, of: text) },
      letters: text[min(first.start, cursor)..<cursor].count { $0 & 0xC0 != 0x80 },
      changesText: !first.writesOnly(upTo: cursor, of: text))
  }
}

/// A word that was typed, with the menus that came up meanwhile.
struct TypedWord {
  /// The menus after each letter from the second to the last; nil where none came up.
  let menus: [TypingMenu?]
  /// True when the line ends after the word.
  let isAtLineEnd: Bool
}
