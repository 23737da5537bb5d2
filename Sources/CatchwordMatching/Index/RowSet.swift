/// A set of rows, with one bit for each.
public struct RowSet: Sendable {
  private var words: ContiguousArray<UInt64> = []

  /// Creates an empty set.
  public init() {}

  /// True when a row is in the set.
  @inline(__always) public func contains(_ row: CandidateIndex.Row) -> Bool {
    let word = row >> 6
    return word < words.count && words[word] >> UInt64(row & 63) & 1 == 1
  }

  /// Returns the rows from 64 × `number` on, one bit for each.
  @inline(__always) func word(_ number: Int) -> UInt64 { number < words.count ? words[number] : 0 }

  /// Adds a row.
  ///
  /// - Complexity: O(1) amortised, and O(greatest row) for the first row that is greater than all before.
  public mutating func insert(_ row: CandidateIndex.Row) {
    let word = row >> 6
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    words[word] |= 1 << UInt64(row & 63)
  }

  /// Removes a row.
  public mutating func remove(_ row: CandidateIndex.Row) {
    let word = row >> 6
    if word < words.count { words[word] &= ~(1 << UInt64(row & 63)) }
  }

  /// Adds the rows of another set.
  ///
  /// - Complexity: O(greatest row / 64).
  public mutating func formUnion(_ other: RowSet) {
    if other.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for index in other.words.indices { words[index] |= other.words[index] }
  }
}
