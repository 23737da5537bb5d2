extension Text {
  /// The secrets in a part of the text, as places in that part.
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

  /// What of a line comes before a place, at most so many bytes of it.
  func rest(before place: Int, _ count: Int) -> ContiguousArray<UInt8> {
    let bytes = bytes(in: max(0, place - count)..<place)
    guard let last = bytes.lastIndex(where: \.isLineBreak) else { return bytes }
    return ContiguousArray(bytes[(last + 1)...])
  }

  /// What of a line comes behind a place, at most so many bytes of it.
  func rest(after place: Int, _ count: Int) -> ContiguousArray<UInt8> {
    let bytes = bytes(in: place..<min(self.count, place + count))
    return ContiguousArray(bytes.prefix { !$0.isLineBreak })
  }
}

/// Tells of places that come one after another whether they are in a secret.
package struct SecretCursor {
  private let secrets: [Range<Int>]
  private var next = 0

  /// - Parameter secrets: The secrets, in order.
  package init(_ secrets: [Range<Int>]) { self.secrets = secrets }

  /// True when a secret has a part of a range, which begins no earlier than the one before.
  ///
  /// - Complexity: O(1), amortised.
  package mutating func holds(_ range: Range<Int>) -> Bool {
    while next < secrets.count, secrets[next].upperBound <= range.lowerBound { next += 1 }
    return next < secrets.count && secrets[next].lowerBound < range.upperBound
  }
}
