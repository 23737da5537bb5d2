import Testing

@testable import CatchwordPrediction

struct GapTests {
  @Test(arguments: [0, 1, 2, 126, 127, 128, 300], [UInt8(0x20), 0x09])
  func oneKindOfWhiteSpaceIsKeptAsFarAsAByteGoes(_ count: Int, _ byte: UInt8) {
    var builder = Gap.Builder()
    for _ in 0..<count { builder.add(byte) }
    let gap = builder.take()
    // A code is taken for blank lines.
    let longest = byte == 0x09 ? 126 : 127
    let expected = count > longest ? " " : String(repeating: Character(UnicodeScalar(byte)), count: count)
    #expect(gap.text == expected)
    if count <= longest { #expect(gap.width == count * (byte == 0x09 ? 4 : 1)) }
    #expect(builder.take() == .none)
  }

  @Test func everyCodeHasAText() {
    for code in UInt8.min...UInt8.max {
      let gap = Gap(code: code)
      #expect(gap.text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 })
      #expect(gap.width >= 0)
    }
  }
}
