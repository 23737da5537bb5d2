import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// The examples of `protocol/external-sources.md`, run as they stand there.
@Suite(.timeLimit(.minutes(10)))
struct ExternalSourcesTests {
  private let folder: TemporaryFolder
  private let specification: String

  init() throws {
    folder = try TemporaryFolder()
    specification = try String(
      contentsOf: Repository.root.appendingPathComponent("protocol/external-sources.md"), encoding: .utf8)
  }

  /// The only block of a language, written to a file.
  private func example(_ language: String) throws -> String {
    let parts = specification.components(separatedBy: "\n```\(language)\n")
    try #require(parts.count == 2, "there are \(parts.count - 1) blocks of \(language)")
    let text = try #require(parts[1].components(separatedBy: "\n```\n").first)
    #expect(text.split(separator: "\n").count <= 12)
    return try folder.write(text + "\n", to: "example.\(language)")
  }

  private func ask(_ settings: CommandSettings, _ texts: String...) async throws -> [[Candidate]] {
    var settings = settings
    settings.folder = folder.url.path
    settings.deadline = .seconds(30)
    let log = EventLog()
    log.listen { Issue.record("\($1)") }
    let source = CommandSource(
      settings: settings, clock: EngineClock(ManualClock()),
      supervisor: Repository.executable("scripted-server").path, log: log)
    var answers: [[Candidate]] = []
    for text in texts {
      let document = DocumentSnapshot(uri: "file:///a", languageID: "plaintext", version: 1, text: Text(text))
      let query = CompletionQuery(document: document, offset: document.text.count)
      answers.append(try await source.completions(for: query).candidates)
    }
    return answers
  }

  /// A program that has the name of a source that comes with Catchword is refused.
  @Test func theNamesInTheFirstExampleAreFree() throws {
    let parts = specification.components(separatedBy: "\n```json\n")
    let text = try #require(parts.dropFirst().first?.components(separatedBy: "\n```\n").first)
    let commands = try #require(try JSONValue(parsing: text)["commands"]?.objectValue)
    #expect(commands.count == 2)
    for (name, own) in commands { #expect(CommandSettings.refusal(of: name, own) == nil) }
  }

  @Test func theExampleInShellWorks() async throws {
    try folder.write(
      "CC := cc\nall: test docs\n\techo all\ntest:\n\t./test\nsrc/a.o : src/a.c\n.PHONY: all\n", to: "Makefile")
    var settings = CommandSettings(name: "targets", command: ["sh", try example("sh")])
    settings.dependsOnlyOnAnchor = true
    let answer = try await ask(settings, "t")[0]
    #expect(answer.map(\.text) == ["all", "test", "src/a.o"])
    #expect(answer.map(\.detail) == ["test docs", nil, "src/a.c"])
  }

  @Test(.enabled(if: Repository.find("python3") != nil || Repository.isContinuousIntegration))
  func theExampleInPythonWorks() async throws {
    var settings = CommandSettings(name: "keywords", command: ["python3", try example("python")])
    settings.mode = .longLived
    settings.format = .json
    let answers = try await ask(settings, "whi", "x = lam", "zzz")
    #expect(answers.map { $0.map(\.text) } == [["while"], ["lambda"], []])
    #expect(answers.first?.first?.kind == .keyword)
  }
}
