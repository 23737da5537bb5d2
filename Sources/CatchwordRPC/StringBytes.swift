// Eight bytes of a string at a time. The loads and stores are unchecked, so this file stays small: each is preceded by a
// comparison that keeps all eight bytes inside its buffer.

/// Operations on eight bytes in one word: the result has the highest bit of each matching byte set. Only the lowest
/// such bit is exact (a borrow may reach the bytes above it), and only that one is used. Source: S. E. Anderson, Bit
/// Twiddling Hacks, "Determine if a word has a byte less than n" and "a zero byte".
private enum EightBytes {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func equal(_ word: UInt64, to byte: UInt8) -> UInt64 {
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & highs
  }

  @inline(__always)
  static func below0x20(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word & highs }

  /// Finds the bytes that must be escaped in a string: quotes, backslashes and control characters.
  @inline(__always)
  static func special(_ word: UInt64) -> UInt64 {
    equal(word, to: UInt8(ascii: "\"")) | equal(word, to: UInt8(ascii: "\\")) | below0x20(word)
  }
}

extension Span<UInt8> {
  /// Returns the eight bytes from `index` on, the first in the lowest bits; the caller has checked that they exist.
  @inline(__always)
  private func eightBytes(at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// Returns the first eight bytes of `range`, which lies inside the span; missing ones are zero.
  @inline(__always)
  func word(in range: Range<Int>) -> UInt64 {
    guard range.count < 8 else { return eightBytes(at: range.lowerBound) }
    guard range.lowerBound + 8 > count else {
      return eightBytes(at: range.lowerBound) & ((1 << UInt64(8 * range.count)) - 1)
    }
    var word: UInt64 = 0
    for index in range { word |= UInt64(self[index]) << UInt64(8 * (index - range.lowerBound)) }
    return word
  }

  /// Returns the number of bytes from `start` on that need no escape in a JSON string, and whether they are all ASCII.
  ///
  /// - Parameter end: The end of the search; not beyond the span.
  @inline(__always)
  func plainRun(from start: Int, to end: Int) -> (count: Int, isASCII: Bool) {
    var index = start
    var seen: UInt64 = 0
    while index + 8 <= end {
      let word = eightBytes(at: index)
      let special = EightBytes.special(word)
      guard special == 0 else {
        let count = special.trailingZeroBitCount / 8
        seen |= word & ((1 << (UInt64(count) * 8)) - 1)
        return (index + count - start, seen & EightBytes.highs == 0)
      }
      seen |= word
      index += 8
    }
    while index < end {
      let byte = self[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      seen |= UInt64(byte)
      index += 1
    }
    return (index - start, seen & EightBytes.highs == 0)
  }

  /// Copies the bytes from `start` up to the next backslash, or to the end.
  ///
  /// - Parameter output: The destination, at least as long as the rest of the span.
  /// - Returns: The number of copied bytes.
  @inline(__always)
  func copyRun(from start: Int, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var index = start
    let raw = UnsafeMutableRawBufferPointer(output)
    while index + 8 <= count, index - start + 8 <= raw.count {
      let word = eightBytes(at: index)
      // More bytes than the run may be written; the following ones overwrite them.
      raw.storeBytes(of: word.littleEndian, toByteOffset: index - start, as: UInt64.self)
      let backslashes = EightBytes.equal(word, to: UInt8(ascii: "\\"))
      guard backslashes == 0 else { return index - start + backslashes.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] != UInt8(ascii: "\\") {
      output[index - start] = self[index]
      index += 1
    }
    return index - start
  }

  /// Copies the bytes from `start` up to the next one that must be escaped in a JSON string, or to the end.
  ///
  /// - Parameter output: Memory for at least the rest of the span.
  /// - Returns: The number of copied bytes.
  @inline(__always)
  func copyPlainRun(from start: Int, into output: UnsafeMutableRawPointer) -> Int {
    var index = start
    while index + 8 <= count {
      let word = eightBytes(at: index)
      // More bytes than the run may be written; the following ones overwrite them.
      output.storeBytes(of: word.littleEndian, toByteOffset: index - start, as: UInt64.self)
      let special = EightBytes.special(word)
      guard special == 0 else { return index - start + special.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      let byte = self[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      output.storeBytes(of: byte, toByteOffset: index - start, as: UInt8.self)
      index += 1
    }
    return index - start
  }

  /// Returns the index of the first byte that makes the UTF-8 in `range` invalid (RFC 3629: no overlong forms, no
  /// surrogates, nothing beyond U+10FFFF); nil when there is none.
  ///
  /// - Complexity: O(*n*).
  func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if index + 8 <= range.upperBound, eightBytes(at: index) & EightBytes.highs == 0 {
        index += 8
        continue
      }
      guard let length = scalarLength(at: index, end: range.upperBound) else { return index }
      index += length
    }
    return nil
  }

  /// Returns the length of the scalar at `index`; nil when it is not valid.
  @inline(__always)
  private func scalarLength(at index: Int, end: Int) -> Int? {
    let lead = self[index]
    if lead < 0x80 { return 1 }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, lead <= 0xF4, index + length <= end else { return nil }
    // Table 3-7 of the Unicode Standard: the range of the second byte excludes overlong forms, surrogates and the rest.
    let least: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    let most: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    guard self[index + 1] >= least, self[index + 1] <= most else { return nil }
    for offset in 2..<Swift.max(length, 2) where self[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }
}
