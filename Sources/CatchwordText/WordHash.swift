/// A hash of a word, in 64 bits.
package enum WordHash {
  /// Hashes a word.
  ///
  /// - Parameter seed: A number that the authors of the words do not know, where nobody may choose words of one hash.
  /// - Complexity: O(length / 8).
  package static func of(_ word: UnsafeBufferPointer<UInt8>, seed: UInt64 = 0) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(word)
    var hash = seed ^ UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    return mixed(hash ^ rest)
  }

  /// Hashes a word.
  package static func of(_ word: String) -> UInt64 {
    var word = word
    return word.withUTF8 { of($0) }
  }

  /// Returns the two halves of a product, folded: each bit of the result depends on all of the input.
  @inline(__always) private static func mixed(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}
