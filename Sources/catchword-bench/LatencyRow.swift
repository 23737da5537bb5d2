import CatchwordRPC

/// One row of the table of `catchword-bench latency`: a server's times beside an echo's.
struct LatencyRow {
  let name: String
  let ours: Measurement
  let floor: Measurement
  /// What the figures count; a measurement holds durations, so a thousandth of a second stands for a million bytes.
  var unit = "ms"
  /// What a key costs the processor.
  var processorTime: Duration?
  /// What the server holds in the end.
  var residentBytes: Int?
  /// How many items an answer had at the median.
  var items: Int?
  /// What else is to be said.
  var remark = ""

  init(_ name: String, ours: [Duration], floor: [Duration], unit: String = "ms") {
    self.name = name
    self.ours = Measurement(ours)
    self.floor = Measurement(floor)
    self.unit = unit
  }

  /// A row about keys.
  ///
  /// - Parameters:
  ///   - answers: What the server answered.
  ///   - processorTime: What it had used before.
  init(
    _ name: String, keys answers: [PipedServer.Answer], to server: PipedServer, since processorTime: Duration?,
    floor: [Duration]
  ) {
    self.init(name, ours: answers.map(\.time), floor: floor)
    if let before = processorTime, let after = server.pipe.processorTime {
      self.processorTime = (after - before) / answers.count
    }
    residentBytes = server.pipe.residentBytes
    let counts = answers.map(\.itemCount)
    items = counts.median
    remark = "\(answers.count) keys, \(counts.count { $0 > 0 }) with items"
  }

  /// How many times as much as the floor.
  var ratio: Double { ours.p50.microseconds / max(floor.p50.microseconds, 0.001) }
}

/// The rows as a table or as JSON, and what of it is over budget.
struct LatencyTable {
  let rows: [LatencyRow]
  /// The most times its floor that a row may take, by its name.
  let budgets: JSONValue

  var text: String {
    let heads = ["milliseconds", "p50", "p99", "least", "floor", "ratio", "budget", "CPU", "MB", "items", ""]
    return TextTable(heads: heads, rows: rows.map(cells), textColumns: [0, heads.count - 1]).text
  }

  private func cells(_ row: LatencyRow) -> [String] {
    let numbers = [row.ours.p50, row.ours.p99, row.ours.least, row.floor.p50].map(LatencyTable.milliseconds)
    let budget = budgets[row.name]?.doubleValue.map(readable) ?? "-"
    let name = row.unit == "ms" ? row.name : "\(row.name), \(row.unit)"
    let processorTime = row.processorTime.map(LatencyTable.milliseconds) ?? ""
    let items = row.items.map(String.init) ?? ""
    let memory = row.residentBytes.map { readable(Double($0) / 1e6) } ?? ""
    return [name] + numbers + [readable(row.ratio), budget, processorTime, memory, items, row.remark]
  }

  var json: String {
    JSONValue.array(
      rows.map { row in
        var fields: [String: JSONValue] = [
          "name": .string(row.name), "unit": .string(row.unit), "remark": .string(row.remark),
          "p50": LatencyTable.number(row.ours.p50), "p99": LatencyTable.number(row.ours.p99),
          "least": LatencyTable.number(row.ours.least), "floor": LatencyTable.number(row.floor.p50),
          "ratio": .number(String(row.ratio)),
        ]
        fields["budget"] = budgets[row.name]
        fields["processorTime"] = row.processorTime.map(LatencyTable.number)
        fields["residentBytes"] = row.residentBytes.map { .int($0) }
        fields["items"] = row.items.map { .int($0) }
        return .object(fields)
      }
    ).json
  }

  /// What is over its budget, or has none, a sentence each.
  var misses: [String] {
    rows.compactMap { row in
      guard let most = budgets[row.name]?.doubleValue else { return "\"\(row.name)\" has no budget." }
      if row.ratio <= most { return nil }
      return "\"\(row.name)\" takes \(readable(row.ratio)) times its floor, and its budget is \(readable(most))."
    }
  }

  private static func milliseconds(_ duration: Duration) -> String { readable(duration.microseconds / 1000) }

  private static func number(_ duration: Duration) -> JSONValue { .number(String(duration.microseconds / 1000)) }
}

extension [Int] {
  /// The middle one; of two, the greater.
  var median: Int { sorted()[count / 2] }
}
