/// Tells what looks like a key, a token or a password from what people call things.
package enum SecretDetector {
  /// True for what should be neither offered nor remembered.
  ///
  /// - Complexity: O(length).
  static func isSecret(_ word: String) -> Bool {
    var word = word
    return word.withUTF8(isSecret)
  }

  /// The same for a word in UTF-8.
  package static func isSecret(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Shorter ones cannot be told from names, and every format has more.
    if bytes.count < shortest { return false }
    return KeyFormat.isKey(bytes) || isIdentifier(bytes) || isRandom(bytes)
  }

  private static let shortest = 16

  /// Long numbers in base sixteen, as hashes and keys are, and UUIDs.
  private static func isIdentifier(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = bytes.starts(with: "0x".utf8) ? UnsafeBufferPointer(rebasing: bytes.dropFirst(2)) : bytes
    if digits.count >= 32, digits.allSatisfy(\.isHexDigit) { return digits.contains(where: \.isDigit) }
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") : byte.isHexDigit
    }
  }
}
