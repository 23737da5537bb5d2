import CatchwordRPC

/// A parser for JSON5 (json5.org, version 1.0.0); every sequence of bytes gives a value or the place of an error.
struct JSON5Reader {
  typealias Failure = JSON5Document.Failure
  typealias Node = JSON5Document.Node

  /// The maximum depth of nesting; settings are never that deep.
  private static let maximumDepth = 64

  private let bytes: [UInt8]
  private let maximumTextLength: Int
  private var position = 0

  /// Creates a parser.
  ///
  /// - Parameter maximumTextLength: The maximum bytes of a name, a text or any other word: comparing or hashing a text
  ///   of combining marks alone takes quadratic time.
  init(_ bytes: [UInt8], maximumTextLength: Int = .max) {
    self.bytes = bytes
    self.maximumTextLength = maximumTextLength
    // A byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func readDocument() throws(Failure) -> Node {
    let node = try readValue(depth: 0)
    try skipSpace()
    if position < bytes.count { throw failure("nothing more may follow the settings") }
    return node
  }

  // MARK: Values

  private mutating func readValue(depth: Int) throws(Failure) -> Node {
    guard depth < JSON5Reader.maximumDepth else { throw failure("this is nested too deep") }
    try skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .scalar(.string(try readString()))
    case nil: throw failure("a value is missing at the end")
    default: return .scalar(try readWord())
    }
  }

  private mutating func readObject(depth: Int) throws(Failure) -> Node {
    position += 1
    var fields: [(name: String, offset: Int, node: Node)] = []
    while true {
      try skipSpace()
      if byte == UInt8(ascii: "}") { break }
      let offset = position
      let name = try readName()
      try skipSpace()
      guard byte == UInt8(ascii: ":") else { throw failure("a colon must follow the name \"\(name)\"") }
      position += 1
      fields.append((name, offset, try readValue(depth: depth + 1)))
      try skipSpace()
      if byte == UInt8(ascii: ",") {
        position += 1
      } else if byte != UInt8(ascii: "}") {
        throw failure("a comma or a closing } must follow the value of \"\(name)\"")
      }
    }
    position += 1
    return .object(fields)
  }

  private mutating func readArray(depth: Int) throws(Failure) -> Node {
    position += 1
    var elements: [(offset: Int, node: Node)] = []
    while true {
      try skipSpace()
      if byte == UInt8(ascii: "]") { break }
      let offset = position
      elements.append((offset, try readValue(depth: depth + 1)))
      try skipSpace()
      if byte == UInt8(ascii: ",") {
        position += 1
      } else if byte != UInt8(ascii: "]") {
        throw failure("a comma or a closing ] must follow the element")
      }
    }
    position += 1
    return .array(elements)
  }

  private mutating func readName() throws(Failure) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try readString() }
    let start = position
    while let byte, JSON5Reader.isWordByte(byte), !(position == start && JSON5Reader.isDigit(byte)) { position += 1 }
    if position == start { throw failure(byte == nil ? "a closing } is missing" : "there must be a name here") }
    try checkLength(position - start, of: "name", from: start)
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads `true`, `false`, `null` or a number.
  private mutating func readWord() throws(Failure) -> JSONValue {
    let start = position
    while let byte, JSON5Reader.isWordByte(byte) || ".+-".utf8.contains(byte) { position += 1 }
    try checkLength(position - start, of: "word", from: start)
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "true": return true
    case "false": return false
    case "null": return nil
    case "": throw failure("there must be a value here")
    default: break
    }
    if let number = JSON5Reader.number(word) { return number }
    position = start
    throw failure("\"\(word.prefix(40))\" is no value; a text needs quotes")
  }

  /// Returns a number as JSON writes it; nil when the word is no number, or one that JSON cannot write.
  private static func number(_ word: String) -> JSONValue? {
    var digits = word[...]
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits = digits.dropFirst() }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      guard let value = Int(digits.dropFirst(2), radix: 16), value >= 0 else { return nil }
      return .int(isNegative ? -value : value)
    }
    guard let first = digits.utf8.first, isDigit(first) || first == UInt8(ascii: ".") else { return nil }
    if let value = Int(digits) { return .int(isNegative ? -value : value) }
    guard let value = Double(digits.last == "." ? "\(digits)0" : digits.first == "." ? "0\(digits)" : String(digits)),
      value.isFinite
    else { return nil }
    return .number("\(isNegative ? -value : value)")
  }

  // MARK: Texts

  private mutating func readString() throws(Failure) -> String {
    let quote = bytes[position]
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte, byte != quote {
      position += 1
      switch byte {
      case UInt8(ascii: "\\"): text += try readEscape()
      case 0x0A, 0x0D:
        position = start
        throw failure("this text has no closing quote on its line")
      default: text.append(byte)
      }
    }
    guard byte == quote else {
      position = start
      throw failure("this text has no closing quote")
    }
    position += 1
    try checkLength(text.count, of: "text", from: start)
    guard let string = String(validating: text, as: UTF8.self) else {
      position = start
      throw failure("this text is not UTF-8")
    }
    return string
  }

  private mutating func checkLength(_ length: Int, of what: String, from start: Int) throws(Failure) {
    guard length > maximumTextLength else { return }
    position = start
    throw failure("this \(what) is longer than \(maximumTextLength) bytes")
  }

  private mutating func readEscape() throws(Failure) -> [UInt8] {
    guard let byte else { return [] }
    position += 1
    switch byte {
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "v"): return [11]
    case UInt8(ascii: "0"): return [0]
    case UInt8(ascii: "x"): return Array(String(Character(try readScalar(digits: 2))).utf8)
    case UInt8(ascii: "u"): return Array(String(Character(try readScalar(digits: 4))).utf8)
    // A line continuation.
    case 0x0A: return []
    case 0x0D:
      if self.byte == 0x0A { position += 1 }
      return []
    default: return [byte]
    }
  }

  private mutating func readScalar(digits: Int) throws(Failure) -> Unicode.Scalar {
    var value = try readHexadecimal(digits: digits)
    if (0xD800...0xDBFF).contains(value), bytes[position...].starts(with: Array("\\u".utf8)) {
      position += 2
      let low = try readHexadecimal(digits: 4)
      if (0xDC00...0xDFFF).contains(low) { value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) }
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func readHexadecimal(digits: Int) throws(Failure) -> UInt32 {
    let end = min(position + digits, bytes.count)
    guard end - position == digits,
      let value = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw failure("\(digits) hexadecimal digits must follow") }
    position = end
    return value
  }

  // MARK: Bytes

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func failure(_ message: String) -> Failure { Failure(offset: position, message: message) }

  /// Skips white space and comments.
  private mutating func skipSpace() throws(Failure) {
    while let byte {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        position += 1
      } else if bytes[position...].starts(with: [0xC2, 0xA0]) {
        position += 2
      } else if bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]) {
        position += 3
      } else if bytes[position...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
        while let byte = self.byte, byte != 0x0A { position += 1 }
      } else if bytes[position...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "*")]) {
        let start = position
        position += 2
        while !bytes[position...].starts(with: [UInt8(ascii: "*"), UInt8(ascii: "/")]) {
          guard position < bytes.count else {
            position = start
            throw failure("this comment has no end")
          }
          position += 1
        }
        position += 2
      } else {
        return
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
