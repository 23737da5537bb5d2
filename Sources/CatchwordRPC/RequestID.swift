/// The id of a request: an integer or a string, never equal across the two, echoed exactly.
public enum RequestID: Hashable, Sendable, JSONEncodable, CustomStringConvertible {
  /// An integer.
  case int(Int)
  /// A string.
  case string(String)

  /// Reads an id.
  ///
  /// - Throws: `JSONError` for anything that is neither an integer nor a string.
  public init(from reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .string: self = .string(try reader.readString())
    case .number:
      let start = reader.offset
      let value = try reader.readInt()
      // A saturated id could not be echoed.
      guard value != .max, value != .min else { throw JSONError(.outOfRange("id"), at: start) }
      self = .int(value)
    default: throw JSONError(.typeMismatch(expected: "an integer or a string"), at: reader.offset)
    }
  }

  /// Writes the id as it came.
  public func encode(into writer: inout JSONWriter) {
    switch self {
    case .int(let value): writer.int(value)
    case .string(let value): writer.string(value)
    }
  }

  /// The id as in a log.
  public var description: String {
    switch self {
    case .int(let value): String(value)
    case .string(let value): "\"\(value)\""
    }
  }
}
