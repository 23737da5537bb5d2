/// Converts offsets to lines and columns; fast when the offsets are mostly in order.
struct LineCounter {
  private let bytes: ContiguousArray<UInt8>
  private var offset = 0
  private var line = 1
  private var lineStart = 0

  init(_ bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

  /// Returns the line of an offset, from 1.
  ///
  /// - Complexity: O(distance from the last offset); O(*n*) when it is before that.
  mutating func line(at place: Int) -> Int { self.place(of: place).line }

  /// Returns the line and the column of an offset, each from 1; the column is in bytes.
  mutating func place(of place: Int) -> (line: Int, column: Int) {
    let place = min(max(0, place), bytes.count)
    if place < offset { (offset, line, lineStart) = (0, 1, 0) }
    while offset < place {
      if bytes[offset] == 0x0A {
        line += 1
        lineStart = offset + 1
      }
      offset += 1
    }
    return (line, place - lineStart + 1)
  }
}
