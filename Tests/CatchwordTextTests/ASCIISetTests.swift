import Testing

@testable import CatchwordText

struct ASCIISetTests {
  @Test(arguments: ["", "a", "\u{0}\u{7F}", "?@", " \t\"'#*>|;", "az09_~é日"]) func hasWhatItWasMadeOf(text: String) {
    let set = ASCIISet(text.utf8)
    let bytes = Set(text.utf8.filter { $0 < 0x80 })
    for byte in UInt8.min...UInt8.max { #expect(set.contains(byte) == bytes.contains(byte)) }
    #expect(set.isEmpty == bytes.isEmpty)
  }
}
