import CatchwordRPC
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import catchword_bench

/// `catchword-bench latency`, for as long as a test may take. Nothing here depends on how long anything took.
@Suite(.blocking) struct LatencyTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func latency(_ options: [String], _ command: [String]) throws -> Program.Outcome {
    try Program.run("catchword-bench", ["latency", "--time", "0.01"] + options + ["--"] + command, home: home)
  }

  private static let small = ["--words", "1200", "--list", "60", "--megabytes", "1"]

  @Test func everyRequestIsAnsweredOnceAndEveryRowIsThere() throws {
    let outcome = try latency(Self.small + ["--timeout", "600", "--json"], [Repository.executable("catchword").path])
    // It would say here that words of a document or of a list are not offered.
    #expect(outcome.errors == "")
    #expect(outcome.code == 0)
    let rows = try JSONValue(parsing: outcome.output).arrayValue ?? []
    let remarks = Dictionary(
      uniqueKeysWithValues: rows.map { ($0["name"]?.stringValue ?? "", $0["remark"]?.stringValue ?? "") })
    var names: Set = [
      "start", "start with a list of 60 words", "a key among 1,200 words", "a key among 60 words of a list",
      "50 keys at once among 1,200 words", "50 keys at once, each cancelling the last among 1,200 words",
      "a cancelled search of 60 words of a list", "an edit in 1 MB", "open 1 MB",
    ]
    #if os(Linux)
      names.formUnion(["memory after the start", "memory after the start with a list of 60 words"])
    #endif
    #expect(Set(remarks.keys) == names)
    for (name, remark) in remarks where name.hasPrefix("50 keys at once") {
      let counts = remark.split(separator: " ").compactMap { Int($0) }
      #expect(counts.count == 3 && counts[0] == counts[1] && counts[0] >= 100, "\(remark)")
    }
    for row in rows { #expect(row["floor"]?.doubleValue ?? 0 > 0, "\(row.json)") }
  }

  /// Catchword's own example knows neither words nor lists.
  @Test func measuresAServerWithoutWords() throws {
    let outcome = try latency(
      ["--words", "5", "--list", "6", "--megabytes", "0", "--timeout", "60"],
      [Repository.executable("example-server").path])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("note: the words of a list are not offered"))
    #expect(outcome.errors.contains("note: the words of a document are not offered"))
  }

  @Test func aServerThatEndsInTheMiddleFails() throws {
    let outcome = try latency(Self.small, ["sh", "-c", "exit 3"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("FAILED: start: the server ends in the middle, with exit code 3"), "\(outcome)")
  }

  /// The first answer is good; then it comes again, and one that nobody asked for.
  @Test func answersThatNobodyAskedForFail() throws {
    let result = OutgoingMessage.frame(OutgoingMessage.result(["capabilities": [:]] as JSONValue, id: .int(1)))
    let stranger = OutgoingMessage.frame(OutgoingMessage.result(JSONValue.null, id: .string("stranger")))
    let last = OutgoingMessage.frame(OutgoingMessage.result(JSONValue.null, id: .int(2)))
    try home.write(String(decoding: Data(result + result + stranger + last), as: UTF8.self), to: "answers")
    let outcome = try latency(
      ["--words", "5", "--list", "0", "--megabytes", "0", "--timeout", "5"],
      ["sh", "-c", "read line; cat '\(home.url.path)/answers'; cat > /dev/null"])
    #expect(outcome.code == 1)
    for problem in ["start: request 1 was answered again", "start: an answer came that nobody asked for"] {
      #expect(outcome.errors.contains(problem), "\(outcome.errors)")
    }
  }
}

/// The words that the measurements are made with.
struct CorpusTests {
  @Test func wordsAreTheSameForTheSameSeedAndNoTwoAlike() {
    let corpora = [7, 7, 8].map { MadeUpWords(seed: $0) }
    let words = (0..<50_000).map { corpora[0].word($0 * 199) }
    #expect(Set(words).count == words.count)
    for number in 0..<1000 { #expect(corpora[1].word(number * 199) == words[number]) }
    #expect((0..<1000).contains { corpora[2].word($0 * 199) != words[$0] })
    let letters = words.reduce(0) { $0 + $1.utf8.count }
    #expect(13...17 ~= Double(letters) / Double(words.count))
  }
}
