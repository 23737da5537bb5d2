/// The properties of a candidate that an index knows without reading its text.
struct CandidateSignature: Equatable {
  /// The groups of its characters, a bit each.
  var present: UInt32 = 0
  /// The groups of the characters that begin a word in it.
  var wordStarts: UInt32 = 0
  /// The group of its first character; 0 when there is none.
  var first: UInt8 = 0
  /// The group of its second character; 0 when there is none.
  var second: UInt8 = 0
  /// True when every character is a single byte.
  var isASCII = true
  /// The number of its scalars; 255 for more.
  var length: UInt8 = 0

  /// Returns the number of scalars in a text in UTF-8.
  static func length(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var length = 0
    for byte in text where byte & 0xC0 != 0x80 { length += 1 }
    return length
  }
}

/// Computes signatures; reuses its scratch memory.
struct SignatureReader {
  private let groups = ContiguousArray((0..<128).map { UInt32(1) << UInt32(CharacterGroup.of(folded($0))) })
  private let kinds = ContiguousArray((0..<128).map { ASCIIKind.of(UInt8($0)) })
  private var folded = FoldedCandidate()

  private static func folded(_ byte: Int) -> UInt32 { UInt32((0x41...0x5A).contains(byte) ? byte + 0x20 : byte) }

  /// Returns the signature of a text in UTF-8.
  ///
  /// - Complexity: O(*n*).
  mutating func signature(of text: UnsafeBufferPointer<UInt8>) -> CandidateSignature {
    var signature = CandidateSignature()
    let end = min(text.count, FoldedCandidate.maximumLength)
    var previous = ASCIIKind.separator
    var index = 0
    while index < end {
      let byte = Int(text[index])
      guard byte < 0x80 else { return signatureOfScalars(text) }
      let kind = kinds[byte]
      let next = index + 1 < end ? text[index + 1] : 0
      let isStart = ASCIIKind.begins(kind, after: previous, before: next)
      let group = groups[byte]
      signature.present |= group
      if isStart { signature.wordStarts |= group }
      if index < 2 {
        let number = UInt8(group.trailingZeroBitCount)
        if index == 0 { signature.first = number } else { signature.second = number }
      }
      previous = kind
      index += 1
    }
    // Beyond the characters that take part, there may still be some of more than one byte.
    while index < text.count {
      if text[index] >= 0x80 { return signatureOfScalars(text) }
      index += 1
    }
    signature.length = UInt8(clamping: text.count)
    return signature
  }

  private mutating func signatureOfScalars(_ text: UnsafeBufferPointer<UInt8>) -> CandidateSignature {
    folded.load(text)
    var signature = CandidateSignature(isASCII: false, length: UInt8(clamping: CandidateSignature.length(of: text)))
    for index in 0..<folded.count {
      let group = CharacterGroup.of(folded.folded[index])
      signature.present |= 1 << UInt32(group)
      if folded.wordStarts.has(index) { signature.wordStarts |= 1 << UInt32(group) }
      if index == 0 { signature.first = UInt8(group) }
      if index == 1 { signature.second = UInt8(group) }
    }
    return signature
  }
}

/// The role of an ASCII character in an identifier, as a number for table lookups.
enum ASCIIKind {
  static let separator: UInt8 = 0
  static let lower: UInt8 = 1
  static let upper: UInt8 = 2
  static let digit: UInt8 = 3

  static func of(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x61...0x7A: lower
    case 0x41...0x5A: upper
    case 0x30...0x39: digit
    default: separator
    }
  }

  /// True when a word begins with a character, by the rule of `Kinds.wordStarts`.
  @inline(__always) static func begins(_ kind: UInt8, after previous: UInt8, before next: UInt8) -> Bool {
    // A bit for each pair of kinds, by 4 × previous + kind: after a separator, fB, 2B, f2, F2.
    let isPair = UInt16(0b0100_1000_1100_1110) >> UInt16(previous * 4 + kind) & 1 == 1
    return isPair || (kind == upper && previous == upper && next &- 0x61 < 26)
  }
}
