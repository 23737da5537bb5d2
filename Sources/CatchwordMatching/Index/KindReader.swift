/// Finds the kinds of match of texts with one pattern; a value with its own scratch memory.
struct KindReader {
  let pattern: Pattern
  /// The characters of the pattern, folded, each eight times; of use only for ASCII.
  private let characters: ContiguousArray<UInt64>
  /// The positions in the pattern by ASCII character, in either case.
  private let places: ContiguousArray<UInt64>
  /// The positions in the pattern by ASCII character; a capital in the pattern stands only for itself.
  private let exactPlaces: ContiguousArray<UInt64>
  private let kinds = KindReader.kinds
  /// True when the pattern has characters that do not occur in ASCII text.
  private let isBeyondASCII: Bool
  /// The first eight characters of the pattern, one byte each, and a mask of the bytes that it has.
  private let head: UInt64
  private let headMask: UInt64
  private var folded = FoldedCandidate()
  private var alignment = TypoAlignment()

  private static let kinds = ContiguousArray((0..<128).map { ASCIIKind.of(UInt8($0)) })

  /// - Parameter pattern: The pattern; with an empty one, none of the methods may be called.
  init(_ pattern: Pattern) {
    self.pattern = pattern
    var places = ContiguousArray<UInt64>(repeating: 0, count: 128)
    var exactPlaces = places
    var (head, headMask): (UInt64, UInt64) = (0, 0)
    for (index, value) in pattern.folded.enumerated() {
      if value < 0x80 { places[Int(value)] |= 1 << UInt64(index) }
      if (0x61...0x7A).contains(value) { places[Int(value) - 0x20] |= 1 << UInt64(index) }
      let original = pattern.original[index]
      if original < 0x80 { exactPlaces[Int(original)] |= 1 << UInt64(index) }
      // A small letter matches a capital, too.
      if original == value, (0x61...0x7A).contains(value) { exactPlaces[Int(value) - 0x20] |= 1 << UInt64(index) }
      guard index < 8 else { continue }
      head |= UInt64(value & 0xFF) << UInt64(8 * index)
      headMask |= 0xFF << UInt64(8 * index)
    }
    isBeyondASCII = pattern.folded.contains { $0 >= 0x80 }
    characters = ContiguousArray(pattern.folded.map { EightBytes.repeating(UInt8(truncatingIfNeeded: $0)) })
    (self.places, self.exactPlaces, self.head, self.headMask) = (places, exactPlaces, head, headMask)
  }

  // MARK: Beginnings

  /// True when a text begins with the pattern.
  @inline(__always)
  mutating func isPrefix(of text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    isASCII ? !isBeyondASCII && begins(text) : isPrefixOfScalars(text)
  }

  /// True when an ASCII text begins with the pattern, which is in ASCII.
  @inline(__always) private func begins(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = pattern.folded.count
    guard text.count >= count, let base = text.baseAddress else { return false }
    // At least eight bytes can be read from the start of any text.
    guard EightBytes(base).folded & headMask == head else { return false }
    if count <= 8 { return true }
    // The planes of a damaged file may call a text ASCII that is not.
    for index in 8..<count where places[Int(text[index] & 0x7F)] >> UInt64(index) & 1 == 0 { return false }
    return true
  }

  private mutating func isPrefixOfScalars(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    folded.load(text)
    let count = pattern.folded.count
    return folded.count >= count && (0..<count).allSatisfy { folded.folded[$0] == pattern.folded[$0] }
  }

  // MARK: Anywhere

  /// True when a text matches at all.
  @inline(__always)
  mutating func matches(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    guard isASCII else { return kind(of: text, isASCII: false) != nil }
    if isBeyondASCII { return false }
    return isSubsequence(text)
  }

