import CatchwordFiles

/// A hash of pages that depends neither on their order nor on the machine.
struct PageDigest {
  private(set) var value: UInt64 = 0

  /// Adds a page.
  mutating func add(_ name: PageName, _ page: [UInt8]) {
    var hash = StableHash()
    hash.add(name.text.utf8)
    // It is no byte, so a name and a page are not taken for others that are cut elsewhere.
    hash.add(0x1FF)
    hash.add(page)
    value &+= hash.value
  }
}
