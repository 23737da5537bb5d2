/// A reader of JSON that decodes bytes, one value at a time, directly into typed values.
///
/// RFC 8259: accepts all valid JSON, rejects all other input with an offset and a reason. Objects and arrays are read
/// through closures, without intermediate values; a field that its closure ignores is checked and skipped without
/// allocation. Depth is bounded, and skipping does not recurse.
public struct JSONReader {
  /// The maximum depth of nesting.
  public static let maximumDepth = 512
  /// The maximum length of a field name that `readValue` accepts, in bytes as written.
  ///
  /// The names become keys, and hashing a text of combining marks alone takes quadratic time.
  public static let maximumNameLength = 4096

  let bytes: ContiguousArray<UInt8>
  var position: Int
  let end: Int
  var depth = 0
  /// True when the bytes are known to be UTF-8.
  private(set) var isUTF8 = false

  /// Creates a reader of a range of `bytes`, by default of all.
  public init(_ bytes: ContiguousArray<UInt8>, range: Range<Int>? = nil) {
    self.bytes = bytes
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    position = range.lowerBound
    end = range.upperBound
  }

  /// Creates a reader of a range that was skipped as one value, so that its UTF-8 is not checked again.
  @usableFromInline
  init(skipped range: Range<Int>, of bytes: ContiguousArray<UInt8>) {
    self.init(bytes, range: range)
    isUTF8 = true
  }

  /// The offset of the next byte to read.
  public var offset: Int { position }

  /// Checks that only white space is left.
  ///
  /// - Throws: `JSONError` when another byte follows.
  public mutating func finish() throws(JSONError) {
    skipWhitespace()
    if position < end { throw JSONError(.trailingData, at: position) }
  }

  /// Returns the kind of the next value, without reading it.
  ///
  /// - Throws: `JSONError` at the end of the text or before a byte that cannot begin a value.
  public mutating func peek() throws(JSONError) -> JSONKind { try nextKind() }

  /// Reads an object, field by field.
  ///
  /// - Parameter field: Called with each name; it reads the value, or leaves it to be skipped.
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readObject(
    _ field: (_ name: JSONName, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(.object)
    if try closes(with: UInt8(ascii: "}")) { return leave() }
    while true {
      let (extent, start) = try bytes.span.name(at: position, end)
      position = start
      try field(extent.hasEscapes ? unescapedName(extent) : JSONName(bytes.span, extent.range), &self)
      if position == start { try skipValue() }
      if try separatorCloses(with: UInt8(ascii: "}")) { return leave() }
    }
  }

  /// Reads an array, element by element.
  ///
  /// - Parameter element: Called before each element; it reads the value, or leaves it to be skipped.
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readArray(_ element: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
    try open(.array)
    if try closes(with: UInt8(ascii: "]")) { return leave() }
    while true {
      skipWhitespace()
      let start = position
      try element(&self)
      if position == start { try skipValue() }
      if try separatorCloses(with: UInt8(ascii: "]")) { return leave() }
    }
  }

  /// Checks and skips the next value, of any kind.
  ///
  /// - Throws: `JSONError` when it is not valid JSON.
  /// - Complexity: O(*n*), without recursion and without allocation up to a nesting of 64.
  public mutating func skipValue() throws(JSONError) {
    position = try bytes.span.afterValue(position, end, depth: depth)
  }

  // MARK: Helpers

  @inline(__always)
  mutating func nextKind() throws(JSONError) -> JSONKind {
    skipWhitespace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    let byte = bytes[position]
    guard let kind = JSONKind(firstByte: byte) else { throw JSONError(.unexpectedByte(byte), at: position) }
    return kind
  }

  @inline(__always)
  mutating func expect(_ kind: JSONKind) throws(JSONError) {
    guard try nextKind() == kind else { throw JSONError(.typeMismatch(expected: kind.name), at: position) }
  }

  private func unescapedName(_ extent: JSONStringExtent) -> JSONName {
    let unescaped = ContiguousArray(string(extent).utf8)
    return JSONName(unescaped.span, 0..<unescaped.count)
  }

  @inline(__always)
  private mutating func skipWhitespace() { position = bytes.span.afterWhitespace(position, end) }

  /// Enters a container.
  @inline(__always)
  mutating func open(_ kind: JSONKind) throws(JSONError) {
    try expect(kind)
    guard depth < JSONReader.maximumDepth else {
      throw JSONError(.tooDeep(limit: JSONReader.maximumDepth), at: position)
    }
    depth += 1
    position += 1
  }

  @inline(__always)
  mutating func closes(with byte: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    guard bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a comma, or the end of a container, and returns true for the latter.
  @inline(__always)
  mutating func separatorCloses(with byte: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    let next = bytes[position]
    guard next == byte || next == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte(next), at: position) }
    position += 1
    return next == byte
  }

  mutating func leave() { depth -= 1 }
}

/// The kinds of JSON values.
public enum JSONKind: Sendable {
  /// `{…}`
  case object
  /// `[…]`
  case array
  /// `"…"`
  case string
  /// `-1.5e3`
  case number
  /// `true` or `false`
  case bool
  /// `null`
  case null

  @inline(__always)
  init?(firstByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
    case UInt8(ascii: "n"): self = .null
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
