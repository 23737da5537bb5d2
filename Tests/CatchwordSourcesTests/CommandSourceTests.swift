import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import Foundation
import CatchwordTesting
import TestSupport
import Testing

@testable import CatchwordProcesses
@testable import CatchwordSources

/// Real programs, on a clock that stands still: no budget and no deadline passes unless a test says so.
@Suite(.timeLimit(.minutes(10)))
struct CommandSourceTests {
  private let clock = ManualClock()
  private let messages = LoggedMessages()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(
    _ script: String, clock: EngineClock? = nil, _ change: (inout CommandSettings) -> Void = { _ in }
  ) -> CommandSource {
    var settings = CommandSettings(name: "it", command: ["sh", "-c", script])
    settings.folder = folder.url.path
    change(&settings)
    return CommandSource(
      settings: settings, clock: clock ?? EngineClock(self.clock),
      supervisor: Repository.executable("scripted-server").path, log: messages.log)
  }

  private func query(_ text: String, at offset: Int? = nil, language: String = "plaintext") -> CompletionQuery {
    let document = DocumentSnapshot(uri: "file:///a%20b.txt", languageID: language, version: 1, text: Text(text))
    return CompletionQuery(document: document, offset: offset ?? document.text.count, limit: 50)
  }

  private func ask(_ source: CommandSource, _ text: String) async throws -> [String] {
    try await source.completions(for: query(text)).candidates.map(\.text)
  }

  private func begin(_ source: CommandSource, _ text: String) -> Task<SourceAnswer, any Error> {
    let query = query(text)
    return Task { try await source.completions(for: query) }
  }

  /// Lets time pass, a millisecond at a time, until a task has ended.
  private func pass<Value: Sendable>(_ task: Task<Value, any Error>) async throws -> Result<Value, any Error> {
    let isDone = Box<Bool>()
    Task {
      _ = await task.result
      isDone.value = true
    }
    try await Breather.wait(for: "an answer") {
      clock.advance(to: clock.now.advanced(by: .milliseconds(1)))
      return isDone.value != nil
    }
    return await task.result
  }

  private func advance(by duration: Duration) { clock.advance(to: clock.now.advanced(by: duration)) }

  // MARK: Standard error

  /// As many as of a program that stays, however often it is started.
  @Test func theLimitOfErrorLinesIsThatOfAllRunsTogether() async throws {
    let source = source("i=0; while [ $i -lt 15 ]; do echo line $i >&2; i=$((i+1)); done; echo word; echo done >&2")
    for number in 1...4 {
      _ = try await ask(source, String(repeating: "w", count: number) + " ")
      if number == 1 { await messages.wait(for: "it: done") }
    }
    advance(by: .seconds(10))
    // Whatever the others had to say has come before a run of its own ends.
    var round = 0
    try await Breather.wait(for: "the next lines") {
      round += 1
      _ = try await ask(source, "x\(round) ")
      return messages.all.contains { $0.contains("more lines, which are not shown") }
    }
    let first = messages.all.prefix { !$0.contains("more lines") }
    #expect(first.count <= ErrorLines.maximumLines)
  }

  // MARK: A program for each request

  @Test func linesAreCandidates() async throws {
    let source = source("printf 'fold\\ta verb\\n\\nfont\\r\\nfo\\\\tal\\t\\n'; printf last")
    let answer = try await source.completions(for: query("fo"))
    #expect(answer.candidates.map(\.text) == ["fold", "font", "fo\\tal", "last"])
    #expect(answer.candidates.map(\.detail) == ["a verb", nil, nil, nil])
    #expect(!answer.isIncomplete)
    #expect(messages.all == [])
    if case .loaded = source.loadState {} else { Issue.record("\(source.loadState)") }
  }

