extension Text {
  /// The maximum length of a word in bytes; longer runs (base64, minified code) are not words.
  public static let maximumWordLength = 256

  /// The number of bytes to read around a place to find every word there, and every run that is too long for one, even
  /// when the part begins with the marks of a letter outside: text that is not hostile has at most 30.
  static let wordReach = maximumWordLength + 128

  /// Returns the start of the word that ends at `offset`; `offset` itself when no word does.
  ///
  /// - Complexity: O(log *n* + `maximumWordLength`).
  public func wordStart(before offset: Int, scanner: WordScanner) -> Int {
    let end = scalarBoundary(atOrBefore: offset)
    let start = scalarBoundary(atOrBefore: max(0, end - Text.wordReach))
    return start + scanner.wordStart(beforeEndOf: bytes(in: start..<end))
  }

  /// Returns the whole word around `offset`, before and after it; empty when no word touches it.
  ///
  /// - Complexity: O(log *n* + `maximumWordLength`).
  public func wordRange(around offset: Int, scanner: WordScanner) -> Range<Int> {
    let offset = scalarBoundary(atOrBefore: offset)
    let start = scalarBoundary(atOrBefore: max(0, offset - Text.wordReach))
    let end = min(count, offset + Text.wordReach)
    let range = scanner.wordRange(around: offset - start, in: bytes(in: start..<end))
    return start + range.lowerBound..<start + range.upperBound
  }
}
