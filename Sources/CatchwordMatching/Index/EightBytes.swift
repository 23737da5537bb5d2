/// Eight ASCII characters in one word, all compared at once; of other bytes, the highest bit is ignored.
struct EightBytes {
  /// The highest bit of each byte.
  static let all: UInt64 = 0x8080_8080_8080_8080

  /// The characters, with capitals made small.
  let folded: UInt64
  /// The highest bit of each capital's byte.
  let upper: UInt64

  /// - Parameter bytes: The first of eight bytes that can be read.
  @inline(__always) init(_ bytes: UnsafeRawPointer) {
    self.init(bytes.loadUnaligned(as: UInt64.self).littleEndian)
  }

  /// - Parameter bytes: The first of them is the lowest.
  @inline(__always) init(_ bytes: UInt64) {
    let bytes = bytes & ~EightBytes.all
    upper = EightBytes.within(bytes, from: 0x41, through: 0x5A)
    folded = bytes | upper >> 2
  }

  /// - Parameter folded: The characters, folded before.
  @inline(__always) init(folded: UInt64) { (self.folded, upper) = (folded, 0) }

  /// The highest bit of each letter's byte.
  @inline(__always) var letters: UInt64 { EightBytes.within(folded, from: 0x61, through: 0x7A) }

  /// The highest bit of each digit's byte.
  @inline(__always) var digits: UInt64 { EightBytes.within(folded, from: 0x30, through: 0x39) }

  /// Returns the highest bit of each byte that holds a character.
  ///
  /// - Parameter character: A small letter, or another character of ASCII, eight times.
  @inline(__always) func matches(_ character: UInt64) -> UInt64 {
    // No byte is above 0x7F, so that none is carried into the next (Warren, Hacker's Delight, 6-1).
    ~((folded ^ character) &+ ~EightBytes.all) & EightBytes.all
  }

  /// Returns a character eight times.
  @inline(__always) static func repeating(_ character: UInt8) -> UInt64 { UInt64(character) &* 0x0101_0101_0101_0101 }

  /// Returns the highest bits of eight bytes side by side: the first byte's is the lowest.
  @inline(__always) static func packed(_ highest: UInt64) -> UInt64 {
    ((highest >> 7) &* 0x0102_0408_1020_4080) >> 56
  }

  /// Returns the highest bit of each byte of a range, for bytes up to 0x7F.
  @inline(__always) private static func within(_ bytes: UInt64, from first: UInt8, through last: UInt8) -> UInt64 {
    let atLeastFirst = bytes &+ repeating(0x80 - first)
    let beyondLast = bytes &+ repeating(0x7F - last)
    return (atLeastFirst ^ beyondLast) & all
  }
}
