/// The kinds of characters in a name.
enum CharacterKind: Int {
  case small, capital, digit

  init?(_ byte: UInt8) {
    if byte.isSmall {
      self = .small
    } else if byte.isCapital {
      self = .capital
    } else if byte.isDigit {
      self = .digit
    } else {
      return nil
    }
  }
}

/// The kinds of characters in a run.
struct CharacterKinds: OptionSet {
  let rawValue: UInt8

  static let smallLetters = CharacterKinds(rawValue: 1)
  static let capitals = CharacterKinds(rawValue: 2)
  static let digits = CharacterKinds(rawValue: 4)
  static let all: CharacterKinds = [.smallLetters, .capitals, .digits]

  /// The number of kinds.
  var count: Int { rawValue.nonzeroBitCount }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ run: UnsafeBufferPointer<UInt8>) {
    var value: UInt8 = 0
    // Without branches, several bytes are looked at at once.
    for byte in run { value |= (byte.isSmall ? 1 : 0) | (byte.isCapital ? 2 : 0) | (byte.isDigit ? 4 : 0) }
    rawValue = value
  }
}

extension UInt8 {
  /// True for an ASCII digit.
  package var isDigit: Bool { self &- 0x30 < 10 }
  var isCapital: Bool { self &- 0x41 < 26 }
  var isSmall: Bool { self &- 0x61 < 26 }
  /// True for an ASCII letter.
  package var isLetter: Bool { isCapital || isSmall }
  var isHexDigit: Bool { isDigit || self &- 0x41 < 6 || self &- 0x61 < 6 }
  /// White space within a line.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// True for one of the characters that end a line.
  package var isLineBreak: Bool { self == 0x0A || self == 0x0D }
}
