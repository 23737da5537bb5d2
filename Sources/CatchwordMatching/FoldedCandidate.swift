/// One candidate, decoded into scratch memory: folded scalars, original scalars, and the starts of words.
struct FoldedCandidate: Sendable {
  /// The maximum number of scalars that take part; a longer candidate matches by its beginning.
  static let maximumLength = 128

  /// The scalars that are compared; only the first `count` belong to this candidate.
  private(set) var folded = ContiguousArray<UInt32>(repeating: 0, count: maximumLength)
  /// The same scalars as they were written.
  private(set) var original = ContiguousArray<UInt32>(repeating: 0, count: maximumLength)
  /// The positions at which words begin, one bit for each scalar.
  private(set) var wordStarts: UInt128 = 0
  /// The number of scalars that take part.
  private(set) var count = 0
  /// The whole length in scalars, including those that do not take part.
  private(set) var length = 0

  /// Decodes a text.
  ///
  /// - Complexity: O(*n*).
  mutating func load(_ text: String) {
    var text = text
    text.withUTF8 { load($0) }
  }

  /// Decodes a text in UTF-8; invalid bytes become U+FFFD, one by one.
  ///
  /// - Complexity: O(*n*). Nearly every candidate is ASCII, whose bytes are its scalars.
  mutating func load(_ bytes: UnsafeBufferPointer<UInt8>) {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    if all < 0x80 { loadASCII(bytes) } else { loadScalars(bytes) }
  }

  private mutating func loadASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
    length = bytes.count
    count = min(length, FoldedCandidate.maximumLength)
    let low = loadASCII(bytes, 0..<min(count, 64))
    if count <= 64 {
      wordStarts = UInt128(low.wordStarts)
    } else {
      let high = loadASCII(bytes, 64..<count)
      wordStarts = Kinds<UInt128>(low: low, high: high).wordStarts
    }
  }

  /// Decodes at most 64 bytes.
  private mutating func loadASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Kinds<UInt64> {
    var kinds = Kinds<UInt64>()
    folded.withUnsafeMutableBufferPointer { folded in
      original.withUnsafeMutableBufferPointer { original in
        for index in range {
          let byte = bytes[index]
          let isUpper: UInt8 = byte &- 0x41 < 26 ? 1 : 0
          let isLower: UInt8 = byte &- 0x61 < 26 ? 1 : 0
          let isDigit: UInt8 = byte &- 0x30 < 10 ? 1 : 0
          original[index] = UInt32(byte)
          folded[index] = UInt32(byte | isUpper &<< 5)
          kinds.upper |= UInt64(isUpper) &<< UInt64(truncatingIfNeeded: index)
          kinds.lower |= UInt64(isLower) &<< UInt64(truncatingIfNeeded: index)
          kinds.digit |= UInt64(isDigit) &<< UInt64(truncatingIfNeeded: index)
        }
      }
    }
    return kinds
  }

  private mutating func loadScalars(_ bytes: UnsafeBufferPointer<UInt8>) {
    var kinds = Kinds<UInt128>()
    count = 0
    length = 0
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalars.next(in: bytes, at: &index)
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      let value = scalar.value < 0x80 ? UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte) : Folding.fold(scalar)
      guard value != 0 else { continue }
      length += 1
      guard count < FoldedCandidate.maximumLength else { continue }
      folded[count] = value
      original[count] = scalar.value
      kinds.insert(Kind(scalar), at: count)
      count += 1
    }
    wordStarts = kinds.wordStarts
  }
}

/// A reader of scalars from bytes that should be UTF-8.
enum UTF8Scalars {
  /// Returns the scalar at `index`, which is advanced past it; for an invalid byte U+FFFD, past that byte.
  static func next(in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Unicode.Scalar {
    let first = bytes[index]
    index += 1
    if first < 0x80 { return Unicode.Scalar(first) }
    let following = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
    guard (0xC2...0xF4).contains(first), bytes.count - index >= following else { return "\u{FFFD}" }
    var value = UInt32(first) & (0x3F >> UInt32(following))
    for offset in 0..<following {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return "\u{FFFD}" }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    // Rejects overlong forms, surrogates, and values beyond the last plane.
    guard following == 1 || value >= (following == 2 ? 0x800 : 0x10000), let scalar = Unicode.Scalar(value) else {
      return "\u{FFFD}"
    }
    index += following
    return scalar
  }
}
