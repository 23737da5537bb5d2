/// Counts the lines of a text up to the offset that is asked for.
struct LineCount {
  private let text: UnsafeRawPointer
  private var place = 0
  private var breaks = 0

  init(_ text: UnsafePointer<UInt8>) { self.text = UnsafeRawPointer(text) }

  /// Returns the line of an offset, from 1; offsets must not decrease.
  mutating func line(at offset: Int) -> UInt32 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    while place + 8 <= offset {
      let word = text.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      // The high bit of each byte that is zero now.
      breaks += (~(((word & low) &+ low) | word | low)).nonzeroBitCount
      place += 8
    }
    while place < offset {
      if text.load(fromByteOffset: place, as: UInt8.self) == 0x0A { breaks += 1 }
      place += 1
    }
    return UInt32(clamping: breaks + 1)
  }
}
