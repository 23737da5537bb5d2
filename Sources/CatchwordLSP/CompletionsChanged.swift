public import CatchwordRPC

/// `$/catchword/completionsChanged`, of our own: a source was late, and the client would get another list if it asked again.
public struct CompletionsChangedParams: Sendable, JSONEncodable {
  /// The document.
  public var uri: String
  /// The version in which the client asked.
  public var version: Int
  /// Where it asked, as it said it.
  public var position: Position

  /// Creates the parameters.
  public init(uri: String, version: Int, position: Position) {
    self.uri = uri
    self.version = version
    self.position = position
  }

  /// Writes the parameters.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("textDocument")
      writer.object { writer in
        writer.field("uri", uri)
        writer.field("version", version)
      }
      writer.field("position", position)
    }
  }
}