  @Test func theRequestSaysWhereCompletionsAreWanted() async throws {
    let source = source("cat") { $0.languages = ["swift"] }
    let text = "é = 1\n  let 𝒳 = \"fo\")\nmore"
    let query = query(text, at: text.utf8.count - 7, language: "swift")
    let line = try #require(try await source.completions(for: query).candidates.first?.text)
    let request = try JSONValue(parsing: line)
    let expected: JSONValue = [
      "version": 1, "id": 1, "typed": "fo", "prefix": "  let 𝒳 = \"fo", "suffix": "\")", "language": "swift",
      "uri": "file:///a%20b.txt", "path": "/a b.txt", "line": 1, "column": 16, "trigger": "invoked", "limit": 50,
    ]
    #expect(request == expected)
    // In another language it is not asked at all.
    #expect(try await ask(source, "fo") == [])
  }

  @Test(arguments: [
    "[\"one\", {\"text\": \"two\",\n \"kind\": \"keyword\"}\n]\n",
    "\"one\"\n{\"text\":\"two\",\"kind\":\"Keyword\"}\n",
    "{\"candidates\":[\"one\"],\"more\":true}\n{\"candidates\":[{\"text\":\"two\",\"kind\":14}]}\n\"never\"\n",
  ])
  func jsonComesInThreeShapes(output: String) async throws {
    try folder.write(output, to: "output")
    let answer = try await source("cat output") { $0.format = .json }.completions(for: query("o"))
    #expect(answer.candidates.map(\.text) == ["one", "two"])
    #expect(answer.candidates.map(\.kind) == [.text, .keyword])
    #expect(!answer.isIncomplete)
    #expect(messages.all == [])
  }

  @Test func whatFindsNothingIsNoFailure() async throws {
    let source = source("exit 1")
    let answer = try await source.completions(for: query("fo"))
    #expect(answer.candidates.isEmpty && !answer.isIncomplete)
    #expect(messages.all == [])
  }

  @Test func whatFindsNothingAndCriesHasFailed() async throws {
    let source = source("cat >/dev/null; echo x >>started; echo no such module >&2; exit 1")
    for _ in 0..<3 { #expect(try await source.completions(for: query("fo")).isIncomplete) }
    #expect(
      messages.all == ["it: no such module", "The command \"it\" ended with status 1; it is left alone for 250 ms."])
    #expect(folder.read("started") == "x\n")
    if case .failed = source.loadState {} else { Issue.record("\(source.loadState)") }
  }

  @Test func whoeverHasPrintedMayCry() async throws {
    let answer = try await source("echo fold; echo a warning >&2; exit 1").completions(for: query("fo"))
    #expect(answer.candidates.map(\.text) == ["fold"] && !answer.isIncomplete)
    let nothing = try await source("echo a warning >&2").completions(for: query("fo"))
    #expect(nothing.candidates.isEmpty && !nothing.isIncomplete)
  }

  @Test func whatIsTypedAlreadyIsReplaced() async throws {
    let answer = try await source("echo feature/login; echo login").completions(for: query("merge feature/l"))
    #expect(answer.candidates.map(\.start) == [6, nil])
  }

  @Test func secretsAreOfferedToWhomWantsThem() async throws {
    let secret = "export TOKEN=" + ["k9Xw", "2mQz"].joined()
    let script = "echo \(secret); echo export"
    #expect(try await ask(source(script), "ex") == ["export"])
    let all = try await ask(source(script) { $0.hidesSecrets = false }, "ex")
    #expect(all == [secret, "export"])
  }

  @Test func whatComesLaterIsThereForTheNextKey() async throws {
    let source = source("echo fold; until [ -e more ]; do sleep 0.01; done; echo font") { $0.deadline = .seconds(600) }
    let first = begin(source, "fo")
    let part = try await pass(first).get()
    #expect(part.candidates.map(\.text) == ["fold"])
    #expect(part.isIncomplete)
    let generation = source.generation
    let second = begin(source, "fol")
    try folder.write("", to: "more")
    let whole = try await second.value
    #expect(whole.candidates.map(\.text) == ["fold", "font"])
    #expect(!whole.isIncomplete)
    #expect(source.generation != generation)
  }

