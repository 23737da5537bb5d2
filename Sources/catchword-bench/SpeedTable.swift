/// The table of the speeds, and its comparison with the budgets.
enum SpeedTable {
  static func text(_ rows: [Row]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    let head = padded("", width) + "   p50 µs    p99 µs   ratio  at p99   beside\n"
    return head
      + rows.map { row in
        let numbers = [
          readable(row.ours.p50.microseconds), readable(row.ours.p99.microseconds), readable(row.ratio),
          row.budgeted.p99.map(readable) ?? "",
        ]
        let columns = zip(numbers, [9, 10, 8, 8]).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
        return padded(row.name, width) + columns.joined() + "   " + row.referenceName
          + ": \(readable(row.reference.p50.microseconds)) \(row.unit)\n"
      }.joined()
  }

  /// Returns the budgets that are exceeded or missing, and the rows that are missing, one sentence each.
  ///
  /// - Parameter judgement: The figures that are judged; nothing here waits for a core as keys do, so p25 is not used.
  static func misses(_ rows: [Row], _ budgets: Budgets, _ judgement: Judgement) -> [String] {
    let check = BudgetCheck(isMoreBetter: true, budgets: budgets, judgement: judgement)
    return check.misses(rows.map(\.budgeted), expected: budgets.rows.keys.sorted())
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension Row {
  /// The figures for the budget: the speed as a multiple of the reference's, at the median and at the 99th percentile.
  var budgeted: BudgetedRow {
    let tail = reference.p50.microseconds / max(ours.p99.microseconds, 0.001)
    return BudgetedRow(name: name, p50: ratio, p99: ours.count > 1 ? tail : nil)
  }
}
