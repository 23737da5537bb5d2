/// How the keys of well-known services are written.
struct KeyFormat: Sendable {
  private enum Alphabet {
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

  private let prefix: StaticString
  private let alphabet: Alphabet
  private let lengths: ClosedRange<Int>

  /// - Parameter lengths: How much follows the prefix.
  private init(_ prefix: StaticString, _ alphabet: Alphabet, _ lengths: ClosedRange<Int>) {
    self.prefix = prefix
    self.alphabet = alphabet
    self.lengths = lengths
  }

  private static let long = 16...256

  private static let all: [KeyFormat] = [
    // Amazon's access keys.
    KeyFormat("AKIA", .upperAndDigits, 16...16), KeyFormat("ASIA", .upperAndDigits, 16...16),
    // GitHub, GitLab, npm, PyPI.
    KeyFormat("ghp_", .alphanumeric, 30...256), KeyFormat("gho_", .alphanumeric, 30...256),
    KeyFormat("ghu_", .alphanumeric, 30...256), KeyFormat("ghs_", .alphanumeric, 30...256),
    KeyFormat("ghr_", .alphanumeric, 30...256), KeyFormat("github_pat_", .base64, long),
    KeyFormat("glpat-", .base64, long), KeyFormat("npm_", .alphanumeric, 30...256),
    KeyFormat("pypi-", .base64, 32...256),
    // Stripe, OpenAI, Anthropic, Hugging Face.
    KeyFormat("sk_live_", .alphanumeric, long), KeyFormat("sk_test_", .alphanumeric, long),
    KeyFormat("rk_live_", .alphanumeric, long), KeyFormat("rk_test_", .alphanumeric, long),
    KeyFormat("pk_live_", .alphanumeric, long), KeyFormat("pk_test_", .alphanumeric, long),
    KeyFormat("sk-", .base64, 20...256), KeyFormat("hf_", .alphanumeric, 30...256),
    // Slack, SendGrid, DigitalOcean, Shopify.
    KeyFormat("xoxb-", .base64, long), KeyFormat("xoxa-", .base64, long), KeyFormat("xoxp-", .base64, long),
    KeyFormat("xoxr-", .base64, long), KeyFormat("xoxs-", .base64, long), KeyFormat("SG.", .base64, 20...256),
    KeyFormat("dop_v1_", .hexadecimal, 32...256), KeyFormat("shpat_", .hexadecimal, 32...32),
    // Google, JSON web tokens, public and private keys in base64.
    KeyFormat("AIza", .base64, 35...35), KeyFormat("ya29.", .base64, 20...256), KeyFormat("eyJ", .base64, 14...256),
    KeyFormat("AAAAB3NzaC1", .base64, 5...256), KeyFormat("MII", .base64, 29...256),
  ]

  /// True when a word is written as a key of any of these services.
  static func isKey(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first, initials.contains(first) else { return false }
    return all.contains { $0.matches(word) }
  }

  /// What a key may begin with.
  private static let initials = Set(all.map { $0.prefix.utf8Start[0] })

  /// True when a word is written so.
  private func matches(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = word.count - prefix.utf8CodeUnitCount
    guard lengths.contains(count) else { return false }
    let head = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
    guard word.starts(with: head) else { return false }
    return word.dropFirst(head.count).allSatisfy(alphabet.contains)
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  var isCapital: Bool { self &- 0x41 < 26 }
  var isSmall: Bool { self &- 0x61 < 26 }
  var isLetter: Bool { isCapital || isSmall }
  var isHexDigit: Bool { isDigit || self &- 0x41 < 6 || self &- 0x61 < 6 }
}
