/// A hash of pages that depends neither on their order nor on the machine.
struct PageDigest {
  private(set) var value: UInt64 = 0

  /// Adds a page.
  mutating func add(_ name: PageName, _ page: [UInt8]) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // No page contains this byte sequence boundary by itself: names are never empty.
    hash = (hash ^ 0x1FF) &* 0x100_0000_01B3
    for byte in page { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value &+= hash
  }
}
