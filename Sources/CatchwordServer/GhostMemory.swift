import CatchwordText

/// The last ghost text of a document, for as long as the typed text follows it.
///
/// A text that changed with every letter could not be read, so its rest is shown again without a new prediction.
struct GhostMemory: Equatable, Sendable {
  /// True when it was requested by hand.
  let isInvoked: Bool
  /// The whole text, from the cursor on.
  private let text: ContiguousArray<UInt8>
  /// The cursor when the text was shown, as a byte offset.
  private let start: Int
  /// The part of it that is in the document by now, in bytes.
  private var typed = 0

  /// Creates the memory of a text.
  ///
  /// - Parameters:
  ///   - text: The text after the cursor.
  ///   - start: The cursor, as a byte offset.
  ///   - isInvoked: True when it was requested by hand.
  init(_ text: String, at start: Int, isInvoked: Bool) {
    self.text = ContiguousArray(text.utf8)
    self.start = start
    self.isInvoked = isInvoked
  }

  /// Applies an edit of the document.
  ///
  /// - Returns: False when the text is no longer valid: something else was typed, or elsewhere.
  mutating func follow(_ change: TextChange) -> Bool {
    let cursor = start + typed
    if change.inserted.isEmpty {
      // Letters were deleted.
      guard change.replaced.lowerBound >= start, change.replaced.upperBound == cursor else { return change.isEmpty }
      typed -= change.replaced.count
      return true
    }
    guard change.replaced.isEmpty, change.inserted.lowerBound == cursor, change.inserted.count <= text.count - typed,
      change.after.bytes(in: change.inserted).elementsEqual(text[typed..<typed + change.inserted.count])
    else { return false }
    typed += change.inserted.count
    return true
  }

  /// Returns the part that is not typed yet; nil when the cursor is elsewhere, or the request is of the other kind.
  func rest(at cursor: Int, isInvoked: Bool) -> String? {
    guard cursor == start + typed, isInvoked == self.isInvoked else { return nil }
    return String(decoding: text[typed...], as: UTF8.self)
  }
}
