/// The 32 groups of characters that an index keeps a set of rows for.
///
/// ASCII letters have a group each, and so do `_` and three classes of digits; all other characters share the groups by
/// code point. In a text of one script that spreads well: the Cyrillic alphabet has 32 small letters in a row, and a
/// Han character is in the group of another with a probability of 1 in 32.
enum CharacterGroup {
  /// The number of groups.
  static let count = 32

  /// Returns the group of a folded scalar.
  static func of(_ folded: UInt32) -> Int {
    switch folded {
    case 0x61...0x7A: Int(folded - 0x60)  // 1...26
    case 0x5F: 27
    case 0x30...0x39: 28 + Int(folded - 0x30) % 3  // 28...30
    case ..<0x80: folded % 2 == 0 ? 0 : 31
    default: Int(folded % 32)
    }
  }

  /// True when no other ASCII character is in the group of this folded scalar.
  static func isAlone(_ folded: UInt32) -> Bool { (0x61...0x7A).contains(folded) || folded == 0x5F }
}
