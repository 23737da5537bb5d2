/// A detector that distinguishes keys, tokens and passwords from names.
///
/// A word is judged by itself here; secrets by their position are found by `SecretScanner`.
package enum SecretDetector {
  /// True for a word that should be neither offered nor remembered.
  ///
  /// - Complexity: O(length).
  package static func isSecret(_ word: String) -> Bool {
    var word = word
    return word.withUTF8(isSecret)
  }

  /// True for such a word in UTF-8.
  package static func isSecret(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Shorter words cannot be distinguished from names, and every format is longer.
    if bytes.count < shortest { return false }
    guard KeyFormat.isKey(bytes) || hasLongHexadecimal(bytes) || isRandom(bytes) else { return false }
    return !isResourceName(bytes) && !isNumber(bytes)
  }

  /// True for the id of a version in git: 40 or 64 hexadecimal digits, in small letters.
  ///
  /// A document may offer the ids that occur in it.
  package static func isVersionNumber(_ word: String) -> Bool {
    let digits = word.utf8
    return (digits.count == 40 || digits.count == 64)
      && digits.allSatisfy { $0.isDigit || $0 &- UInt8(ascii: "a") < 6 } && digits.contains(where: \.isDigit)
  }

  private static let shortest = 12

  /// True for long hexadecimal numbers, as in hashes and keys, also after up to four letters, and for UUIDs.
  static func hasLongHexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isUUID(bytes) { return true }
    guard bytes.count >= longHexadecimal else { return false }
    // A decimal number of any length is not a key, nor is a binary one, or one with an exponent.
    if bytes.lazy.filter(\.isLetter).prefix(3).count < 3 { return false }
    let end = bytes.lastIndex { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") } ?? 0
    let start = (0...end).reversed().first { !bytes[$0].isHexDigit }.map { $0 + 1 } ?? 0
    guard end + 1 - start >= longHexadecimal, bytes[start...end].contains(where: \.isDigit) else { return false }
    return isShortPrefix(bytes[..<start])
  }

  private static let longHexadecimal = 32

  /// True for `SK`, `key-`, `0x`: at most four letters or digits, and a joiner.
  private static func isShortPrefix(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let isJoined = bytes.last == UInt8(ascii: "-") || bytes.last == UInt8(ascii: "_")
    let letters = isJoined ? bytes.dropLast() : bytes
    return letters.count <= 4 && letters.allSatisfy { $0.isLetter || $0.isDigit }
  }

  static func isUUID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") : byte.isHexDigit
    }
  }

  /// True for a hexadecimal number, with an optional suffix for its type.
  ///
  /// - Parameter maximum: The maximum number of digits: 64-bit numbers have 16, and polynomials of 64 bits 17.
  static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>, upTo maximum: Int = 17) -> Bool {
    guard bytes.count >= 2, bytes[0] == UInt8(ascii: "0"), bytes[1] | 0x20 == UInt8(ascii: "x") else { return false }
    let digits = bytes.dropFirst(2).prefix(while: \.isHexDigit)
    return digits.count <= maximum && bytes[digits.endIndex...].count <= 3
      && bytes[digits.endIndex...].allSatisfy { $0 | 0x20 == UInt8(ascii: "u") || $0 | 0x20 == UInt8(ascii: "l") }
  }

  /// True for names of files and machines: a name, `-`, and 16 or 17 hexadecimal digits, as after `ami-`.
  private static func isResourceName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let joiner = bytes.lastIndex(of: UInt8(ascii: "-")), joiner > 0 else { return false }
    let digits = bytes[(joiner + 1)...]
    return (digits.count == 16 || digits.count == 17)
      && digits.allSatisfy { $0.isDigit || $0 &- UInt8(ascii: "a") < 6 }
      && bytes[..<joiner].allSatisfy { $0.isSmall || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }
}
