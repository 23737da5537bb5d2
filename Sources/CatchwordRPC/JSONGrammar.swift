// RFC 8259, production by production, over bytes. Each function takes the start of a production and returns its end;
// the index is always a local variable, since a position in a reader's memory would cost more than the comparisons.

/// The range of a string's content, between its quotes, and whether it has escapes.
struct JSONStringExtent {
  var range: Range<Int>
  var hasEscapes: Bool
}

extension Span<UInt8> {
  /// Returns the index of the first byte from `index` on that is no white space; `end` when there is none.
  @inline(__always)
  func afterWhitespace(_ index: Int, _ end: Int) -> Int {
    var index = index
    while index < end, self[index] <= 0x20 {
      switch self[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return index
      }
    }
    return index
  }

  /// Returns the end of the value at `index`, of any kind.
  ///
  /// - Complexity: O(*n*), without recursion and without allocation up to a nesting of 64.
  func afterValue(_ index: Int, _ end: Int, depth outer: Int) throws(JSONError) -> Int {
    // One bit per open container: is it an object?
    var containers = NestingBits()
    var index = index
    while true {
      index = afterWhitespace(index, end)
      guard index < end else { throw JSONError(.unexpectedEnd, at: end) }
      switch self[index] {
      case UInt8(ascii: "\""): index = try stringExtent(at: index, end).range.upperBound + 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = self[index] == UInt8(ascii: "{")
        guard outer + containers.count < JSONReader.maximumDepth else {
          throw JSONError(.tooDeep(limit: JSONReader.maximumDepth), at: index)
        }
        index = afterWhitespace(index + 1, end)
        guard index < end, self[index] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          containers.push(isObject)
          if isObject { index = try afterName(index, end) }
          continue
        }
        index += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): index = try afterNumber(index, end).end
      default: index = try afterLiteral(index, end)
      }
      // After a value: close the containers that end here, and continue in the innermost open one.
      while true {
        if containers.count == 0 { return index }
        index = afterWhitespace(index, end)
        guard index < end else { throw JSONError(.unexpectedEnd, at: end) }
        let byte = self[index]
        index += 1
        if byte == UInt8(ascii: ",") { break }
        guard byte == (containers.top ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw JSONError(.unexpectedByte(byte), at: index - 1)
        }
        containers.pop()
      }
      if containers.top { index = try afterName(index, end) }
    }
  }

  /// Returns the start of the value whose name is at `index`.
  @inline(__always)
  func afterName(_ index: Int, _ end: Int) throws(JSONError) -> Int { try name(at: index, end).value }

  /// Returns the name at `index` or after white space there, and the start of its value.
  @inline(__always)
  func name(at index: Int, _ end: Int) throws(JSONError) -> (extent: JSONStringExtent, value: Int) {
    let start = afterWhitespace(index, end)
    guard start < end else { throw JSONError(.unexpectedEnd, at: end) }
    guard self[start] == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte(self[start]), at: start) }
    let extent = try stringExtent(at: start, end)
    let colon = afterWhitespace(extent.range.upperBound + 1, end)
    guard colon < end else { throw JSONError(.unexpectedEnd, at: end) }
    guard self[colon] == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte(self[colon]), at: colon) }
    return (extent, afterWhitespace(colon + 1, end))
  }

  /// Returns the extent of the string whose opening quote is at `index`, with its escapes and its UTF-8 checked.
  ///
  /// - Parameter isUTF8: True when the bytes are known to be UTF-8.
  @inline(__always)
  func stringExtent(at index: Int, _ end: Int, isUTF8: Bool = false) throws(JSONError) -> JSONStringExtent {
    let run = plainRun(from: index + 1, to: end)
    let close = index + 1 + run.count
    // This is nearly always the whole string.
    guard run.isASCII, close < end, self[close] == UInt8(ascii: "\"") else {
      return try uncommonStringExtent(at: index, end, isUTF8: isUTF8)
    }
    return JSONStringExtent(range: index + 1..<close, hasEscapes: false)
  }

  private func uncommonStringExtent(
    at opening: Int, _ end: Int, isUTF8: Bool
  ) throws(JSONError) -> JSONStringExtent {
    let start = opening + 1
    var hasEscapes = false
    var index = start
    while true {
      let run = plainRun(from: index, to: end)
      // An escape is ASCII, so each run between two escapes can be checked by itself.
      if !run.isASCII, !isUTF8, let offset = firstInvalidUTF8(in: index..<index + run.count) {
        throw JSONError(.invalidUTF8, at: offset)
      }
      index += run.count
      guard index < end else { throw JSONError(.unexpectedEnd, at: end) }
      switch self[index] {
      case UInt8(ascii: "\""):
        return JSONStringExtent(range: start..<index, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index += try escapeLength(at: index, end)
      default:
        throw JSONError(.controlCharacter, at: index)
      }
    }
  }

  @inline(__always)
  private func escapeLength(at index: Int, _ end: Int) throws(JSONError) -> Int {
    guard index + 1 < end else { throw JSONError(.unexpectedEnd, at: end) }
    switch self[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard index + 5 < end else { throw JSONError(.unexpectedEnd, at: end) }
      for digit in index + 2..<index + 6 where JSONEscape.hexValue(self[digit]) == nil {
        throw JSONError(.invalidEscape, at: index)
      }
      return 6
    default:
      throw JSONError(.invalidEscape, at: index)
    }
  }

  /// Returns the end of the number at `start`, and true when it has neither a fraction nor an exponent.
  @inline(__always)
  func afterNumber(_ start: Int, _ end: Int) throws(JSONError) -> (end: Int, isInteger: Bool) {
    let first = self[start] == UInt8(ascii: "-") ? start + 1 : start
    guard first < end else { throw JSONError(.unexpectedEnd, at: end) }
    let index = try afterDigits(first, end, of: start)
    if self[first] == UInt8(ascii: "0"), index > first + 1 { throw JSONError(.invalidNumber, at: start) }
    guard index < end, self[index] == UInt8(ascii: ".") || self[index] | 0x20 == UInt8(ascii: "e") else {
      return (index, true)
    }
    return (try afterFraction(index, end, of: start), false)
  }

  private func afterFraction(_ index: Int, _ end: Int, of start: Int) throws(JSONError) -> Int {
    var index = index
    if self[index] == UInt8(ascii: ".") { index = try afterDigits(index + 1, end, of: start) }
    if index < end, self[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < end, self[index] == UInt8(ascii: "+") || self[index] == UInt8(ascii: "-") { index += 1 }
      index = try afterDigits(index, end, of: start)
    }
    return index
  }

  @inline(__always)
  private func afterDigits(_ index: Int, _ end: Int, of start: Int) throws(JSONError) -> Int {
    var index = index
    guard index < end, isDigit(self[index]) else { throw JSONError(.invalidNumber, at: start) }
    while index < end, isDigit(self[index]) { index += 1 }
    return index
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Returns the end of the literal at `start`: `true`, `false` or `null`.
  func afterLiteral(_ start: Int, _ end: Int) throws(JSONError) -> Int {
    let literal: StaticString =
      switch self[start] {
      case UInt8(ascii: "t"): "true"
      case UInt8(ascii: "f"): "false"
      case UInt8(ascii: "n"): "null"
      default: throw JSONError(.unexpectedByte(self[start]), at: start)
      }
    for offset in 0..<literal.utf8CodeUnitCount {
      guard start + offset < end else { throw JSONError(.unexpectedEnd, at: end) }
      let expected = literal.withUTF8Buffer { $0[offset] }
      guard self[start + offset] == expected else {
        throw JSONError(.unexpectedByte(self[start + offset]), at: start + offset)
      }
    }
    return start + literal.utf8CodeUnitCount
  }
}

/// A stack of bits; the first 64 need no memory.
private struct NestingBits {
  private var low: UInt64 = 0
  private var high: [Bool] = []
  private(set) var count = 0

  @inline(__always)
  var top: Bool { count > 64 ? high[count - 65] : low >> UInt64(max(0, count - 1)) & 1 == 1 }

  @inline(__always)
  mutating func push(_ bit: Bool) {
    if count < 64 {
      low = bit ? low | 1 << UInt64(count) : low & ~(1 << UInt64(count))
    } else {
      high.append(bit)
    }
    count += 1
  }

  @inline(__always)
  mutating func pop() {
    count -= 1
    if count >= 64 { high.removeLast() }
  }
}
