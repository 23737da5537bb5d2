import CatchwordRPC
import Foundation

/// How the speeds are printed, and compared with the budgets.
enum SpeedTable {
  static func text(_ rows: [Row]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    let head = padded("", width) + "   p50 µs    p99 µs   ratio   beside\n"
    return head
      + rows.map { row in
        let numbers = [readable(row.ours.p50.microseconds), readable(row.ours.p99.microseconds), readable(row.ratio)]
        let columns = zip(numbers, [9, 10, 8]).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
        return padded(row.name, width) + columns.joined() + "   " + row.referenceName
          + ": \(readable(row.reference.p50.microseconds)) \(row.unit)\n"
      }.joined()
  }

  /// What `budgets.json` says.
  static func budgets() throws -> JSONValue {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("budgets.json")
    return try JSONValue(parsing: String(contentsOf: path, encoding: .utf8))
  }

  static func misses(_ rows: [Row]) throws -> [String] {
    let budgets = try budgets()
    return rows.compactMap { row in
      guard let least = budgets[row.name]?.doubleValue else { return "\"\(row.name)\" has no budget." }
      if row.ratio >= least { return nil }
      return "\"\(row.name)\" has a ratio of \(readable(row.ratio)), and its budget is \(readable(least))."
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
