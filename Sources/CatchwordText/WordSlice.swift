/// A piece of a text to find words in, cut so that no word is divided.
public struct WordSlice: Sendable {
  /// The bytes of the slice, whose words are words of the text.
  public let bytes: ContiguousArray<UInt8>
  /// The offset where the slice begins.
  package let start: Int
  /// The offset where the next slice begins; the length of the text after the last one.
  public let end: Int

  /// Takes the next slice of a text.
  ///
  /// - Parameters:
  ///   - start: 0, or the end of the last slice.
  ///   - count: The approximate number of bytes to take. A run longer than the maximum word length has no words, and is
  ///     left out as a whole.
  ///   - scanner: The scanner that determines the ends of words.
  /// - Complexity: O(`count`), or the length of a run without words if that is greater.
  public init(of text: Text, from start: Int, count: Int, scanner: WordScanner) {
    self.start = start
    let limit = text.scalarBoundary(atOrBefore: start + max(count, 2 * Text.wordReach))
    let head = text.bytes(in: start..<limit)
    guard limit < text.count else {
      (bytes, end) = (head, text.count)
      return
    }
    let tailStart = text.scalarBoundary(atOrBefore: limit - Text.wordReach) - start
    if let barrier = scanner.lastBarrier(in: ContiguousArray(head[tailStart...])) {
      bytes = ContiguousArray(head[..<(tailStart + barrier)])
      end = start + tailStart + barrier
      return
    }
    // The tail is in the middle of a run that is too long for a word: there are no words up to its end.
    bytes = ContiguousArray(head[..<(scanner.lastBarrier(in: head) ?? 0)])
    end = WordSlice.nextBarrier(in: text, from: start + tailStart, scanner: scanner)
  }

  /// Takes the slice around a place in a part of a text whose ends no word crosses; at its nearer end when the place is
  /// outside.
  ///
  /// - Parameters:
  ///   - part: The part, which is not empty.
  ///   - count: The approximate number of bytes to take.
  /// - Complexity: O(`count`), or the length of a run without words if that is greater.
  package init(of text: Text, in part: Range<Int>, near place: Int, count: Int, scanner: WordScanner) {
    var start = text.scalarBoundary(atOrBefore: min(place, part.upperBound) - count / 2)
    if start > part.lowerBound { start = WordSlice.nextBarrier(in: text, from: start, scanner: scanner) }
    if !part.contains(start) { start = part.lowerBound }
    let slice = WordSlice(of: text, from: start, count: min(count, part.upperBound - start), scanner: scanner)
    self.start = start
    end = min(slice.end, part.upperBound)
    bytes = slice.bytes.count > end - start ? ContiguousArray(slice.bytes[..<(end - start)]) : slice.bytes
  }

  private static func nextBarrier(in text: Text, from start: Int, scanner: WordScanner) -> Int {
    var start = start
    while start < text.count {
      let end = text.scalarBoundary(atOrBefore: start + 4 * Text.wordReach)
      let bytes = text.bytes(in: start..<end)
      if let barrier = scanner.firstBarrier(in: bytes, after: 0) { return start + barrier }
      if end == text.count { return end }
      // The last character is read again, because a barrier depends on two.
      start = max(start + 1, text.scalarBoundary(atOrBefore: end - Text.wordReach))
    }
    return text.count
  }
}
