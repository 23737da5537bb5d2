/// A set of bytes.
struct ByteSet: Sendable {
  private var words = SIMD4<UInt64>(repeating: 0)

  /// Returns true when a byte is in the set.
  func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

  private mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  private mutating func insert(_ bytes: ClosedRange<UInt8>) {
    let (low, high) = (bytes.lowerBound, bytes.upperBound)
    for word in Int(low >> 6)...Int(high >> 6) {
      let first = word == Int(low >> 6) ? UInt64(low & 63) : 0
      let last = word == Int(high >> 6) ? UInt64(high & 63) : 63
      words[word] |= (UInt64.max << first) & (UInt64.max >> (63 - last))
    }
  }

  /// Parses `[…]` and moves the index behind it; nil when it is malformed.
  ///
  /// - Complexity: O(number of bytes from the index).
  init?<Bytes: RandomAccessCollection<UInt8>>(parsing bytes: Bytes, at index: inout Int) where Bytes.Index == Int {
    func byte(_ place: Int) -> UInt8? { place < bytes.endIndex ? bytes[place] : nil }
    // The index of the last `]` that was searched for: it is the next one for each `[:` before it.
    var bracket = bytes.startIndex
    index += 1
    let isNegated = byte(index) == UInt8(ascii: "!") || byte(index) == UInt8(ascii: "^")
    if isNegated { index += 1 }
    var previous: UInt8?
    var isFirst = true
    while isFirst || byte(index) != UInt8(ascii: "]") {
      isFirst = false
      guard var here = byte(index) else { return nil }
      if here == UInt8(ascii: "\\") {
        guard let escaped = byte(index + 1) else { return nil }
        insert(escaped)
        (previous, index) = (escaped, index + 2)
      } else if here == UInt8(ascii: "-"), let low = previous, let high = byte(index + 1), high != UInt8(ascii: "]") {
        here = high
        index += 2
        if high == UInt8(ascii: "\\") {
          guard let escaped = byte(index) else { return nil }
          here = escaped
          index += 1
        }
        if low <= here { insert(low...here) }
        previous = nil
      } else if here == UInt8(ascii: "["), byte(index + 1) == UInt8(ascii: ":") {
        if bracket < index + 2 {
          guard let next = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
          bracket = next
        }
        let end = bracket
        guard end > index + 2, bytes[end - 1] == UInt8(ascii: ":") else {
          insert(here)
          (previous, index) = (here, index + 1)
          continue
        }
        guard let members = ByteSet.classes[String(decoding: bytes[(index + 2)..<(end - 1)], as: UTF8.self)] else {
          return nil
        }
        for member in UInt8(0)...127 where members(member) { insert(member) }
        (previous, index) = (nil, end + 1)
      } else {
        insert(here)
        (previous, index) = (here, index + 1)
      }
    }
    index += 1
    if isNegated { words = ~words }
  }

  /// The POSIX character classes, for ASCII only.
  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alnum": { isLetter($0) || isDigit($0) }, "alpha": { isLetter($0) }, "blank": { $0 == 0x20 || $0 == 0x09 },
    "cntrl": { $0 < 0x20 || $0 == 0x7F }, "digit": { isDigit($0) }, "graph": { $0 > 0x20 && $0 < 0x7F },
    "lower": { $0 &- 0x61 < 26 }, "print": { $0 >= 0x20 && $0 < 0x7F },
    "punct": { $0 > 0x20 && $0 < 0x7F && !isLetter($0) && !isDigit($0) },
    "space": { $0 == 0x20 || $0 &- 0x09 < 5 }, "upper": { $0 &- 0x41 < 26 },
    "xdigit": { isDigit($0) || ($0 | 0x20) &- 0x61 < 6 },
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
