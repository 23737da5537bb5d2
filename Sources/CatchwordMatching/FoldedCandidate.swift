/// One candidate, decoded into scratch memory: folded scalars, originals, and where words begin, side by side.
struct FoldedCandidate: Sendable {
  /// The most scalars that take part; a longer candidate matches by its beginning.
  static let maximumLength = 128

  /// One scalar.
  struct Element: Sendable {
    let folded: UInt32
    let original: UInt32
    let isWordStart: Bool
  }

  private(set) var elements: ContiguousArray<Element> = []
  /// The whole length in scalars, beyond what takes part.
  private(set) var length = 0

  /// The number of scalars that take part.
  var count: Int { elements.count }

  mutating func load(_ text: String) {
    elements.removeAll(keepingCapacity: true)
    length = 0
    var previous = Kind.separator
    // Nearly every candidate is ASCII, whose bytes are its scalars.
    let isASCII = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
      for byte in bytes.prefix(FoldedCandidate.maximumLength) {
        let isUpper = byte &- 0x41 < 26
        append(UInt32(byte), folded: UInt32(isUpper ? byte | 0x20 : byte), Kind(ascii: byte), &previous)
      }
      length = bytes.count
      return true
    }
    if isASCII == true { return }
    for scalar in text.unicodeScalars {
      let value = Folding.fold(scalar)
      guard value != 0 else { continue }
      length += 1
      if count < FoldedCandidate.maximumLength { append(scalar.value, folded: value, Kind(scalar), &previous) }
    }
  }

  private mutating func append(_ value: UInt32, folded foldedValue: UInt32, _ kind: Kind, _ previous: inout Kind) {
    elements.append(
      Element(folded: foldedValue, original: value, isWordStart: kind.startsWord(after: previous)))
    previous = kind
  }

  func hasPrefix(_ pattern: ContiguousArray<UInt32>) -> Bool {
    pattern.count <= count && (0..<pattern.count).allSatisfy { elements[$0].folded == pattern[$0] }
  }

  /// The part that a character plays in `camelCase`, `snake_case` and `kebab-case`.
  enum Kind {
    case separator, lower, upper, digit, ideograph

    init(ascii byte: UInt8) {
      switch byte {
      case 0x61...0x7A: self = .lower
      case 0x41...0x5A: self = .upper
      case 0x30...0x39: self = .digit
      default: self = .separator
      }
    }

    init(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case ..<0x80: self.init(ascii: UInt8(scalar.value))
      case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .ideograph
      default:
        let properties = scalar.properties
        self = properties.isUppercase ? .upper : properties.isAlphabetic ? .lower : .separator
      }
    }

    /// `fooBar`, `foo_bar`, `foo2`, and every ideograph begin a word; the second capital of `HTTPServer` does not, and
    /// neither, for want of looking ahead, does its `S`.
    func startsWord(after previous: Kind) -> Bool {
      switch (previous, self) {
      case (_, .separator): false
      case (.separator, _), (_, .ideograph), (.lower, .upper), (.digit, .upper), (.lower, .digit), (.upper, .digit):
        true
      default: false
      }
    }
  }
}
