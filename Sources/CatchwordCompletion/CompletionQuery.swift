public import CatchwordText

/// Why completion was asked for.
public enum CompletionTrigger: Hashable, Sendable {
  /// By hand, or because a word is being typed: clients do not tell these apart.
  case invoked
  /// By itself, as the user typed on.
  case automatic
  /// After a trigger character.
  case character(String)
}

/// What a source is asked: a version of a document, a place in it, and the word that is being typed there.
public struct CompletionQuery: Sendable {
  /// The document, as it was when the request came.
  public let document: DocumentSnapshot
  /// The cursor, as a byte offset.
  public let offset: Int
  /// The word being typed: what of it is before the cursor. Empty at a place where no word has begun.
  public let typedRange: Range<Int>
  /// The text of `typedRange`.
  public let typed: String
  /// The whole word around the cursor: `typedRange` and what follows it.
  public let wordRange: Range<Int>
  /// Why completion was asked for.
  public let trigger: CompletionTrigger
  /// The most candidates that will be shown; a source with more gives its best and says so.
  public let limit: Int
  /// For how long the request waits; a source that can tell what it has found so far does so before, and says that there
  /// is more.
  public let budget: Duration
  /// True when only what begins as typed is wanted.
  public let wantsBeginningsOnly: Bool
  /// True when the list comes up by itself, because something was typed: only what begins so is wanted, and nothing behind
  /// a word that is finished. False when somebody has asked, or might have.
  public let isTyping: Bool
  /// True when Enter takes the first item of a list: one that comes up by itself behind a word has that word first.
  public let takesFirst: Bool
  /// True when nothing comes up by itself behind a whole word, as Enter would be taken for it, and the next key asks again.
  public let leavesWholeWords: Bool
  /// True for a number: letters in order are no sign that another one is meant.
  var isNumber: Bool { typed.utf8.first.map { $0 &- UInt8(ascii: "0") < 10 } ?? false }

  /// True for a word that begins with a digit, underscores left aside, of which nothing has been typed: whoever types `u`
  /// does not mean `0_usize`, and whoever has typed nothing wants no number.
  package func isStrayNumber(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, first == "_" || first.properties.numericType == .decimal,
      word.unicodeScalars.first(where: { $0 != "_" })?.properties.numericType == .decimal
    else { return false }
    return typed.unicodeScalars.first != first
  }

  /// Looks at a place in a document.
  ///
  /// - Complexity: O(log *n* + length of the word).
  public init(
    document: DocumentSnapshot, offset: Int, trigger: CompletionTrigger = .invoked, limit: Int = 100,
    budget: Duration = CompletionSettings().budget, wantsBeginningsOnly: Bool = false,
    isTyping: Bool = false, takesFirst: Bool = false, leavesWholeWords: Bool = false
  ) {
    let offset = document.text.scalarBoundary(atOrBefore: offset)
    let start = document.text.wordStart(before: offset, scanner: document.scanner)
    self.document = document
    self.offset = offset
    self.trigger = trigger
    self.limit = limit
    self.budget = budget
    self.wantsBeginningsOnly = wantsBeginningsOnly
    self.isTyping = isTyping
    self.takesFirst = takesFirst
    self.leavesWholeWords = leavesWholeWords
    typedRange = start..<offset
    typed = document.text.string(in: typedRange)
    wordRange = document.text.wordRange(around: offset, scanner: document.scanner)
  }

  /// The character that stands right before the word; nil at the beginning of the text.
  ///
  /// - Complexity: O(log *n*).
  var characterBeforeWord: Character? {
    let start = typedRange.lowerBound
    guard start > 0 else { return nil }
    return document.text.string(in: document.text.scalarBoundary(atOrBefore: start - 1)..<start).first
  }

  /// True where no word has begun and none could be gone on with: behind a space, and at the beginning of a line.
  package var isBehindSpace: Bool { typed.isEmpty && characterBeforeWord?.isWhitespace != false }

  /// The text from a place before the cursor to the cursor; empty when the place is none of that kind.
  ///
  /// - Complexity: O(log *n* + length of the text).
  public func typed(from start: Int) -> String {
    guard start >= 0, start < offset else { return "" }
    return document.text.string(in: document.text.scalarBoundary(atOrBefore: start)..<offset)
  }

  /// What stands before the cursor on its line, at most `limit` bytes of it.
  ///
  /// - Returns: The text, and where it begins as a byte offset.
  /// - Complexity: O(log *n* + limit).
  public func lineBeforeCursor(limit: Int = 1024) -> (text: String, start: Int) {
    let position = document.text.position(of: offset, encoding: .utf8)
    let start = document.text.scalarBoundary(atOrBefore: max(offset - position.column, offset - limit))
    return (document.text.string(in: start..<offset), start)
  }
}
