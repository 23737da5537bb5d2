import Foundation
import TestSupport
import Testing

@testable import CatchwordFiles

/// What git would ignore.
struct IgnoreRulesTests {
  @Test(
    arguments: [
      // Pattern, path, is a folder, decision.
      ("foo", "foo", false, true), ("foo", "a/foo", false, true), ("/foo", "a/foo", false, nil),
      ("/foo", "foo", false, true), ("a/foo", "a/foo", false, true), ("a/foo", "b/a/foo", false, nil),
      ("foo/", "foo", false, nil), ("foo/", "foo", true, true), ("*.o", "a/b.o", false, true), ("*.o", "o", false, nil),
      ("a/*.o", "a/b.o", false, true), ("a/*.o", "a/b/c.o", false, nil), ("a/**", "a/b/c", false, true),
      ("a/**", "a", true, nil), ("**/foo", "foo", false, true), ("**/foo", "a/b/foo", false, true),
      ("**/a/b", "x/a/b", false, true), ("a/**/b", "a/b", false, true), ("a/**/b", "a/x/y/b", false, true),
      ("a/**/b", "axb", false, nil), ("f**r", "foor", false, true), ("a/f**r", "a/f/r", false, nil),
      ("a/f**", "a/f/r", false, true),
      ("x/?a**r", "x/bar/r", false, nil), ("fo?", "foo", false, true), ("a?b", "a/b", false, nil),
      ("[a-c]x", "bx", false, true), ("[!a-c]x", "bx", false, nil), ("[^a-c]x", "dx", false, true),
      ("[]a]x", "]x", false, true), ("[a-]x", "-x", false, true), ("[[:digit:]]x", "5x", false, true),
      ("[[:nonsense:]]x", "5x", false, nil), ("[abc", "[abc", false, nil), ("\\[abc", "[abc", false, true),
      ("[\\]]x", "]x", false, true), ("a[/]b", "a/b", false, nil), ("\\#a", "#a", false, true),
      ("#a", "#a", false, nil),
      ("\\!a", "!a", false, true), ("!a", "a", false, false), ("a  ", "a", false, true), ("a\\ ", "a ", false, true),
      ("a\\", "a\\", false, nil), ("a\r", "a", false, true), ("/", "a", true, nil), ("*", "x", false, true),
      ("ü?", "üb", false, true),
    ] as [(String, String, Bool, Bool?)])
  func aPatternIsReadAsGitDoes(pattern: String, path: String, isDirectory: Bool, expected: Bool?) {
    #expect(IgnoreRules(Array(pattern.utf8)).decision(path, isDirectory: isDirectory) == expected)
  }

  @Test func theLastRuleThatFitsDecides() {
    let rules = IgnoreRules(Array("\u{FEFF}*.log\r\n!keep.log\nkeep.log/\n\n# comment\n".utf8))
    #expect(rules.decision("a.log", isDirectory: false) == true)
    #expect(rules.decision("keep.log", isDirectory: false) == false)
    #expect(rules.decision("keep.log", isDirectory: true) == true)
    #expect(rules.decision("other", isDirectory: false) == nil)
  }

  /// Half a line is no pattern: it would be a wider one. What the lines that count say nothing about is hidden.
  @Test func aFileThatIsTooLongIsCutBehindALine() {
    let filler = String(repeating: "# \(String(repeating: "x", count: 62))\n", count: IgnoreRules.maximumBytes / 65)
    let missing = IgnoreRules.maximumBytes - filler.utf8.count
    let long = "/first\n" + filler + String(repeating: "#", count: missing - 12) + "\n/src/generated\n"
    let rules = IgnoreRules(Array(long.utf8.prefix(IgnoreRules.readBytes)))
    #expect(rules.decision("first", isDirectory: true) == true)
    #expect(rules.decision("src", isDirectory: true) == true)
    #expect(rules.firstLineLeftOut == long.split(separator: "\n").count)
    let whole = IgnoreRules(Array("/src/generated".utf8))
    #expect(whole.decision("src/generated", isDirectory: true) == true)
  }

  /// Patterns like this one take other matchers years.
  @Test func aHostilePatternCostsLittle() {
    let pattern = String(repeating: "*a", count: 1000) + "/" + String(repeating: "**/a*", count: 400) + "b"
    let path = String(repeating: "a", count: 2000) + String(repeating: "/aaa", count: 400)
    #expect(IgnoreRules(Array(pattern.utf8)).decision(path, isDirectory: false) == nil)
  }

  @Test func ofTooManyRulesTheFirstCountAndTheRestIsHidden() {
    let lines = ["!kept", "*.log", ""] + (0..<IgnoreRules.maximumRules).map { "x\($0)" }
    let rules = IgnoreRules(Array(lines.joined(separator: "\n").utf8))
    #expect(rules.firstLineLeftOut == IgnoreRules.maximumRules + 2)
    #expect(rules.decision("kept", isDirectory: false) == false)
    #expect(rules.decision("x5", isDirectory: false) == true)
    #expect(rules.decision("anything", isDirectory: false) == true)
  }

