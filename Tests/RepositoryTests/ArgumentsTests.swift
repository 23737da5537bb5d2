import Testing

@testable import CatchwordProgram

/// How the program reads its arguments.
struct ArgumentsTests {
  private func parse(_ line: String, isTerminal: Bool = false) -> Result<Invocation, Invocation.Failure> {
    Invocation.parse(line.split(separator: " ").map(String.init), isInputTerminal: isTerminal)
  }

  private func failure(_ line: String) -> String? {
    if case .failure(let failure) = parse(line) { failure.message } else { nil }
  }

  @Test(
    arguments: [
      ("", .serve(clientProcessID: nil)), ("--stdio", .serve(clientProcessID: nil)),
      ("--stdio --clientProcessId 12", .serve(clientProcessID: 12)),
      ("--clientProcessId=12", .serve(clientProcessID: 12)),
      ("--version", .version), ("--help", .help(command: nil)), ("-h", .help(command: nil)),
      ("help", .help(command: nil)),
      ("help complete", .help(command: "complete")), ("complete --help", .help(command: "complete")),
      ("complete --limit --help", nil),
      (
        "replay --keep-home x -- y", .replay(ReplayOptions(path: "x", command: ["y"], keepsHome: true))
      ),
      ("replay x -- y --help", .replay(ReplayOptions(path: "x", command: ["y", "--help"]))),
      ("check", .check(path: nil)), ("check a.json", .check(path: "a.json")), ("check -- -x", .check(path: "-x")),
      ("status --json", .status(isJSON: true)), ("index a b", .index(folders: ["a", "b"])),
      ("learn", .learn(folders: [])), ("learn a b", .learn(folders: ["a", "b"])),
      ("forget --folder a", .forgetFolder("a")),
      ("ban the", .ban(word: "the", languageID: nil)),
      ("unban the --language c", .unban(word: "the", languageID: "c")), ("bans --json", .bans(isJSON: true)),
      ("forget", .forget(word: nil)),
      ("forget the", .forget(word: "the")),
      ("proxy -- clangd -j 2", .proxy(command: ["clangd", "-j", "2"], patience: nil)),
      ("completions zsh", .completions(.zsh)),
      ("setup nvim --write", .setup(.neovim, .write)), ("setup Code", .setup(.vscode, .explain, program: "code")),
      ("setup vscode", .setup(.vscode, .explain)),
      ("setup helix", .setup(.helix, .explain)), ("setup nano", nil), ("setup nano --write", nil),
      ("import a", .importSnippets(path: "a", isDry: false)), ("import", nil),
      ("man", .man),
      ("supervise -- cat", .supervise(command: ["cat"])),
    ] as [(String, Invocation?)])
  func isRead(line: String, expected: Invocation?) {
    #expect((try? parse(line).get()) == expected)
  }

  @Test func optionsStandAnywhere() throws {
    let invocation = try parse("complete --limit 5 a:1 --list x --json --list=y --source words --explain --language c")
      .get()
    guard case .complete(let options) = invocation else {
      Issue.record("\(invocation)")
      return
    }
    #expect(options.limit == 5 && options.isJSON && options.isExplained && options.languageID == "c")
    #expect(options.lists == ["x", "y"] && options.sources == ["words"] && options.path == "a")
    #expect(
      try parse("config --json --language go f").get() == .config(ConfigOptions(parsing: "--json --language go f")))
  }

  @Test func aTerminalIsToldWhatThisIs() throws {
    #expect(try parse("", isTerminal: true).get() == .explain)
    #expect(try parse("--clientProcessId 3", isTerminal: true).get() == .explain)
    #expect(try parse("--stdio", isTerminal: true).get() == .serve(clientProcessID: nil))
  }

  @Test(arguments: [
    ("--nonsense", "unknown argument \"--nonsense\"; see catchword --help."),
    ("--studio", "unknown argument \"--studio\"; did you mean --stdio?"),
    ("complte x:1", "unknown argument \"complte\"; did you mean complete?"),
    ("complettion", "unknown argument \"complettion\"; did you mean completions?"),
    ("serve", "unknown argument \"serve\"; see catchword --help."),
    ("complete x:1 --jsn", "unknown argument \"--jsn\"; did you mean --json?"),
    ("complete x:1 --expl", "unknown argument \"--expl\"; did you mean --explain?"),
    ("complete x:1 --limt=3", "unknown argument \"--limt=3\"; did you mean --limit?"),
    ("complete x:1 --json=yes", "unknown argument \"--json=yes\"; did you mean --json?"),
    ("complete", "complete needs FILE:LINE[:COLUMN]."),
    ("complete x:1 y:2", "complete takes one FILE:LINE[:COLUMN], and \"y:2\" is a second."),
    ("complete x", "\"x\" is not FILE:LINE[:COLUMN]; lines and columns count from 1, as in notes.txt:12:5."),
    ("complete x:1 --limit 0", "--limit needs a number from 1 to 10000."),
    ("complete x:1 --limit", "--limit needs a number from 1 to 10000."),
    ("complete x:1 --list", "--list needs a file."), ("complete x:1 --list --json", "--list needs a file."),
    ("--clientProcessId me", "--clientProcessId needs the number of a process, as in --clientProcessId=4321."),
    ("replay x", "replay needs a transcript and a command: catchword replay FILE [--keep-home] -- COMMAND..."),
    ("replay x --", "replay needs a transcript and a command: catchword replay FILE [--keep-home] -- COMMAND..."),
    ("replay -- x", "replay needs a transcript and a command: catchword replay FILE [--keep-home] -- COMMAND..."),
    ("proxy clangd", "unknown argument \"clangd\"; see catchword --help."),
    ("proxy", "proxy needs a command: catchword proxy [--patience SECONDS] -- COMMAND..."),
    ("index", "index needs DIR."), ("ban", "ban needs WORD."),
    ("unban a b", "unban takes one WORD, and \"b\" is a second."),
    ("status x", "unknown argument \"x\"; see catchword --help."),
    ("completions", "completions needs bash, zsh or fish."),
    ("completions tcsh", "completions needs bash, zsh or fish, and not \"tcsh\"."),
    ("help complte", "there is no command or topic \"complte\"; did you mean complete?"),
    ("help fartxets", "there is no command or topic \"fartxets\"; did you mean far-texts?"),
    ("help x", "there is no command or topic \"x\"; 'catchword help' has all of them."),
    ("config a b", "config takes one FILE, and \"b\" is a second."),
  ])
  func whatIsWrongIsSaidInOneLine(line: String, message: String) { #expect(failure(line) == message) }

  @Test func everyCommandIsExplained() {
    for definition in CommandDefinition.shown {
      #expect(Help.text.contains("catchword \(definition.name)"))
      let text = Help.text(for: definition.name)
      #expect(text.hasPrefix("Usage:\n  catchword \(definition.name)"))
      for option in definition.options { #expect(text.contains(option.summary)) }
    }
    #expect(!Help.text.contains("supervise"))
    #expect(Help.text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }
}

extension ConfigOptions {
  fileprivate init(parsing line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    self.init(try ParsedArguments(words, of: try #require(CommandDefinition.named("config"))))
  }
}
