/// One bit for each row of a part or of a whole index, in memory of its own, so that a pointer to it is valid as long as this is held.
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

  /// Copies the first rows of another set; those beyond it are in the copy.
  ///
  /// - Parameter rows: The number of rows; nil for as many as the other set has.
  init(copying other: RowBits, rows: Int? = nil) {
    count = rows.map(BitPlanes.words) ?? other.count
    words = .allocate(capacity: count)
    let known = min(count, other.count)
    words.initialize(from: other.words, count: known)
    (words + known).initialize(repeating: .max, count: count - known)
  }

  deinit { words.deallocate() }

  /// Clears the bit of a row.
  func remove(_ row: Int) {
    precondition(row >= 0 && row >> 6 < count)
    words[row >> 6] &= ~(1 << UInt64(row & 63))
  }
}
