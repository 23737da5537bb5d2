public import CatchwordRPC

/// A change to a document: a range, and what takes its place.
public struct TextEdit: Hashable, Sendable, JSONEncodable {
  /// What is replaced.
  public var range: PositionRange
  /// By what.
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
