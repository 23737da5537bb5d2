public import CatchwordRPC

/// `$/catchword/completionsChanged`, an extension: a source was late, and a new request would get another list.
public struct CompletionsChangedParams: Sendable, JSONEncodable {
  /// The document.
  public var uri: String
  /// The document's version at the time of the request.
  public var version: Int
  /// The position in the request, unchanged.
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
