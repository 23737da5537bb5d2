/// A set of positions in a candidate, one bit for each: 64 for nearly every candidate, 128 for the longest.
protocol PositionSet: FixedWidthInteger, UnsignedInteger, Sendable {
  /// Creates the set of the positions in `low`, and of those in `high` moved up by 64.
  init(low: UInt64, high: UInt64)
}

extension UInt64: PositionSet {
  init(low: UInt64, high: UInt64) { self = low }
}

extension UInt128: PositionSet {
  init(low: UInt64, high: UInt64) { self = UInt128(high) << 64 | UInt128(low) }
}

extension PositionSet {
  /// The positions behind the first of this set; none when it is empty.
  @inline(__always) var afterFirst: Self { ~(self ^ (self &- 1)) }

  /// This set without its first position; the set is not empty.
  @inline(__always) var withoutFirst: Self { self & (self &- 1) }

  /// True when a position is in the set.
  @inline(__always) func has(_ position: Int) -> Bool { self &>> Self(truncatingIfNeeded: position) & 1 == 1 }
}

/// The role of a character in `camelCase`, `snake_case` and `kebab-case`.
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
    case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .ideograph
    // Bopomofo, the radicals and Kana: each character may begin a word. Marks among them do not.
    case 0x2E80...0x33FF: self = scalar.properties.isAlphabetic || scalar.value == 0x30FC ? .ideograph : .separator
    case 0xAC00...0xD7A3: self = .lower
    default:
      let properties = scalar.properties
      if properties.isUppercase {
        self = .upper
      } else if properties.isAlphabetic {
        self = .lower
      } else {
        switch properties.generalCategory {
        case .decimalNumber: self = .digit
        // Part of the letter next to it, as the virama of Devanagari or a tone of Thai.
        case .nonspacingMark, .spacingMark, .enclosingMark: self = .lower
        default: self = .separator
        }
      }
    }
  }
}

/// The kinds of a candidate's scalars: a set of positions for each kind; separators are in none.
struct Kinds<Positions: PositionSet> {
  var lower: Positions = 0
  var upper: Positions = 0
  var digit: Positions = 0
  var ideograph: Positions = 0

  /// Creates the kinds of separators only.
  init() {}

  /// Creates the kinds of up to 64 positions and of those that follow them.
  init(low: Kinds<UInt64>, high: Kinds<UInt64>) {
    lower = Positions(low: low.lower, high: high.lower)
    upper = Positions(low: low.upper, high: high.upper)
    digit = Positions(low: low.digit, high: high.digit)
    ideograph = Positions(low: low.ideograph, high: high.ideograph)
  }

  /// Records the kind of one position.
  mutating func insert(_ kind: Kind, at position: Int) {
    let bit = (1 as Positions) &<< Positions(truncatingIfNeeded: position)
    switch kind {
    case .separator: break
    case .lower: lower |= bit
    case .upper: upper |= bit
    case .digit: digit |= bit
    case .ideograph: ideograph |= bit
    }
  }

  /// The positions at which words begin.
  ///
  /// Words begin as in `fooBar`, `foo_bar`, `foo2`, `2D`, at every ideograph and right after one. In a row of capitals,
  /// the first begins a word, and so does the last when a small letter follows it: the `S` of `HTTPServer`.
  var wordStarts: Positions {
    let any = lower | upper | digit | ideograph
    let afterSeparator = ~any &<< 1 | 1
    let upperAfterOther = upper & ((lower | digit) &<< 1)
    let digitAfterLetter = digit & ((lower | upper) &<< 1)
    let lastCapital = upper & (upper &<< 1) & (lower &>> 1)
    return any & (afterSeparator | ideograph | ideograph &<< 1) | upperAfterOther | digitAfterLetter | lastCapital
  }
}
