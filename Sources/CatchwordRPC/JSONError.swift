/// The reason why bytes are not the expected JSON, and its offset.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason of an error.
  public enum Reason: Equatable, Sendable {
    /// The text ended too early.
    case unexpectedEnd
    /// A byte that is not allowed here.
    case unexpectedByte(UInt8)
    /// Something after the value.
    case trailingData
    /// A control character in a string; it must be escaped.
    case controlCharacter
    /// A backslash before a character that JSON does not escape.
    case invalidEscape
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A number that violates the grammar: `01`, `1.`, `+1`.
    case invalidNumber
    /// Nesting deeper than the reader's limit.
    case tooDeep(limit: Int)
    /// The name of a field is longer than the reader's limit, in bytes.
    case nameTooLong(limit: Int)
    /// Valid JSON, but of another type than expected.
    case typeMismatch(expected: String)
    /// An object lacks a field that it must have.
    case missingField(String)
    /// A value outside its range.
    case outOfRange(String)
  }

  /// The reason.
  public let reason: Reason
  /// The offset in bytes from the start of the text.
  public let offset: Int

  /// Creates an error.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// True when the bytes are not valid JSON, rather than JSON of the wrong shape.
  public var isSyntaxError: Bool {
    switch reason {
    case .typeMismatch, .missingField, .outOfRange: false
    default: true
    }
  }

  /// The error as text for users.
  public var description: String {
    let what =
      switch reason {
      case .unexpectedEnd: "unexpected end"
      case .unexpectedByte(let byte): "unexpected \(JSONError.name(byte))"
      case .trailingData: "data after the value"
      case .controlCharacter: "control character in a string; escape it"
      case .invalidEscape: "unknown escape sequence"
      case .invalidUTF8: "bytes that are not UTF-8"
      case .invalidNumber: "malformed number"
      case .tooDeep(let limit): "nested deeper than \(limit)"
      case .nameTooLong(let limit): "name of more than \(limit) bytes"
      case .typeMismatch(let expected): "expected \(expected)"
      case .missingField(let name): "missing field \"\(name)\""
      case .outOfRange(let what): "\(what) out of range"
      }
    return "\(what) at byte \(offset)"
  }

  private static func name(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
  }
}
