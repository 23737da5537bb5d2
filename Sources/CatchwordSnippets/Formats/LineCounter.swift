/// Tells lines and columns of places that are asked for mostly in order.
struct LineCounter {
  private let bytes: ContiguousArray<UInt8>
  private var offset = 0
  private var line = 1
  private var lineStart = 0

  init(_ bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

  /// The line of a place, from 1.
  ///
  /// - Complexity: O(distance from the last place).
  mutating func line(at place: Int) -> Int { self.place(of: place).line }

  /// The line and the column of a place, from 1.
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
