import CatchwordMatching

/// The number of occurrences of each word in one document.
///
/// A small document has a hash table from rows to counts. A document with a large part of all words has a column
/// instead, with a count per row: its rows were numbered one after the other, so lookups are fastest there.
struct RowCounts: Sendable {
  /// A row plus one in the low half of a slot, and the count in the high half; 0 is empty.
  private var slots = ContiguousArray<UInt64>(repeating: 0, count: 16)
  private var used = 0
  /// The counts by row, once there is a column; empty before.
  private var column: ContiguousArray<Int32> = []

  /// The minimum number of words for a column.
  private static let leastForColumn = 2048
  /// The maximum number of rows in a column for each word in it.
  private static let rowsPerWord = 8

  /// Creates counts without words.
  init() {}

  /// The count of a row; 0 when the row is absent.
  subscript(row: CandidateIndex.Row) -> Int {
    if column.isEmpty { return Int(slots[slot(of: row)] >> 32) }
    return row < column.count ? Int(column[row]) : 0
  }

  /// Adds to the count of a row, and returns it.
  mutating func add(_ count: Int, to row: CandidateIndex.Row) -> Int {
    guard column.isEmpty else { return addToColumn(count, row) }
    var index = slot(of: row)
    if slots[index] == 0 {
      used += 1
      if 3 * used > 2 * slots.count {
        grow()
        if !column.isEmpty { return addToColumn(count, row) }
        index = slot(of: row)
      }
    }
    let sum = max(0, Int(slots[index] >> 32) + count)
    // A row whose count is 0 keeps its slot until the table grows.
    slots[index] = UInt64(sum) << 32 | UInt64(row + 1)
    return sum
  }

  private mutating func addToColumn(_ count: Int, _ row: CandidateIndex.Row) -> Int {
    if row >= column.count {
      column.append(contentsOf: repeatElement(0, count: max(row + 1 - column.count, column.count / 2)))
    }
    let sum = max(0, Int(column[row]) + count)
    column[row] = Int32(clamping: sum)
    return sum
  }

  /// The number of places for rows: slots, or entries of the column.
  var places: Int { column.isEmpty ? slots.count : column.count }

  /// Removes the rows in some places.
  ///
  /// - Parameters:
  ///   - count: The maximum number of places.
  ///   - place: The first place; set to the place after the last, which is `places` at the end.
  /// - Returns: The rows that occur, and their counts.
  /// - Complexity: O(`count`).
  mutating func take(_ count: Int, from place: inout Int) -> [(row: CandidateIndex.Row, count: Int)] {
    let taken = place..<min(place + count, places)
    place = taken.upperBound
    var rows: [(row: CandidateIndex.Row, count: Int)] = []
    for place in taken {
      if !column.isEmpty {
        if column[place] > 0 { rows.append((place, Int(column[place]))) }
        column[place] = 0
      } else if slots[place] >> 32 > 0 {
        rows.append((Int(slots[place] & 0xFFFF_FFFF) - 1, Int(slots[place] >> 32)))
        slots[place] &= 0xFFFF_FFFF
      }
    }
    return rows
  }

  private func slot(of row: CandidateIndex.Row) -> Int {
    let mask = slots.count - 1
    // Rows are consecutive numbers, so a multiplication spreads them (Knuth's, by the golden ratio).
    var index = (row &* 0x9E37_79B9 >> 7) & mask
    while slots[index] != 0 && Int(slots[index] & 0xFFFF_FFFF) != row + 1 { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let old = slots.filter { $0 >> 32 > 0 }
    used = old.count + 1
    let greatest = old.reduce(0) { max($0, Int($1 & 0xFFFF_FFFF)) }
    if used >= RowCounts.leastForColumn && greatest <= RowCounts.rowsPerWord * used {
      column = ContiguousArray(repeating: 0, count: greatest)
      for entry in old { column[Int(entry & 0xFFFF_FFFF) - 1] = Int32(clamping: entry >> 32) }
      slots = []
      return
    }
    var count = 16
    while 3 * used > count { count *= 2 }
    slots = ContiguousArray(repeating: 0, count: count)
    for entry in old { slots[slot(of: Int(entry & 0xFFFF_FFFF) - 1)] = entry }
  }
}
