/// The parts of compound identifiers: `HTTPServer_name2` is HTTP, Server, name, 2.
enum Subwords {
  private enum Class {
    case lower, upper, digit, other

    init(_ byte: UInt8) {
      switch byte {
      case 0x61...0x7A, 0x80...: self = .lower
      case 0x41...0x5A: self = .upper
      case 0x30...0x39: self = .digit
      default: self = .other
      }
    }
  }

  /// Calls `body` with a hash of each part; the case of letters is ignored.
  static func forEach(in bytes: ContiguousArray<UInt8>, _ range: Range<Int>, _ body: (UInt32) -> Void) {
    var hash: UInt32 = 0
    if range.isEmpty { return }
    var last = Class.other
    var kind = Class(bytes[range.lowerBound])
    for index in range {
      let next = index + 1 < range.upperBound ? Class(bytes[index + 1]) : .other
      // A part begins at a capital after a small letter, and at the last of several capitals before a small letter.
      let begins = kind != last && !(last == .upper && kind == .lower)
      if (begins || (kind == .upper && last == .upper && next == .lower)) && last != .other {
        body(hash)
        hash = 0
      }
      if kind != .other { hash = (hash ^ UInt32(bytes[index] | (kind == .digit ? 0 : 0x20))) &* 0x0100_0193 &+ 1 }
      (last, kind) = (kind, next)
    }
    if last != .other { body(hash) }
  }
}
