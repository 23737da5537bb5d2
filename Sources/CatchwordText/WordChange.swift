/// The words that an edit took away and those that it brought, found by looking at its neighbourhood only.
public struct WordChange: Equatable, Sendable {
  /// Words of the old text that are gone, in order, repeated as often as they occurred.
  public private(set) var removed: [String] = []
  /// Words of the new text that are new, in order, repeated as often as they occur.
  public private(set) var added: [String] = []

  /// Compares the words around an edit before and after it.
  ///
  /// - Complexity: O(log *n* + length of the edit + `Text.maximumWordLength`).
  public init(_ change: TextChange, scanner: WordScanner) {
    let neighbourhood = Neighbourhood(change)
    removed = neighbourhood.words(of: change.before, replaced: change.replaced, scanner: scanner)
    added = neighbourhood.words(of: change.after, replaced: change.inserted, scanner: scanner)
  }

  /// All words of a text, as if it had just been typed.
  ///
  /// - Complexity: O(*n*).
  public init(opening text: Text, scanner: WordScanner) {
    self.init(TextChange(Text(), replacing: 0..<0, with: text.string), scanner: scanner)
  }
}

/// How far an edit reaches: to the white space around it, which no word crosses, but no further than a word can be long.
///
/// A run that reaches the limit is longer than a word may be, before the edit and after it: it is skipped on both sides.
private struct Neighbourhood {
  let before: Int
  let after: Int
  let isCutBefore: Bool
  let isCutAfter: Bool

  init(_ change: TextChange) {
    let limit = Text.maximumWordLength + 4
    let start = max(0, change.replaced.lowerBound - limit)
    let head = change.before.bytes(in: start..<change.replaced.lowerBound)
    let space = head.lastIndex(where: Neighbourhood.isSpace).map { head.count - 1 - $0 }
    before = space ?? head.count
    isCutBefore = space == nil && start > 0
    let end = min(change.before.count, change.replaced.upperBound + limit)
    let tail = change.before.bytes(in: change.replaced.upperBound..<end)
    let gap = tail.firstIndex(where: Neighbourhood.isSpace)
    after = gap ?? tail.count
    isCutAfter = gap == nil && end < change.before.count
  }

  func words(of text: Text, replaced: Range<Int>, scanner: WordScanner) -> [String] {
    let bytes = text.bytes(in: replaced.lowerBound - before..<replaced.upperBound + after)
    var words: [String] = []
    scanner.forEachWord(in: bytes) { word in
      if isCutBefore && word.lowerBound == 0 { return }
      if isCutAfter && word.upperBound == bytes.count { return }
      guard word.count <= Text.maximumWordLength else { return }
      words.append(String(decoding: bytes[word], as: UTF8.self))
    }
    return words
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
