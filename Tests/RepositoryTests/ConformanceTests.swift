import CatchwordRPC
import Foundation
import TestSupport
import TestTraits
import Testing

/// `catchword-bench conformance`: Catchword keeps to every row, and a server that does not is found out.
@Suite(.blocking) struct ConformanceTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func conformance(_ options: [String], of command: [String]) throws -> Program.Outcome {
    try Program.run("catchword-bench", ["conformance"] + options + ["--"] + command, home: home)
  }

  /// What stands in the table about a case: what the server did, and the verdict.
  private func cells(_ outcome: Program.Outcome) -> [String: (seen: String, verdict: String)] {
    var cells: [String: (seen: String, verdict: String)] = [:]
    for line in outcome.output.split(separator: "\n").dropFirst(2) where line.hasPrefix("|") {
      let row = line.split(separator: "|").map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
      cells[String(row[0])] = (String(row[2]), String(row[3]))
    }
    return cells
  }

  @Test func catchwordConforms() throws {
    let outcome = try conformance(["--timeout", "10"], of: [Repository.executable("catchword").path])
    let rows = cells(outcome)
    #expect(rows.count == 28)
    for (name, row) in rows { #expect(row.verdict == "ok", "\(name): \(row.seen)") }
    #expect(rows["didChange past the last line"]?.seen == "change made")
    #expect(outcome.output.contains("28 cases: 28 as specified, 0 deviate."))
    #expect(outcome.code == 0)
  }

  /// Neither an echo, nor silence, nor an early end is taken for a server, or waited for without end.
  @Test(arguments: [
    (["cat"], "does not start"), (["sleep", "600"], "does not start"),
    (["sh", "-c", "exit 3"], "process exits rc 3 at start"),
  ])
  func whatIsNoServerDeviatesInEveryRow(_ command: [String], seen: String) throws {
    let outcome = try conformance(["--timeout", "0.1"], of: command)
    let rows = cells(outcome)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("28 cases: 0 as specified, 28 deviate."))
    #expect(rows["malformed JSON"]?.seen == "does not start")
    #expect(rows["request before initialize"]?.verdict == "deviates")
  }

  /// A server that answers just what a script foresees is judged by what it does with the rest.
  @Test func aServerThatAnswersTooLittleDeviates() throws {
    let result = Data(OutgoingMessage.frame(OutgoingMessage.result(["capabilities": [:]] as JSONValue, id: .int(1001))))
    try home.write(String(decoding: result, as: UTF8.self), to: "initialized")
    let script = "cat '\(home.url.path)/initialized'; exec sleep 600"
    let outcome = try conformance(["--timeout", "0.3"], of: ["sh", "-c", script])
    let rows = cells(outcome)
    #expect(outcome.code == 1)
    #expect(rows["unknown request"]?.seen == "hangs")
    #expect(rows["exit without shutdown"]?.seen == "stays")
    #expect(rows["the editor (processId) dies"]?.seen == "stays")
    for (name, row) in rows { #expect(row.verdict == "deviates", "\(name): \(row.seen)") }
  }

  @Test func saysWhatIsWrongWithTheArguments() throws {
    for arguments in [
      ["--nonsense"], ["--check", "x"], ["conformance"], ["conformance", "--"],
      ["conformance", "--timeout", "--", "x"],
      ["conformance", "--timeout", "soon", "--", "x"], ["soak", "--rate", "0", "--", "x"], ["soak", "x"],
      ["latency"], ["latency", "--words", "1,,2", "--", "x"], ["latency", "--quick", "yes", "--", "x"], ["plain", "1"],
    ] {
      let outcome = try Program.run("catchword-bench", arguments, home: home)
      #expect(outcome.code == 64, "\(arguments)")
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("catchword-bench: "))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    let help = try Program.run("catchword-bench", ["--help"], home: home)
    #expect(help.code == 0)
    #expect(help.output.contains("conformance [--timeout SECONDS] -- COMMAND..."))
  }

  @Test(arguments: ["conformance", "soak", "latency"])
  func saysThatACommandCannotBeStarted(_ name: String) throws {
    let outcome = try Program.run("catchword-bench", [name, "--", "/nowhere/server"], home: home)
    #expect(outcome.code == 69)
    #expect(outcome.errors == "catchword-bench: /nowhere/server cannot be started: No such file or directory.\n")
  }
}
