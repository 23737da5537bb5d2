/// Finds places at which a word may begin as it was typed, in text whose words are not known.
///
/// It misses no such word, and finds other things now and then: characters are compared as the matcher compares them, but
/// of words it knows only that none begins between two ASCII letters or digits.
package struct BeginningSearch: Sendable {
  private let pattern: ContiguousArray<UInt32>
  /// By byte: whether the first character that was typed may begin with it.
  private let begins: ContiguousArray<Bool>

  /// Prepares the search for words that begin with a pattern.
  package init(_ pattern: Pattern) {
    self.pattern = pattern.folded
    begins = ContiguousArray(
      (0...UInt8.max).map { byte in
        byte >= 0xC0 || byte < 0x80 && Folding.fold(Unicode.Scalar(byte)) == pattern.folded.first
      })
  }

  /// Returns the first place at or after an index of some bytes of UTF-8; what their end cuts off may be as it was typed.
  ///
  /// - Complexity: O(*n*), a nanosecond a byte where characters are ASCII.
  package func firstPlace(in bytes: ContiguousArray<UInt8>, from start: Int = 0) -> Int? {
    guard !pattern.isEmpty else { return start < bytes.count ? start : nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        let byte = bytes[index]
        if begins[Int(byte)], index == 0 || !isAlphanumeric(byte) || !isAlphanumeric(bytes[index - 1]),
          matches(bytes, at: index)
        {
          return index
        }
        index += 1
      }
      return nil
    }
  }

  private func matches(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var index = start
    var matched = 0
    while matched < pattern.count, index < bytes.count {
      let folded = Folding.fold(UTF8Scalars.next(in: bytes, at: &index))
      if folded == 0 { continue }
      guard folded == pattern[matched] else { return false }
      matched += 1
    }
    return true
  }

  @inline(__always) private func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
