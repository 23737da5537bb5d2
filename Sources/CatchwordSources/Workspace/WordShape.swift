import CatchwordCompletion
import CatchwordText

/// The rule that decides which runs of letters are words worth offering.
///
/// Numbers, hashes and the like are left out, as they fill the files of a workspace and help nobody; so is text that
/// looks like a key. When in doubt, it leaves out long and random text, which may be a secret.
enum WordShape {
  /// The minimum length of a word, in bytes: shorter words are typed as fast as completed.
  static let minimumBytes = 3
  /// The maximum length of a word, in bytes.
  static let maximumBytes = 80

  /// - Parameter word: The word, in valid UTF-8.
  /// - Complexity: O(length).
  static func isWorthOffering(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard word.count >= minimumBytes, word.count <= maximumBytes, word[0] &- 0x30 > 9 else { return false }
    var piece = Piece()
    var hasLetter = false
    for byte in word {
      if byte == 0x5F {
        if piece.isRandom { return false }
        piece = Piece()
      } else {
        piece.add(byte)
        if byte &- 0x30 > 9 { hasLetter = true }
      }
    }
    return hasLetter && !piece.isRandom && !SecretDetector.isSecret(word)
  }

  /// The part of a word between two `_`.
  private struct Piece {
    private static let hexMinimum = 8
    private static let randomMinimum = 16

    private var (count, digits, hex, changes) = (0, 0, 0, 0)
    private var previous: UInt8 = 0

    mutating func add(_ byte: UInt8) {
      var kind: UInt8 = 1
      if byte &- 0x30 < 10 {
        (digits, hex, kind) = (digits + 1, hex + 1, 2)
      } else {
        if (byte | 0x20) &- 0x61 < 6 { hex += 1 }
        if byte &- 0x41 < 26 { kind = 3 }
      }
      // A capital that begins a word belongs with the letters after it.
      if kind != previous && !(previous == 3 && kind == 1) { changes += 1 }
      previous = kind
      count += 1
    }

    /// True for digits of base 16 or 64; in names, characters of the same kind are grouped.
    var isRandom: Bool {
      if count >= Piece.hexMinimum && hex == count && digits > 0 { return true }
      return count >= Piece.randomMinimum && digits > 1 && changes * 7 > count * 2
    }
  }
}
