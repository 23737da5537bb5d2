import CatchwordFiles

/// The hashes of pages. Those of several are added: their sum depends neither on the order nor on the machine.
public enum PageDigest {
  /// Returns the hash of a page.
  public static func hash(of name: PageName, _ page: [UInt8]) -> UInt64 { hash(of: Array(name.text.utf8), page) }

  /// Returns the hash of a page with its name as it is stored.
  public static func hash(of name: [UInt8], _ page: [UInt8]) -> UInt64 {
    var hash = StableHash()
    hash.add(name)
    // It is no byte, so a name and a page are not taken for others that are cut elsewhere.
    hash.add(0x1FF)
    hash.add(page)
    return hash.value
  }
}
