public import CatchwordText

/// The reason for which completion was requested.
public enum CompletionTrigger: Hashable, Sendable {
  /// By hand, or because a word is being typed: clients do not tell these apart.
  case invoked
  /// By itself, as the user typed on.
  case automatic
  /// After a trigger character.
  case character(String)
}

/// The question to a source: a version of a document, a place in it, and the word that is being typed there.
public struct CompletionQuery: Sendable {
  /// The document, as it was when the request came.
  public let document: DocumentSnapshot
  /// The cursor, as a byte offset.
  public let offset: Int
  /// The part of the word being typed that is before the cursor; empty at a place where no word has begun.
  public let typedRange: Range<Int>
  /// The text of `typedRange`.
  public let typed: String
  /// The whole word around the cursor: `typedRange` and what follows it.
  public let wordRange: Range<Int>
  /// The reason for which completion was requested.
  public let trigger: CompletionTrigger
  /// The maximum number of candidates shown; a source with more returns its best and marks the answer as incomplete.
  public let limit: Int
  /// The time that the request waits; a source that can return what it has found so far does so earlier, and marks the
  /// answer as incomplete.
  public let budget: Duration
  /// True when only candidates that begin as typed are wanted.
  public let wantsBeginningsOnly: Bool
  /// True when candidates are wanted, too, of which something else was typed by mistake.
  public let wantsTypos: Bool
  /// True when typing alone brings up the list: only candidates that begin as typed are wanted, and none behind a
  /// finished word. False when the user has asked, or may have asked.
  public let isTyping: Bool
  /// True when the user has asked for certain.
  public let isByHand: Bool
  /// The names of the sources that this request alone is limited to; nil for all that the settings allow.
  package var sources: Set<String>?
  /// True when Enter accepts the first item: a list that comes up by itself behind a word then begins with that word.
  public let takesFirst: Bool
  /// True when no list comes up by itself behind a whole word, as Enter would accept an item; the next key asks again.
  public let leavesWholeWords: Bool
  /// True when a number is being typed: digits found in order elsewhere do not mean that another number is wanted.
  var isNumber: Bool { typed.utf8.first.map { $0 &- UInt8(ascii: "0") < 10 } ?? false }

  /// True for a word that begins with a digit, underscores left aside, if its first character has not been typed.
  /// Typing `u` does not mean `0_usize`, and where nothing has been typed no number is wanted.
  package func isStrayNumber(_ word: String) -> Bool {
    func isDigit(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII ? "0"..."9" ~= scalar : scalar.properties.numericType == .decimal
    }
    // Most words begin with a letter of ASCII.
    if let byte = word.utf8.first, byte | 0x20 &- 0x61 < 26 { return false }
    guard let first = word.unicodeScalars.first, first == "_" || isDigit(first),
      word.unicodeScalars.first(where: { $0 != "_" }).map(isDigit) == true
    else { return false }
    return typed.unicodeScalars.first != first
  }

  /// Creates the query for a place in a document.
  ///
  /// - Complexity: O(log *n* + length of the word).
  public init(
    document: DocumentSnapshot, offset: Int, trigger: CompletionTrigger = .invoked, limit: Int = 100,
    budget: Duration = CompletionSettings().budget, wantsBeginningsOnly: Bool = false, wantsTypos: Bool = true,
    isTyping: Bool = false, isByHand: Bool = false, takesFirst: Bool = false, leavesWholeWords: Bool = false
  ) {
    let offset = document.text.scalarBoundary(atOrBefore: offset)
    let start = document.text.wordStart(before: offset, scanner: document.scanner)
    self.document = document
    self.offset = offset
    self.trigger = trigger
    self.limit = limit
    self.budget = budget
    self.wantsBeginningsOnly = wantsBeginningsOnly
    self.wantsTypos = wantsTypos
    self.isTyping = isTyping
    self.isByHand = isByHand
    self.takesFirst = takesFirst
    self.leavesWholeWords = leavesWholeWords
    typedRange = start..<offset
    typed = document.text.string(in: typedRange)
    wordRange = document.text.wordRange(around: offset, scanner: document.scanner)
  }

  /// The character right before the word; nil at the beginning of the text.
  ///
  /// - Complexity: O(log *n*).
  package var characterBeforeWord: Character? {
    let start = typedRange.lowerBound
    guard start > 0 else { return nil }
    return document.text.string(in: document.text.scalarBoundary(atOrBefore: start - 1)..<start).first
  }

  /// True where no word has begun and none can be continued: behind a space, and at the beginning of a line.
  package var isBehindSpace: Bool { typed.isEmpty && characterBeforeWord?.isWhitespace != false }

  /// Returns the text from an offset to the cursor; empty when the offset is not before the cursor.
  ///
  /// - Complexity: O(log *n* + length of the text).
  public func typed(from start: Int) -> String {
    guard start >= 0, start < offset else { return "" }
    return document.text.string(in: document.text.scalarBoundary(atOrBefore: start)..<offset)
  }

  /// Returns the text before the cursor on its line, at most `limit` bytes of it.
  ///
  /// - Returns: The text, and its start as a byte offset.
  /// - Complexity: O(log *n* + limit).
  public func lineBeforeCursor(limit: Int = 1024) -> (text: String, start: Int) {
    let start = document.text.scalarBoundary(atOrBefore: max(document.text.lineStart(of: offset), offset - limit))
    return (document.text.string(in: start..<offset), start)
  }
}
