extension JSONReader {
  /// Reads a string. A lone surrogate becomes U+FFFD, which also has one UTF-16 unit, so positions stay right.
  ///
  /// - Throws: `JSONError`, also for another kind of value.
  /// - Complexity: O(*n*).
  public mutating func readString() throws(JSONError) -> String {
    try expect(.string)
    let extent = try bytes.span.stringExtent(at: position, end, isUTF8: isUTF8)
    position = extent.range.upperBound + 1
    return string(extent)
  }

  /// Returns the text of a string whose grammar has been checked.
  func string(_ extent: JSONStringExtent) -> String {
    let content = bytes.span.extracting(extent.range)
    guard extent.hasEscapes else { return text(extent.range) }
    return String(unsafeUninitializedCapacity: content.count) { JSONEscape.unescape(content, into: $0) }
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.span.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads an integer; a number too large for `Int` becomes the nearest `Int`, as a position beyond the end is clamped.
  ///
  /// - Throws: `JSONError`, also for another kind of value or a number with a fraction.
  public mutating func readInt() throws(JSONError) -> Int {
    let (range, isInteger) = try readNumber()
    guard isInteger else {
      guard let double = Double(text(range)), double.rounded() == double else {
        throw JSONError(.typeMismatch(expected: "an integer"), at: range.lowerBound)
      }
      return Int(exactly: double) ?? (double < 0 ? Int.min : Int.max)
    }
    let span = bytes.span
    let isNegative = span[range.lowerBound] == UInt8(ascii: "-")
    var value = 0
    for index in range.lowerBound + (isNegative ? 1 : 0)..<range.upperBound {
      let digit = Int(span[index] & 0x0F)
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isTooLarge || isOver { return isNegative ? Int.min : Int.max }
      value = sum
    }
    return value
  }

  /// Reads a number; beyond the range of `Double` it is infinite.
  ///
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readDouble() throws(JSONError) -> Double {
    Double(text(try readNumber().range)) ?? 0
  }

  /// Reads a number as it was written, of any length.
  ///
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readDigits() throws(JSONError) -> String { text(try readNumber().range) }

  private mutating func readNumber() throws(JSONError) -> (range: Range<Int>, isInteger: Bool) {
    try expect(.number)
    let start = position
    let (end, isInteger) = try bytes.span.afterNumber(start, end)
    position = end
    return (start..<end, isInteger)
  }

  /// Reads `true` or `false`.
  ///
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readBool() throws(JSONError) -> Bool {
    try expect(.bool)
    let isTrue = bytes[position] == UInt8(ascii: "t")
    position = try bytes.span.afterLiteral(position, end)
    return isTrue
  }

  /// Reads `null` if it comes next.
  ///
  /// - Returns: True when it was `null`.
  /// - Throws: `JSONError` for a misspelt `null`.
  public mutating func readNull() throws(JSONError) -> Bool {
    guard try nextKind() == .null else { return false }
    position = try bytes.span.afterLiteral(position, end)
    return true
  }
}
