import Testing

@testable import CatchwordMatching

struct EightBytesTests {
  @Test func comparesEachByteByItself() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        // Its neighbours are the values that a carry would change first.
        var bytes = (0..<8).map { ($0 + Int(byte)) % 2 == 0 ? UInt8(0x7F) : 0 }
        bytes[place] = byte
        let eight = EightBytes(bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) })
        let characters = bytes.map { $0 & 0x7F }
        let folded = characters.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        func set(_ isMember: (Int) -> Bool) -> UInt64 {
          (0..<8).reduce(0) { $0 | (isMember($1) ? 1 << UInt64($1) : 0) }
        }
        #expect((0..<8).map { UInt8(truncatingIfNeeded: eight.folded >> UInt64(8 * $0)) } == folded)
        #expect(EightBytes.packed(eight.upper) == set { (0x41...0x5A).contains(characters[$0]) })
        #expect(EightBytes.packed(eight.letters) == set { (0x61...0x7A).contains(folded[$0]) })
        #expect(EightBytes.packed(eight.digits) == set { (0x30...0x39).contains(folded[$0]) })
        for wanted in [folded[place], folded[place] ^ 1, 0, 0x7F] {
          #expect(EightBytes.packed(eight.matches(EightBytes.repeating(wanted))) == set { folded[$0] == wanted })
        }
      }
    }
  }
}
