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
    let neighbourhood = Neighbourhood(change, scanner: scanner)
    removed = neighbourhood.words(of: change.before, replaced: change.replaced)
    added = neighbourhood.words(of: change.after, replaced: change.inserted)
  }

  /// All words of a text, as if it had just been typed.
  ///
  /// - Complexity: O(*n*).
  public init(opening text: Text, scanner: WordScanner) {
    added = Neighbourhood(scanner: scanner).words(of: text, replaced: 0..<text.count)
  }
}

/// How far an edit reaches: to the nearest places on both sides that no word crosses, but no further than a word can be
/// long.
///
/// A run that reaches further is longer than a word may be, before the edit and after it: it has no words on both sides.
private struct Neighbourhood {
  private let scanner: WordScanner
  private let before: Int
  private let after: Int

  init(scanner: WordScanner) {
    self.scanner = scanner
    before = 0
    after = 0
  }

  init(_ change: TextChange, scanner: WordScanner) {
    self.scanner = scanner
    let (text, edit) = (change.before, change.replaced)
    let head = text.bytes(in: max(0, edit.lowerBound - Text.wordReach)..<edit.lowerBound)
    before = head.count - (scanner.lastBarrier(in: head) ?? 0)
    let tail = text.bytes(in: edit.upperBound..<min(text.count, edit.upperBound + Text.wordReach))
    after = scanner.firstBarrier(in: tail) ?? tail.count
  }

  func words(of text: Text, replaced: Range<Int>) -> [String] {
    let bytes = text.bytes(in: replaced.lowerBound - before..<replaced.upperBound + after)
    var words: [String] = []
    scanner.forEachWord(in: bytes) { words.append(String(decoding: bytes[$0], as: UTF8.self)) }
    return words
  }
}