  @Test func aLongLineIsNoReasonToAskAgain() async throws {
    let source = source("echo x >>started; echo fold; until [ -e more ]; do sleep 0.01; done; echo font") {
      $0.deadline = .seconds(600)
    }
    let before = String(repeating: "x ", count: 2500)
    let part = try await pass(begin(source, before + "f")).get()
    #expect(part.candidates.map(\.text) == ["fold"])
    let second = begin(source, before + "fo")
    try folder.write("", to: "more")
    #expect(try await second.value.candidates.map(\.text) == ["fold", "font"])
    #expect(folder.read("started") == "x\n")
  }

  @Test(arguments: [
    ("ab f", "ab fo", true), ("ab fo", "ab f", true), ("ab f", "cd fo", false), ("ab f", "ab\nfo", false),
    ("ab f", " ab fo", false),
  ])
  func theWordIsTheSameWhereWhatIsBeforeItIs(text: String, other: String, isSame: Bool) {
    for line in ["", String(repeating: "é ", count: 2500)] {
      let (first, second) = (CommandRequest(query(line + text)), CommandRequest(query(line + other)))
      #expect(second.isInTheSameWord(as: first) == isSame)
    }
  }

  @Test func aWaiterThatIsCancelledAfterItsQuestionWasAbandonedForgetsIt() async throws {
    let script = "read -r line; case $line in *'\"typed\":\"b\"'*) echo b; exit;; esac; echo fold; exec sleep 1000"
    let source = source(script) { $0.deadline = .seconds(600) }
    let part = try await pass(begin(source, "fo")).get()
    #expect(part.candidates.map(\.text) == ["fold"])
    let waiter = begin(source, "fol")
    try await Breather.wait(for: "a waiter") { await source.runs.values.contains { !$0.waiters.isEmpty } }
    let answer = try await source.completions(for: query("b"), cancelling: waiter)
    #expect(answer.candidates.map(\.text) == ["b"])
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(await source.runs.isEmpty)
  }

  @Test func onlyWhatDependsOnTheAnchorIsKeptForAnotherWord() async throws {
    let script = "read -r line; echo x >>started; echo fold; echo font"
    for (dependsOnlyOnAnchor, texts, starts) in [
      (true, ["fo", "f"], 2), (false, ["fo", "f"], 2), (true, ["fo", "a fo"], 2),
    ] {
      try folder.write("", to: "started")
      let source = source(script) { $0.dependsOnlyOnAnchor = dependsOnlyOnAnchor }
      // The engine keeps a whole answer, so whoever asks again wants a new one.
      for text in texts { #expect(try await ask(source, text) == ["fold", "font"]) }
      #expect(folder.read("started") == String(repeating: "x\n", count: starts))
    }
  }

  // MARK: Bad programs

  @Test func whoeverIsLateIsGivenUpWithItsGroupAndThenLeftAlone() async throws {
    let sign = try LifeSign(in: folder)
    let source = source("exec 9>\(sign.path); echo x >>started; echo on >&2; sleep 1000 & wait")
    for number in 1...3 {
      let lookup = begin(source, "fo")
      await messages.wait(for: "it: on")
      let result = try await pass(lookup)
      #expect(throws: CommandError.late(.seconds(1))) { try result.get() }
      #expect(folder.read("started") == String(repeating: "x\n", count: number))
    }
    #expect(
      messages.all.last == "The command \"it\" did not answer 3 times in a row; it is left alone for 250 ms.")
    #expect(try await source.completions(for: query("fo")).isIncomplete)
    #expect(folder.read("started") == "x\nx\nx\n")
    #expect(await sign.ends())
  }

  @Test func whatCameBeforeTheDeadlineIsUsed() async throws {
    let source = source("echo '[\"never\"' | tr -d '[' | sed 's/never/fold/'; echo on >&2; sleep 1000") {
      $0.format = .json
    }
    let lookup = begin(source, "fo")
    await messages.wait(for: "it: on")
    let answer = try await pass(lookup).get()
    #expect(answer.candidates.map(\.text) == ["fold"])
    #expect(answer.isIncomplete)
  }

