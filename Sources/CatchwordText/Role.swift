/// What a scalar may do in a word.
struct Role: OptionSet, Sendable {
  let rawValue: UInt8

  /// A letter, digit or connector of a script whose words are set apart by something.
  static let alphabetic = Role(rawValue: 1)
  /// Of an `UnspacedScript`: Han and kana.
  static let ideographic = Role(rawValue: 2)
  /// Belongs to the letter before it, whatever its script.
  static let mark = Role(rawValue: 4)
  /// Part of a word between two alphabetic scalars.
  static let joiner = Role(rawValue: 8)
  /// May begin a word of alphabetic scalars.
  static let opener = Role(rawValue: 16)
  /// May end a word of alphabetic scalars.
  static let closer = Role(rawValue: 32)

  static let letter: Role = [.alphabetic, .ideographic]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ scalar: Unicode.Scalar) {
    self = scalar.value < Role.common.count ? Role.common[Int(scalar.value)] : Role(lookingUp: scalar)
  }

  /// The roles of all alphabets in common use, because Unicode's own tables are ten times slower than an array.
  private static let common = ContiguousArray(
    (0..<0x2E80).map { value in Unicode.Scalar(value as UInt32).map { Role(lookingUp: $0) } ?? [] })

  private init(lookingUp scalar: Unicode.Scalar) {
    if UnspacedScript(scalar.value) != nil {
      self = .ideographic
      return
    }
    switch scalar.value {
    // The sign that lengthens a vowel and the half-width voicing signs go with the kana before them.
    case 0x30FC, 0xFF70, 0xFF9E, 0xFF9F: self = .mark
    // The joiners without a width, which Persian and the scripts of India have inside words.
    case 0x200C, 0x200D: self = .joiner
    default:
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
      case .decimalNumber, .letterNumber, .connectorPunctuation: self = .alphabetic
      default: self = properties.isAlphabetic ? .alphabetic : []
      }
    }
  }

  /// The role of an ASCII character in every language.
  init(ascii byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      self = .alphabetic
    default: self = []
    }
  }
}
