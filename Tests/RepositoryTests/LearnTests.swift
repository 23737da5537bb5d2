import Foundation
import TestSupport
import TestTraits
import Testing

/// Learning from folders that are not open, as a user meets it in a shell.
@Suite(.serialized, .blocking) struct LearnTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    for number in 0..<40 {
      try home.write(
        (0..<50).map { "let kestrel\(number)x\($0) = migrate(kestrel, southward: \($0))\n" }.joined(),
        to: "src/lib/\(number).swift")
    }
    try home.write("let heron = migrate(heron, \n", to: "new/a.swift")
    try home.write("token = ghp_16C7e42F292c6912E7710c838347Ae178B4a\nmigrate later\n", to: "src/lib/notes.txt")
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", arguments, home: home)
  }

  private var kept: [String] {
    let folder = home.url.appendingPathComponent(".cache/catchword/prediction").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func settings() throws {
    try home.write(#"{"prediction": {"folders": ["~/src"]}}"#, to: "config/catchword/config.json")
  }

  @Test func learnsAndForgets() throws {
    let none = try run("learn")
    #expect(none.code == 78 && none.errors.contains(#""prediction": {"folders": ["~/src"]}"#))
    let unnamed = try run("learn", "src")
    #expect(
      unnamed.code == 0 && unnamed.output.contains("\n  It counts where it is open. To have it count everywhere, add"))
    try settings()
    let learned = try run("learn")
    #expect(learned.code == 0 && learned.errors == "" && !learned.output.contains("everywhere"), "\(learned)")
    #expect(learned.output.hasPrefix("\(home.url.path)/src: ") && learned.output.contains(" tokens of 41 files in "))
    try #require(kept.count == 1 && kept.allSatisfy { $0.hasSuffix(".far") })
    // A secret is not in it.
    let file = home.url.appendingPathComponent(".cache/catchword/prediction/\(kept[0])")
    let data = try Data(contentsOf: file)
    #expect(data.range(of: Data("southward".utf8)) != nil && data.range(of: Data("ghp_16C7".utf8)) == nil)
    // What other projects write is likely here.
    let words = try run("complete", "new/a.swift:1:27", "--source", "prediction").output
    #expect(words.contains("southward"), "\(words)")
    // What an open project leaves out of its own files changes nothing about others'.
    try home.write(#"{"workspace": {"exclude": ["*.swift"]}}"#, to: "new/.catchword.json")
    #expect(try run("complete", "new/a.swift:1:27", "--source", "prediction").output == words)
    #expect(kept.count == 1)
    let forgotten = try run("forget", "--folder", "src")
    #expect(forgotten.code == 0 && forgotten.output.hasPrefix("forgotten: ") && kept == [])
    #expect(try run("forget", "--folder", "src").output == "nothing is kept of \(home.url.path)/src\n")
  }

  /// Banned by a command, a word is no more written down than where the settings ban it.
  @Test func learnsNoWordsThatAreBanned() throws {
    try home.write("projectZephyr commonPlace\n", to: "src/plans.txt")
    #expect(try run("ban", "projectzephyr", "--language", "python").code == 0)
    #expect(try run("learn", "src").code == 0 && kept.count == 1)
    let file = home.url.appendingPathComponent(".cache/catchword/prediction/\(kept[0])")
    let data = try Data(contentsOf: file)
    #expect(data.range(of: Data("commonPlace".utf8)) != nil && data.range(of: Data("projectZephyr".utf8)) == nil)
    try FileManager.default.removeItem(at: home.url.appendingPathComponent(".local/state/catchword/banned"))
    try FileManager.default.createDirectory(
      at: home.url.appendingPathComponent(".local/state/catchword/banned"), withIntermediateDirectories: true)
    let outcome = try run("learn", "src")
    #expect(outcome.code == 66 && outcome.errors.contains("so nothing is learned"), "\(outcome)")
  }

  /// It is found by the name by which it was there, when it is there no more.
  @Test func forgetsAFolderThatIsGone() throws {
    try home.link("linked", to: ".")
    #expect(try run("learn", "linked/src").code == 0 && kept.count == 1)
    try FileManager.default.removeItem(at: home.url.appendingPathComponent("src"))
    #expect(try run("forget", "--folder", "linked/src").output.hasPrefix("forgotten: ") && kept == [])
  }

  @Test func whatCannotBeLearnedIsSaid() throws {
    for (folder, code, message) in [
      ("none", Int32(66), "there is no folder"), ("/", 66, "holds far more than a project"),
    ] {
      let outcome = try run("learn", folder)
      #expect(outcome.code == code && outcome.errors.contains(message) && outcome.output == "")
    }
    try home.write("no folder", to: ".cache")
    let outcome = try run("learn", "src")
    #expect(
      outcome.code == 74 && outcome.errors.contains("could not be kept in \(home.url.path)/.cache/catchword/prediction")
    )
    #expect(try run("forget", "--folder", "src", "word").code == 64)
  }

  @Test func completeSaysWhichFoldersAreNotLearnedFrom() throws {
    try settings()
    try home.write("no folder", to: ".cache")
    let outcome = try run("complete", "new/a.swift:1:27")
    let folder = "\(home.url.path)/src"
    #expect(
      outcome.errors.contains(
        "not all of \(folder) has been learned from; 'catchword learn \(folder)' does that once for all.\n"),
      "\(outcome.errors)")
  }

  /// Wherever a builder is killed, the next one makes the file, and nothing is left of the first.
  @Test func aBuilderThatIsKilledLeavesNothing() throws {
    let executable = Repository.executable("catchword").path
    for size in [0, 1, 4, 16, 64] {
      // It ends when it has written so many blocks of 512 bytes, by a signal that it does not expect.
      let script = "ulimit -f \(size); exec \"$0\" learn src"
      #expect(try Program.run("/bin/sh", ["-c", script, executable], home: home).code != 0)
      let next = try run("learn", "src")
      #expect(next.code == 0, "\(size): \(next.errors)")
      #expect(kept.count == 1 && kept.allSatisfy { $0.hasSuffix(".far") })
      _ = try run("forget", "--folder", "src")
    }
  }

  @Test func severalAtOnceMakeOne() throws {
    let executable = Repository.executable("catchword").path
    let script = "for i in 1 2 3 4 5 6 7 8; do \"$0\" learn src & done; wait"
    let outcome = try Program.run("/bin/sh", ["-c", script, executable], home: home)
    let done = outcome.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    let busy = outcome.errors.split(separator: "\n")
    #expect(done.count + busy.count == 8 && !done.isEmpty && Set(done).count == 1)
    #expect(busy.allSatisfy { $0.contains("another catchword is learning from") }, "\(outcome.errors)")
    #expect(kept.count == 1)
  }
}
