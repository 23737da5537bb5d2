import CatchwordMatching

/// How often each word occurs in one document: a hash table from rows to counts.
struct RowCounts: Sendable {
  /// A row plus one, and above it the count; 0 is empty.
  private var slots = ContiguousArray<UInt64>(repeating: 0, count: 16)
  private var used = 0

  /// No words.
  init() {}

  /// The count of a row; 0 when it is not there.
  subscript(row: CandidateIndex.Row) -> Int { Int(slots[slot(of: row)] >> 32) }

  /// Adds to the count of a row, and returns it.
  mutating func add(_ count: Int, to row: CandidateIndex.Row) -> Int {
    var index = slot(of: row)
    if slots[index] == 0 {
      used += 1
      if 3 * used > 2 * slots.count {
        grow()
        index = slot(of: row)
      }
    }
    let sum = max(0, Int(slots[index] >> 32) + count)
    // A row whose count has come to nothing keeps its place until the table grows.
    slots[index] = UInt64(sum) << 32 | UInt64(row + 1)
    return sum
  }

  /// Calls `body` with each row that occurs, and its count.
  func forEach(_ body: (CandidateIndex.Row, Int) -> Void) {
    for slot in slots where slot >> 32 > 0 { body(Int(slot & 0xFFFF_FFFF) - 1, Int(slot >> 32)) }
  }

  private func slot(of row: CandidateIndex.Row) -> Int {
    let mask = slots.count - 1
    // Rows are numbered in a row, so they are spread by a multiplication (Knuth's, by the golden ratio).
    var index = (row &* 0x9E37_79B9 >> 7) & mask
    while slots[index] != 0 && Int(slots[index] & 0xFFFF_FFFF) != row + 1 { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let old = slots.filter { $0 >> 32 > 0 }
    used = old.count + 1
    var count = 16
    while 3 * used > count { count *= 2 }
    slots = ContiguousArray(repeating: 0, count: count)
    for entry in old { slots[slot(of: Int(entry & 0xFFFF_FFFF) - 1)] = entry }
  }
}
