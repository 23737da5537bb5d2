/// Writes JSON into one growing buffer.
///
/// The caller writes in order and balances what it opens; commas are the writer's business. The output is compact,
/// valid UTF-8, and escapes only what RFC 8259 says must be.
public struct JSONWriter {
  /// What was written so far.
  public private(set) var bytes: ContiguousArray<UInt8> = []
  private var needsComma = false

  /// An empty writer.
  public init() {}

  /// Writes an object whose fields `body` writes.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array whose elements `body` writes.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes an array of encodable elements.
  public mutating func array(_ elements: some Sequence<some JSONEncodable>) {
    array { writer in
      for element in elements { element.encode(into: &writer) }
    }
  }

  /// Writes the name of a field; its value follows.
  public mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the name of a field that is not known beforehand.
  public mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a field.
  public mutating func field(_ name: StaticString, _ value: some JSONEncodable) {
    self.name(name)
    value.encode(into: &self)
  }

  /// Writes a field, unless there is no value.
  public mutating func field(_ name: StaticString, ifPresent value: (some JSONEncodable)?) {
    guard let value else { return }
    field(name, value)
  }

  /// Writes a string.
  public mutating func string(_ string: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<0x20: escape(control: byte)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an integer.
  public mutating func int(_ value: Int) { raw(String(value)) }

  /// Writes a truth value.
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes `null`.
  public mutating func null() { raw("null") }

  /// Writes text that is a JSON value already.
  public mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  private mutating func escape(control byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      let digits: StaticString = "0123456789abcdef"
      bytes.append(contentsOf: "u00".utf8)
      digits.withUTF8Buffer {
        bytes.append($0[Int(byte >> 4)])
        bytes.append($0[Int(byte & 15)])
      }
    }
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }
}

/// A value that writes itself as JSON.
public protocol JSONEncodable {
  /// Writes exactly one value.
  func encode(into writer: inout JSONWriter)
}

extension JSONEncodable {
  /// The value as JSON text.
  public var json: String {
    var writer = JSONWriter()
    encode(into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension String: JSONEncodable {
  /// Writes a JSON string.
  public func encode(into writer: inout JSONWriter) { writer.string(self) }
}

extension Int: JSONEncodable {
  /// Writes a JSON number.
  public func encode(into writer: inout JSONWriter) { writer.int(self) }
}

extension Bool: JSONEncodable {
  /// Writes `true` or `false`.
  public func encode(into writer: inout JSONWriter) { writer.bool(self) }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  /// Writes a JSON array.
  public func encode(into writer: inout JSONWriter) { writer.array(self) }
}

extension JSONValue: JSONEncodable {
  /// Writes the value; the fields of an object come in alphabetical order, so that equal values are equal texts.
  public func encode(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let text): writer.raw(text)
    case .string(let value): writer.string(value)
    case .array(let elements): writer.array(elements)
    case .object(let fields):
      writer.object { writer in
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
          writer.name(name)
          value.encode(into: &writer)
        }
      }
    }
  }
}