  @Test func aCancelledLookupEndsItsProgram() async throws {
    let sign = try LifeSign(in: folder)
    let source = source("exec 9>\(sign.path); echo on >&2; sleep 1000 & wait")
    let lookup = begin(source, "fo")
    await messages.wait(for: "it: on")
    lookup.cancel()
    await #expect(throws: CancellationError.self) { try await lookup.value }
    #expect(await sign.ends())
  }

  @Test func aNewerQuestionEndsTheOlderOne() async throws {
    let sign = try LifeSign(in: folder)
    let script =
      "read -r line; case $line in *'\"typed\":\"a\"'*) exec 9>\(sign.path); echo on >&2; sleep 1000;; esac; echo b"
    let source = source(script)
    let older = begin(source, "a")
    await messages.wait(for: "it: on")
    #expect(try await ask(source, "b") == ["b"])
    #expect(try await older.value.isIncomplete)
    #expect(await sign.ends())
  }

  @Test func aFloodIsCutAndEnded() async throws {
    let sign = try LifeSign(in: folder)
    let answer = try await source("exec 9>\(sign.path); yes").completions(for: query("y"))
    #expect(answer.candidates.count == CommandLimits.candidates)
    #expect(answer.isIncomplete)
    #expect(await sign.ends())
    #expect(
      messages.all == ["The command \"it\" offers more than 2000 candidates at a time; the rest is left out."])
  }

  @Test(arguments: [CommandSettings.Format.lines, .json])
  func aHugeLineIsLeftOut(format: CommandSettings.Format) async throws {
    let script = "head -c 9000000 /dev/zero | tr '\\0' a; echo; echo '\"fold\"'"
    let answer = try await source(script) { $0.format = format }.completions(for: query("fo"))
    #expect(answer.candidates.map(\.text) == [format == .json ? "fold" : "\"fold\""])
    #expect(messages.all == ["The command \"it\" printed a line that is too long; it is left out."])
  }

  @Test func whatIsNotTextIsLeftOut() async throws {
    let source = source("printf 'fo\\377\\nfo\\001\\nfold\\n\\300\\n\\tx\\n'; head -c 100000 /dev/zero")
    #expect(try await ask(source, "fo") == ["fold"])
    #expect(
      messages.all.sorted() == [
        "The command \"it\" offered a candidate with a line break or another control character in its text; it is left out.",
        "The command \"it\" offered a candidate without a text; it is left out.",
        "The command \"it\" printed a line that is not UTF-8; it is left out.",
        "The command \"it\" printed a line that is too long; it is left out.",
      ])
  }

  @Test func failuresPauseItForLongerAndLonger() async throws {
    let source = source("cat >/dev/null; echo x >>started; exit 3")
    var expected: [String] = []
    for (number, pause) in ["250 ms", "500 ms", "1 s", "2 s", "4 s", "8 s", "16 s", "30 s", "30 s"].enumerated() {
      for _ in 0..<3 { #expect(try await source.completions(for: query("fo")).isIncomplete) }
      expected.append("The command \"it\" ended with status 3; it is left alone for \(pause).")
      #expect(messages.all == expected)
      #expect(folder.read("started") == String(repeating: "x\n", count: number + 1))
      advance(by: .seconds(number < 2 ? 0 : 31) + (number < 2 ? .milliseconds(250 << number) : .zero))
    }
    if case .failed = source.loadState {} else { Issue.record("\(source.loadState)") }
  }

  @Test func anAnswerEndsThePauses() async throws {
    let source = source("[ -e good ] && echo fold && exit; exit 3")
    _ = try await ask(source, "fo")
    advance(by: .milliseconds(250))
    _ = try await ask(source, "fo")
    advance(by: .milliseconds(500))
    try folder.write("", to: "good")
    #expect(try await ask(source, "fo") == ["fold"])
    try FileManager.default.removeItem(atPath: folder.url.path + "/good")
    _ = try await ask(source, "fo")
    #expect(messages.all.map { $0.suffix(7) } == ["250 ms.", "500 ms.", "250 ms."])
  }

  @Test(arguments: [CommandSettings.Mode.perRequest, .longLived])
  func aProgramThatIsNotThereIsSaidSo(mode: CommandSettings.Mode) async throws {
    let source = source("") {
      $0.command = ["no-such-program"]
      $0.mode = mode
    }
    for _ in 0..<3 { #expect(try await ask(source, "fo") == []) }
    #expect(
      messages.all == [
        "The command \"it\" cannot be started: there is no program no-such-program in the PATH; it is left alone for 250 ms."
      ])
  }

  // MARK: One program for all requests

  /// Answers in the format `lines` with its own process id; says what it is told to cancel; hangs and dies when asked to.
  private static let loop = """
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%,*}
      case $line in
        *'"cancel"'*) echo "told ${line#*'"cancel":'}" >&2; continue;;
        *'"typed":"hang"'*) echo hangs >&2; continue;;
        *'"typed":"die"'*) exit 9;;
      esac
      printf '%s\\t%s\\t%s\\n999\\tnobody asked\\nnonsense\\n' $id word $$
      echo $id
    done
    """

  @Test func oneProgramAnswersAllRequests() async throws {
    let source = source(Self.loop) { $0.mode = .longLived }
    let first = try await source.completions(for: query("w"))
    let second = try await source.completions(for: query("wo"))
    #expect(first.candidates.map(\.text) == ["word"])
    #expect(first.candidates.first?.detail == second.candidates.first?.detail)
    #expect(!first.isIncomplete)
    #expect(
      messages.all == [
        "The command \"it\" printed a line that does not begin with the number of a request; it is left out."
      ])
  }

  @Test func theOlderRequestIsToldCancelled() async throws {
    let source = source(Self.loop) { $0.mode = .longLived }
    let older = begin(source, "hang")
    await messages.wait(for: "it: hangs")
    #expect(try await ask(source, "w") == ["word"])
    #expect(try await older.value.isIncomplete)
    await messages.wait(for: "it: told 1}")
  }

  @Test func aLongLivedProgramThatOwesThreeAnswersIsEnded() async throws {
    let sign = try LifeSign(in: folder)
    let source = source("exec 9>\(sign.path); \(Self.loop)") { $0.mode = .longLived }
    for _ in 0..<3 {
      let lookup = begin(source, "hang")
      await messages.wait(for: "it: hangs")
      let result = try await pass(lookup)
      #expect(throws: CommandError.late(.seconds(1))) { try result.get() }
    }
    #expect(await sign.ends())
    #expect(messages.all.contains("The command \"it\" did not answer 3 times in a row; it is left alone for 250 ms."))
    advance(by: .seconds(1))
    #expect(try await ask(source, "w") == ["word"])
  }

  @Test func aLongLivedProgramThatNeverStopsPrintingIsEnded() async throws {
    let sign = try LifeSign(in: folder)
    let script = "exec 9>\(sign.path); echo x >>started; read -r line; yes \"$(printf '1\\tword\\t%1000s' x)\""
    let source = source(script) { $0.mode = .longLived }
    let answer = try await source.completions(for: query("w"))
    #expect(answer.candidates.count == CommandLimits.candidates)
    #expect(answer.isIncomplete)
    // No key and no time passes.
    let failure =
      "The command \"it\" printed more than 16 MiB while no request was open; it is left alone for 250 ms."
    await messages.wait(for: failure)
    #expect(await sign.ends())
    #expect(
      messages.all == [
        "The command \"it\" offers more than 2000 candidates at a time; the rest is left out.", failure,
      ])
    #expect(try await source.completions(for: query("wo")).isIncomplete)
    #expect(folder.read("started") == "x\n")
    if case .failed = source.loadState {} else { Issue.record("\(source.loadState)") }
  }

  @Test func aLongLivedProgramThatDiesIsStartedAgain() async throws {
    let source = source(Self.loop) { $0.mode = .longLived }
    let first = try await source.completions(for: query("w"))
    #expect(try await source.completions(for: query("die")).isIncomplete)
    #expect(messages.all.last == "The command \"it\" ended with status 9; it is left alone for 250 ms.")
    #expect(try await ask(source, "w") == [])
    advance(by: .milliseconds(250))
    let second = try await source.completions(for: query("w"))
    #expect(second.candidates.map(\.text) == ["word"])
    #expect(second.candidates.first?.detail != first.candidates.first?.detail)
    // Short lives do not end the pauses.
    _ = try await ask(source, "die")
    #expect(messages.all.last?.hasSuffix("left alone for 500 ms.") == true)
    advance(by: .milliseconds(500))
    _ = try await ask(source, "w")
    advance(by: .seconds(30))
    _ = try await ask(source, "die")
    #expect(messages.all.last?.hasSuffix("left alone for 250 ms.") == true)
  }

  @Test func aProgramMaySayThatItCannotAnswer() async throws {
    let script =
      "while read -r line; do id=${line#*'\"id\":'}; echo \"{\\\"id\\\":${id%%,*},\\\"error\\\":\\\"no network\\\"}\"; done"
    let source = source(script) {
      $0.mode = .longLived
      $0.format = .json
    }
    await #expect(throws: CommandError.refused("no network")) { try await source.completions(for: query("w")) }
  }

  @Test func otherSettingsEndAProgramThatRuns() async throws {
    let sign = try LifeSign(in: folder)
    let source = source("exec 9>\(sign.path); \(Self.loop)") { $0.mode = .longLived }
    #expect(try await ask(source, "w") == ["word"])
    let generation = source.generation
    var settings = CommandSettings(name: "it", command: ["sh"])
    settings.isEnabled = false
    source.apply(settings)
    #expect(source.isEmpty)
    #expect(source.generation != generation)
    #expect(await sign.ends())
    #expect(try await ask(source, "w") == [])
  }

  @Test func aProgramThatIsNotWantedAnyMoreEndsWhoeverHoldsItsSource() async throws {
    let sign = try LifeSign(in: folder)
    let sources = CommandSources(
      clock: EngineClock(), supervisor: Repository.executable("scripted-server").path, log: messages.log)
    var settings = CommandSettings(name: "it", command: ["sh", "-c", "exec 9>\(sign.path); \(Self.loop)"])
    settings.mode = .longLived
    settings.deadline = .seconds(600)
    let held = sources.sources(for: [settings])
    let source = try #require(held.first as? CommandSource)
    _ = try await source.completions(for: query("w"))
    #expect(sources.sources(for: [settings]).first === source)
    // Another priority is another source.
    settings.priority = 1
    #expect(sources.sources(for: [settings]).first !== source)
    #expect(await sign.ends())
    #expect(source.isEmpty)
    _ = held
  }

  @Test func aSourceThatIsLetGoOfEndsItsProgram() async throws {
    let sign = try LifeSign(in: folder)
    var source: CommandSource? = self.source("exec 9>\(sign.path); \(Self.loop)") { $0.mode = .longLived }
    #expect(try await source?.completions(for: query("w")).candidates.count == 1)
    source = nil
    #expect(await sign.ends())
  }

  @Test(arguments: [CommandSettings.Mode.perRequest, .longLived])
  func keepsTheContract(mode: CommandSettings.Mode) async {
    let script = mode == .longLived ? Self.loop : "cat >/dev/null; echo word"
    let source = source(script, clock: EngineClock()) {
      $0.mode = mode
      $0.deadline = .seconds(600)
    }
    let violations = await SourceContract(clock: .unhurried).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }
}

extension CommandSource {
  /// Cancels a lookup, and asks before that can notice: it must wait for its turn on this actor.
  fileprivate func completions(
    for query: CompletionQuery, cancelling lookup: Task<SourceAnswer, any Error>
  ) async throws -> SourceAnswer {
    lookup.cancel()
    return try await completions(for: query)
  }
}
