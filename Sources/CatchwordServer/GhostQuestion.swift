import CatchwordPrediction
import CatchwordText

/// What is asked for at a cursor.
struct GhostQuestion: Sendable {
  /// The document as it is when the client asks.
  let document: DocumentSnapshot
  /// The cursor.
  let cursor: Int
  /// It is asked by hand.
  let isInvoked: Bool
  /// How much is wanted.
  private(set) var options = ContinuationOptions()
  /// What is replaced: the half-typed word, or what the item that is selected in the menu would replace.
  let replaced: Range<Int>
  /// What stands for it, up to where the answer may differ: the half-typed word, or the selected item.
  let head: String
  /// What the answer must begin with, behind the cursor: what of the selected item has not been typed.
  let required: String
  /// The half-typed word.
  let typed: String
  /// The mark that comes next on the line.
  let closer: UInt8?

  /// How many lines are shown to who asks by hand.
  static let invokedLines = 8
  /// How much text may be between the cursor and the end of its line, in bytes.
  private static let maximumTail = 64
  /// What may stand between the cursor and the end of its line.
  private static let closers = Set(")]}>\"'`;:, \t".utf8)

  /// Asks, unless nothing may be shown at the cursor anyway: before other text than what closes something.
  ///
  /// - Parameters:
  ///   - selected: What the item that is selected in the menu would replace, and by what.
  ///   - confidence: How certain the answer must be if it is not asked for by hand.
  init?(
    _ document: DocumentSnapshot, cursor: Int, isInvoked: Bool, selected: (range: Range<Int>, text: String)?,
    confidence: Double
  ) {
    let text = document.text
    let line = text.lineRange(text.line(at: cursor))
    let end = selected?.range.upperBound ?? cursor
    let tail = text.bytes(in: min(end, line.upperBound)..<min(line.upperBound, end + GhostQuestion.maximumTail + 1))
    guard tail.count <= GhostQuestion.maximumTail, tail.allSatisfy(GhostQuestion.closers.contains) else { return nil }
    closer = tail.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let word = text.wordStart(before: cursor, scanner: document.scanner)
    typed = text.string(in: word..<cursor)
    if let (range, item) = selected {
      guard line.lowerBound <= range.lowerBound, range.lowerBound <= cursor, cursor <= end, end <= line.upperBound
      else { return nil }
      // From where the word begins, with what the item has of it and before it taken at its word.
      let before = text.string(in: min(range.lowerBound, word)..<max(range.lowerBound, word))
      let beginning = range.lowerBound < word ? GhostQuestion.rest(of: item, behind: before) : before + item
      guard let beginning, let required = GhostQuestion.rest(of: beginning, behind: typed) else { return nil }
      (replaced, head, self.required) = (range, item, required)
      options.beginning = beginning
    } else {
      (replaced, head, required) = (word..<cursor, typed, "")
    }
    self.document = document
    self.cursor = cursor
    self.isInvoked = isInvoked
    options.confidence = isInvoked ? confidence / 2 : confidence
    options.lines = isInvoked && closer == nil ? GhostQuestion.invokedLines : 1
  }

  /// True before a closing bracket, behind which nothing is left to separate.
  var isInBrackets: Bool { closer.map { Set(")]}".utf8).contains($0) } ?? false }

  /// How many lines are wanted.
  var lines: Int { options.lines }

  /// True when an answer is as certain as is wanted.
  func accepts(_ answer: Continuation) -> Bool { answer.confidence >= options.confidence }

  /// What comes in a text behind its beginning; nil when it begins otherwise.
  private static func rest(of text: String, behind beginning: String) -> String? {
    guard text.utf8.starts(with: beginning.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(beginning.utf8.count), as: UTF8.self)
  }
}
