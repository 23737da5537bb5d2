/// Any JSON value, where the shape is not known beforehand: settings, transcripts, opaque data.
///
/// Numbers keep their digits as written, so that an id or a large integer passes through unchanged.
public enum JSONValue: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number, as written.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object; of two fields with one name the later counts.
  case object([String: JSONValue])

  /// Parses one value from all of `bytes`.
  ///
  /// - Throws: `JSONError` when `bytes` are not one JSON value, or have a name longer than `JSONReader.maximumNameLength`.
  /// - Complexity: O(*n*), without recursion.
  public init(parsing bytes: ContiguousArray<UInt8>) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.readValue()
    try reader.finish()
  }

  /// Parses a value from a text.
  ///
  /// - Throws: `JSONError` when it is not one JSON value.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: ContiguousArray(text.utf8))
  }

  /// An integer.
  public static func int(_ value: Int) -> JSONValue { .number(String(value)) }

  /// The value of an object's field; nil when there is none.
  public subscript(name: String) -> JSONValue? {
    if case .object(let fields) = self { fields[name] } else { nil }
  }

  /// The element of an array; nil when there is none.
  public subscript(index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// The string, if it is one.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The truth value, if it is one.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number as an integer, if it is one.
  public var intValue: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  /// The number, if it is one.
  public var doubleValue: Double? { if case .number(let text) = self { Double(text) } else { nil } }
  /// The elements, if it is an array.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The fields, if it is an object.
  public var objectValue: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
}

extension JSONReader {
  /// Reads any value.
  ///
  /// - Throws: `JSONError`, also for a name longer than `maximumNameLength`.
  /// - Complexity: O(*n*), without recursion.
  public mutating func readValue() throws(JSONError) -> JSONValue {
    var stack: [OpenContainer] = []
    while true {
      var value: JSONValue?
      switch try peek() {
      case .object, .array:
        let isObject = bytes[position] == UInt8(ascii: "{")
        try open(isObject ? .object : .array)
        stack.append(OpenContainer(isObject: isObject))
        value = try closeIfEmpty(&stack)
      case .string: value = .string(try readString())
      case .number: value = .number(try readDigits())
      case .bool: value = .bool(try readBool())
      case .null: value = try readNull() ? .some(.null) : nil
      }
      // Add the value to its container, and the container to its own when it ends here.
      while let finished = value {
        guard !stack.isEmpty else { return finished }
        stack[stack.count - 1].append(finished)
        value = try closeOrContinue(&stack)
      }
      if let last = stack.last, last.isObject, last.name == nil {
        let (name, start) = try bytes.span.name(at: position, end)
        guard name.range.count <= JSONReader.maximumNameLength else {
          throw JSONError(.nameTooLong(limit: JSONReader.maximumNameLength), at: name.range.lowerBound - 1)
        }
        position = start
        stack[stack.count - 1].name = string(name)
      }
    }
  }

  private mutating func closeIfEmpty(_ stack: inout [OpenContainer]) throws(JSONError) -> JSONValue? {
    guard try closes(with: stack[stack.count - 1].closing) else { return nil }
    return close(&stack)
  }

  private mutating func closeOrContinue(_ stack: inout [OpenContainer]) throws(JSONError) -> JSONValue? {
    guard try separatorCloses(with: stack[stack.count - 1].closing) else { return nil }
    return close(&stack)
  }

  private mutating func close(_ stack: inout [OpenContainer]) -> JSONValue {
    leave()
    return stack.removeLast().value
  }
}

private struct OpenContainer {
  let isObject: Bool
  var name: String?
  private var elements: [JSONValue] = []
  private var fields: [String: JSONValue] = [:]

  init(isObject: Bool) { self.isObject = isObject }

  var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  var value: JSONValue { isObject ? .object(fields) : .array(elements) }

  mutating func append(_ value: JSONValue) {
    if let name {
      fields[name] = value
      self.name = nil
    } else {
      elements.append(value)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
  /// `null`
  public init(nilLiteral: ()) { self = .null }
}
