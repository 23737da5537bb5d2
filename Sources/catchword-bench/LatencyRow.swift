import CatchwordRPC

/// One row of the table of `catchword-bench latency`: a server's times beside a plain server's.
struct LatencyRow {
  let name: String
  let ours: Measurement
  let floor: Measurement
  /// The unit of the figures; a measurement holds durations, so a thousandth of a second stands for a million bytes.
  var unit = "ms"
  /// The processor time per key.
  var processorTime: Duration?
  /// The server's resident memory at the end.
  var residentBytes: Int?
  /// The median number of items of an answer.
  var items: Int?
  /// The share of the answers that had items, from 0 to 1; nil for rows that are not about completions.
  var itemShare: Double?
  /// True for what is measured a few times only, and takes so long each time that a quarter of them may be disturbed.
  var isSeldom = false
  /// Further remarks for the last column.
  var remark = ""

  init(_ name: String, ours: [Duration], floor: [Duration], unit: String = "ms") {
    self.name = name
    self.ours = Measurement(ours)
    self.floor = Measurement(floor)
    self.unit = unit
  }

  /// Creates a row about keys.
  ///
  /// - Parameters:
  ///   - answers: The server's answers.
  ///   - processorTime: The processor time that the server had used before the first key.
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
    itemShare = Double(counts.count { $0 > 0 }) / Double(counts.count)
    remark = "\(answers.count) keys, \(counts.count { $0 > 0 }) with items"
  }

  /// The median as a multiple of the floor's median.
  var ratio: Double { ratio(ours.p50) }

  /// Returns the figures for the budget: p99 is divided by the floor's median, which hardly differs from run to run.
  func budgeted(_ judgement: Judgement) -> BudgetedRow {
    let p99 = unit == "ms" ? ratio(ours.p99) : nil
    guard judgement == .quarters else { return BudgetedRow(name: name, p50: ratio, p99: p99, items: itemShare) }
    let (figure, time, floor) =
      isSeldom ? ("its fastest", ours.least, floor.least) : ("p25", ours.p25, floor.p25)
    let undisturbed = time.microseconds / max(floor.microseconds, 0.001)
    return BudgetedRow(name: name, median: figure, p50: undisturbed, p99: p99, items: itemShare)
  }

  private func ratio(_ time: Duration) -> Double { time.microseconds / max(floor.p50.microseconds, 0.001) }
}

/// The rows as a table or as JSON, and those that exceed their budgets.
struct LatencyTable {
  let rows: [LatencyRow]
  let budgets: Budgets

  var text: String {
    let heads = [
      "milliseconds", "p50", "p99", "least", "floor", "ratio", "budget", "at p99", "budget", "CPU", "MB", "items", "",
    ]
    return TextTable(heads: heads, rows: rows.map(cells), textColumns: [0, heads.count - 1]).text
  }

  private func cells(_ row: LatencyRow) -> [String] {
    let numbers = [row.ours.p50, row.ours.p99, row.ours.least, row.floor.p50].map(LatencyTable.milliseconds)
    let budget = budgets[row.name]
    let (median, tail) = (budget?.p50.map(readable) ?? "-", budget?.p99.map(readable) ?? "-")
    let ratios = [readable(row.ratio), median] + (row.budgeted(.tails).p99.map { [readable($0), tail] } ?? ["", ""])
    let name = row.unit == "ms" ? row.name : "\(row.name), \(row.unit)"
    let processorTime = row.processorTime.map(LatencyTable.milliseconds) ?? ""
    let items = row.items.map(String.init) ?? ""
    let memory = row.residentBytes.map { readable(Double($0) / 1e6) } ?? ""
    return [name] + numbers + ratios + [processorTime, memory, items, row.remark]
  }

  var json: String {
    JSONValue.array(
      rows.map { row in
        var fields: [String: JSONValue] = [
          "name": .string(row.name), "unit": .string(row.unit), "remark": .string(row.remark),
          "p25": LatencyTable.number(row.ours.p25), "p50": LatencyTable.number(row.ours.p50),
          "p99": LatencyTable.number(row.ours.p99), "least": LatencyTable.number(row.ours.least),
          "floor": LatencyTable.number(row.floor.p50), "floorP25": LatencyTable.number(row.floor.p25),
          "ratio": .number(String(row.ratio)),
        ]
        fields["budget"] = budgets[row.name]?.p50.map { .number(String($0)) }
        fields["processorTime"] = row.processorTime.map(LatencyTable.number)
        fields["residentBytes"] = row.residentBytes.map { .int($0) }
        fields["items"] = row.items.map { .int($0) }
        return .object(fields)
      }
    ).json
  }

  /// Returns the budgets that are exceeded or missing, and the rows that are missing, one sentence each.
  ///
  /// - Parameters:
  ///   - expected: The names of the rows that must be there.
  ///   - judgement: The figures of the rows that are judged.
  func misses(expected: [String], _ judgement: Judgement) -> [String] {
    let check = BudgetCheck(isMoreBetter: false, budgets: budgets, judgement: judgement)
    return check.misses(rows.map { $0.budgeted(judgement) }, expected: expected)
  }

  /// Prints what is wrong.
  ///
  /// - Parameters:
  ///   - failures: What is wrong but for the budgets.
  ///   - expected: The names of the rows that must be there; nil for those that are.
  /// - Returns: The exit code: 1 when something is wrong, or else 0.
  func verdict(
    besides failures: [String], expected: [String]? = nil, _ checking: Checking, _ load: MachineLoad
  ) -> Int32 {
    let failures = failures + checking.failures(load) { misses(expected: expected ?? rows.map(\.name), $0) }
    for failure in failures { StandardStream.error.write("FAILED: \(failure)\n") }
    return failures.isEmpty ? 0 : 1
  }

  private static func milliseconds(_ duration: Duration) -> String { readable(duration.microseconds / 1000) }

  private static func number(_ duration: Duration) -> JSONValue { .number(String(duration.microseconds / 1000)) }
}

extension [Int] {
  /// The median; the greater of the two middle values when the count is even.
  var median: Int { sorted()[count / 2] }
}
