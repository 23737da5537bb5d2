/// An ASCII text of up to 64 characters that is asked for the places of characters: sets with one bit for each position.
struct ShortText {
  /// The maximum number of characters.
  static let maximumLength = 64

  /// The characters, eight to a word; those behind the text are others.
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
      kinds.upper |= EightBytes.positions(bytes.upper) &<< shift
      kinds.lower |= EightBytes.positions(bytes.letters ^ bytes.upper) &<< shift
      kinds.digit |= EightBytes.positions(bytes.digits) &<< shift
      parts[index] = bytes.folded
    }
    // The text's own characters alone: a small letter behind it begins no word in it.
    kinds.upper &= positions
    kinds.lower &= positions
    kinds.digit &= positions
    wordStarts = kinds.wordStarts
  }

  /// Returns the positions of a character.
  ///
  /// - Parameter character: The character, folded, eight times.
  @inline(__always) private func places(of character: UInt64) -> UInt64 {
    var places: UInt64 = 0
    for index in 0..<partCount {
      let found = EightBytes(folded: parts[index]).places(of: character)
      places |= EightBytes.positions(found) &<< UInt64(8 * index)
    }
    return places & positions
  }

  /// Returns the kind of match with a pattern whose characters the text has in their order, but does not begin with.
  ///
  /// - Parameter characters: The characters of the pattern, folded, each eight times.
  /// - Complexity: O(pattern × text / 8).
  @inline(__always) func kind(of characters: ContiguousArray<UInt64>) -> MatchKind {
    // As in `Placement`: the ends of the characters side by side, and the ends of those each of which begins a word, or follows
    // the one before.
    var (ends, initials): (UInt64, UInt64) = (.max, .max)
    for (index, character) in characters.enumerated() {
      let places = places(of: character)
      ends = index == 0 ? places : ends &<< 1 & places
      let behind = index == 0 ? .max : initials == 0 ? 0 : initials.afterFirst
      initials = places & (index == 0 ? wordStarts : initials &<< 1 | wordStarts & behind)
      if ends | initials == 0 { return .scattered }
    }
    if ends &>> UInt64(characters.count - 1) & wordStarts != 0 { return .wordPrefix }
    return initials != 0 ? .initials : .substring
  }
}
