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
      #"{"shared": {"acme": {"server": "\#(server.address)", "namespaces": ["acme/app"]}}}"#,
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
      #expect(outcome.errors.split(separator: "\n").count == 1)
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
    #expect(
      try run("publish", "src", "--changes", "--dry-run", "--to", "acme:acme/app").output.hasPrefix(
        "would be published: 0 "))
    try home.write("a.txt\n", to: "src/.gitignore")
    try expectAll("a .gitignore has changed")
    // What is no commit is not kept.
    try commit()
    try expectAll("no commit was published from here before")
    // Another has published under the name, or taken it away.
    try home.write("wanderer\n", to: "birds.txt")
    _ = try run("publish", "birds.txt", "--to", "acme:acme/app")
    try expectAll("others are published, or too little is known of those that are")
    _ = try run("unpublish", "acme:acme/app")
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
}
