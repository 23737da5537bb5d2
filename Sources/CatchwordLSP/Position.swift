public import CatchwordRPC

/// A place in a document: a line, and a character counted in the negotiated encoding.
public struct Position: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// The line, from 0.
  public var line: Int
  /// The character in the line, from 0.
  public var character: Int

  /// Creates a position.
  public init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Reads a position.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var line: Int?
    var character: Int?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "line": line = try reader.readInt()
      case "character": character = try reader.readInt()
      default: break
      }
    }
    self.line = try reader.require(line, "line")
    self.character = try reader.require(character, "character")
    if self.line < 0 || self.character < 0 { throw JSONError(.outOfRange("position"), at: reader.offset) }
  }

  /// Writes a position.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("line", line)
      writer.field("character", character)
    }
  }
}

/// A part of a document, from one position to another.
public struct PositionRange: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// The start of the range.
  public var start: Position
  /// The end of the range, exclusive.
  public var end: Position

  /// Creates a range.
  public init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }

  /// Reads a range; a reversed one stays reversed.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var start: Position?
    var end: Position?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "start": start = try reader.read()
      case "end": end = try reader.read()
      default: break
      }
    }
    self.start = try reader.require(start, "start")
    self.end = try reader.require(end, "end")
  }

  /// Writes a range.
  public func encode(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("start", start)
      writer.field("end", end)
    }
  }
}
