/// An ASCII text of up to 64 characters, prepared to find the positions of any character as a set of bits.
struct ShortText {
  /// The maximum number of characters.
  static let maximumLength = 64

  /// The characters, folded, eight to a word; the last word may hold bytes that follow the text.
  private var parts = SIMD8<UInt64>()
  private let partCount: Int
  /// All positions of the text.
  private let positions: UInt64
  private let wordStarts: UInt64

  /// - Parameter text: 1 to `maximumLength` bytes, after which at least seven can be read.
  @inline(__always) init(_ text: UnsafeRawBufferPointer) {
    partCount = (text.count + 7) / 8
    positions = .max >> UInt64(ShortText.maximumLength - text.count)
    var kinds = Kinds<UInt64>()
    for index in 0..<partCount {
      let bytes = EightBytes(text.baseAddress.unsafelyUnwrapped + 8 * index)
      let shift = UInt64(8 * index)
      kinds.upper |= EightBytes.packed(bytes.upper) &<< shift
      kinds.lower |= EightBytes.packed(bytes.letters ^ bytes.upper) &<< shift
      kinds.digit |= EightBytes.packed(bytes.digits) &<< shift
      parts[index] = bytes.folded
    }
    // A small letter behind the text would make its last capital begin a word.
    kinds.lower &= positions
    wordStarts = kinds.wordStarts
  }

  /// Returns the positions of a character.
  ///
  /// - Parameter character: The character, folded, eight times.
  @inline(__always) private func positions(of character: UInt64) -> UInt64 {
    var found: UInt64 = 0
    for index in 0..<partCount {
      let matches = EightBytes(folded: parts[index]).matches(character)
      found |= EightBytes.packed(matches) &<< UInt64(8 * index)
    }
    return found & positions
  }

  /// Returns the kind of match with a pattern whose characters the text has in their order, but does not begin with.
  ///
  /// - Parameter characters: The characters of the pattern, folded, each eight times.
  /// - Complexity: O(pattern × text / 8).
  @inline(__always) func kind(of characters: ContiguousArray<UInt64>) -> MatchKind {
    // As in `Placement`: the positions at which the characters so far can end side by side, and those at which they can end when
    // each begins a word or follows the one before.
    var ends = positions(of: characters[0])
    var initials = ends & wordStarts
    for index in 1..<max(1, characters.count) {
      let found = positions(of: characters[index])
      ends = ends &<< 1 & found
      initials = found & (initials &<< 1 | wordStarts & initials.afterFirst)
      if ends | initials == 0 { return .scattered }
    }
    if ends &>> UInt64(characters.count - 1) & wordStarts != 0 { return .wordPrefix }
    return initials != 0 ? .initials : .substring
  }
}
