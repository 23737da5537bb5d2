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
    removed = neighbourhood.words(of: change.before, replaced: change.replaced, without: secrets.before)
    added = neighbourhood.words(of: change.after, replaced: change.inserted, without: secrets.after)
  }

  /// Finds all words of a text, as if it had just been typed.
  ///
  /// - Complexity: O(*n*).
  public init(opening text: Text, scanner: WordScanner) {
    let secrets = SecretChange(opening: text)
    added = Neighbourhood(scanner: scanner).words(of: text, replaced: 0..<text.count, without: secrets.after)
  }
}

/// The neighbourhood of an edit: to the nearest places on both sides that no word crosses, but at most the maximum
/// length of a word; further when the edit changes which text is a secret.
///
/// A run that extends further is longer than the maximum, before the edit and after it: it has no words in either text.
private struct Neighbourhood {
  private let scanner: WordScanner
  private let before: Int
  private let after: Int

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

  func words(of text: Text, replaced: Range<Int>, without secrets: [Range<Int>]) -> [String] {
    let start = replaced.lowerBound - before
    let bytes = text.bytes(in: start..<replaced.upperBound + after)
    var words: [String] = []
    var cursor = SecretCursor(secrets)
    scanner.forEachWord(in: bytes) { word in
      if cursor.holds(word.lowerBound + start..<word.upperBound + start) { return }
      words.append(String(decoding: bytes[word], as: UTF8.self))
    }
    return words
  }
}
