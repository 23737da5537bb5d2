import CatchwordPrediction
import CatchwordText

/// A request for ghost text at a cursor.
struct GhostQuestion: Sendable {
  /// The document at the time of the request.
  let document: DocumentSnapshot
  /// The cursor, as a byte offset.
  let cursor: Int
  /// True when it is requested by hand.
  let isInvoked: Bool
  /// The extent, confidence and beginning of the wanted text.
  private(set) var options = ContinuationOptions()
  /// The replaced bytes: the half-typed word, or the range of the item that is selected in the menu.
  let replaced: Range<Int>
  /// The replacement up to the predicted text: the half-typed word, or the selected item.
  let head: String
  /// The required beginning of the answer, behind the cursor: the part of the selected item that is not typed.
  let required: String
  /// The half-typed word.
  let typed: String
  /// The first byte on the line behind the replaced range that is no space or tab; nil when there is none.
  let closer: UInt8?

  /// The maximum number of lines for a request by hand.
  static let invokedLines = 8
  /// The share of the confidence that is required for a request by hand, and that of the likelihood of the first word: who
  /// asks wants something, but not a line that goes astray.
  private static let (invokedConfidence, invokedShare) = (0.1, 0.3)
  /// The maximum number of bytes between the cursor and the end of its line.
  private static let maximumTail = 64
  /// The bytes that may be between the cursor and the end of its line.
  private static let closers = Set(")]}>\"'`;:, \t".utf8)

  /// Creates a request; nil where nothing may be shown: before text other than closing marks.
  ///
  /// - Parameters:
  ///   - selected: The range that the item selected in the menu would replace, and its text.
  ///   - confidence: The required confidence of the answer; a tenth of it when it is requested by hand.
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
      // The beginning from the start of the word on, if the item is accepted.
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
    options.confidence = isInvoked ? confidence * GhostQuestion.invokedConfidence : confidence
    options.isInvoked = isInvoked
    options.share = isInvoked ? GhostQuestion.invokedShare : 0
    options.lines = isInvoked && closer == nil ? GhostQuestion.invokedLines : 1
  }

  /// True before a closing bracket, where a trailing comma would separate nothing.
  var isInBrackets: Bool { closer.map { Set(")]}".utf8).contains($0) } ?? false }

  /// The maximum number of lines.
  var lines: Int { options.lines }

  /// True when the confidence of an answer is sufficient.
  func accepts(_ answer: Continuation) -> Bool { answer.confidence >= options.confidence }

  /// Returns the texts that a predictor gives, the best first; while typing only one.
  ///
  /// - Parameter rest: What is left of the last text of the same kind, which is typed on; nil when there is none. It comes
  ///   first.
  func texts(of predictor: any InlinePredictor, after rest: String?) async -> [String] {
    let answer = await predictor.continuation(at: cursor, in: document, options: options).flatMap {
      accepts($0) ? $0.text : nil
    }
    let first = [rest, answer].compactMap(\.self)
    guard isInvoked, !first.isEmpty else { return first }
    return first + (await predictor.alternatives(at: cursor, in: document, options: options)).map(\.text)
  }

  /// Returns the rest of a text behind a beginning; nil when it begins otherwise.
  private static func rest(of text: String, behind beginning: String) -> String? {
    guard text.utf8.starts(with: beginning.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(beginning.utf8.count), as: UTF8.self)
  }
}
