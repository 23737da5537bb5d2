/// The letters of ASCII that a text has, in either case: a text that lacks one of another text cannot have it as a part.
package struct LetterSet: Sendable {
  private let bits: UInt32

  private init(bits: UInt32) { self.bits = bits }

  /// The set of a text of which nothing is known, which lacks no letter.
  package static let any = LetterSet(bits: .max)

  /// Creates a set of no letters.
  package init() { self.init(bits: 0) }

  /// Creates the set of a text; of one with other characters than those of ASCII nothing is known, as accents are left aside.
  ///
  /// - Complexity: O(length).
  package init(of text: String) {
    var bits: UInt32 = 0
    let isBeyondASCII = text.hasByte { byte in
      let letter = byte | 0x20 &- 0x61
      if letter < 26 { bits |= 1 << UInt32(letter) }
      return byte >= 0x80
    }
    self = isBeyondASCII ? .any : LetterSet(bits: bits)
  }

  /// False where so many letters are in one of two sets alone that no single edit makes a text of the one a text of the other.
  package func mayBeOneEdit(from other: LetterSet) -> Bool {
    // An edit changes one letter for another at most.
    bits == .max || other.bits == .max || (bits ^ other.bits).nonzeroBitCount <= 2
  }

  /// True when no letter of another set is lacking.
  package func isSuperset(of other: LetterSet) -> Bool { other.bits & ~bits == 0 }
}
