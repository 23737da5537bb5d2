/// The stored form of the words of one file: the number and the count of each, as numbers with 7 bits per byte.
enum WordListCoding {
  /// Adds a word to a list.
  @inline(__always)
  static func append(_ number: UInt32, count: UInt32, to list: inout ContiguousArray<UInt8>) {
    append(number, to: &list)
    append(count, to: &list)
  }

  @inline(__always)
  private static func append(_ value: UInt32, to list: inout ContiguousArray<UInt8>) {
    var value = value
    while value >= 0x80 {
      list.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    list.append(UInt8(value))
  }

  /// Calls `body` with each word of a list; stops at damaged data.
  static func forEach(_ list: UnsafeRawBufferPointer, _ body: (_ number: Int, _ count: UInt32) -> Void) {
    var index = 0
    func next() -> UInt32? {
      var value: UInt32 = 0
      var shift: UInt32 = 0
      while index < list.count, shift < 32 {
        let byte = list[index]
        index += 1
        value |= UInt32(byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      return nil
    }
    while let number = next(), let count = next() { body(Int(number), count) }
  }
}
