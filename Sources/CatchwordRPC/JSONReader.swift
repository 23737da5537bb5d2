/// Reads JSON from bytes, one value at a time, straight into the types that want it.
///
/// RFC 8259: accepts all that is valid, rejects all that is not with an offset and a reason. Objects and arrays are read
/// through closures, so nothing is built in between; a field that its closure ignores is checked and skipped without
/// allocation. Depth is bounded, and skipping does not recurse.
public struct JSONReader {
  /// The deepest nesting accepted.
  public static let maximumDepth = 512

  let bytes: ContiguousArray<UInt8>
  var position: Int
  let end: Int
  var depth = 0

  /// Reads from a range of `bytes`, by default all of them.
  public init(_ bytes: ContiguousArray<UInt8>, range: Range<Int>? = nil) {
    self.bytes = bytes
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    position = range.lowerBound
    end = range.upperBound
  }

  /// The place of the next byte to read.
  public var offset: Int { position }

  /// Checks that only white space is left.
  ///
  /// - Throws: `JSONError` when something follows.
  public mutating func finish() throws(JSONError) {
    skipWhitespace()
    if position < end { throw JSONError(.trailingData, at: position) }
  }

  /// What kind of value comes next.
  ///
  /// - Throws: `JSONError` at the end of the text or before a byte that begins no value.
  public mutating func peek() throws(JSONError) -> JSONKind {
    skipWhitespace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    guard let kind = JSONKind(firstByte: bytes[position]) else {
      throw JSONError(.unexpectedByte(bytes[position]), at: position)
    }
    return kind
  }

  /// Reads an object, field by field.
  ///
  /// - Parameter field: Called with each name; it reads the value, or leaves it to be skipped.
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readObject(
    _ field: (_ name: String, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try expect(.object)
    try enter()
    if try closes(with: UInt8(ascii: "}")) { return leave() }
    while true {
      guard try peek() == .string else { throw JSONError(.unexpectedByte(bytes[position]), at: position) }
      let name = try readString()
      try consume(UInt8(ascii: ":"))
      skipWhitespace()
      let start = position
      try field(name, &self)
      if position == start { try skipValue() }
      if try separatorCloses(with: UInt8(ascii: "}")) { return leave() }
    }
  }

  /// Reads an array, element by element.
  ///
  /// - Parameter element: Called before each element; it reads the value, or leaves it to be skipped.
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readArray(_ element: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
    try expect(.array)
    try enter()
    if try closes(with: UInt8(ascii: "]")) { return leave() }
    while true {
      skipWhitespace()
      let start = position
      try element(&self)
      if position == start { try skipValue() }
      if try separatorCloses(with: UInt8(ascii: "]")) { return leave() }
    }
  }

  /// Reads `true` or `false`.
  ///
  /// - Throws: `JSONError`, also for another kind of value.
  public mutating func readBool() throws(JSONError) -> Bool {
    guard try peek() == .bool else { throw JSONError(.typeMismatch(expected: "true or false"), at: position) }
    let isTrue = bytes[position] == UInt8(ascii: "t")
    try consumeLiteral(isTrue ? "true" : "false")
    return isTrue
  }

  /// Reads `null` if it comes next.
  ///
  /// - Returns: True when it was there.
  /// - Throws: `JSONError` for a misspelt one.
  public mutating func readNull() throws(JSONError) -> Bool {
    guard try peek() == .null else { return false }
    try consumeLiteral("null")
    return true
  }

  // MARK: Pieces of the grammar

  mutating func skipWhitespace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  mutating func consumeLiteral(_ literal: StaticString) throws(JSONError) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
      let expected = literal.withUTF8Buffer { $0[index] }
      guard bytes[position] == expected else { throw JSONError(.unexpectedByte(bytes[position]), at: position) }
      position += 1
    }
  }

  mutating func consume(_ byte: UInt8) throws(JSONError) {
    skipWhitespace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    guard bytes[position] == byte else { throw JSONError(.unexpectedByte(bytes[position]), at: position) }
    position += 1
  }

  private mutating func expect(_ kind: JSONKind) throws(JSONError) {
    guard try peek() == kind else { throw JSONError(.typeMismatch(expected: kind.name), at: position) }
    position += 1
  }

  private mutating func closes(with byte: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    guard bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func separatorCloses(with byte: UInt8) throws(JSONError) -> Bool {
    if try closes(with: byte) { return true }
    try consume(UInt8(ascii: ","))
    return false
  }

  mutating func enter() throws(JSONError) {
    depth += 1
    if depth > JSONReader.maximumDepth {
      throw JSONError(.tooDeep(limit: JSONReader.maximumDepth), at: position)
    }
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
