/// One bit for each row of a part, in memory of its own, so that a pointer to it is valid as long as this is held.
///
/// Safe to share: its creator writes it before sharing it, or is its only holder.
final class RowBits: @unchecked Sendable {
  let words: UnsafeMutablePointer<UInt64>
  let count: Int

  /// - Parameter rows: The number of rows.
  init(rows: Int, repeating word: UInt64) {
    count = BitPlanes.words(forRows: rows)
    words = .allocate(capacity: count)
    words.initialize(repeating: word, count: count)
  }

  init(copying other: RowBits) {
    count = other.count
    words = .allocate(capacity: count)
    words.initialize(from: other.words, count: count)
  }

  deinit { words.deallocate() }

  /// Clears the bit of a row.
  func remove(_ row: Int) {
    precondition(row >= 0 && row >> 6 < count)
    words[row >> 6] &= ~(1 << UInt64(row & 63))
  }
}
