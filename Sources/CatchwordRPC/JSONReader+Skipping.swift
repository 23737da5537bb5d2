extension JSONReader {
  /// Checks and moves past the next value, whatever it is.
  ///
  /// - Throws: `JSONError` when it is not valid JSON.
  /// - Complexity: O(*n*), without recursion and without allocation up to a nesting of 64.
  public mutating func skipValue() throws(JSONError) {
    // One bit per open container: is it an object?
    var isObject = NestingBits()
    let outer = depth
    repeat {
      let opened = try skipToken(&isObject)
      if !opened { try skipClosings(&isObject, down: outer) }
    } while depth > outer
  }

  /// Moves past a scalar, or into a container.
  ///
  /// - Returns: True when a container was opened that is not empty.
  private mutating func skipToken(_ isObject: inout NestingBits) throws(JSONError) -> Bool {
    switch try peek() {
    case .string:
      let start = position
      let hasEscapes = try skipString()
      try checkUTF8(from: start, hasEscapes: hasEscapes)
    case .number: _ = try skipNumber()
    case .bool: _ = try readBool()
    case .null: try consumeLiteral("null")
    case .array: return try open(isObject: false, &isObject)
    case .object: return try open(isObject: true, &isObject)
    }
    return false
  }

  private mutating func open(isObject: Bool, _ bits: inout NestingBits) throws(JSONError) -> Bool {
    position += 1
    try enter()
    skipWhitespace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    if bytes[position] == closing(isObject) {
      position += 1
      leave()
      return false
    }
    bits.push(isObject)
    if isObject { try skipName() }
    return true
  }

  /// After a value: closes containers that end here, and moves to the next value of the one that does not.
  private mutating func skipClosings(_ isObject: inout NestingBits, down outer: Int) throws(JSONError) {
    while depth > outer {
      skipWhitespace()
      guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
      switch bytes[position] {
      case UInt8(ascii: ","):
        position += 1
        if isObject.top { try skipName() }
        return
      case closing(isObject.top):
        position += 1
        isObject.pop()
        leave()
      default:
        throw JSONError(.unexpectedByte(bytes[position]), at: position)
      }
    }
  }

  private func closing(_ isObject: Bool) -> UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  private mutating func skipName() throws(JSONError) {
    skipWhitespace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
    guard bytes[position] == UInt8(ascii: "\"") else {
      throw JSONError(.unexpectedByte(bytes[position]), at: position)
    }
    let start = position
    let hasEscapes = try skipString()
    try checkUTF8(from: start, hasEscapes: hasEscapes)
    try consume(UInt8(ascii: ":"))
  }

  /// Checks the UTF-8 of a string just skipped; plain ASCII, nearly always, needs no more than one look.
  private func checkUTF8(from start: Int, hasEscapes: Bool) throws(JSONError) {
    let content = bytes[start..<position]
    if content.allSatisfy({ $0 < 0x80 }) { return }
    guard String(validating: content, as: UTF8.self) != nil else { throw JSONError(.invalidUTF8, at: start) }
  }
}

/// A stack of bits; the first 64 need no memory.
private struct NestingBits {
  private var low: UInt64 = 0
  private var high: [Bool] = []
  private var count = 0

  var top: Bool { count > 64 ? high[count - 65] : low >> UInt64(max(0, count - 1)) & 1 == 1 }

  mutating func push(_ bit: Bool) {
    if count < 64 {
      low = bit ? low | 1 << UInt64(count) : low & ~(1 << UInt64(count))
    } else {
      high.append(bit)
    }
    count += 1
  }

  mutating func pop() {
    count -= 1
    if count >= 64 { high.removeLast() }
  }
}
