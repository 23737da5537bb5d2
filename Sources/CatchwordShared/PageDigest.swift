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
    return hash.mixed
  }

  /// Returns the hash of the words of which pages are made, in any order.
  ///
  /// - Parameter descriptions: The descriptions of some of them.
  public static func hash(of words: [SharedWord], descriptions: [String: String] = [:]) -> UInt64 {
    var sum: UInt64 = 0
    for word in words { sum &+= hash(of: word) }
    for (word, text) in descriptions { sum &+= hash(of: word, StableHash.of(text.utf8)) }
    return sum
  }

  /// Returns what a word adds to the hash of all words.
  package static func hash(of word: SharedWord) -> UInt64 { hash(of: word.text, UInt64(word.weight)) }

  private static func hash(of word: String, _ number: UInt64) -> UInt64 {
    var hash = StableHash()
    hash.add(word.utf8)
    hash.add(0x1FF)
    hash.add(number)
    return hash.mixed
  }
}
