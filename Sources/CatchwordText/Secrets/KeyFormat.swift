/// The format of a well-known service's keys.
struct KeyFormat: Sendable {
  enum Alphabet {
    case upperAndDigits, alphanumeric, base64, hexadecimal

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .upperAndDigits: byte.isDigit || byte.isCapital
      case .alphanumeric: byte.isDigit || byte.isLetter
      case .base64:
        byte.isDigit || byte.isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
          || byte == UInt8(ascii: ".")
      case .hexadecimal: byte.isHexDigit
      }
    }
  }

  let prefix: StaticString
  let alphabet: Alphabet
  /// The minimum number of characters after the prefix.
  let minimum: Int

  init(_ prefix: StaticString, _ alphabet: Alphabet, _ minimum: Int) {
    self.prefix = prefix
    self.alphabet = alphabet
    self.minimum = minimum
  }

  private static let maximum = 512

  /// By the first byte: the formats that begin with it.
  private static let byInitial: [[KeyFormat]] = {
    var formats = [[KeyFormat]](repeating: [], count: 256)
    for format in all { formats[Int(format.prefix.utf8Start[0])].append(format) }
    return formats
  }()

  /// True when a word has the format of a key of any of these services.
  ///
  /// - Complexity: O(length).
  static func isKey(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first else { return false }
    return byInitial[Int(first)].contains { $0.matches(word) }
  }

  /// True when a word has this format.
  private func matches(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = word.count - prefix.utf8CodeUnitCount
    guard count >= minimum, count <= KeyFormat.maximum else { return false }
    let head = prefix.utf8CodeUnitCount
    for index in 0..<head where word[index] != prefix.utf8Start[index] { return false }
    let rest = UnsafeBufferPointer(rebasing: word[head...])
    return rest.allSatisfy(alphabet.contains) && KeyFormat.mayBeDrawn(rest)
  }

  /// False when a person may have written it: people also write names that begin as keys do.
  private static func mayBeDrawn(_ rest: UnsafeBufferPointer<UInt8>) -> Bool {
    let kinds = CharacterKinds(rest)
    if kinds.contains([.digits, .capitals]) || rest.count(where: \.isDigit) >= 8 { return true }
    return NameModel.surplus(of: rest, kinds) > (kinds.contains(.digits) ? 0 : 10_000)
  }
}
