/// A document that is open in a client: its text follows the client's edits, in order.
public struct OpenDocument: Sendable {
  /// The current version of the document.
  public private(set) var snapshot: DocumentSnapshot
  /// True after an edit that could not be read: the text may differ from the client's until the whole text is replaced.
  public private(set) var isOutOfStep = false

  /// Opens a document.
  ///
  /// - Parameter segmentsIdeographs: True when Chinese and Japanese text is divided into words.
  /// - Complexity: O(*n*).
  public init(
    uri: String, languageID: String, version: Int, text: String, segmentsIdeographs: Bool = true,
    wordCharacters: String = ""
  ) {
    self.init(
      DocumentSnapshot(
        uri: uri, languageID: languageID, version: version, text: Text(text), segmentsIdeographs: segmentsIdeographs,
        wordCharacters: wordCharacters))
  }

  /// Opens a document from a snapshot.
  init(_ snapshot: DocumentSnapshot) {
    self.snapshot = snapshot
  }

  /// Applies one edit.
  ///
  /// A reversed range is swapped, and places outside the text are clamped into it, as LSP requires.
  ///
  /// - Parameters:
  ///   - range: The range to replace; nil for the whole text.
  ///   - text: The new text of the range.
  ///   - version: The version after the edit; any number is accepted.
  ///   - encoding: The unit of the range's columns.
  /// - Returns: The bytes that differ.
  /// - Complexity: O(log *n* + length of the edit); O(*n*) for a whole text.
  public mutating func apply(
    replacing range: (start: TextPosition, end: TextPosition)?, with text: String, version: Int,
    encoding: PositionEncoding
  ) -> TextChange {
    let bytes = range.map { snapshot.text.range(from: $0.start, to: $0.end, encoding: encoding) }
    return apply(replacing: bytes, with: text, version: version)
  }

  /// Applies one edit.
  ///
  /// - Parameters:
  ///   - bytes: The range to replace, within the text; nil for the whole text.
  ///   - text: The new text of the range.
  ///   - version: The version after the edit; any number is accepted.
  /// - Returns: The bytes that differ.
  /// - Complexity: O(log *n* + length of the edit); O(*n*) for a whole text.
  package mutating func apply(replacing bytes: Range<Int>?, with text: String, version: Int) -> TextChange {
    let old = snapshot.text
    if bytes == nil { isOutOfStep = false }
    let change = TextChange(old, replacing: bytes ?? 0..<old.count, with: text)
    snapshot = snapshot.updated(version: version, text: change.after)
    return change
  }

  /// Marks the document as different from the client's, because an edit was lost.
  public mutating func markOutOfStep() { isOutOfStep = true }
}
