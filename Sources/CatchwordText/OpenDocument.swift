/// A document that a client has open: its text follows the client's edits, in order.
public struct OpenDocument: Sendable {
  /// The document as it is now.
  public private(set) var snapshot: DocumentSnapshot
  /// True after an edit that could not be understood: the text may differ from the client's until it is replaced whole.
  public private(set) var isOutOfStep = false

  /// Opens a document.
  ///
  /// - Parameter segmentsIdeographs: Whether words are cut out of Chinese and Japanese.
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

  /// Opens a document as it is in a snapshot.
  init(_ snapshot: DocumentSnapshot) {
    self.snapshot = snapshot
  }

  /// Applies one edit.
  ///
  /// A reversed range is put right, and places outside the text are clamped into it, as LSP says.
  ///
  /// - Parameters:
  ///   - range: What is replaced; nil for the whole text.
  ///   - text: What replaces it.
  ///   - version: The version after the edit; any number is taken.
  ///   - encoding: The unit of the range's columns.
  /// - Returns: The bytes that differ.
  /// - Complexity: O(log *n* + length of the edit); O(*n*) for a whole text.
  public mutating func apply(
    replacing range: (start: TextPosition, end: TextPosition)?, with text: String, version: Int,
    encoding: PositionEncoding
  ) -> TextChange {
    let old = snapshot.text
    let bytes: Range<Int>
    if let range {
      let start = old.offset(of: range.start, encoding: encoding)
      let end = old.offset(of: range.end, encoding: encoding)
      bytes = min(start, end)..<max(start, end)
    } else {
      bytes = 0..<old.count
      isOutOfStep = false
    }
    let change = TextChange(old, replacing: bytes, with: text)
    snapshot = snapshot.updated(version: version, text: change.after)
    return change
  }

  /// Notes that an edit was lost.
  public mutating func markOutOfStep() { isOutOfStep = true }
}
