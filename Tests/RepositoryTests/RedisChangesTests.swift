import Foundation
import TestSupport
import TestTraits
import Testing

@testable import CatchwordShared

/// A folder in a repository of git of which only what has changed is published, as a platform team does after each commit.
@Suite(.serialized, .blocking) struct RedisChangesTests {
  private let home: TemporaryFolder
  private let src: URL

  init() throws {
    home = try TemporaryFolder()
    src = home.url.appendingPathComponent("src")
    try FileManager.default.createDirectory(at: src, withIntermediateDirectories: true)
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", arguments, home: home)
  }

  private func git(_ arguments: String...) throws {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    let git = try #require(try requiredPrograms(["git"]))
    let outcome = try Program.run(git, ["-C", src.path] + identity + arguments, home: home)
    #expect(outcome.code == 0, "\(outcome)")
  }

  private func commit() throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", "change")
  }

  /// Starts a server, and names it in the settings.
  private func server() throws -> RedisServer? {
    guard try requiredPrograms(["git"]) != nil, let server = try RedisServer(home.url) else { return nil }
    try home.write(
      #"{"shared": {"acme": {"server": "\#(server.address)", "namespaces": ["acme/app", "second"]}}}"#,
      to: "config/catchword/config.json")
    try git("init", "-q")
    return server
  }

  private func publishChanges(_ namespace: String = "acme/app") throws -> Program.Outcome {
    try run("publish", "src", "--changes", "--to", "acme:\(namespace)")
  }

  /// Files of random words change, come, go and are ignored, with commits and without: what is published is what all files have.
  @Test(arguments: 0..<2) func whatIsPublishedIsWhatAllFilesHave(round: Int) throws {
    guard let server = try server() else { return }
    let store = RedisPageStore([try RedisAddress(server.address)])
    var random = SeededRandom()
    func word() -> String {
      let parts = ["get", "set", "user", "item", "ab", "kestrel", "Name", "Count", "über", "日本"]
      return (0..<2 + random.below(3)).map { _ in parts[random.below(parts.count)] }.joined()
    }
    func write(_ path: String) throws {
      try home.write((0..<10 + random.below(200)).map { _ in word() }.joined(separator: "\n"), to: "src/\(path)")
    }
    for number in 0..<40 { try write("sub\(number % 3)/\(number).txt") }
    try home.write("*.log\n", to: "src/.gitignore")
    try commit()
    let first = try publishChanges()
    #expect(first.output.hasPrefix("published: "), "\(first)")
    #expect(first.errors.contains("all words are read and published: no commit was published from here before"))
    var changed = 0
    for step in 0..<12 {
      for _ in 0..<1 + random.below(3) {
        switch random.below(6) {
        case 0: try write("new\(step).txt")
        case 1: try? FileManager.default.removeItem(at: src.appendingPathComponent("sub1/\(random.below(40)).txt"))
        case 2: try write("ignored\(step).log")
        case 3: try home.write(word() + "\n" + word(), to: "src/sub0/0.txt")
        default: try write("sub\(random.below(3))/\(random.below(40)).txt")
        }
      }
      if random.below(2) == 0 { try commit() }
      let outcome = try publishChanges()
      #expect(outcome.code == 0, "\(outcome)")
      if outcome.errors == "" { changed += 1 }
      // The same words under another name, without any memory.
      let whole = try run("publish", "src", "--to", "acme:other")
      #expect(whole.code == 0, "\(whole)")
      let (some, all) = (
        try store.publication(of: SharedNamespace("acme/app")!), try store.publication(of: SharedNamespace("other")!)
      )
      #expect(some?.digest == all?.digest && some?.source == all?.source && some?.weights == all?.weights)
      #expect(try run("shared", "verify", "acme:acme/app").code == 0)
      #expect(try publishChanges().output.hasPrefix("nothing has changed: "))
    }
    #expect(changed >= 4, "\(changed) of 12")
  }

  @Test func whatIsNotKnownIsSaidAndAllIsPublished() throws {
    guard let server = try server() else { return }
    let store = RedisPageStore([try RedisAddress(server.address)])
    for number in 0..<3 { try home.write("kestrelCount = kestrelName\n", to: "src/\(number).txt") }
    func expectAll(_ reason: String) throws {
      let outcome = try publishChanges()
      #expect(outcome.code == 0 && outcome.errors.contains("all words are read and published: \(reason)"), "\(outcome)")
      // The other one says why the next time is no shorter.
      let next = outcome.errors.split(separator: "\n").dropFirst()
      #expect(
        next.allSatisfy { $0.contains("the next time, all words are read, too: the files are not those of a commit") })
    }
    func expectChanges(_ text: String) throws {
      let outcome = try publishChanges()
      #expect(outcome.output == "\(text) words as acme:acme/app\n" && outcome.errors == "", "\(outcome)")
    }
    // Without a commit, there is nothing to compare with.
    try expectAll("git: fatal: ")
    try commit()
    try expectAll("no commit was published from here before")
    try expectChanges("nothing has changed: 2")
    try home.write("kestrelCount = hoverTime\n", to: "src/3.txt")
    try home.write("hoverTime\n", to: "src/4.txt")
    try expectChanges("published: 2 changed of 3")
    // Where it is in what looks like a secret, no word counts, in whatever order all files are read.
    let (plain, hidden) = (["m", "n"].map { "src/\($0).txt" }, ["a", "z"].map { "src/\($0).txt" })
    for path in plain { try home.write("hunter2\n", to: path) }
    try expectChanges("published: 1 changed of 4")
    for path in hidden { try home.write("password = \"hunter2\"\n", to: path) }
    try expectChanges("published: 1 changed of 5")
    try FileManager.default.removeItem(atPath: home.url.path + "/" + plain[0])
    try expectChanges("published: 1 changed of 4")
    _ = try run("publish", "src", "--to", "acme:other")
    let all = try store.publication(of: SharedNamespace("other")!)
    #expect(try store.publication(of: SharedNamespace("acme/app")!)?.digest == all?.digest)
    for path in hidden + plain.dropFirst() { try FileManager.default.removeItem(atPath: home.url.path + "/" + path) }
    try expectChanges("published: 1 changed of 3")
    #expect(
      try run("publish", "src", "--changes", "--dry-run", "--to", "acme:acme/app").output.hasSuffix(
        "that have changed, 0\n"))
    try home.write("a.txt\n", to: "src/.gitignore")
    try expectAll("no commit was published from here before")
    // What is no commit is not kept.
    try commit()
    try expectAll("no commit was published from here before")
    // Another has published under the name, or taken it away.
    try home.write("wanderer\n", to: "birds.txt")
    _ = try run("publish", "birds.txt", "--to", "acme:acme/app")
    try expectAll("others are published, or too little is known of those that are")
    _ = try run("unpublish", "acme:acme/app")
    let dry = try run("publish", "src", "--changes", "--dry-run", "--to", "acme:acme/app")
    #expect(dry.output == "would be published: 3 words as acme:acme/app\n", "\(dry)")
    try expectAll("others are published, or too little is known of those that are")
    // A page is lost.
    let publication = try #require(try store.publication(of: SharedNamespace("acme/app")!))
    let key = store.key(of: .head, publication.bucketCount, SharedNamespace("acme/app")!)
    _ = try store.ask([RESPCommand("HSET", key, "Lkes", "x")])
    _ = try store.ask([RESPCommand("HDEL", key, "Lk")])
    try home.write("hoverTime\nkestrelName\n", to: "src/5.txt")
    try home.write("kestrelOther\n", to: "src/6.txt")
    try home.write("kestrelOther\n", to: "src/7.txt")
    try commit()
    try expectAll("others are published, or too little is known of those that are")
    _ = try run("unpublish", "acme:acme/app")
    try expectAll("others are published, or too little is known of those that are")
    // Other settings, other words.
    let other = try run("publish", "src", "--changes", "--minimum-files", "1", "--to", "acme:acme/app")
    #expect(other.errors.contains("with these settings"), "\(other)")
    // Of what this repository alone ignores, git tells nothing.
    try expectAll("no commit was published from here before")
    try expectChanges("nothing has changed: 4")
    try home.write("*.tmp\n", to: "src/.git/info/exclude")
    try expectAll("no commit was published from here before")
    try home.write("[core]\n    excludesFile = \(home.url.path)/ignored\n", to: ".gitconfig")
    try home.write("*.txt\n", to: "ignored")
    try home.write("kestrelCount\nkestrelLast\n", to: "src/8.txt")
    try home.write("kestrelLast\n", to: "src/9.txt")
    try expectChanges("published: 2 changed of 5")
    // The commit is gone.
    try FileManager.default.removeItem(at: src.appendingPathComponent(".git"))
    try expectAll("git: ")
    try git("init", "-q")
    try commit()
    try expectAll("no commit was published from here before")
    try FileManager.default.removeItem(at: src.appendingPathComponent(".git"))
    try expectAll("git: ")
    let list = try run("publish", "birds.txt", "--changes", "--to", "acme:acme/app")
    #expect(list.code == 0 && list.errors.contains("--changes is for a single folder"), "\(list)")
  }

  /// What git does not tell of, or not as one would think: nothing is missed by it.
  @Test(arguments: [
    "a folder that git ignores", "paths from the folder", "rules above", "a file that git is told not to look at",
    "names that look alike", "a name that begins with a mark", "a line end in the folder's name",
    "a program of the repository", "another repository inside", "an index in place of another", "two names",
    "a file that becomes a folder", "a variable",
  ])
  func nothingIsMissed(_ what: String) throws {
    guard let server = try server() else { return }
    let store = RedisPageStore([try RedisAddress(server.address)])
    let isInside = ["a folder that git ignores", "paths from the folder", "rules above"].contains(what)
    let folder = isInside ? "src/in" : what == "a line end in the folder's name" ? "src/a\nb" : "src"
    for number in 0..<3 { try home.write("kestrelCount = kestrelName\n", to: "src/\(number).txt") }
    for number in 0..<2 {
      try home.write("hoverTime = kestrelName\n", to: "\(isInside ? folder : "src/in")/\(number).txt")
    }
    for number in 0..<2 { try home.write("hoverTime\n", to: "\(folder)/n\(number).txt") }
    if what == "a folder that git ignores" { try home.write("in/\n", to: "src/.gitignore") }
    if what == "another repository inside" {
      try git("init", "-q", "sub")
      try home.write("hoverTime\n", to: "src/sub/a.txt")
      try git("-C", "sub", "commit", "-q", "--allow-empty", "-m", "a")
    }
    try commit()
    func changes() throws -> Program.Outcome { try run("publish", folder, "--changes", "--to", "acme:acme/app") }
    #expect(try changes().code == 0)
    let ran = home.url.path + "/ran"
    var reason: String?
    func write(_ text: String, _ names: String...) throws {
      for name in names { try home.write(text + "\n", to: "\(folder)/\(name)") }
    }
    switch what {
    case "a folder that git ignores":
      try write("kestrelNew", "x.txt", "y.txt")
      reason = "files are read that git ignores"
    case "paths from the folder":
      try git("config", "diff.relative", "true")
      try write("hoverTime = kestrelNew", "0.txt", "1.txt")
    case "rules above":
      try home.write("[01].txt\n", to: "src/.gitignore")
      reason = "no commit was published"
    case "a file that git is told not to look at":
      try git("update-index", "--assume-unchanged", "1.txt")
      try write("other", "1.txt")
      reason = "git is told not to look at some of the files"
    case "names that look alike": try write("kestrelNew", "caf\u{E9}.txt", "cafe\u{301}.txt")
    case "a name that begins with a mark": try write("kestrelNew", "in/\u{301}1.txt", "in/\u{301}2.txt")
    case "a line end in the folder's name": try write("kestrelNew", "2.txt", "3.txt")
    case "a program of the repository":
      try git("config", "filter.x.clean", "touch '\(ran)'; cat")
      try home.write("*.txt filter=x\n", to: "src/.git/info/attributes")
      try write("kestrelNew = kestrelName", "1.txt")
      reason = "the repository names a program of its own, filter.x.clean"
    case "another repository inside":
      try write("hoverTime = kestrelNew", "sub/a.txt")
      reason = "a part of it is another repository"
    case "an index in place of another":
      try write("hoverTide = kestrelName", "in/0.txt")
      #expect(
        try run("publish", folder, "--changes", "--minimum-files", "1", "--dry-run", "--to", "acme:acme/app").code == 0)
      #expect(try run("publish", folder, "--changes", "--to", "acme:second").code == 0)
    case "two names":
      #expect(try run("publish", folder, "--changes", "--to", "acme:second").code == 0)
      try write("hoverTime = kestrelNew", "in/0.txt", "in/3.txt")
      #expect(try run("publish", folder, "--changes", "--to", "acme:second").errors == "")
    case "a file that becomes a folder":
      try FileManager.default.removeItem(at: src.appendingPathComponent("1.txt"))
      try write("kestrelNew", "1.txt/1.txt", "1.txt/2.txt")
    default:
      try write("kestrelCount = kestrelNew", "1.txt")
      let program = try ChildProgram(
        Repository.executable("catchword").path, ["publish", folder, "--changes", "--to", "acme:acme/app"],
        environment: Program.environment(home: home).merging(["GIT_DIR": src.path + "/.git"]) { $1 }, folder: home.url,
        input: .file("/dev/null"), output: .file(home.url.path + "/.out"), errors: .file(home.url.path + "/.errors"))
      #expect(try program.wait() == 0)
      let errors = try String(contentsOfFile: home.url.path + "/.errors", encoding: .utf8)
      #expect(errors.contains("all words are read and published: GIT_DIR is set"), "\(errors)")
      reason = "no commit was published"
    }
    let outcome = try changes()
    #expect(outcome.code == 0 && reason.map(outcome.errors.contains) ?? (outcome.errors == ""), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: ran))
    _ = try run("publish", folder, "--to", "acme:other")
    let all = try store.publication(of: SharedNamespace("other")!)
    #expect(try store.publication(of: SharedNamespace("acme/app")!)?.digest == all?.digest, "\(outcome)")
  }
}
