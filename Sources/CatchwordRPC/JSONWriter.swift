/// A writer of JSON into one growing buffer.
///
/// The caller writes in order and closes what it opens; the writer adds the commas. The output is compact, valid UTF-8,
/// and only characters that RFC 8259 says must be escaped are.
public struct JSONWriter: ~Copyable {
  private var buffer = ByteBuffer()
  private var needsComma = false

  /// Creates an empty writer.
  public init() {}

  /// The bytes written so far.
  ///
  /// - Complexity: O(*n*).
  public var bytes: ContiguousArray<UInt8> { buffer.contents }

  /// Removes the written bytes and keeps at most `maximumCapacity` bytes of the memory.
  mutating func removeAll(keeping maximumCapacity: Int) {
    buffer.removeAll(keeping: maximumCapacity)
    needsComma = false
  }

  /// Writes an object whose fields `body` writes.
  @inlinable
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  /// Begins an object, which `endObject()` ends: `object(_:)` without a closure, which would copy its captures.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Ends the innermost open object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Writes an array whose elements `body` writes.
  @inlinable
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    beginArray()
    body(&self)
    endArray()
  }

  /// Begins an array, which `endArray()` ends.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Ends the innermost open array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes an array of encodable elements.
  @inlinable
  public mutating func array(_ elements: some Sequence<some JSONEncodable>) {
    array { writer in
      for element in elements { element.encode(into: &writer) }
    }
  }

  /// Writes the name of a field; its value follows. The name needs no escapes.
  public mutating func name(_ name: JSONName) {
    buffer.append(name, withComma: needsComma)
    needsComma = false
  }

  /// Writes the name of a field that is no literal, with escapes where needed.
  public mutating func name(text: String) {
    string(text)
    buffer.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a field.
  @inlinable
  public mutating func field(_ name: JSONName, _ value: borrowing some JSONEncodable) {
    self.name(name)
    value.encode(into: &self)
  }

  /// Writes a field, unless its value is nil.
  @inlinable
  public mutating func field(_ name: JSONName, ifPresent value: (some JSONEncodable)?) {
    guard let value else { return }
    field(name, value)
  }

  /// Writes a string.
  public mutating func string(_ string: String) {
    separate()
    buffer.append(quoting: string)
  }

  /// Writes an integer.
  public mutating func int(_ value: Int) {
    separate()
    buffer.append(value)
  }

  /// Writes a truth value.
  public mutating func bool(_ value: Bool) {
    separate()
    buffer.append(value ? "true" : "false")
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    buffer.append("null")
  }

  /// Writes text that is already a JSON value.
  public mutating func raw(_ json: String) {
    separate()
    buffer.append(json)
  }

  /// Writes text that is already one or more fields, as `"name":value,"name":value`.
  public mutating func rawFields(_ json: String) { raw(json) }

  @inline(__always)
  private mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  @inline(__always)
  private mutating func open(_ byte: UInt8) {
    separate()
    buffer.append(byte)
    needsComma = false
  }

  @inline(__always)
  private mutating func close(_ byte: UInt8) {
    buffer.append(byte)
    needsComma = true
  }
}

/// A value that can be written as JSON.
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
  @inlinable
  public func encode(into writer: inout JSONWriter) { writer.string(self) }
}

extension Int: JSONEncodable {
  /// Writes a JSON number.
  @inlinable
  public func encode(into writer: inout JSONWriter) { writer.int(self) }
}

extension Bool: JSONEncodable {
  /// Writes `true` or `false`.
  @inlinable
  public func encode(into writer: inout JSONWriter) { writer.bool(self) }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  /// Writes a JSON array.
  public func encode(into writer: inout JSONWriter) { writer.array(self) }
}

extension JSONValue: JSONEncodable {
  /// Writes the value; the fields of an object are sorted by their bytes, so that equal values give equal texts.
  public func encode(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let text): writer.raw(text)
    case .string(let value): writer.string(value)
    case .array(let elements): writer.array(elements)
    case .object(let fields):
      writer.object { writer in
        // Not sorted by `<`: neither "e\u{301}" nor "\u{E9}a" comes before the other, and yet they are not equal.
        for (name, value) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
          writer.name(text: name)
          value.encode(into: &writer)
        }
      }
    }
  }
}
