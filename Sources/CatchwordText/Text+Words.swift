extension Text {
  /// The most bytes that a word may have; longer runs (base64, minified code) are no words.
  public static let maximumWordLength = 256

  /// Where the word that ends at `offset` begins; `offset` itself when no word does.
  ///
  /// - Complexity: O(log *n* + `maximumWordLength`).
  public func wordStart(before offset: Int, scanner: WordScanner) -> Int {
    let end = scalarBoundary(atOrBefore: offset)
    let start = scalarBoundary(atOrBefore: max(0, end - Text.maximumWordLength))
    return start + scanner.wordStart(beforeEndOf: bytes(in: start..<end))
  }

  /// The whole word around `offset`: what is before it and what follows; empty when no word touches it.
  ///
  /// - Complexity: O(log *n* + `maximumWordLength`).
  public func wordRange(around offset: Int, scanner: WordScanner) -> Range<Int> {
    let offset = scalarBoundary(atOrBefore: offset)
    let start = wordStart(before: offset, scanner: scanner)
    let limit = min(count, offset + Text.maximumWordLength)
    var end = offset
    scanner.forEachWord(in: bytes(in: start..<limit)) { word in
      if start + word.lowerBound <= offset && offset < start + word.upperBound { end = start + word.upperBound }
    }
    return start..<max(end, offset)
  }
}
