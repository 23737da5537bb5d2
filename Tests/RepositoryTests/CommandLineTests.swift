import Foundation
import TestSupport
import TestTraits
import Testing

/// The program as a user meets it in a shell.
@Suite(.serialized, .blocking) struct CommandLineTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", arguments, home: home)
  }

  @Test func saysWhatItIs() throws {
    let version = try run("--version")
    #expect(version.code == 0)
    #expect(version.output.hasPrefix("catchword "))
    let help = try run("--help")
    #expect(help.code == 0)
    #expect(help.output.contains("catchword complete FILE:LINE[:COLUMN]"))
  }

  @Test(arguments: [
    ["--nonsense"], ["serve"], ["complete"], ["complete", "x"], ["complete", "x:0"], ["complete", "x:1", "y:1"],
    ["complete", "x:1", "--limit", "0"], ["complete", "x:1", "--list"], ["replay", "x"], ["--clientProcessId", "me"],
    ["replay", "x", "--"],
  ])
  func wrongArgumentsGetOneClearLine(_ arguments: [String]) throws {
    let outcome = try Program.run("catchword", arguments, home: home)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("catchword: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func explainsItselfAtATerminal() throws {
    try withTerminal { tmux in
      let catchword = Repository.executable("catchword").path
      let terminal = try Terminal(["sh", "-c", "\(catchword); echo code $?; read x"], home: home.url)
      let screen = try terminal.wait(for: "the exit code") { $0.contains("code ") }
      #expect(screen.contains("catchword is a completion server"))
      #expect(screen.contains("code 64"))
    }
  }

  @Test func printsATableOfCompletions() throws {
    try home.write("hello help\n你好 hé\nsay hel", to: "notes.txt")
    try home.write("helium\t3\ta gas\n", to: "gases.txt")
    let outcome = try run("complete", "notes.txt:3:8", "--list", "gases.txt")
    #expect(outcome.code == 0)
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
    #expect(Set(rows.map { $0[0] }) == ["hello", "help", "helium"])
    #expect(rows.first { $0[0] == "helium" }?.dropFirst() == ["lists", " a gas"])
    #expect(try run("complete", "notes.txt:3").output.contains("hello"))
    #expect(try run("complete", "notes.txt:3", "--limit", "1").output.split(separator: "\n").count == 1)
  }

  /// The model offers words of its own, and does not only rank those of the sources: its name is one to choose by.
  @Test func theModelOffersWordsOfItsOwn() throws {
    try home.write("say hello\nsay hello\nsay hel", to: "notes.txt")
    let outcome = try run("complete", "notes.txt:3", "--source", "prediction")
    #expect(
      outcome.output.split(separator: "\n").map { $0.split(separator: " ").prefix(2) } == [["hello", "prediction"]])
  }

  @Test func offersNotesByTheirTitles() throws {
    try home.write("", to: "notes/.git/HEAD")
    try home.write("# My Note\n\n## Some part\n", to: "notes/n12.md")
    try home.write("see [[My N\n[[n12#so\n", to: "notes/a.md")
    #expect(try run("complete", "notes/a.md:1", "--source", "notes").output.hasPrefix("My Note  notes  n12"))
    #expect(try run("complete", "notes/a.md:2", "--source", "notes").output.hasPrefix("Some part  notes"))
  }

  /// Those of open documents, of the files of the folder, and those that the model has read in both.
  @Test func offersNoWordsOfComments() throws {
    try home.write("{\"words\": {\"comments\": \"none\"}}", to: "config/catchword/config.json")
    try home.write("", to: "project/.git/HEAD")
    try home.write("herald = 1  # hermit\n", to: "project/b.py")
    try home.write("hello = 2  # hectic\nhe\n", to: "project/a.py")
    let found = try run("complete", "project/a.py:2").output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(found == ["hello", "herald"])
  }

  @Test func importsACollectionOfSnippets() throws {
    try home.write(##"{"one": {"prefix": "oneone", "body": "first $0"}, "two": 3}"##, to: "kept/python.json")
    let code = "snippet now \"the time\"\n`!p snip.rv = 1`\nendsnippet\nsnippet onetwo\nsecond\nendsnippet\nnonsense\n"
    try home.write(code, to: "kept/python.snippets")
    let report = try run("import", "kept", "--dry-run")
    #expect(report.code == 0 && report.output.contains("/kept: snippets 2, files 2, languages 1\n  2 python\n"))
    #expect(report.output.contains("left out: 1\n"))
    #expect(report.output.contains("/kept/python.snippets:1: \"now\" needs code, which is never run\n"))
    #expect(report.output.contains("mistakes: 1\n") && report.output.contains("/kept/python.snippets:7: expected"))
    let folder = home.url.appendingPathComponent("config/catchword/snippets")
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    try home.write("one", to: "a.py")
    for _ in 0..<2 {
      let outcome = try run("import", "kept/")
      #expect(outcome.code == 0 && outcome.output.contains("offered from now on, by the link \(folder.path)/kept;"))
    }
    let found = try run("complete", "a.py:1", "--source", "snippets")
    #expect(found.output.contains("oneone") && found.output.contains("onetwo"))
    // The folder of the user's snippets needs no link, least of all in itself.
    let own = try run("import", folder.path)
    #expect(own.code == 0 && own.output.contains("offered already") && !own.output.contains("\n  0 "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
    // Something else has its name already, which is left as it is.
    try home.write("snippet three\n\tthird\n", to: "other/kept/lua.snippets")
    let other = try run("import", "other/kept")
    #expect(other.code == 73 && other.errors.contains("there is something else at"))
    #expect(try run("import", "nowhere").code == 66)
    try home.write("text", to: "empty/notes.txt")
    #expect(try run("import", "empty").code == 66)
    try home.write("snippet four\n\tfourth\n", to: "lone.snippets")
    #expect(try run("import", "lone.snippets").code == 0)
    // What holds that folder would be found in itself.
    let above = try run("import", "config/catchword")
    #expect(above.code == 73 && above.errors.contains("holds the folder of your own snippets"), "\(above)")
    try home.write("{\"snippets\": {\"enabled\": false}}", to: "config/catchword/config.json")
    let off = try run("import", "lone.snippets")
    #expect(
      off.code == 0 && !off.output.contains("offered from now on") && off.errors.contains("no snippet is offered"))
  }

  @Test func printsJSON() throws {
    try home.write("hello\nhel", to: "a:b.txt")
    let outcome = try run("complete", "a:b.txt:2", "--json")
    #expect(outcome.output == "{\"isIncomplete\":false,\"items\":[{\"source\":\"words\",\"word\":\"hello\"}]}\n")
    let nothing = try run("complete", "a:b.txt:1:1", "--json", "--limit", "5")
    #expect(nothing.output.hasPrefix("{"))
  }

  @Test func saysWhatIsWrongWithAFile() throws {
    try home.write("one line", to: "short.txt")
    try Data([0x61, 0xFF, 0x0A]).write(to: home.url.appendingPathComponent("latin1.txt"))
    for (place, code, message) in [
      ("missing.txt:1", 66, "missing.txt: there is no such file."), (".:1", 66, ".: this is a folder; name a file."),
      ("latin1.txt:1", 66, "latin1.txt: the file is not UTF-8 text."),
      ("short.txt:9", 65, "short.txt has 1 line, so there is no line 9."),
      ("short.txt:1:10", 65, "line 1 of short.txt ends at column 9, so there is no column 10."),
    ] as [(String, Int32, String)] {
      let outcome = try run("complete", place)
      #expect(outcome.code == code)
      #expect(outcome.errors == "catchword: \(message)\n")
    }
    let nothing = try run("complete", "short.txt:1:4")
    #expect(nothing.code == 1)
    #expect(nothing.errors == "catchword: no completions at short.txt:1:4.\n")
  }

  @Test func readsTheUsersConfiguration() throws {
    try home.write("hero\n", to: "config/catchword/words.txt")
    try home.write("{ // mine\n lists: ['words.txt',], }", to: "config/catchword/config.json")
    try home.write("he", to: "a.txt")
    #expect(try run("complete", "a.txt:1").output == "hero  lists\n")
    try home.write("{ lists: ", to: "config/catchword/config.json")
    let broken = try run("complete", "a.txt:1")
    #expect(broken.errors.contains("config.json:1:10: this is not JSON5: a value is missing"))
    #expect(broken.errors.contains("otherwise, nothing that you accept is kept"))
  }

  @Test func passwordsInAddressesAreNotPrinted() throws {
    try home.write(
      #"{"shared": {"acme": {"server": "redis://jane:hunter2/x@y@words.acme.com", "namespaces": ["a"]}}}"#,
      to: "config/catchword/config.json")
    for arguments in [["config"], ["config", "--json"]] {
      let outcome = try Program.run("catchword", arguments, home: home)
      #expect(outcome.output.contains("redis://jane:...@words.acme.com"), "\(outcome)")
      #expect(!(outcome.output + outcome.errors).contains("hunter2"), "\(outcome)")
      #expect(!(outcome.output + outcome.errors).contains("x@y"), "\(outcome)")
    }
  }

  @Test(arguments: [
    ("a.txt:99999999999999999999:1", "there is no line"), ("a.txt:1:99999999999999999999", "there is no column"),
    ("loop:1:1", "this is a link that leads to no file"), ("none:1:1", "there is no such file"),
  ]) func saysWhatIsWrongWithAPlace(_ place: String, _ message: String) throws {
    try home.write("he", to: "a.txt")
    try home.link("loop", to: "loop")
    let outcome = try run("complete", place)
    #expect(outcome.code != 0 && outcome.errors.contains(message), "\(outcome)")
  }

  @Test func namesTheMistakesWithTheSettingsThatCount() throws {
    try home.write("{\n \"lsits\": []}", to: "config/catchword/config.json")
    let outcome = try run("config")
    let path = "\(home.url.path)/config/catchword/config.json"
    #expect(
      outcome.errors == "catchword: \(path):2:2: There is no setting \"lsits\"; did you mean \"lists\"?\n")
  }

  @Test func aProxyWithoutItsServerSaysWhatIsWrong() throws {
    let outcome = try run("proxy", "--", "no-such-server")
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "catchword: \"no-such-server\" cannot be started: there is no program no-such-server in the PATH.\n")
  }

  @Test func symbolsStandFirstBehindABackslash() throws {
    try home.write("alpha alp\nalpha, see \\al", to: "a.md")
    let rows = try run("complete", "a.md:2").output.split(separator: "\n")
    #expect(rows.first?.hasPrefix("\\alpha α") == true, "\(rows)")
    #expect(rows.prefix(4).allSatisfy { $0.contains("  symbols") }, "\(rows)")
  }

  @Test func bansWordsAndAllowsThemAgain() throws {
    try home.write("helium hello\nhel", to: "a.txt")
    try home.write("helium hello\nhel", to: "a.py")
    #expect(try run("bans").output == "No words are banned.\n")
    #expect(try run("ban", "Helium").output == "never offered again: Helium\n")
    #expect(try run("ban", "hello", "--language", "python").output == "never offered again in python: hello\n")
    #expect(try run("bans").output == "helium\nhello  in python\n")
    let json = #"[{"language":null,"word":"helium"},{"language":"python","word":"hello"}]"#
    #expect(try run("bans", "--json").output == json + "\n")
    #expect(try run("complete", "a.txt:2").output == "hello  words\n")
    #expect(try run("complete", "a.py:2", "--source", "words").code == 1)
    #expect(try run("unban", "helium").code == 0)
    let unknown = try run("unban", "helium")
    #expect(unknown.code == 1)
    #expect(unknown.errors == "catchword: \"helium\" is not banned; see catchword bans.\n")
    #expect(try run("complete", "a.txt:2").output.contains("helium"))
  }

  @Test func namesEachMistakeWhereItIs() throws {
    try home.write(
      """
      {
        "lists": [5,
          "there.txt",
          "missing.txt"],
        "commands": {"words": {"command": ["sh"]}, "a b": {"command": ["sh"]}, "none": {"command": ["/no/such"]},
          "mine": {"command": ["mine"], "environment": {"PATH": "\(home.url.path)/bin"}}},
        "servers": {"a\\nb": {"command": ["sh"]}, "": {"command": ["sh"]}, "a b": {"command": ["sh"]}}
      }
      """, to: "config/catchword/config.json")
    try home.write("x\n", to: "config/catchword/there.txt")
    let mine = try home.write("", to: "bin/mine")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: mine)
    let outcome = try run("check")
    #expect(outcome.code == 1)
    let path = "\(home.url.path)/config/catchword"
    let expected: [String] = [
      "\(path)/config.json:2:13: The setting \"lists[0]\" is 5; it must be a path, or an object with \"path\" and \"name\". "
        + "It is ignored.",
      "\(path)/config.json:4:5: \(path)/missing.txt is not there; correct the path, or make the file.",
      "\(path)/config.json:5:16: The command \"words\" has the name of another source; give it one of its own. It is ignored.",
      "\(path)/config.json:5:46: The command \"a b\" has no name that can be shown; write one without spaces, of at most 40 "
        + "characters. It is ignored.",
      "\(path)/config.json:5:83: The program of \"commands.none\" cannot be started: there is no program /no/such.",
      "\(path)/config.json:7:15: The server \"a\u{FFFD}b\" has no name that can be shown; write one of at most 40 characters, "
        + "without line breaks. It is ignored.",
      "\(path)/config.json:7:44: The server \"\" has no name that can be shown; write one of at most 40 characters, "
        + "without line breaks. It is ignored.",
    ]
    #expect(outcome.output.split(separator: "\n").map(String.init) == expected)
  }

  /// As a server would say it.
  @Test(arguments: ["nonsense", "redis://a:1,", ","]) func anAddressOfSharedWordsThatIsNoneIsNamed(address: String)
    throws
  {
    try home.write(
      #"{"shared": {"acme": {"server": "\#(address)", "namespaces": ["acme/app"]}}}"#,
      to: "config/catchword/config.json")
    let outcome = try run("check")
    #expect(
      outcome.code == 1 && outcome.output.contains("\"shared\" \"acme\" has the server \"\(address)\": write"),
      "\(outcome)")
  }

  /// Whether the settings stand flat or under the program's name.
  @Test(arguments: [false, true]) func theUsersCommandsAreKnownAsSources(isNested: Bool) throws {
    let commands = #"{"commands": {"mine": {"command": ["/bin/echo", "hero"]}}}"#
    try home.write(isNested ? "{\"catchword\": \(commands)}" : commands, to: "config/catchword/config.json")
    try home.write("{\"sources\": [\"mine\"]}", to: ".catchword.json")
    try home.write("he", to: "a.txt")
    let check = try run("check")
    #expect(check.code == 0, "\(check.output)")
    let complete = try run("complete", "a.txt:1", "--source", "mine")
    #expect(complete.output == "hero  mine\n", "\(complete.errors)")
    let unknown = try run("complete", "a.txt:1", "--source", "mien")
    #expect(unknown.code == 64)
    #expect(unknown.errors == "catchword: there is no source \"mien\"; did you mean mine?\n")
  }

  /// Nor a text of several words with one in it, unless the user wants what only looks like one.
  @Test(arguments: [true, false]) func noProgramOffersASecret(hides: Bool) throws {
    let secret = "export TOKEN=" + ["k9Xw", "2mQz"].joined()
    try home.write(
      """
      {"ban": {"secrets": \(hides)}, "commands": {"mine": {
        "command": ["/bin/echo", "\(secret)"], "dependsOnlyOnAnchor": true}}}
      """, to: "config/catchword/config.json")
    try home.write("exp", to: "a.sh")
    let outcome = try run("complete", "a.sh:1", "--source", "mine")
    #expect(outcome.output.contains(secret) == !hides, "\(outcome)")
  }

  /// With the place in the settings, and the place in the file.
  @Test func whatIsTwiceInNamedFilesIsNamed() throws {
    try home.write("qq1\tone\nqq1\ttwo\n", to: "config/catchword/t.tsv")
    try home.write("hero\t1\nherd\t2\nhero\t3\n", to: "config/catchword/l.txt")
    try home.write(
      "{\"lists\": [\"l.txt\"],\n\"symbols\": {\"tables\": [\"t.tsv\"]}}", to: "config/catchword/config.json")
    let outcome = try run("check")
    #expect(outcome.code == 1)
    let path = "\(home.url.path)/config/catchword"
    let expected: [String] = [
      "\(path)/config.json:1:12: \(path)/l.txt:3: \"hero\" is in line 1 already, with other values; both are offered.",
      "\(path)/config.json:2:24: \(path)/t.tsv:2: \"qq1\" is in line 1 already, with another text; this one counts.",
    ]
    #expect(outcome.output.split(separator: "\n").map(String.init) == expected)
  }

  @Test func aProjectsFileIsCheckedBesideTheUsers() throws {
    try home.write("{learning: false}", to: "config/catchword/config.json")
    try home.write("{\"learning\": true}", to: ".catchword.json")
    let outcome = try run("check")
    #expect(outcome.output.contains(".catchword.json:1:2: A project's file can set \"learning\" only to false."))
    #expect(outcome.code == 1)
  }

  @Test func controlCharactersDoNotReachTheTerminal() throws {
    try home.write("strong\t5\ta\u{1B}]0;x\u{7}b\u{9B}c\n", to: "list.txt")
    try home.write("str", to: "a.txt")
    let outcome = try run("complete", "a.txt:1", "--list", "list.txt")
    #expect(outcome.output == "strong  lists  a\u{FFFD}]0;x\u{FFFD}b\u{FFFD}c\n")
    let missing = try run("complete", "no\u{1B}[31m.txt:1")
    #expect(missing.errors == "catchword: no\u{FFFD}[31m.txt: there is no such file.\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: ["man", "--version", "config"])
  func outputThatIsNotTakenIsAFailure(_ command: String) throws {
    let errors = home.url.path + "/errors"
    let program = try ChildProgram(
      Repository.executable("catchword").path, [command], environment: Program.environment(home: home),
      folder: home.url, input: .file("/dev/null"), output: .file("/dev/full"), errors: .file(errors))
    #expect(try program.wait() == 74)
    #expect(try String(contentsOfFile: errors, encoding: .utf8).hasPrefix("catchword: the output cannot be written;"))
  }

  /// What a transcript bans and makes is gone with its home, unless it is to stay.
  @Test func aReplayHasAHomeOfItsOwn() throws {
    let banning = Repository.root.appendingPathComponent("protocol/transcripts/program/banned-by-command.transcript")
      .path
    let catchword = Repository.executable("catchword").path
    let own = try run("replay", banning, "--", catchword)
    #expect(own.code == 0, "\(own.errors)")
    #expect(FileManager.default.subpaths(atPath: home.url.path)?.filter { $0.contains("banned") } == [])
    let kept = try run("replay", "--keep-home", banning, "--", catchword)
    #expect(kept.code == 0, "\(kept.errors)")
    #expect(FileManager.default.subpaths(atPath: home.url.path)?.contains { $0.hasSuffix("/banned") } == true)
  }

  @Test func replaysATranscript() throws {
    let transcript = Repository.root.appendingPathComponent("protocol/transcripts/lifecycle/dialogue.transcript").path
    let catchword = Repository.executable("catchword").path
    let good = try run("replay", transcript, "--", catchword)
    #expect(good.code == 0)
    #expect(good.output.hasSuffix(": as expected\n"))
    let path = try home.write(
      "> {\"id\": 1, \"method\": \"shutdown\"}\n< {\"id\": 1, \"result\": null}\n", to: "x.transcript")
    let bad = try run("replay", path, "--", catchword)
    #expect(bad.code == 1)
    #expect(bad.errors.contains("x.transcript: line 2: message"))
    let none = try run("replay", path, "--", "/nowhere/server")
    #expect(none.errors.contains("/nowhere/server cannot be started: No such file or directory"))
    let malformed = try home.write("?? what\n", to: "y.transcript")
    #expect(try run("replay", malformed, "--", catchword).code == 65)
  }

  /// Nothing is written before the whole of it is read.
  @Test(arguments: [
    #"!file ../../outside.txt "x""#, #"!file /outside.txt "x""#, #"!file a/../../../outside.txt "x""#, #"!file  "x""#,
    #">repeat 1 9223372036854775807 {"method": "x"}"#, #">repeat -9223372036854775808 1 {"method": "x"}"#,
    ">repeat 1 60000 {}\n>repeat 1 60000 {}", "!exit 4294967296", "!file a \"x\"\n!file a/b \"x\"",
  ])
  func aTranscriptThatWantsTooMuchIsNotPlayed(_ steps: String) throws {
    let path = try home.write("# wants too much\n!file inside.txt \"x\"\n\(steps)\n", to: "x.transcript")
    let outcome = try run("replay", path, "--", Repository.executable("catchword").path)
    #expect(outcome.code == 65)
    #expect(outcome.errors.contains("x.transcript: line \(2 + steps.split(separator: "\n").count): "))
    #expect(FileManager.default.subpaths(atPath: home.url.path)?.contains { $0.hasSuffix("side.txt") } == false)
  }

  /// One whose lines are not told apart is one comment.
  @Test(arguments: ["\r\n", "\r"]) func aTranscriptWithOtherLineEndsIsPlayed(_ lineEnd: String) throws {
    let steps = "# what it shows\n> {\"id\": 1, \"method\": \"shutdown\"}\n< {\"id\": 1, \"result\": null}\n"
    let path = try home.write(steps.replacing("\n", with: lineEnd), to: "x.transcript")
    let outcome = try run("replay", path, "--", Repository.executable("catchword").path)
    #expect(outcome.code == 1 && outcome.errors.contains("x.transcript: line 3: message"), "\(outcome)")
  }

  @Test(arguments: ["", "# a comment\n", "!file a.txt \"x\"\n"]) func aTranscriptWithoutAStepIsRefused(_ text: String)
    throws
  {
    let path = try home.write(text, to: "x.transcript")
    let outcome = try run("replay", path, "--", Repository.executable("catchword").path)
    #expect(outcome.code == 65 && outcome.errors.contains("x.transcript: there is no step in it"), "\(outcome)")
  }

  @Test func aFileThatCannotBeMadeIsNamed() throws {
    let name = String(repeating: "n", count: 300)
    let path = try home.write("!file \(name) \"x\"\n!exit 0\n", to: "x.transcript")
    let outcome = try run("replay", path, "--", Repository.executable("catchword").path)
    #expect(outcome.code == 73 && outcome.errors.contains("\(name)\" cannot be made; "), "\(outcome)")
  }

  @Test func aTranscriptsFilesMayBeInFolders() throws {
    let dialogue = Repository.root.appendingPathComponent("protocol/transcripts/lifecycle/dialogue.transcript")
    let text = try String(contentsOf: dialogue, encoding: .utf8)
    let path = try home.write("!file one/two/..three.txt \"x\"\n\(text)", to: "x.transcript")
    let outcome = try run("replay", path, "--", Repository.executable("catchword").path)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  private func withTerminal(_ body: (String) throws -> Void) throws {
    guard let tmux = Repository.find("tmux") else {
      #expect(!Repository.isContinuousIntegration, "tmux is not installed")
      print("skipped: tmux not found")
      return
    }
    try body(tmux)
  }
}
