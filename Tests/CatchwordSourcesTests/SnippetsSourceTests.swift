import CatchwordCompletion
import CatchwordMatching
import CatchwordSnippets
import CatchwordText
import Foundation
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

struct SnippetsSourceTests {
  private let time = VirtualTime()
  private let log = EventLog()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(_ names: String..., workspace: [String] = [], languages: [String: String] = [:]) -> SnippetsSource
  {
    let locations = (names.isEmpty ? [""] : names).map { name in
      SnippetsSettings.Location(path: name.isEmpty ? folder.url.path : path(name), language: languages[name])
    }
    return SnippetsSource(
      settings: SnippetsSettings(locations: locations, readsWorkspace: !workspace.isEmpty), folders: workspace,
      clock: time.engineClock,
      time: {
        SnippetTime(
          year: 2026, month: 3, day: 7, weekday: 6, hour: 9, minute: 5, second: 4, secondsSince1970: 1_772_870_704,
          secondsFromGreenwich: -12_600)
      }, random: { 0x1234_5678_9ABC_DEF0 }, executor: time.executor, log: log)
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func ask(
    _ source: SnippetsSource, _ typed: String, language: String = "c", uri: String = "file:///w/src/my%20file.test.c",
    trigger: CompletionTrigger = .automatic
  ) -> [Candidate] {
    let document = DocumentSnapshot(uri: uri, languageID: language, version: 1, text: Text(typed))
    let query = CompletionQuery(document: document, offset: document.text.count, trigger: trigger)
    let answer = time.run { try await source.completions(for: query) }
    return (try? answer?.get().candidates) ?? []
  }

  private func triggers(_ source: SnippetsSource, _ typed: String, language: String = "c") -> [String] {
    ask(source, typed, language: language).map(\.shown).sorted()
  }

  @Test func areReadWhenADocumentIsOpened() throws {
    try folder.write(#"{"Loop": {"prefix": "for", "body": "for"}}"#, to: "c.json")
    let source = source()
    source.documentDidOpen(DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("")))
    time.settle()
    if case .loaded = source.loadState {} else { Issue.record("\(source.loadState)") }
    let generation = source.generation
    #expect(triggers(source, "fo") == ["for"])
    #expect(source.generation == generation)
  }

  // MARK: Candidates

  @Test func aSnippetHasPlacesAndAPlainText() throws {
    try folder.write(
      #"{"Loop": {"prefix": "for", "body": ["for (${1:i};;) {", "\t$0", "}"], "description": "A loop"}}"#, to: "c.json")
    let candidate = try #require(ask(source(), "fo").first)
    #expect(candidate.text == "for (i;;) {\n\t\n}")
    #expect(candidate.snippet == "for (${1:i};;) {\n\t${0}\n\\}")
    #expect(candidate.label == "for")
    #expect(candidate.filter == "for")
    #expect(candidate.detail == "A loop")
    #expect(candidate.kind == .snippet)
    #expect(candidate.start == nil)
    let documentation = SnippetCandidates.documentation(for: candidate)
    #expect(documentation == "A loop\n\n```c\nfor (i;;) {\n\t\n}\n```\n\nFrom \(path("c.json")):1")
  }

  @Test func aSnippetWithoutPlacesIsPlain() throws {
    try folder.write(##"{"x": {"prefix": "inc", "body": "#include <$TM_FILENAME_BASE.h>$0"}}"##, to: "c.json")
    let candidate = try #require(ask(source(), "in").first)
    #expect(candidate.text == "#include <my file.test.h>")
    #expect(candidate.snippet == nil)
    #expect(candidate.detail == "x")
  }

  @Test(arguments: [
    (
      "$TM_FILENAME|$TM_FILENAME_BASE|$TM_DIRECTORY|$TM_FILEPATH",
      "my file.test.c|my file.test|/w/src|/w/src/my file.test.c"
    ),
    ("$RELATIVE_FILEPATH|$WORKSPACE_NAME|$WORKSPACE_FOLDER", "src/my file.test.c|w|/w"),
    ("$TM_LINE_INDEX|$TM_LINE_NUMBER|$TM_CURRENT_LINE|$TM_CURRENT_WORD", "1|2|  te|te"),
    ("$CURRENT_YEAR-$CURRENT_MONTH-$CURRENT_DATE $CURRENT_HOUR:$CURRENT_MINUTE:$CURRENT_SECOND", "2026-03-07 09:05:04"),
    (
      "$CURRENT_YEAR_SHORT $CURRENT_MONTH_NAME $CURRENT_MONTH_NAME_SHORT $CURRENT_DAY_NAME $CURRENT_DAY_NAME_SHORT",
      "26 March Mar Saturday Sat"
    ), ("$CURRENT_SECONDS_UNIX $CURRENT_TIMEZONE_OFFSET", "1772870704 -03:30"),
    ("$CURSOR_INDEX $CURSOR_NUMBER", "0 1"), ("$LINE_COMMENT $BLOCK_COMMENT_START $BLOCK_COMMENT_END", "// /* */"),
    ("[${TM_SELECTED_TEXT:none}] [$CLIPBOARD]", "[none] []"), ("${TM_FILENAME/(.*)\\.c/${1:/upcase}/}", "MY FILE.TEST"),
    ("$RANDOM $RANDOM_HEX", "\(0x1234_5678_9ABC_DEF0 % 1_000_000) bcdef0"),
    ("$UUID", "12345678-9abc-4ef0-9234-56789abcdef0"),
    ("$nothing ${more:x}", "nothing x"),
  ])
  func variablesAreResolved(body: String, expected: String) throws {
    let json = body.replacingOccurrences(of: "\\", with: "\\\\")
    try folder.write("{\"x\": {\"prefix\": \"test\", \"body\": \"\(json)\"}}", to: "c.json")
    let source = source()
    source.apply(
      SnippetsSettings(locations: [.init(path: folder.url.path)], readsWorkspace: true), folders: ["/w", "/w2"])
    #expect(ask(source, "x\n  te").first?.text == expected)
  }

  @Test func valuesAreEscapedInSnippets() throws {
    try folder.write(#"{"x": {"prefix": "test", "body": "$1 $TM_FILENAME"}}"#, to: "c.json")
    let candidate = ask(source(), "te", uri: "file:///a/$%7Bx%7D%5C.c").first
    #expect(candidate?.snippet == "${1} \\${x\\}\\\\.c")
    #expect(candidate?.text == " ${x}\\.c")
  }

  @Test func anUnknownVariableIsAPlace() throws {
    try folder.write(#"{"x": {"prefix": "test", "body": "$foo ${3:a} $foo $bar"}}"#, to: "c.json")
    #expect(ask(source(), "te").first?.snippet == "${4:foo} ${3:a} ${4:foo} ${5:bar}")
  }

  // MARK: Reading again

  /// In a folder and by itself, in each format, by looking again and by being told.
  @Test(arguments: ["s/c.snippets", "s/c.json", "s/c-mode/for"], [true, false])
  func anEditedFileIsReadAgain(name: String, isTold: Bool) throws {
    let text = { (trigger: String) in
      switch name {
      case "s/c.json": #"{"x": {"prefix": "\#(trigger)", "body": "b"}}"#
      case "s/c.snippets": "snippet \(trigger)\n\tb\n"
      default: "# key: \(trigger)\n# --\nb\n"
      }
    }
    try folder.write(text("forone"), to: name)
    for source in [source("s"), source(name == "s/c-mode/for" ? "s/c-mode" : name)] {
      try folder.write(text("forone"), to: name)
      #expect(triggers(source, "for") == ["forone"])
      try folder.write(text("fortwo!"), to: name)
      if isTold { source.filesDidChange([path(name)]) } else { time.advance(by: .seconds(3)) }
      _ = triggers(source, "for")
      #expect(triggers(source, "for") == ["fortwo!"])
    }
  }

  // MARK: Triggers

  @Test(arguments: [
    // (trigger, line before the cursor, what the candidate replaces)
    ("fore-ach", "  fore-a", "fore-a"), ("fore-ach", "fore", "fore"), ("#!", "#", "#"), ("#!", "#!", "#!"),
    ("<a", "x<", "<"), ("<a", "(<a", "<a"), ("@param", " * @pa", "@pa"), ("for loop", "for lo", "for lo"),
    ("for loop", "x for", "for"), ("FOR-X", "for-", "for-"), ("a::b", "a:", "a:"), ("é!", "é!", "é!"),
    // What is only roughly typed goes on from the same place.
    ("@param", "@prm", "@prm"), ("fore-ach", "fore-c", "fore-c"), ("for loop", "for op", "for op"),
    ("<div>", "x<dv", "<dv"),
  ])
  func triggersWithSymbolsReplaceWhatWasTyped(trigger: String, line: String, replaced: String) throws {
    try folder.write("{\"x\": {\"prefix\": \"\(trigger)\", \"body\": \"b\"}}", to: "c.json")
    let candidate = try #require(ask(source(), line).first)
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text(line))
    let query = CompletionQuery(document: document, offset: document.text.count)
    let typed = query.typed(from: candidate.start ?? query.typedRange.lowerBound)
    #expect(typed == replaced)
    var matcher = Matcher(Pattern(typed))
    #expect(matcher.score(candidate.matched) != nil)
  }

  @Test(arguments: [
    ("#!", "x "), ("#!", "##"), ("<a", "<<"), ("@param", "x"), ("for", "("), ("fore-ach", "before-"), ("inc", "#"),
    ("for loop", "xfor "), ("!!", "!!!"), ("@param", "@x"),
  ])
  func whatIsNotBegunIsNotOffered(trigger: String, line: String) throws {
    try folder.write("{\"x\": {\"prefix\": \"\(trigger)\", \"body\": \"b\"}}", to: "c.json")
    #expect(ask(source(), line, trigger: .character(String(line.suffix(1)))).isEmpty)
  }

  @Test func whoAsksByHandGetsAll() throws {
    try folder.write(#"{"x": {"prefix": ["for", "if"], "body": "b"}}"#, to: "c.json")
    #expect(ask(source(), "x ", trigger: .invoked).map(\.shown).sorted() == ["for", "if"])
    #expect(ask(source(), "x ").isEmpty)
  }

  @Test func aTypoIsForgivenWhenNothingMatches() throws {
    try folder.write(#"{"x": {"prefix": "import", "body": "b"}}"#, to: "c.json")
    #expect(triggers(source(), "improt") == ["import"])
  }

  @Test func ultiSnipsOptionsSayWhere() throws {
    try folder.write(
      """
      snippet beg "x" b
      x
      endsnippet
      snippet mid "x" i
      x
      endsnippet
      snippet any
      x
      endsnippet
      """, to: "c.snippets")
    let source = source()
    #expect(triggers(source, "  beg") == ["beg"])
    #expect(triggers(source, "a beg") == [])
    #expect(ask(source, "amid").map(\.start) == [1])
    #expect(triggers(source, "any") == ["any"])
  }

  @Test func theHighestPriorityCounts() throws {
    let snippet = { (body: String) in "snippet a\n\(body)\nendsnippet\n" }
    try folder.write("priority -50\n\(snippet("low"))priority 1\n\(snippet("high"))", to: "c.snippets")
    #expect(ask(source(), "a").map(\.text) == ["high"])
  }

  // MARK: Files

  @Test func filesBelongToTheLanguagesOfTheirNames() throws {
    let json = { (trigger: String) in "{\"x\": {\"prefix\": \"\(trigger)\", \"body\": \"b\"}}" }
    try folder.write(json("t1"), to: "sh.json")
    try folder.write(json("t2"), to: "python/any.json")
    try folder.write(json("t3"), to: "vscode/typescript.json")
    try folder.write("{\"x\": {\"prefix\": \"t4\", \"body\": \"b\", \"scope\": \"ruby,go\"}}", to: "mine.code-snippets")
    try folder.write("snippet t5\n\tx\n", to: "_.snippets")
    try folder.write("extends sh\nsnippet t6\n\tx\n", to: "fish.snippets")
    try folder.write("snippet t7\n\tx\n", to: "c_posix.snippets")
    try folder.write("# key: t8\n# --\nx", to: "c++-mode/group/t8")
    try folder.write("c-mode", to: "c++-mode/.yas-parents")
    try folder.write("# key: t9\n# --\nx", to: "c-mode/t9")
    try folder.write("# key: t0\n# --\nx", to: "prog-mode/t0")
    try folder.write("nothing of ours", to: "README.md")
    let source = source()
    let expected = [
      "bash": "t0 t1 t5", "shellscript": "t0 t1 t5", "python": "t0 t2 t5", "ts": "t0 t3 t5", "go": "t0 t4 t5",
      "fish": "t0 t1 t5 t6", "c": "t0 t5 t7 t9", "c_cpp": "t0 t5 t7 t8 t9", "markdown": "t5", "ruby.rspec": "t0 t4 t5",
    ]
    for (language, names) in expected {
      let found = Set(triggers(source, "t", language: language)).sorted().joined(separator: " ")
      #expect(found == names, "\(language)")
    }
  }

  @Test func aPackageSaysWhatItsFilesAreFor() throws {
    try folder.write(
      #"{"contributes": {"snippets": [{"language": ["c", "cpp"], "path": "./x/one.json"}, {"language": "all", "path": "two.json"}]}}"#,
      to: "pack/package.json")
    try folder.write(#"{"x": {"prefix": "t1", "body": "b"}}"#, to: "pack/x/one.json")
    try folder.write(#"{"x": {"prefix": "t2", "body": "b"}}"#, to: "pack/two.json")
    try folder.write(#"{"x": {"prefix": "t3", "body": "b"}}"#, to: "pack/python.json")
    let source = source()
    #expect(triggers(source, "t", language: "cpp") == ["t1", "t2"])
    #expect(triggers(source, "t", language: "python") == ["t2"])
  }

  @Test func onlyTheFilesOfTheLanguageAreRead() throws {
    for language in ["c", "python", "go"] {
      try folder.write(#"{"x": {"prefix": "t", "body": "b"}}"#, to: "\(language).json")
    }
    let source = source()
    _ = ask(source, "t")
    #expect(source.status.files == 3)
    #expect(source.status.filesRead == 1)
    #expect(source.status.snippetsByLanguage == ["c": 1])
    let all = time.run { try await source.readAll() }
    #expect(try all?.get().filesRead == 3)
  }

  @Test func aWorkspaceHasItsOwn() throws {
    let json = #"{"x": {"prefix": "t", "body": "b"}}"#
    try folder.write(json, to: "w/.vscode/team.code-snippets")
    try folder.write(json, to: "w/.vscode/settings.json")
    try folder.write(json, to: "outside.json")
    try FileManager.default.createSymbolicLink(
      atPath: path("w/.vscode/link.code-snippets"), withDestinationPath: path("outside.json"))
    let source = source("none", workspace: [path("w")])
    #expect(triggers(source, "t", language: "anything") == ["t"])
    #expect(source.status.files == 1)
    #expect(source.paths == [path("none"), path("w/.vscode")])
  }

  @Test func aLanguageMayBeForced() throws {
    try folder.write(#"{"x": {"prefix": "t", "body": "b"}}"#, to: "own.json")
    let source = source("own.json", languages: ["own.json": "Rust"])
    #expect(triggers(source, "t", language: "rust") == ["t"])
    #expect(triggers(source, "t", language: "own") == [])
  }

  // MARK: Changes

  @Test func changesAreSeen() throws {
    let json = { (trigger: String) in "{\"x\": {\"prefix\": \"\(trigger)\", \"body\": \"b\"}}" }
    try folder.write(json("t1"), to: "c.json")
    let source = source()
    #expect(triggers(source, "t") == ["t1"])
    let generation = source.generation
    try folder.write(json("t22"), to: "c.json")
    #expect(triggers(source, "t") == ["t1"])
    #expect(source.generation == generation)
    time.advance(by: .seconds(3))
    _ = triggers(source, "t")
    #expect(source.generation > generation)
    #expect(triggers(source, "t") == ["t22"])
    // A file that comes, said by the editor.
    try folder.write(json("t3"), to: "c/more.json")
    source.filesDidChange(["/elsewhere", path("c/more.json")])
    _ = triggers(source, "t")
    #expect(triggers(source, "t") == ["t22", "t3"])
    try FileManager.default.removeItem(atPath: path("c.json"))
    source.filesDidChange([path("c.json")])
    _ = triggers(source, "t")
    #expect(triggers(source, "t") == ["t3"])
  }

  @Test func settingsAreAppliedAtOnce() throws {
    try folder.write(#"{"x": {"prefix": "t", "body": "b"}}"#, to: "c.json")
    let source = source()
    #expect(triggers(source, "t") == ["t"])
    source.apply(SnippetsSettings(isEnabled: false), folders: [])
    #expect(source.isEmpty)
    #expect(triggers(source, "t") == [])
    source.apply(SnippetsSettings(locations: [.init(path: path("c.json"))]), folders: [])
    #expect(triggers(source, "t") == ["t"])
    source.apply(SnippetsSettings(locations: []), folders: [])
    #expect(triggers(source, "t") == [])
  }

  @Test func aFolderThatComesLaterIsRead() throws {
    let source = source("later")
    #expect(triggers(source, "t") == [])
    try folder.write(#"{"x": {"prefix": "t", "body": "b"}}"#, to: "later/c.json")
    time.advance(by: .seconds(3))
    _ = triggers(source, "t")
    #expect(triggers(source, "t") == ["t"])
  }

  // MARK: What is broken

  @Test func aBrokenFileIsNamedOnceAndTheRestIsUsed() throws {
    let messages = Mutex<[String]>([])
    log.listen { _, message in messages.withLock { $0.append(message) } }
    try folder.write(
      "{\n\"a\": {\"prefix\": \"t1\" \"body\": \"x\"},\n\"b\": {\"prefix\": \"t2\", \"body\": \"x\"}}", to: "c.json")
    try folder.write("{\"c\": {\"prefix\": \"t3\", \"body\": \"x\"}}", to: "c/more.json")
    let source = source()
    for _ in 0..<3 {
      #expect(triggers(source, "t") == ["t2", "t3"])
      time.advance(by: .seconds(3))
    }
    #expect(
      messages.withLock { $0 } == ["Snippets: \(path("c.json")):2:22: unexpected \"; a comma is missing before it."])
    #expect(source.status.problems.map(\.line) == [2])
  }

  @Test func strangeFilesHarmNobody() throws {
    try folder.write(#"{"x": {"prefix": "t", "body": "b"}}"#, to: "c.json")
    try Data([0x73, 0xFF, 0x0A]).write(to: folder.url.appendingPathComponent("c.snippets"))
    try FileManager.default.createDirectory(atPath: path("c/go.json"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path("c/loop"), withDestinationPath: folder.url.path)
    try FileManager.default.createSymbolicLink(atPath: path("c/gone.json"), withDestinationPath: "/nowhere")
    try FileManager.default.createSymbolicLink(atPath: path("c/zero.json"), withDestinationPath: "/dev/zero")
    #expect(mkfifo(path("c/fifo.json"), 0o600) == 0)
    let large = FileManager.default.createFile(atPath: path("c/large.json"), contents: nil)
    #expect(large && truncate(path("c/large.json"), off_t(SnippetLimits.fileBytes + 1)) == 0)
    let source = source()
    #expect(triggers(source, "t") == ["t"])
    #expect(
      source.status.problems.map(\.description).sorted() == [
        "\(path("c.snippets")):1: not UTF-8; save the file as UTF-8",
        "\(path("c/large.json")): it cannot be read: it is larger than \(SnippetLimits.fileBytes) bytes",
      ])
  }

  /// The superuser may read everything.
  @Test(.enabled(if: getuid() != 0)) func aFileThatMayNotBeReadIsNamed() throws {
    try folder.write("{}", to: "c.json")
    #expect(chmod(path("c.json"), 0) == 0)
    let source = source()
    _ = triggers(source, "t")
    #expect(source.status.problems.first?.message.contains("cannot be read") == true)
  }

  @Test func aWordForAFileThatIsNoneOfSnippetsIsSaid() throws {
    try folder.write("x", to: "notes.txt")
    let source = source("notes.txt", "not-there.json")
    _ = triggers(source, "t")
    #expect(source.status.problems.map(\.path) == [path("notes.txt")])
  }

  @Test func codeIsCounted() throws {
    try folder.write("snippet a\n\t`system('x')`\nsnippet b\n\t${1/x/y/}\nsnippet c\n\tc\n", to: "c.snippets")
    let source = source()
    #expect(triggers(source, "c") == ["c"])
    #expect(source.status.count(leftOutFor: .code) == 1)
    #expect(source.status.count(leftOutFor: .transform) == 1)
    #expect(source.status.snippets == 1)
  }

  @Test func aSnippetThatInsertsNothingIsLeftOutAndListed() throws {
    try folder.write(
      #"{"x": {"prefix": "t", "body": "${1/(.*)/${1:/upcase}/}"}, "y": {"prefix": "ty", "body": "${1:y}"}}"#,
      to: "c.json")
    let source = source()
    #expect(triggers(source, "t") == ["ty"])
    #expect(source.status.snippets == 1)
    #expect(source.status.count(leftOutFor: .emptiness) == 1)
    #expect(
      source.status.leftOut.map(\.description) == [
        "\(path("c.json")):1: \"t\" inserts nothing, since its places have no text"
      ])
  }

  // MARK: Lookups

  @Test func aLookupCancelledWhileReadingEndsAtOnce() throws {
    try folder.write(#"{"x": {"prefix": "t", "body": "b"}}"#, to: "c.json")
    let ended = Box<Bool>()
    let held = DeterministicExecutor()
    let slow = SnippetsSource(
      settings: SnippetsSettings(locations: [.init(path: folder.url.path)]), clock: time.engineClock, executor: held)
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("t"))
    let task = Task(executorPreference: time.executor) {
      _ = try? await slow.completions(for: CompletionQuery(document: document, offset: 1))
      ended.value = true
    }
    time.settle()
    #expect(ended.value == nil)
    task.cancel()
    time.settle()
    #expect(ended.value == true)
    held.drain()
  }

  @Test func keepsTheContract() async throws {
    try folder.write(
      #"{"x": {"prefix": ["function", "<a", "été"], "body": ["a $1", "$CURRENT_YEAR"], "description": "d"}}"#,
      to: "all.code-snippets")
    let source = SnippetsSource(settings: SnippetsSettings(locations: [.init(path: folder.url.path)]))
    let violations = await SourceContract(clock: .unhurried).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func theClockOnTheWallIsRight() {
    let now = WallClock.localTime()
    let parts = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day, .weekday, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: Double(now.secondsSince1970)))
    #expect(parts.year == now.year && parts.month == now.month && parts.day == now.day && parts.hour == now.hour)
    #expect(parts.minute == now.minute && parts.second == now.second && parts.weekday == now.weekday + 1)
    #expect(TimeZone.current.secondsFromGMT() == now.secondsFromGreenwich)
  }

  @Test func theDefaultIsInTheUsersConfiguration() {
    let locations = { (environment: [String: String]) in
      SnippetsSettings.defaultLocations(environment: environment).map(\.path)
    }
    #expect(locations(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == ["/c/catchword/snippets"])
    #expect(locations(["XDG_CONFIG_HOME": "relative", "HOME": "/h"]) == ["/h/.config/catchword/snippets"])
    #expect(locations([:]) == [])
  }
}
