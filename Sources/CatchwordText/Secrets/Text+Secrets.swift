extension Text {
  /// Returns the secrets in a part of the text, as ranges in that part.
  ///
  /// - Complexity: O(log *n* + length of the part + `SecretScanner.reach`).
  package func secrets(in range: Range<Int>) -> [Range<Int>] {
    let head = rest(before: range.lowerBound, SecretScanner.reach)
    let tail = rest(after: range.upperBound, SecretScanner.reach)
    return SecretScanner.secrets(in: head + bytes(in: range) + tail).compactMap { found in
      let start = max(0, found.lowerBound - head.count)
      let end = min(range.count, found.upperBound - head.count)
      return start < end ? start..<end : nil
    }
  }

  /// Returns the part of a line before a place, at most `count` bytes of it.
  package func rest(before place: Int, _ count: Int) -> ContiguousArray<UInt8> {
    let bytes = bytes(in: max(0, place - count)..<place)
    guard let last = bytes.lastIndex(where: \.isLineBreak) else { return bytes }
    return ContiguousArray(bytes[(last + 1)...])
  }

  /// Returns the part of a line after a place, at most `count` bytes of it.
  package func rest(after place: Int, _ count: Int) -> ContiguousArray<UInt8> {
    let bytes = bytes(in: place..<min(self.count, place + count))
    return ContiguousArray(bytes.prefix { !$0.isLineBreak })
  }
}
