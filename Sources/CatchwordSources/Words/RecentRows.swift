import CatchwordMatching

/// The rows of the words that were written last.
struct RecentRows: Sendable {
  /// The maximum number of recent words.
  private static let capacity = 256

  private(set) var rows = RowSet()
  private var order: [CandidateIndex.Row] = []

  mutating func insert(_ row: CandidateIndex.Row) {
    if rows.contains(row) { remove(row) }
    rows.insert(row)
    order.append(row)
    if order.count > RecentRows.capacity { rows.remove(order.removeFirst()) }
  }

  mutating func remove(_ row: CandidateIndex.Row) {
    guard rows.contains(row) else { return }
    rows.remove(row)
    order.removeAll { $0 == row }
  }
}
