/// The words that an edit removed and added, found by reading only its neighbourhood.
public struct WordChange: Equatable, Sendable {
  /// The words of the old text that are gone, in order, repeated as often as they occurred.
  public private(set) var removed: [String] = []
  /// The words of the new text that are new, in order, repeated as often as they occur.
  public private(set) var added: [String] = []

  /// Compares the words around an edit before and after it. Text in a secret contains no words.
  ///
  /// - Complexity: O(log *n* + length of the edit + `Text.maximumWordLength` + `SecretScanner.reach`).
  public init(_ change: TextChange, scanner: WordScanner) {
    let secrets = SecretChange(change)
    let neighbourhood = Neighbourhood(change, scanner: scanner, secrets)
    removed = neighbourhood.words(
      of: change.before, in: neighbourhood.range(of: change.replaced), without: [RangeCursor(secrets.before)])
    added = neighbourhood.words(
      of: change.after, in: neighbourhood.range(of: change.inserted), without: [RangeCursor(secrets.after)])
  }

  /// Compares the words of the lines of an edit before and after it, without those in some parts of each text.
  ///
  /// - Parameter leftOut: Returns the parts of a range of a text, in order, that have no words.
  /// - Complexity: O(log *n* + length of the lines and of the edit), beside that of `leftOut`.
  package init(
    _ change: TextChange, scanner: WordScanner, lines: (head: Int, tail: Int),
    leftOut: (_ text: Text, _ range: Range<Int>) -> [Range<Int>]
  ) {
    let secrets = SecretChange(change)
    var neighbourhood = Neighbourhood(change, scanner: scanner, secrets)
    neighbourhood.reach(before: lines.head, after: lines.tail)
    let (old, new) = (neighbourhood.range(of: change.replaced), neighbourhood.range(of: change.inserted))
    func cursors(_ text: Text, _ range: Range<Int>, _ secrets: [Range<Int>]) -> [RangeCursor] {
      [RangeCursor(secrets), RangeCursor(leftOut(text, range))]
    }
    removed = neighbourhood.words(of: change.before, in: old, without: cursors(change.before, old, secrets.before))
    added = neighbourhood.words(of: change.after, in: new, without: cursors(change.after, new, secrets.after))
    // Of the words of a line, most are as they were.
    let same = zip(removed, added).prefix { $0 == $1 }.count
    (removed, added) = (Array(removed.dropFirst(same)), Array(added.dropFirst(same)))
    let last = zip(removed.reversed(), added.reversed()).prefix { $0 == $1 }.count
    (removed, added) = (removed.dropLast(last), added.dropLast(last))
  }

  /// Finds all words of a text, as if it had just been typed.
  ///
  /// - Complexity: O(*n*).
  public init(opening text: Text, scanner: WordScanner) {
    let secrets = SecretChange(opening: text)
    added = Neighbourhood(scanner: scanner).words(
      of: text, in: 0..<text.count, without: [RangeCursor(secrets.after)])
  }
}

/// The neighbourhood of an edit: to the nearest places on both sides that no word crosses, but at most the maximum
/// length of a word; further when the edit changes which text is a secret.
///
/// A run that extends further is longer than the maximum, before the edit and after it: it has no words in either text.
private struct Neighbourhood {
  private let scanner: WordScanner
  private var before: Int
  private var after: Int

  init(scanner: WordScanner) {
    self.scanner = scanner
    before = 0
    after = 0
  }

  init(_ change: TextChange, scanner: WordScanner, _ secrets: SecretChange) {
    self.scanner = scanner
    let (text, edit) = (change.before, change.replaced)
    let head = text.bytes(in: max(0, edit.lowerBound - secrets.head - Text.wordReach)..<edit.lowerBound)
    before = head.count - (scanner.lastBarrier(in: ContiguousArray(head.dropLast(secrets.head))) ?? 0)
    let tail = text.bytes(in: edit.upperBound..<min(text.count, edit.upperBound + secrets.tail + Text.wordReach))
    after = scanner.firstBarrier(in: tail, after: secrets.tail - 1) ?? tail.count
  }

  /// Reaches further, to places that no word crosses.
  mutating func reach(before: Int, after: Int) {
    self.before = max(self.before, before)
    self.after = max(self.after, after)
  }

  /// Returns the neighbourhood of what an edit replaced or inserted.
  func range(of edit: Range<Int>) -> Range<Int> { edit.lowerBound - before..<edit.upperBound + after }

  func words(of text: Text, in range: Range<Int>, without leftOut: [RangeCursor]) -> [String] {
    let start = range.lowerBound
    let bytes = text.bytes(in: range)
    var words: [String] = []
    var leftOut = leftOut
    scanner.forEachWord(in: bytes) { word in
      for index in leftOut.indices where leftOut[index].holds(word.lowerBound + start..<word.upperBound + start) {
        return
      }
      words.append(String(decoding: bytes[word], as: UTF8.self))
    }
    return words
  }
}
