/// The letters of ASCII that a text has, in either case: a text that lacks one of another text cannot have it as a part.
package struct LetterSet: Sendable {
  private var bits: UInt32 = 0

  /// The set of a text of which nothing is known, which lacks no letter.
  package static let any: LetterSet = {
    var any = LetterSet()
    any.bits = .max
    return any
  }()

  /// Creates a set of no letters.
  package init() {}

  /// Creates the set of a text; of one with other characters than those of ASCII nothing is known, as accents are left aside.
  ///
  /// - Complexity: O(length).
  package init(of text: String) {
    var bits: UInt32 = 0
    if text.hasByte(where: { byte in
      bits |= byte | 0x20 &- 0x61 < 26 ? 1 << UInt32(byte | 0x20 &- 0x61) : 0
      return byte >= 0x80
    }) {
      bits = .max
    }
    self.bits = bits
  }

  /// True when no letter of another set is lacking.
  package func isSuperset(of other: LetterSet) -> Bool { other.bits & ~bits == 0 }
}
