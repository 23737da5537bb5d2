/// The roles that a scalar may have in a word.
struct Role: OptionSet, Sendable {
  let rawValue: UInt8

  /// A letter, digit or connector of a script whose words are separated.
  static let alphabetic = Role(rawValue: 1)
  /// A character of an `UnspacedScript`: Han or kana.
  static let ideographic = Role(rawValue: 2)
  /// A mark that belongs to the letter before it, in any script.
  static let mark = Role(rawValue: 4)
  /// A part of a word between two alphabetic scalars.
  static let joiner = Role(rawValue: 8)
  /// A possible beginning of a word of alphabetic scalars.
  static let opener = Role(rawValue: 16)
  /// A possible end of a word of alphabetic scalars.
  static let closer = Role(rawValue: 32)

  static let letter: Role = [.alphabetic, .ideographic]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ scalar: Unicode.Scalar) {
    self = scalar.value < Role.common.count ? Role.common[Int(scalar.value)] : Role(lookingUp: scalar)
  }

  /// The roles of all common alphabets, because lookups in Unicode's own tables are ten times slower than in an array.
  private static let common = ContiguousArray(
    (0..<0x2E80).map { value in Unicode.Scalar(value as UInt32).map { Role(lookingUp: $0) } ?? [] })

  private init(lookingUp scalar: Unicode.Scalar) {
    if UnspacedScript(scalar.value) != nil {
      self = .ideographic
      return
    }
    switch scalar.value {
    // The mark for a long vowel and the half-width voicing marks belong to the kana before them.
    case 0x30FC, 0xFF70, 0xFF9E, 0xFF9F: self = .mark
    // The zero-width joiners, which occur inside words in Persian and in the scripts of India.
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
