public import CatchwordRPC

/// A change to a document: a range and its replacement.
public struct TextEdit: Hashable, Sendable, JSONEncodable {
  /// The replaced range.
  public var range: PositionRange
  /// The new text.
  public var newText: String

  /// Creates an edit.
  public init(range: PositionRange, newText: String) {
    self.range = range
    self.newText = newText
  }

  /// Writes a `TextEdit`.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("range", range)
      writer.field("newText", newText)
    }
  }
}
