import CatchwordRPC
import Foundation

/// Another reader of JSON to compare with, and the few things in which it does not keep to RFC 8259.
enum FoundationJSON {
  /// Both accept a text, with the same value, or both refuse it.
  ///
  /// - Parameters:
  ///   - value: The value that we read; nil when we refused it for `error`.
  static func compare(_ value: JSONValue?, error: JSONError?, _ input: ContiguousArray<UInt8>) throws(Finding) {
    guard isComparable(input) else { return }
    let other = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
    switch (value, other) {
    case (nil, nil): break
    case (nil, let other?):
      try Finding.unless(isLenient(error, input), "Foundation reads this as \(other); we do not read it.")
    case (let value?, nil):
      // It refuses numbers that are too large or too small for a `Double`, and halves of surrogate pairs.
      let isBeyondIt = value.hasExtremeNumber || hasSurrogateEscape(input)
      try Finding.unless(isBeyondIt, "We read this as \(value.json); Foundation does not.")
    case (let value?, let other?):
      try Finding.unless(isSame(value, other), "We read this as \(value.json), Foundation as \(other).")
    }
  }

  /// Foundation guesses UTF-16 and UTF-32 from the first bytes, takes a byte order mark, and has a depth of its own.
  private static func isComparable(_ input: ContiguousArray<UInt8>) -> Bool {
    if input.prefix(4).contains(0) || [0xEF, 0xFE, 0xFF].contains(input.first) { return false }
    return input.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } < 400
  }

  /// Foundation takes a comma before a closing bracket.
  private static func isLenient(_ error: JSONError?, _ input: ContiguousArray<UInt8>) -> Bool {
    guard let error, [.unexpectedByte(UInt8(ascii: "]")), .unexpectedByte(UInt8(ascii: "}"))].contains(error.reason)
    else { return false }
    let last = input[..<error.offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return last == UInt8(ascii: ",")
  }

  private static func hasSurrogateEscape(_ input: ContiguousArray<UInt8>) -> Bool {
    let text = String(decoding: input, as: UTF8.self).lowercased()
    return ["\\ud8", "\\ud9", "\\uda", "\\udb", "\\udc", "\\udd", "\\ude", "\\udf"].contains { text.contains($0) }
  }

  private static func isSame(_ value: JSONValue, _ other: Any) -> Bool {
    switch value {
    case .null: return other is NSNull
    case .bool(let value): return other as? Bool == value
    case .string(let value): return [value, withoutMark(value)].contains(other as? String)
    case .number(let text): return isSame(text, other as? NSNumber)
    case .array(let elements):
      guard let others = other as? [Any], others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy { isSame($0, $1) }
    case .object(let fields):
      guard let others = other as? [String: Any], others.count == Set(fields.keys.map(withoutMark)).count else {
        return false
      }
      // Of names that differ only in the mark, Foundation has one value.
      return fields.allSatisfy { name, value in
        guard fields["\u{FEFF}\(name)"] == nil, let other = others[name] else {
          return others[withoutMark(name)] != nil
        }
        return isSame(value, other)
      }
    }
  }

  /// Foundation leaves out a byte order mark at the beginning of a string, where it is a character like others.
  private static func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static func isSame(_ text: String, _ other: NSNumber?) -> Bool {
    guard let mine = Double(text), let theirs = other?.doubleValue else { return false }
    return mine == theirs || abs(mine - theirs) <= abs(mine) * 1e-12
  }
}

extension JSONValue {
  fileprivate var hasExtremeNumber: Bool {
    switch self {
    case .number(let text):
      Double(text).map { !$0.isFinite || ($0 == 0 && text.contains { ("1"..."9").contains($0) }) } ?? true
    case .array(let elements): elements.contains(where: \.hasExtremeNumber)
    case .object(let fields): fields.values.contains(where: \.hasExtremeNumber)
    default: false
    }
  }
}