  /// True when an ASCII text has the characters of the pattern, which is in ASCII, in their order.
  @inline(__always) private func isSubsequence(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return false }
    let count = min(text.count, FoldedCandidate.maximumLength)
    guard count >= characters.count else { return false }
    // From each place in a text, eight bytes can be read.
    var (start, bytes, left, found) = (0, EightBytes(base), EightBytes.all, EightBytes.all)
    for character in characters {
      found = bytes.matches(character) & left
      while found == 0 {
        start += 8
        guard start < count else { return false }
        (bytes, left) = (EightBytes(base + start), EightBytes.all)
        found = bytes.matches(character)
      }
      left &= found.afterFirst
    }
    // Other texts follow this one.
    return start + found.trailingZeroBitCount / 8 < count
  }

  /// True when the pattern stands in an ASCII text as a whole.
  @inline(__always) func isSubstring(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = UnsafeRawPointer(text.baseAddress), !isBeyondASCII else { return false }
    let (count, length) = (min(text.count, FoldedCandidate.maximumLength), pattern.folded.count)
    // A single character is everywhere where the planes say so.
    guard length > 1 else { return true }
    var index = 0
    // Not by a stride: its iterator is called, and not compiled in.
    while index <= count - length {
      // Eight places at once, by the first two characters: texts of other characters are passed without a branch.
      var found = EightBytes(base + index).matches(characters[0])
      found &= EightBytes(base + index + 1).matches(characters[1])
      while found != 0 {
        let place = index + found.trailingZeroBitCount / 8
        found &= found &- 1
        if place + length <= count, begins(UnsafeBufferPointer(rebasing: text[place..<count])) { return true }
      }
      index += 8
    }
    return false
  }

  /// Returns the kind of match of a text; nil when it does not match. An exact match counts as `prefix`.
  mutating func kind(of text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> MatchKind? {
    guard isASCII else { return kindOfScalars(text, isExact: false) }
    if isBeyondASCII || !isSubsequence(text) { return nil }
    if begins(text) { return .prefix }
    guard text.count <= ShortText.maximumLength else { return kindOfASCII(text, places) }
    return ShortText(UnsafeRawBufferPointer(text)).kind(of: characters)
  }

  /// True when a text that matches in one way also does so with the capitals and accents that were typed.
  mutating func isExact(_ text: UnsafeBufferPointer<UInt8>, kind: MatchKind, isASCII: Bool) -> Bool {
    guard isASCII else { return kindOfScalars(text, isExact: true) == kind }
    guard kind == .prefix else { return kindOfASCII(text, exactPlaces) == kind }
    for index in pattern.folded.indices where exactPlaces[Int(text[index] & 0x7F)] >> UInt64(index) & 1 == 0 {
      return false
    }
    return true
  }

  private func kindOfASCII(_ text: UnsafeBufferPointer<UInt8>, _ places: ContiguousArray<UInt64>) -> MatchKind? {
    var automaton = KindAutomaton(patternLength: pattern.folded.count)
    let end = min(text.count, FoldedCandidate.maximumLength)
    for index in 0..<end {
      let byte = Int(text[index] & 0x7F)
      // Most characters of most texts are not in the pattern.
      guard places[byte] != 0 else {
        automaton.readOther()
        continue
      }
      let previous = index > 0 ? kinds[Int(text[index - 1] & 0x7F)] : ASCIIKind.separator
      let next = index + 1 < end ? text[index + 1] : 0
      automaton.read(places[byte], isStart: ASCIIKind.begins(kinds[byte], after: previous, before: next))
      if automaton.isWordPrefix { return .wordPrefix }
    }
    return automaton.kind
  }

  private mutating func kindOfScalars(_ text: UnsafeBufferPointer<UInt8>, isExact: Bool) -> MatchKind? {
    folded.load(text)
    var automaton = KindAutomaton(patternLength: pattern.folded.count)
    var isPrefix = folded.count >= pattern.folded.count
    for index in 0..<folded.count {
      let (value, original) = (folded.folded[index], folded.original[index])
      var places: UInt64 = 0
      for place in pattern.folded.indices where pattern.folded[place] == value {
        let takesEffort = pattern.original[place] != value
        if !isExact || !takesEffort || pattern.original[place] == original { places |= 1 << UInt64(place) }
      }
      automaton.read(places, isStart: folded.wordStarts.has(index))
      if index < pattern.folded.count && places >> UInt64(index) & 1 == 0 { isPrefix = false }
    }
    return isPrefix ? .prefix : automaton.kind
  }

  // MARK: Typos

  /// True when a text that does not match is a typo or two away.
  mutating func isTypo(of text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    if matches(text, isASCII: isASCII) { return false }
    folded.load(text)
    return alignment.align(pattern, with: folded) != nil
  }
}
