import CatchwordRPC
import Testing

@testable import catchword_bench

/// What `catchword-bench --check` and `catchword-bench latency --check` hold.
struct BudgetTests {
  private static let steady = LatencyRow("steady", ours: times(10, 10), floor: [.milliseconds(1)])

  /// A hundred times: all but two are the first.
  private static func times(_ usual: Int, _ slowest: Int) -> [Duration] {
    Array(repeating: .milliseconds(usual), count: 98) + [.milliseconds(slowest), .milliseconds(slowest)]
  }

  private func table(_ rows: [LatencyRow], _ budgets: [String: Budget]) -> LatencyTable {
    LatencyTable(rows: rows, budgets: Budgets(budgets))
  }

  @Test func aMedianOverItsBudgetFails() {
    let budgets = ["steady": Budget(p50: 9, p99: 20)]
    #expect(
      table([Self.steady], budgets).misses(expected: [], .tails)
        == [#""steady" has a ratio of 10.0 at p50, and its budget is 9.0."#])
    #expect(
      table([Self.steady], ["steady": Budget(p50: 10, p99: 10)]).misses(expected: [], .tails).isEmpty)
  }

  /// On a machine that others keep busy the tail says what they do; the median still counts.
  @Test func aTailOverItsBudgetFailsOnAQuietMachine() {
    let table = table(
      [LatencyRow("slow", ours: Self.times(10, 90), floor: [.milliseconds(1)])], ["slow": Budget(p50: 10, p99: 80)])
    #expect(
      table.misses(expected: [], .tails)
        == [#""slow" has a ratio of 90.0 at p99, and its budget is 80.0."#])
    #expect(table.misses(expected: [], .medians).isEmpty)
  }

  /// Where keys wait for a core, those that did not still say what a key costs.
  @Test func onABusyMachineTheFastestQuarterIsJudged() {
    let times = (0..<100).map { Duration.milliseconds($0 < 30 ? 4 : 20) }
    let table = table(
      [LatencyRow("key", ours: times, floor: [.milliseconds(2)])], ["key": Budget(p50: 2, p99: 20)])
    #expect(table.misses(expected: [], .quarters).isEmpty)
    #expect(table.misses(expected: [], .medians) == [#""key" has a ratio of 10.0 at p50, and its budget is 2.0."#])
    let slow = LatencyRow("key", ours: times.map { $0 * 2 }, floor: [.milliseconds(2)])
    #expect(
      LatencyTable(rows: [slow], budgets: table.budgets).misses(expected: [], .quarters)
        == [#""key" has a ratio of 4.0 at p25, and its budget is 2.0."#])
  }

  /// Of a few starts, more than three quarters may have waited for a core.
  @Test func onABusyMachineTheFastestStartIsJudged() {
    func start(_ fastest: Int, floor: Int) -> LatencyRow {
      let others = Array(repeating: Duration.milliseconds(90), count: 24)
      let times = { (fastest: Int) in [.milliseconds(fastest)] + others }
      var row = LatencyRow("start", ours: times(fastest), floor: times(floor))
      row.isSeldom = true
      return row
    }
    let budgets = ["start": Budget(p50: 5, p99: 100)]
    #expect(table([start(10, floor: 2)], budgets).misses(expected: [], .quarters).isEmpty)
    #expect(
      table([start(12, floor: 2)], budgets).misses(expected: [], .quarters)
        == [#""start" has a ratio of 6.0 at its fastest, and its budget is 5.0."#])
    #expect(
      table([start(10, floor: 2)], ["start": Budget(p50: 0.5, p99: 100)]).misses(expected: [], .medians)
        == [#""start" has a ratio of 1.0 at p50, and its budget is 0.5."#])
  }

  @Test func whatHasNoBudgetFails() {
    #expect(table([Self.steady], [:]).misses(expected: [], .tails) == [#""steady" has no budget."#])
    for judgement in [Judgement.tails, .medians, .quarters] {
      #expect(
        table([Self.steady], ["steady": Budget(p50: 10)]).misses(expected: [], judgement)
          == [#""steady" has no budget for its p99."#])
    }
  }

  @Test func aRowThatIsNotThereFails() {
    let budgets = ["steady": Budget(p50: 10, p99: 10)]
    #expect(
      table([Self.steady], budgets).misses(expected: ["steady", "gone"], .tails)
        == [#""gone" was not measured."#])
    let row = Row(
      name: "one", ours: Measurement([.microseconds(1)]), reference: Measurement([.microseconds(5)]),
      referenceName: "another")
    let all = Budgets(["one": Budget(p50: 5), "gone": Budget(p50: 1)])
    #expect(SpeedTable.misses([row], all, .tails) == [#""gone" was not measured."#])
  }

  @Test func answersWithoutItemsFail() {
    var row = Self.steady
    row.itemShare = 0.5
    #expect(
      table([row], ["steady": Budget(p50: 10, p99: 10, items: 0.9)]).misses(expected: [], .tails)
        == [#""steady": 0.5 of the answers have items, and at least 0.9 must."#])
    #expect(
      table([row], ["steady": Budget(p50: 10, p99: 10)]).misses(expected: [], .tails)
        == [#""steady" has no budget for its items."#])
  }

  /// Of how many times faster than a rival something is, more is better.
  @Test func aSpeedBelowItsBudgetFails() {
    let row = Row(
      name: "fast", ours: Measurement(Self.times(2, 4)), reference: Measurement([.milliseconds(8)]),
      referenceName: "a rival")
    #expect(SpeedTable.misses([row], Budgets(["fast": Budget(p50: 4, p99: 2)]), .tails).isEmpty)
    #expect(
      SpeedTable.misses([row], Budgets(["fast": Budget(p50: 4.1, p99: 2.1)]), .tails) == [
        #""fast" has a ratio of 4.0 at p50, and its budget is 4.1."#,
        #""fast" has a ratio of 2.0 at p99, and its budget is 2.1."#,
      ])
  }

  /// A budget of a row that is no longer measured would be kept for ever.
  @Test func theFileHasABudgetForEachRowOfLatencyAndNoOther() throws {
    let budgets = Budgets(try Budgets.read("latency"))
    let rows = try [["--quick"], []].flatMap { arguments in
      try LatencyOptions(arguments + ["--", "server"]).steps().flatMap(\.rows)
    }
    #expect(Set(budgets.rows.keys) == Set(rows))
  }

  @Test func linesOfATableAreAsLongAsEachOther() {
    let rows = [10, 30].map { LatencyRow("\($0) ms", ours: [.milliseconds($0)], floor: [.milliseconds(1)]) }
    let lines = table(rows, ["10 ms": Budget(p50: 10)]).text.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(Set(lines.map(\.count)).count == 1, "\(lines)")
  }

  @Test func otherProgramsAreSeen() throws {
    let load = MachineLoad()
    #expect(load.others.map { $0 >= 0 } ?? true)
    #expect(throws: BenchInvocation.Failure.self) { try LatencyOptions(["--strictly", "--", "server"]) }
    #expect(try LatencyOptions(["--check", "--", "server"]).checking == .on)
    #expect(try LatencyOptions(["--strict", "--", "server"]).checking == .strict)
    #expect(try LatencyOptions(["--", "server"]).checking == .off)
  }
}
