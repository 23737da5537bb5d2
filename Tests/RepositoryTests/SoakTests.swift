import CatchwordRPC
import Foundation
import TestSupport
import TestTraits
import Testing

/// `catchword-bench soak`, for as long as a test may take.
@Suite(.blocking) struct SoakTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func soak(_ options: [String], _ command: [String]) throws -> Program.Outcome {
    try Program.run("catchword-bench", ["soak"] + options + ["--"] + command, home: home)
  }

  @Test func catchwordAnswersEveryRequestOnce() throws {
    let outcome = try soak(["--minutes", "0.03"], [Repository.executable("catchword").path])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    // The seed stands in the first line, so that a failure can be had again.
    #expect(outcome.output.hasPrefix("seed "))
    #expect(outcome.output.contains(" 0 lost, 0 answered again; 0 answers unasked"))
    #expect(outcome.output.hasSuffix("The soak ends well.\n"))
  }

  @Test func theSameSeedIsTheSameWork() throws {
    let outcome = try soak(
      ["--minutes", "0.01", "--seed", "7", "--documents", "3", "--rate", "50"],
      [Repository.executable("catchword").path])
    #expect(outcome.output.hasPrefix("seed 7: 3 documents, 50 messages a second"))
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func aServerThatEndsInTheMiddleFails() throws {
    let outcome = try soak(["--minutes", "0.03"], ["sh", "-c", "exit 3"])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("FAILED: the server ends in the middle, with exit code 3"))
  }

  /// The first answer is good; then it comes again, then one that nobody asked for, and then the server goes.
  @Test func answersThatNobodyAskedForFail() throws {
    let result = OutgoingMessage.frame(OutgoingMessage.result(["capabilities": [:]] as JSONValue, id: .int(1)))
    let stranger = OutgoingMessage.frame(OutgoingMessage.result(JSONValue.null, id: .string("stranger")))
    let frames = Data(result + result + stranger) + Data("this is no frame\n\n".utf8)
    try home.write(String(decoding: frames, as: UTF8.self), to: "answers")
    let outcome = try soak(["--minutes", "0.03"], ["sh", "-c", "cat '\(home.url.path)/answers'"])
    #expect(outcome.code == 1)
    for problem in [
      "request 1 was answered again", "an answer came that nobody asked for", "no frame",
      "the server ends in the middle, with exit code 0",
    ] {
      #expect(outcome.output.contains(problem), "\(outcome.output)")
    }
  }
}
