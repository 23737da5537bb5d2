import CatchwordCompletion
import CatchwordPrediction
import CatchwordRPC
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// Real programs that are asked for ghost text, on a clock that stands still: a test moves it.
@Suite(.timeLimit(.minutes(10)))
struct InlineCommandsTests {
  private let clock = ManualClock()
  private let messages = LoggedMessages()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func programs(_ scripts: String..., change: (inout CommandSettings) -> Void = { _ in }) -> InlineCommands {
    let programs = InlineCommands(
      clock: EngineClock(clock), supervisor: Repository.executable("scripted-server").path, log: messages.log)
    programs.apply(
      scripts.enumerated().map { number, script in
        var settings = CommandSettings(name: "it\(number)", command: ["sh", "-c", script])
        settings.folder = folder.url.path
        settings.isInline = true
        change(&settings)
        return settings
      })
    return programs
  }

  private func ask(
    _ programs: InlineCommands, _ text: String, behind after: String = "", uri: String = "file:///a.txt",
    lines: Int = 8, beginning: String? = nil
  ) async -> [String] {
    await begin(programs, text, behind: after, uri: uri, lines: lines, beginning: beginning).value
  }

  private func begin(
    _ programs: InlineCommands, _ text: String, behind after: String = "", uri: String = "file:///a.txt",
    lines: Int = 8, beginning: String? = nil
  ) -> Task<[String], Never> {
    let document = DocumentSnapshot(uri: uri, languageID: "swift", version: 1, text: Text(text + after))
    var options = ContinuationOptions()
    options.isInvoked = lines > 1
    options.lines = lines
    options.beginning = beginning
    return Task { [options] in await programs.texts(at: text.utf8.count, in: document, options: options) }
  }

  @Test func theQuestionHasTheTextOnBothSides() async throws {
    let text = String(repeating: "é", count: 20_000) + "\nlet fo"
    let after = " = 1\n" + String(repeating: "ü", count: 5000)
    let line = try #require(await ask(programs("cat"), text, behind: after).first)
    let inline = try #require(try JSONValue(parsing: line)["inline"])
    // Cut between characters.
    #expect(inline["before"]?.stringValue == String(repeating: "é", count: (32 * 1024 - 7) / 2) + "\nlet fo")
    #expect(inline["after"]?.stringValue == " = 1\n" + String(repeating: "ü", count: (8 * 1024 - 5) / 2))
    #expect(inline["lines"]?.intValue == 8)
    // As it would be after accepting what is selected in the menu; the answer has that part, too.
    let selected = try #require(await ask(programs("cat"), "let fo", beginning: "fontaine").first)
    #expect(selected.hasPrefix("ntaine{"))
    #expect(try JSONValue(parsing: String(selected.dropFirst(6)))["inline"]?["before"] == "let fontaine")
  }

  @Test func textsMayHaveLinesAndTabs() async throws {
    try folder.write(#"{"candidates": ["one {\n\tlet two\r\n}", {"text": "three"}, "a\u0007b"]}"# + "\n", to: "answer")
    #expect(await ask(programs("cat answer") { $0.format = .json }, "x") == ["one {\n\tlet two\r\n}", "three"])
    #expect(await ask(programs("printf 'a\\tb\\nc\\n'"), "x") == ["a\tb", "c"])
  }

  @Test func theFirstWithAnythingToSayIsHeard() async {
    #expect(await ask(programs("exit 1", "exit 3", "echo words", "echo never"), "x") == ["words"])
    #expect(messages.all.count == 1 && messages.all[0].contains("it1"), "\(messages.all)")
    #expect(await ask(programs("echo words") { $0.languages = ["c"] }, "x") == [])
    #expect(await ask(programs("echo words") { $0.isEnabled = false }, "x") == [])
    // What may hold secrets is shown to no program.
    #expect(await ask(programs("echo words; echo asked >>asked"), "x", uri: "file:///a/.env") == [])
    #expect(folder.read("asked") == nil)
  }

  @Test func whoTypesIsNotAskedAboutBeforeAPause() async throws {
    let programs = programs("echo x >>asked; echo words")
    let hasty = begin(programs, "let", lines: 1)
    try await Breather.wait(for: "the pause") { clock.nextDeadline != nil }
    hasty.cancel()
    #expect(await hasty.value == [])
    let patient = begin(programs, "let", lines: 1)
    try await Breather.wait(for: "the pause") { clock.nextDeadline != nil }
    #expect(clock.nextDeadline?.offset == .milliseconds(100))
    clock.advance(to: clock.now.advanced(by: .milliseconds(100)))
    #expect(await patient.value == ["words"])
    #expect(folder.read("asked") == "x\n")
  }

  /// The next key cancels the question, and the program is told.
  @Test func whatIsNotWantedAnyMoreIsCancelled() async throws {
    let script = #"""
      while read -r line; do
        case $line in
        *cancel*) echo "$line" >>cancelled;;
        *'"before":"a"'*) echo asked >asked;;
        *) id=${line#*'"id":'}; id=${id%%,*}; printf '%s\twords\n%s\n' "$id" "$id";;
        esac
      done
      """#
    let programs = programs(script) {
      $0.mode = .longLived
      $0.deadline = .seconds(600)
    }
    let first = begin(programs, "a")
    try await Breather.wait(for: "the question") { folder.read("asked") != nil }
    first.cancel()
    #expect(await first.value == [])
    try await Breather.wait(for: "the cancellation") { folder.read("cancelled") == "{\"version\":1,\"cancel\":1}\n" }
    #expect(await ask(programs, "ab") == ["words"])
  }

  @Test func whoIsLateIsSaidToBe() async throws {
    let programs = programs("sleep 1000") { $0.deadline = .seconds(2) }
    let answer = begin(programs, "x")
    let isDone = Box<Bool>()
    Task {
      _ = await answer.value
      isDone.value = true
    }
    try await Breather.wait(for: "the deadline") {
      clock.advance(to: clock.now.advanced(by: .milliseconds(100)))
      return isDone.value != nil
    }
    #expect(await answer.value == [])
    #expect(messages.all == ["The command \"it0\" gave no ghost text: it did not answer within 2 s."])
  }
}
