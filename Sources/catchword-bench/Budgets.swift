import CatchwordRPC

/// The limits that `budgets.json` sets for a row: one object per row, under `speed` or `latency`.
///
/// A budget is about twice what was measured on a quiet machine, so that a doubled cost is noticed. All are ratios to
/// something measured in the same run: machines differ, ratios on one machine by a third from run to run.
struct Budget: Equatable {
  /// The bound for the ratio of the median.
  var p50: Double?
  /// The bound for the ratio of the 99th percentile to the same floor's median; nil for what is measured once.
  var p99: Double?
  /// The minimum share of a row's answers that must have items, from 0 to 1.
  var items: Double?

  init(p50: Double? = nil, p99: Double? = nil, items: Double? = nil) {
    self.p50 = p50
    self.p99 = p99
    self.items = items
  }

  init(_ value: JSONValue) {
    self.init(p50: value["p50"]?.doubleValue, p99: value["p99"]?.doubleValue, items: value["items"]?.doubleValue)
  }
}

/// The budgets of one table, by the names of its rows.
struct Budgets {
  var rows: [String: Budget]

  init(_ rows: [String: Budget]) { self.rows = rows }

  init(_ value: JSONValue?) { rows = (value?.objectValue ?? [:]).mapValues(Budget.init) }

  subscript(name: String) -> Budget? { rows[name] }

  /// Reads `budgets.json`.
  ///
  /// - Parameter table: The table whose budgets are wanted: `speed`, `latency`, `quality` or `typing`.
  static func read(_ table: String) throws -> JSONValue {
    try BenchFile.read("budgets.json")[table] ?? [:]
  }
}

/// The figures of a row that are compared with its budget.
struct BudgetedRow {
  let name: String
  /// The name of the figure that is judged as the median: p50, p25 or "its fastest".
  var median = "p50"
  /// The ratio compared with `Budget.p50`; `p99` is compared with `Budget.p99`, and nil for what is measured once.
  let p50: Double
  let p99: Double?
  /// The share of the row's answers that have items; nil for rows without answers.
  var items: Double?
}

/// A comparison of rows with their budgets.
struct BudgetCheck {
  /// True when a greater ratio is better: the ratio says how many times faster than a rival something is.
  let isMoreBetter: Bool
  let budgets: Budgets
  /// The figures of a row that are judged.
  let judgement: Judgement

  /// Returns the budgets that are exceeded or missing, and the rows that are missing, one sentence each.
  ///
  /// - Parameters:
  ///   - rows: The rows that were measured.
  ///   - expected: The names of the rows that must be among them.
  func misses(_ rows: [BudgetedRow], expected: some Sequence<String>) -> [String] {
    let measured = Set(rows.map(\.name))
    let missing = expected.filter { !measured.contains($0) }.map { "\"\($0)\" was not measured." }
    return missing + rows.flatMap(misses)
  }

  private func misses(_ row: BudgetedRow) -> [String] {
    guard let budget = budgets[row.name] else { return ["\"\(row.name)\" has no budget."] }
    var misses = [miss(row.name, row.median, row.p50, budget.p50)]
    if let p99 = row.p99, judgement == .tails || budget.p99 == nil {
      misses.append(miss(row.name, "p99", p99, budget.p99))
    }
    if let items = row.items {
      guard let least = budget.items else { return ["\"\(row.name)\" has no budget for its items."] }
      if items < least {
        misses.append(
          "\"\(row.name)\": \(readable(items)) of the answers have items, and at least \(readable(least)) must.")
      }
    }
    return misses.compactMap(\.self)
  }

  private func miss(_ name: String, _ figure: String, _ ratio: Double, _ bound: Double?) -> String? {
    guard let bound else { return "\"\(name)\" has no budget for its \(figure)." }
    if isMoreBetter ? ratio >= bound : ratio <= bound { return nil }
    return "\"\(name)\" has a ratio of \(readable(ratio)) at \(figure), and its budget is \(readable(bound))."
  }
}
