/// The reactions of a server beside those recorded of other servers, as Markdown with columns aligned for a terminal.
struct ConformanceTable {
  let server: String
  let cases: [ConformanceCase]
  let observations: [ConformanceObservation]
  /// The servers that were measured before, in the columns on the right, and where their records come from.
  let others: (all: [MeasuredServer], provenance: String)

  /// The number of rows that deviate from the specification.
  var deviations: Int { zip(cases, observations).filter { !$0.isMet(by: $1) }.count }

  var text: String {
    let head = ["case", "specification", server, "verdict"] + others.all.map(\.name)
    let rows = zip(cases, observations).map { row, seen in
      [row.name, row.specification, row.words(for: seen), row.isMet(by: seen) ? "ok" : "deviates"]
        + others.all.map { $0.cells[row.name] ?? "" }
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    let rule = widths.map { String(repeating: "-", count: $0) }
    let lines = ([head, rule] + rows).map { ConformanceTable.line($0, widths) }
    return lines.joined() + "\n" + summary
  }

  private var summary: String {
    let verdict = "\(cases.count) cases: \(cases.count - deviations) as specified, \(deviations) deviate.\n"
    return verdict + others.provenance + "\n"
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
    return "| " + padded.joined(separator: " | ") + " |\n"
  }
}
