import CatchwordRPC
import Foundation

/// Prints how fast the parts are beside something measured in the same run; with `--check`, compares with the budgets.
///
/// A budget is the least ratio that a row must keep: machines differ, ratios on one machine hardly do.
@main
enum CatchwordBench {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.allSatisfy({ $0 == "--check" }) else {
      StandardStream.error.write("catchword-bench: the only argument is --check.\n")
      exit(64)
    }
    var rows = [
      Benchmarks.decoding(), Benchmarks.decodingLarge(megabytes: 10), Benchmarks.encoding(),
      Benchmarks.editing(megabytes: 10), Benchmarks.words(),
    ]
    rows.append(try Benchmarks.matching())
    rows.append(await KeyBenchmark(words: 1000).run())
    rows.append(await KeyBenchmark(words: 100_000).run())
    StandardStream.output.write(table(rows))
    guard arguments.contains("--check") else { return }
    let misses = try misses(rows)
    StandardStream.output.write(misses.isEmpty ? "All budgets are kept.\n" : misses.joined(separator: "\n") + "\n")
    exit(misses.isEmpty ? 0 : 1)
  }

  private static func table(_ rows: [Row]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    let head = padded("", width) + "   p50 µs    p99 µs   ratio   beside\n"
    return head
      + rows.map { row in
        let numbers = [readable(row.ours.p50.microseconds), readable(row.ours.p99.microseconds), readable(row.ratio)]
        let columns = zip(numbers, [9, 10, 8]).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
        return padded(row.name, width) + columns.joined() + "   " + row.referenceName
          + ": \(readable(row.reference.p50.microseconds)) µs\n"
      }.joined()
  }

  private static func misses(_ rows: [Row]) throws -> [String] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("budgets.json")
    let budgets = try JSONValue(parsing: String(contentsOf: path, encoding: .utf8))
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
