/// The id of a request: an integer or a string, never equal across the two, echoed exactly.
public enum RequestID: Hashable, Sendable, JSONEncodable, CustomStringConvertible {
  /// An integer.
  case int(Int)
  /// An integer that is beyond `Int`, by its digits.
  case digits(String)
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
      let digits = try reader.readDigits()
      guard digits.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) else {
        throw JSONError(.typeMismatch(expected: "an integer or a string"), at: start)
      }
      // "-0" is echoed unchanged, too.
      self = digits == "-0" ? .digits(digits) : Int(digits).map { .int($0) } ?? .digits(digits)
    default: throw JSONError(.typeMismatch(expected: "an integer or a string"), at: reader.offset)
    }
  }

  /// Writes the id unchanged.
  public func encode(into writer: inout JSONWriter) {
    switch self {
    case .int(let value): writer.int(value)
    case .digits(let digits): writer.raw(digits)
    case .string(let value): writer.string(value)
    }
  }

  /// The id as shown in a log.
  public var description: String {
    switch self {
    case .int(let value): String(value)
    case .digits(let digits): digits
    case .string(let value): "\"\(value)\""
    }
  }
}

extension RequestID {
  /// Compares byte by byte: to a client, two spellings of one character are two ids.
  public static func == (left: RequestID, right: RequestID) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left == right
    case (.digits(let left), .digits(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    default: false
    }
  }

  /// Hashes the bytes that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .int(let value): hasher.combine(value)
    case .digits(let text), .string(let text):
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
