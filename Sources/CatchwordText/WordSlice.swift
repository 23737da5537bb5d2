/// A piece of a text to find words in, cut so that no word is cut.
public struct WordSlice: Sendable {
  /// The bytes whose words are the text's.
  public let bytes: ContiguousArray<UInt8>
  /// Where the next slice begins; the length of the text after the last one.
  public let end: Int

  /// Takes the next piece of a text.
  ///
  /// - Parameters:
  ///   - start: 0, or where the last slice ended.
  ///   - count: How many bytes to take, more or less. A run that is longer than a word may be has no words, and is left
  ///     out as a whole.
  ///   - scanner: What says where words end.
  /// - Complexity: O(`count`), or the length of a run without words if that is more.
  public init(of text: Text, from start: Int, count: Int, scanner: WordScanner) {
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
    // The tail is in the middle of a run that is too long for a word: to where it ends, there is nothing.
    bytes = ContiguousArray(head[..<(scanner.lastBarrier(in: head) ?? 0)])
    end = WordSlice.nextBarrier(in: text, from: start + tailStart, scanner: scanner)
  }

  private static func nextBarrier(in text: Text, from start: Int, scanner: WordScanner) -> Int {
    var start = start
    while start < text.count {
      let end = text.scalarBoundary(atOrBefore: start + 4 * Text.wordReach)
      let bytes = text.bytes(in: start..<end)
      if let barrier = scanner.firstBarrier(in: bytes, after: 0) { return start + barrier }
      if end == text.count { return end }
      // The last character is looked at again, as whether there is a barrier depends on two.
      start = max(start + 1, text.scalarBoundary(atOrBefore: end - Text.wordReach))
    }
    return text.count
  }
}
