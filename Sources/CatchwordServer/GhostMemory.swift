import CatchwordText

/// The last ghost text of a document, for as long as what is typed is what it says.
///
/// A text that changed with every letter could not be read, so the rest of it is shown again, and nobody is asked anew.
struct GhostMemory: Equatable, Sendable {
  /// It was asked for by hand.
  let isInvoked: Bool
  /// All of it, from where the cursor was.
  private let text: ContiguousArray<UInt8>
  /// Where the cursor was.
  private let anchor: Int
  /// How much of it is in the document by now, in bytes.
  private var typed = 0

  /// Remembers a text.
  ///
  /// - Parameters:
  ///   - text: What came after the cursor.
  ///   - anchor: The cursor, as a byte offset.
  ///   - isInvoked: It was asked for by hand.
  init(_ text: String, at anchor: Int, isInvoked: Bool) {
    self.text = ContiguousArray(text.utf8)
    self.anchor = anchor
    self.isInvoked = isInvoked
  }

  /// Follows an edit of the document.
  ///
  /// - Returns: False when it is over: something else was typed, or it was typed elsewhere.
  mutating func follow(_ change: TextChange) -> Bool {
    let cursor = anchor + typed
    if change.inserted.isEmpty {
      // Letters taken back.
      guard change.replaced.lowerBound >= anchor, change.replaced.upperBound == cursor else { return change.isEmpty }
      typed -= change.replaced.count
      return true
    }
    guard change.replaced.isEmpty, change.inserted.lowerBound == cursor, change.inserted.count <= text.count - typed,
      change.after.bytes(in: change.inserted).elementsEqual(text[typed..<typed + change.inserted.count])
    else { return false }
    typed += change.inserted.count
    return true
  }

  /// What has not been typed yet; nil when the cursor is elsewhere.
  func rest(at cursor: Int, isInvoked: Bool) -> String? {
    guard cursor == anchor + typed, isInvoked == self.isInvoked else { return nil }
    return String(decoding: text[typed...], as: UTF8.self)
  }
}
