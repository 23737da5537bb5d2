/// Tells what looks like a key, a token or a password from what people call things.
///
/// A word is judged by itself here; what is a secret because of where it stands is found by `SecretScanner`.
package enum SecretDetector {
  /// True for what should be neither offered nor remembered.
  ///
  /// - Complexity: O(length).
  package static func isSecret(_ word: String) -> Bool {
    var word = word
    return word.withUTF8(isSecret)
  }

  /// The same for a word in UTF-8.
  package static func isSecret(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Shorter ones cannot be told from names, and every format has more.
    if bytes.count < shortest { return false }
    if isResourceName(bytes) || isNumber(bytes) { return false }
    return KeyFormat.isKey(bytes) || hasLongHexadecimal(bytes) || isRandom(bytes)
  }

  /// True for the number of a version in git: 40 or 64 digits in base sixteen, in small letters.
  ///
  /// A document may offer those that stand in it.
  package static func isVersionNumber(_ word: String) -> Bool {
    let digits = word.utf8
    return (digits.count == 40 || digits.count == 64)
      && digits.allSatisfy { $0.isDigit || $0 &- UInt8(ascii: "a") < 6 } && digits.contains(where: \.isDigit)
  }

  private static let shortest = 12

  /// Long numbers in base sixteen, as hashes and keys are, also behind up to four letters, and UUIDs.
  static func hasLongHexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isUUID(bytes) { return true }
    guard bytes.count >= longHexadecimal else { return false }
    // A decimal number of any length is no key, nor is one in base two, or with an exponent.
    if bytes.lazy.filter(\.isLetter).prefix(3).count < 3 { return false }
    let end = bytes.lastIndex { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") } ?? 0
    let start = (0...end).reversed().first { !bytes[$0].isHexDigit }.map { $0 + 1 } ?? 0
    guard end + 1 - start >= longHexadecimal, bytes[start...end].contains(where: \.isDigit) else { return false }
    return isShortPrefix(bytes[..<start])
  }

  private static let longHexadecimal = 32

  /// `SK`, `key-`, `0x`: at most four letters or digits, and a joiner.
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

  /// A number in base sixteen, and what says of what type it is.
  ///
  /// - Parameter maximum: The most digits; a computer counts with 16, and writes polynomials of 64 bits with 17.
  static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>, upTo maximum: Int = 17) -> Bool {
    guard bytes.starts(with: "0x".utf8) || bytes.starts(with: "0X".utf8) else { return false }
    let digits = bytes.dropFirst(2).prefix(while: \.isHexDigit)
    return digits.count <= maximum && bytes[digits.endIndex...].count <= 3
      && bytes[digits.endIndex...].allSatisfy { $0 | 0x20 == UInt8(ascii: "u") || $0 | 0x20 == UInt8(ascii: "l") }
  }

  /// What programs call files and machines: a name, `-`, and 16 or 17 digits in base sixteen, as in `ami-` and its number.
  private static func isResourceName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let joiner = bytes.lastIndex(of: UInt8(ascii: "-")), joiner > 0 else { return false }
    let digits = bytes[(joiner + 1)...]
    return (digits.count == 16 || digits.count == 17)
      && digits.allSatisfy { $0.isDigit || $0 &- UInt8(ascii: "a") < 6 }
      && bytes[..<joiner].allSatisfy { $0.isSmall || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }
}