  /// Names without wildcards are looked up, however many there are.
  @Test func plainRulesAreNotComparedOneByOne() {
    let lines = (0..<9000).map { $0 % 2 == 0 ? "name\($0)" : "/path/to/\($0)" } + ["*.o", "!name8"]
    let rules = IgnoreRules(Array(lines.joined(separator: "\n").utf8))
    for (path, expected) in [
      ("a/name4", true), ("path/to/17", true), ("x/path/to/17", nil), ("name8", false), ("b.o", true), ("c", nil),
    ] {
      var (path, steps) = (path, 0)
      let decision = path.withUTF8 { rules.decision($0, isDirectory: false, steps: &steps) }
      #expect(decision == expected, "\(path)")
      #expect(steps < 5, "\(path): \(steps)")
    }
  }

  /// Short patterns and long ones are run by two automata that must agree.
  @Test func aLongPatternDecidesAsAShortOneDoes() {
    var random = SeededRandom()
    for _ in 0..<3000 {
      let pattern = (0..<random.below(9)).map { _ in ["a", "b", "*", "?", "**", "/", "[ab]", "**/"][random.below(8)] }
        .joined()
      let path = (0..<random.below(9)).map { _ in ["a", "b", "/"][random.below(3)] }.joined()
      // Behind so many bytes it is too long for one word of states.
      let filler = String(repeating: "?", count: 70)
      let short = IgnoreGlob(Array("?\(pattern)".utf8), isPath: true)
      let long = IgnoreGlob(Array("\(filler)\(pattern)".utf8), isPath: true)
      var (first, second, steps) = ("x" + path, String(repeating: "x", count: 70) + path, 0)
      let isShort = first.withUTF8 { short.matches($0, steps: &steps) }
      let isLong = second.withUTF8 { long.matches($0, steps: &steps) }
      #expect(isShort == isLong, "\(pattern) \(path)")
    }
  }

  /// The work of a hostile project is counted: it is bounded, whatever it has; what was not compared is left out, and told.
  @Test(arguments: [1, 30]) func rulesWithWildcardsCostOnlySoMuch(depth: Int) throws {
    let folder = try TemporaryFolder()
    let rules = (0..<9000).map { "*a*\($0)*b*c?d*" }.joined(separator: "\n")
    var path = ""
    for level in 0..<depth {
      try folder.write(rules, to: "\(path).gitignore")
      for file in 0..<20 { try folder.write("word", to: "\(path)a1234567890-\(file)-bcd.txt") }
      path += "f\(level)/"
    }
    let root = try #require(FileSystem.canonical(folder.url.path))
    var walker = FileWalker(root: root, selection: FileSelection(), maximumSteps: 2_000_000)
    var found = 0
    while walker.next() != nil { found += 1 }
    #expect(walker.leftOut.isSpent)
    #expect(found < 20 * depth)
    // The same with few rules is read whole.
    try folder.write("*.o\n", to: ".gitignore")
    var plain = FileWalker(root: root, selection: FileSelection(), maximumSteps: 2_000_000)
    if depth == 1 {
      var all = 0
      while plain.next() != nil { all += 1 }
      #expect(all == 20 && plain.leftOut == FileWalker.LeftOut())
    }
  }

  /// Of files that have changed, all together, as many are compared as there is time for; the others are looked for.
  @Test func askingForChangedFilesCostsOnlySoMuch() throws {
    let folder = try TemporaryFolder()
    try folder.write((0..<9000).map { "*a*\($0)*b*c?d*" }.joined(separator: "\n"), to: ".gitignore")
    try folder.write("word", to: "a1234567890-bcd.txt")
    let root = try #require(FileSystem.canonical(folder.url.path))
    let budget = IgnoreBudget(steps: 20_000_000)
    var answers: [FileWalker.Place?] = []
    for _ in 0..<100 {
      answers.append(
        FileWalker.place(of: "a1234567890-bcd.txt", root: root, selection: FileSelection(), budget: budget))
    }
    #expect(answers.first == .some(.file))
    #expect(answers.last == .some(nil))
    #expect(budget.spent < 40_000_000)
  }

