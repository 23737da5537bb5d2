/// The escapes of a JSON string whose grammar has been checked.
enum JSONEscape {
  /// Writes the unescaped bytes of `content`.
  ///
  /// - Parameter output: The destination, at least as long as `content`: every escape is longer than its result.
  /// - Returns: The number of bytes written.
  static func unescape(_ content: Span<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var written = 0
    var index = 0
    while index < content.count {
      let run = content.copyRun(from: index, into: UnsafeMutableBufferPointer(rebasing: output[written...]))
      index += run
      written += run
      guard index < content.count else { break }
      let kind = content[index + 1]
      if kind == UInt8(ascii: "u") {
        let (scalar, length) = scalar(in: content, at: index)
        // A scalar always has an encoding.
        for byte in UTF8.encode(scalar)! {
          output[written] = byte
          written += 1
        }
        index += length
      } else {
        output[written] = unescaped(kind)
        written += 1
        index += 2
      }
    }
    return written
  }

  private static func unescaped(_ kind: UInt8) -> UInt8 {
    switch kind {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: kind
    }
  }

  /// Returns the scalar of `\uXXXX`, or of two of them that form a surrogate pair, and the number of bytes read.
  private static func scalar(in content: Span<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let high = codeUnit(content, at: index)
    if let scalar = Unicode.Scalar(high) { return (scalar, 6) }
    let next = index + 6
    guard high < 0xDC00, next + 5 < content.count, content[next] == UInt8(ascii: "\\"),
      content[next + 1] == UInt8(ascii: "u")
    else { return ("\u{FFFD}", 6) }
    let low = codeUnit(content, at: next)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { return ("\u{FFFD}", 6) }
    return (scalar, 12)
  }

  private static func codeUnit(_ content: Span<UInt8>, at index: Int) -> UInt32 {
    var unit: UInt32 = 0
    for offset in index + 2..<index + 6 { unit = unit << 4 | (hexValue(content[offset]) ?? 0) }
    return unit
  }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}
