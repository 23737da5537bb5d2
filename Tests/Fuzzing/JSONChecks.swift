import CatchwordRPC
import Foundation

/// The JSON reader takes any bytes, agrees with itself whichever way it reads them, and agrees with Foundation where
/// Foundation keeps to RFC 8259.
enum JSONChecks {
  static func check(_ input: ContiguousArray<UInt8>) throws(Finding) {
    var reader = JSONReader(input)
    let value: JSONValue?
    do throws(JSONError) {
      value = try reader.readValue()
    } catch {
      value = nil
      try checkOffset(error, in: input)
      // Names are limited only where they become keys.
      if case .nameTooLong = error.reason { return }
    }
    try checkSkipping(input, end: value == nil ? nil : reader.offset)
    try checkWalking(input, end: value == nil ? nil : reader.offset)
    var whole: JSONValue?
    var refusal: JSONError?
    do throws(JSONError) {
      whole = try JSONValue(parsing: input)
    } catch {
      refusal = error
      try checkOffset(error, in: input)
    }
    try Finding.unless(whole == nil || whole == value, "The whole text is another value than its first.")
    try checkMessage(input, isJSON: whole != nil)
    if let whole { try checkRoundTrip(whole) }
    try FoundationJSON.compare(whole, error: refusal, input)
  }

  private static func checkOffset(_ error: JSONError, in input: ContiguousArray<UInt8>) throws(Finding) {
    try Finding.unless((0...input.count).contains(error.offset), "\(error) is outside of \(input.count) bytes.")
    try Finding.unless(error.isSyntaxError, "\(error) is no syntax error.")
    try Finding.unless(!error.description.isEmpty, "An error has no description.")
  }

  /// Skipping accepts what reading accepts, and ends where it ends.
  private static func checkSkipping(_ input: ContiguousArray<UInt8>, end: Int?) throws(Finding) {
    var reader = JSONReader(input)
    do throws(JSONError) {
      try reader.skipValue()
    } catch {
      try checkOffset(error, in: input)
      return try Finding.unless(end == nil, "Skipping stops with \(error), reading does not.")
    }
    try Finding.unless(reader.offset == end, "Skipping ends at \(reader.offset), reading at \(end ?? -1).")
  }

  /// Reading piece by piece, as the messages' types do, accepts what reading accepts.
  private static func checkWalking(_ input: ContiguousArray<UInt8>, end: Int?) throws(Finding) {
    var reader = JSONReader(input)
    do throws(JSONError) {
      try walk(&reader)
    } catch {
      try checkOffset(error, in: input)
      return try Finding.unless(end == nil, "Walking stops with \(error), reading does not.")
    }
    try Finding.unless(reader.offset == end, "Walking ends at \(reader.offset), reading at \(end ?? -1).")
  }

  private static func walk(_ reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .object: try reader.readObject { (_, reader) throws(JSONError) in try walk(&reader) }
    case .array: try reader.readArray { (reader) throws(JSONError) in try walk(&reader) }
    case .string: _ = try reader.readString()
    case .number: _ = try reader.readDouble()
    case .bool: _ = try reader.readBool()
    case .null: _ = try reader.readNull()
    }
  }

  /// A message is refused as no JSON if and only if it is none.
  private static func checkMessage(_ input: ContiguousArray<UInt8>, isJSON: Bool) throws(Finding) {
    let message = Message(input)
    if case .invalid(_, let error) = message, error.code == .parseError {
      return try Finding.unless(!isJSON, "JSON was refused as a message that is none: \(error.message)")
    }
    try Finding.unless(isJSON, "A message was taken that is no JSON.")
  }

  /// What is written is read as the same value, and written again as the same text.
  private static func checkRoundTrip(_ value: JSONValue) throws(Finding) {
    let text = value.json
    let again: JSONValue
    do throws(JSONError) {
      again = try JSONValue(parsing: text)
    } catch {
      throw Finding("\(text), which was written here, is not read: \(error).")
    }
    try Finding.unless(again == value, "\(text) was read as \(again.json).")
    try Finding.unless(again.json.utf8.elementsEqual(text.utf8), "\(text) became \(again.json).")
  }
}