  /// It may lead out of the project, or to something that never answers.
  @Test func aLinkOfThatNameIsNoIgnoreFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt\n", to: "outside/rules")
    try folder.write("word", to: "project/in/a.txt")
    try folder.link("project/in/.gitignore", to: "\(folder.url.path)/outside/rules")
    let root = try #require(FileSystem.canonical(folder.url.path + "/project"))
    var walker = FileWalker(root: root, selection: FileSelection())
    #expect(walker.next() == "in/a.txt")
  }

  @Test func whichRulesDoNotCountIsTold() throws {
    let folder = try TemporaryFolder()
    try folder.write((0...IgnoreRules.maximumRules).map { "x\($0)" }.joined(separator: "\n"), to: "in/.gitignore")
    try folder.write("word", to: "in/a.txt")
    try folder.write("other", to: "b.txt")
    let root = try #require(FileSystem.canonical(folder.url.path))
    var walker = FileWalker(root: root, selection: FileSelection())
    #expect(walker.next() == "b.txt")
    #expect(walker.next() == nil)
    #expect(walker.leftOut.ruleFiles == ["\(root)/in/.gitignore:\(IgnoreRules.maximumRules + 1)"])
  }

  @Test func rulesOfFoldersAboveCountUpToTheTopOfTheRepository() throws {
    let folder = try TemporaryFolder()
    try folder.write("everything", to: ".gitignore")
    try folder.write("", to: "top/.git/HEAD")
    try folder.write("secret\n", to: "top/.git/info/exclude")
    try folder.write("*.o\n/build\nlost/\n", to: "top/.gitignore")
    try folder.write("!keep.o\n!kept\n", to: "top/a/.gitignore")
    try folder.write("", to: "top/lost/kept")
    let scope = IgnoreScope(folder: "\(folder.url.path)/top/a")
    #expect(scope.ignores("x.o", isDirectory: false) && scope.ignores("secret", isDirectory: false))
    #expect(!scope.ignores("keep.o", isDirectory: false) && !scope.ignores("build", isDirectory: true))
    #expect(!scope.ignores("everything", isDirectory: false))
    #expect(IgnoreScope(folder: "\(folder.url.path)/top/lost").ignores("kept", isDirectory: false))
    let careless = IgnoreScope(folder: "\(folder.url.path)/top", respectsIgnoreFiles: false)
    #expect(!careless.ignores("x.o", isDirectory: false))
  }

  @Test func aWorkTreeHasTheRulesOfItsRepository() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret\n", to: "main/.git/info/exclude")
    try folder.write("../..\n", to: "main/.git/worktrees/w/commondir")
    try folder.write("gitdir: \(folder.url.path)/main/.git/worktrees/w\n", to: "w/.git")
    #expect(IgnoreScope(folder: "\(folder.url.path)/w").ignores("secret", isDirectory: false))
  }

  /// Random rules in random folders, beside git itself where there is one.
  @Test(.enabled(if: Git.path != nil)) func agreesWithGit() throws {
    var random = SeededRandom()
    for _ in 0..<40 { try compare(&random) }
  }

  private func compare(_ random: inout SeededRandom) throws {
    let folder = try TemporaryFolder()
    let names = ["a", "b", "ab", "a.o", "b c", "x", "[a]", "a-b", "é"]
    var folders = [""]
    for _ in 0..<6 { folders.append(folders[random.below(folders.count)] + names[random.below(names.count)] + "D/") }
    var paths: [String] = []
    for folder in folders { for name in names where random.below(2) == 0 { paths.append(folder + name) } }
    for path in paths { try folder.write("", to: path) }
    for name in folders.dropFirst() {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    var rules: [String: String] = [".git/info/exclude": text(&random)]
    for name in folders where random.below(2) == 0 { rules["\(name).gitignore"] = text(&random) }
    try Git.run(["init", "-q"], in: folder)
    for (path, text) in rules { try folder.write(text, to: path) }
    let all = paths + folders.dropFirst().map { String($0.dropLast()) }
    let input = all.joined(separator: "\0") + "\0"
    let output = try Git.run(["check-ignore", "--no-index", "-z", "--stdin"], input: input, in: folder)
    let expected = Set(output.split(separator: "\0").map(String.init))
    for path in all {
      var parts = path.split(separator: "/").map(String.init)
      let name = parts.removeLast()
      var scope = IgnoreScope(folder: folder.url.path)
      for part in parts { scope = scope.entering(part) }
      let isIgnored = scope.ignores(name, isDirectory: folders.contains("\(path)/"))
      #expect(isIgnored == expected.contains(path), "\(path) with \(rules)")
    }
  }

  private func text(_ random: inout SeededRandom) -> String {
    let pieces = [
      "a", "b", "*", "**", "/", "/", "D", "?", "[ab]", "[!a]", ".o", "\\", "!", " ", "-", "x", "[", "]", "é", "#", "D/",
      "**/", "/**", "[[:alpha:]]", "[a-x]",
    ]
    return (0..<random.below(6)).map { _ in
      let line = (0..<(1 + random.below(6))).map { _ in pieces[random.below(pieces.count)] }.joined()
      // Of `//` git's versions think differently.
      return line.replacingOccurrences(of: "//", with: "/")
    }.joined(separator: "\n") + "\n"
  }
}

/// The git of this machine.
private enum Git {
  static let path = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @discardableResult
  static func run(_ arguments: [String], input: String = "", in folder: TemporaryFolder) throws -> String {
    let environment = [
      "HOME": folder.url.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
      "XDG_CONFIG_HOME": folder.url.path,
    ]
    let files = ["in", "out"].map { "\(folder.url.path)/.git-test-\($0)" }
    try Data(input.utf8).write(to: URL(fileURLWithPath: files[0]))
    let process = try ChildProgram(
      path ?? "", arguments, environment: environment, folder: folder.url, input: .file(files[0]),
      output: .file(files[1]))
    try process.wait()
    return try String(contentsOfFile: files[1], encoding: .utf8)
  }
}
