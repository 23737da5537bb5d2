/// A set of ASCII characters, as bytes.
package struct ASCIISet: Sendable {
  private var words: (low: UInt64, high: UInt64) = (0, 0)

  /// Creates a set of some characters; others than those of ASCII are left out.
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte < 64 { words.low |= 1 << UInt64(byte) } else if byte < 128 { words.high |= 1 << UInt64(byte & 63) }
    }
  }

  /// Creates a set of the characters of a text.
  init(_ text: StaticString) {
    self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// True when no character is in the set.
  package var isEmpty: Bool { words == (0, 0) }

  /// True when a byte is in the set, which no byte of another character than those of ASCII is.
  package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? words.low : words.high) >> UInt64(byte & 63) & 1 == 1
  }
}

extension String {
  /// True when a text has one of some characters; faster than a search of `utf8`, whose bytes are looked up one by one.
  package func hasAny(of characters: ASCIISet) -> Bool {
    // The method itself as an argument would be allocated.
    hasByte { characters.contains($0) }
  }

  /// True for a name as in most code, which is a single word: of letters, digits and `_` of ASCII, the first one no digit.
  package var isASCIIName: Bool {
    guard let first = utf8.first, first &- UInt8(ascii: "0") >= 10 else { return false }
    return !hasByte { byte in
      byte | 0x20 &- UInt8(ascii: "a") >= 26 && byte &- UInt8(ascii: "0") >= 10 && byte != UInt8(ascii: "_")
    }
  }

  /// True when a text begins with the same bytes as another one; faster than `starts(with:)` of `utf8`, which goes from
  /// byte to byte.
  package func begins(withBytesOf other: String) -> Bool {
    let answer = utf8.withContiguousStorageIfAvailable { text in
      other.utf8.withContiguousStorageIfAvailable { other in
        text.count >= other.count && other.indices.allSatisfy { text[$0] == other[$0] }
      }
    }
    return (answer ?? nil) ?? utf8.starts(with: other.utf8)
  }

  /// True when a byte of a text meets a condition.
  @inline(__always)
  func hasByte(where isWanted: (UInt8) -> Bool) -> Bool {
    if let answer = utf8.withContiguousStorageIfAvailable({ $0.contains(where: isWanted) }) { return answer }
    var text = self
    return text.withUTF8 { $0.contains(where: isWanted) }
  }
}
