/// A byte buffer that grows at its end, in memory of its own.
///
/// An array checks at every append whether it is shared, which costs more than writing the byte. This buffer cannot be
/// shared: it is not copyable, `base` never leaves this file, and it is freed once, in `deinit`. Every write is preceded
/// by `reserve`, which makes room for at least as many bytes as are then written, so that `count <= capacity` always.
struct ByteBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 512) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// A copy of the written bytes.
  ///
  /// - Complexity: O(*n*).
  var contents: ContiguousArray<UInt8> {
    // All `count` bytes are initialised, and the array takes exactly that many.
    ContiguousArray(UnsafeBufferPointer(start: base, count: count))
  }

  /// Removes the written bytes, and frees capacity beyond `maximumCapacity`.
  mutating func removeAll(keeping maximumCapacity: Int) {
    count = 0
    guard capacity > maximumCapacity else { return }
    base.deallocate()
    capacity = maximumCapacity
    base = .allocate(capacity: capacity)
  }

  @inline(__always)
  private mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(additional) }
  }

  private mutating func grow(_ additional: Int) {
    capacity = max(capacity * 2, count + additional)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { append($0) }
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).update(from: start, count: bytes.count)
    count += bytes.count
  }

  /// Appends a name in quotes, with its colon and an optional comma before it.
  @inline(__always)
  mutating func append(_ name: JSONName, withComma hasComma: Bool) {
    // The four words of a name, and four bytes around it.
    reserve(36)
    var end = UnsafeMutableRawPointer(base + count)
    // Without a comma, the quote overwrites its byte.
    end.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
    if hasComma { end += 1 }
    end.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    end.storeBytes(of: name.first.littleEndian, toByteOffset: 1, as: UInt64.self)
    if name.count > 8 {
      end.storeBytes(of: name.second.littleEndian, toByteOffset: 9, as: UInt64.self)
      end.storeBytes(of: name.third.littleEndian, toByteOffset: 17, as: UInt64.self)
      end.storeBytes(of: name.fourth.littleEndian, toByteOffset: 25, as: UInt64.self)
    }
    end.storeBytes(of: UInt8(ascii: "\""), toByteOffset: name.count + 1, as: UInt8.self)
    end.storeBytes(of: UInt8(ascii: ":"), toByteOffset: name.count + 2, as: UInt8.self)
    count += name.count + (hasComma ? 4 : 3)
  }

  /// Appends the UTF-8 of a text unchanged.
  mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      for byte in text.utf8 { append(byte) }
    }
  }

  /// Appends a text as a JSON string: in quotes, with the escapes that RFC 8259 requires.
  mutating func append(quoting text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append(quoting: $0) }) == nil {
      let bytes = ContiguousArray(text.utf8)
      bytes.withUnsafeBufferPointer { append(quoting: $0) }
    }
  }

  private mutating func append(quoting text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count + 2)
    base[count] = UInt8(ascii: "\"")
    count += 1
    let span = text.span
    var index = 0
    while true {
      let run = span.copyPlainRun(from: index, into: UnsafeMutableRawPointer(base + count))
      count += run
      index += run
      guard index < text.count else { break }
      // An escape has at most six bytes; the rest of the text and the closing quote follow.
      reserve(6 + text.count - index + 1)
      escape(text[index])
      index += 1
    }
    base[count] = UInt8(ascii: "\"")
    count += 1
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(UInt8(ascii: "\\")); append(byte)
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      append("\\u00")
      let digits: StaticString = "0123456789abcdef"
      append(digits.utf8Start[Int(byte >> 4)])
      append(digits.utf8Start[Int(byte & 15)])
    }
  }

  /// Appends a number in decimal digits.
  mutating func append(_ number: Int) {
    // The longest has nineteen digits and a sign.
    reserve(20)
    if number >= 0 && number < 10 {
      base[count] = UInt8(ascii: "0") + UInt8(number)
      count += 1
      return
    }
    var rest = number.magnitude
    var length = number < 0 ? 1 : 0
    var limit = rest
    repeat {
      length += 1
      limit /= 10
    } while limit > 0
    var index = count + length
    count = index
    repeat {
      index -= 1
      base[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    if number < 0 { base[index - 1] = UInt8(ascii: "-") }
  }
}
