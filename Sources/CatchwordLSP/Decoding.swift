public import CatchwordRPC

/// A value that can be decoded from JSON; unknown fields are skipped.
public protocol JSONDecodable {
  /// Reads exactly one value.
  ///
  /// - Throws: `JSONError` when it has another shape.
  init(from reader: inout JSONReader) throws(JSONError)
}

extension JSONReader {
  mutating func read<Value: JSONDecodable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
    try Value(from: &self)
  }

  /// Reads a value; nil when it is `null`.
  mutating func readIfPresent<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value? {
    try readNull() ? nil : try read(&self)
  }

  mutating func readStrings() throws(JSONError) -> [String] {
    var strings: [String] = []
    try readArray { (reader) throws(JSONError) in strings.append(try reader.readString()) }
    return strings
  }

  mutating func readInts() throws(JSONError) -> [Int] {
    var ints: [Int] = []
    try readArray { (reader) throws(JSONError) in ints.append(try reader.readInt()) }
    return ints
  }

  /// Reads `{ "valueSet": […] }`.
  mutating func readValueSet() throws(JSONError) -> [Int] {
    var values: [Int] = []
    try readObject { (name, reader) throws(JSONError) in
      if case "valueSet" = name { values = try reader.readInts() }
    }
    return values
  }

  /// Returns the value of a required field; throws when it is nil.
  func require<Value>(_ value: Value?, _ name: String) throws(JSONError) -> Value {
    guard let value else { throw JSONError(.missingField(name), at: offset) }
    return value
  }
}
