extension JSONReader {
  /// Reads a string. A lone surrogate becomes U+FFFD, which is one UTF-16 unit long too, so positions stay right.
  ///
  /// - Throws: `JSONError`, also for another kind of value.
  /// - Complexity: O(*n*).
  public mutating func readString() throws(JSONError) -> String {
    guard try peek() == .string else { throw JSONError(.typeMismatch(expected: "a string"), at: position) }
    let start = position + 1
    let hasEscapes = try skipString()
    let content = bytes[start..<position - 1]
    let decoded = hasEscapes ? JSONReader.unescaped(content) : ContiguousArray(content)
    guard let string = String(validating: decoded, as: UTF8.self) else { throw JSONError(.invalidUTF8, at: start) }
    return string
  }

  /// Reads an integer; a number too large for `Int` becomes the nearest one, since a position beyond the end clamps.
  ///
  /// - Throws: `JSONError`, also for another kind of value or a number with a fraction.
  public mutating func readInt() throws(JSONError) -> Int {
    let start = try skipNumber()
    let text = bytes[start..<position]
    if text.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) {
      return Int(String(decoding: text, as: UTF8.self)) ?? (text.first == UInt8(ascii: "-") ? Int.min : Int.max)
    }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.rounded() == number else {
      throw JSONError(.typeMismatch(expected: "an integer"), at: start)
    }
    return Int(exactly: number) ?? (number < 0 ? Int.min : Int.max)
  }

  /// Reads a number.
  ///
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readDouble() throws(JSONError) -> Double {
    let start = try skipNumber()
    return Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? 0
  }

  /// Moves past a number.
  ///
  /// - Returns: Where it began.
  mutating func skipNumber() throws(JSONError) -> Int {
    guard try peek() == .number else { throw JSONError(.typeMismatch(expected: "a number"), at: position) }
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    if bytes[position] == UInt8(ascii: "0") {
      position += 1
      if isDigit(at: position) { throw JSONError(.invalidNumber, at: start) }
    } else {
      try skipDigits(of: start)
    }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits(of: start)
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
      try skipDigits(of: start)
    }
    return start
  }

  private func isDigit(at index: Int) -> Bool { index < end && (0x30...0x39).contains(bytes[index]) }

  private mutating func skipDigits(of start: Int) throws(JSONError) {
    guard isDigit(at: position) else { throw JSONError(.invalidNumber, at: start) }
    while isDigit(at: position) { position += 1 }
  }

  /// Moves past a string, checking its escapes but not its UTF-8.
  ///
  /// - Returns: True when it has escapes.
  mutating func skipString() throws(JSONError) -> Bool {
    position += 1
    var hasEscapes = false
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case ..<0x20:
        throw JSONError(.controlCharacter, at: position)
      default:
        position += 1
      }
    }
    throw JSONError(.unexpectedEnd, at: position)
  }

  private mutating func skipEscape() throws(JSONError) {
    let start = position
    guard position + 1 < end else { throw JSONError(.unexpectedEnd, at: end) }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      guard position + 5 < end else { throw JSONError(.unexpectedEnd, at: end) }
      for index in position + 2..<position + 6 where JSONReader.hexValue(bytes[index]) == nil {
        throw JSONError(.invalidEscape, at: start)
      }
      position += 6
    default:
      throw JSONError(.invalidEscape, at: start)
    }
  }

  /// Replaces the escapes of a string that `skipString` has found well-formed.
  private static func unescaped(_ content: ContiguousArray<UInt8>.SubSequence) -> ContiguousArray<UInt8> {
    var result: ContiguousArray<UInt8> = []
    result.reserveCapacity(content.count)
    var index = content.startIndex
    while index < content.endIndex {
      guard content[index] == UInt8(ascii: "\\") else {
        result.append(content[index])
        index += 1
        continue
      }
      let kind = content[index + 1]
      if kind == UInt8(ascii: "u") {
        let (scalar, length) = escapedScalar(content, at: index)
        result.append(contentsOf: String(Character(scalar)).utf8)
        index += length
      } else {
        result.append(unescaped(kind))
        index += 2
      }
    }
    return result
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

  /// The scalar of `\uXXXX`, or of two of them that make a surrogate pair, and the length of what was read.
  private static func escapedScalar(
    _ content: ContiguousArray<UInt8>.SubSequence, at index: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    let high = codeUnit(content, at: index)
    if let scalar = Unicode.Scalar(high) { return (scalar, 6) }
    let next = index + 6
    guard high < 0xDC00, next + 5 < content.endIndex, content[next] == UInt8(ascii: "\\"),
      content[next + 1] == UInt8(ascii: "u")
    else { return ("\u{FFFD}", 6) }
    let low = codeUnit(content, at: next)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { return ("\u{FFFD}", 6) }
    return (scalar, 12)
  }

  private static func codeUnit(_ content: ContiguousArray<UInt8>.SubSequence, at index: Int) -> UInt32 {
    (index + 2..<index + 6).reduce(0) { $0 << 4 | (hexValue(content[$1]) ?? 0) }
  }

  private static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}
