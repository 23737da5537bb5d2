/// The set of folded characters of a text, in 64 bits: a candidate whose set lacks one of the pattern's cannot match it.
///
/// Letters and digits have a bit each; all other characters share the remaining bits by their code point, so the mask
/// may let a candidate through wrongly but never keeps one out wrongly.
public struct CharacterMask: Hashable, Sendable {
  /// The set as bits.
  public var bits: UInt64 = 0

  /// The empty set.
  public init() {}

  /// The characters of a text.
  ///
  /// - Complexity: O(*n*).
  public init(_ text: some Sequence<Unicode.Scalar>) {
    for scalar in text { insert(folded: Folding.fold(scalar)) }
  }

  mutating func insert(folded value: UInt32) {
    switch value {
    case 0: break
    case 0x61...0x7A: bits |= 1 << UInt64(value - 0x61)
    case 0x30...0x39: bits |= 1 << UInt64(value - 0x30 + 26)
    default: bits |= 1 << UInt64(value % 28 + 36)
    }
  }

  /// True when every character of `other` may be here.
  public func contains(_ other: CharacterMask) -> Bool { bits & other.bits == other.bits }
}
