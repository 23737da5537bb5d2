extension Text {
  /// The most bytes that a word may have; longer runs (base64, minified code) are no words.
  public static let maximumWordLength = 256

  /// How far to look around a place to see every word there, and to see that a run is too long for one even when what
  /// is looked at begins with the marks of a letter outside: text that is not hostile has at most 30 on one.
  static let wordReach = maximumWordLength + 128

  /// Where the word that ends at `offset` begins; `offset` itself when no word does.
  ///
  /// - Complexity: O(log *n* + `maximumWordLength`).
  public func wordStart(before offset: Int, scanner: WordScanner) -> Int {
    let end = scalarBoundary(atOrBefore: offset)
    let start = scalarBoundary(atOrBefore: max(0, end - Text.wordReach))
    return start + scanner.wordStart(beforeEndOf: bytes(in: start..<end))
  }

  /// The whole word around `offset`: what is before it and what follows; empty when no word touches it.
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
