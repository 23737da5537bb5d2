import Foundation
import TestSupport
import TestTraits
import Testing

/// Words that one publishes and another has in the menu, as both meet it in a shell.
@Suite(.serialized, .blocking) struct PublishTests {
  private let publisher: TemporaryFolder
  private let reader: TemporaryFolder
  private let place: String

  init() throws {
    publisher = try TemporaryFolder()
    reader = try TemporaryFolder()
    place = publisher.url.appendingPathComponent("srv").path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    for home in [publisher, reader] {
      try home.write(
        #"{"shared": {"acme": {"folder": "\#(place)", "namespaces": ["acme/app"]}}}"#,
        to: "config/catchword/config.json")
    }
    for number in 0..<3 {
      try publisher.write(
        "let kestrelCount = migrate(token: ghp_16C7e42F292c6912E7710c838347Ae178B4\(number))\n",
        to: "src/\(number).swift")
    }
    try reader.write("let a = kes\n", to: "a.swift")
  }

  private func run(_ home: TemporaryFolder, _ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", arguments, home: home)
  }

  @Test func whatOnePublishesAnotherHas() throws {
    #expect(try run(reader, "complete", "a.swift:1:12").output == "")
    let dry = try run(publisher, "publish", "src", "--to", "acme:acme/app", "--dry-run")
    #expect(dry.code == 0 && dry.output.hasPrefix("would be published: "), "\(dry)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
    let published = try run(publisher, "publish", "src", "--to", "acme:acme/app", "--rate", "100")
    #expect(published.code == 0 && published.output.hasPrefix("published: ") && published.errors == "", "\(published)")
    let again = try run(publisher, "publish", "src", "--to", "acme:acme/app")
    #expect(again.output.hasPrefix("nothing has changed: "))
    #expect(try run(reader, "complete", "a.swift:1:12").output.hasPrefix("kestrelCount  acme\n"))
    #expect(try run(reader, "complete", "a.swift:1:12", "--source", "acme").output == "kestrelCount  acme\n")
    #expect(try run(reader, "check").code == 0)
    let gone = try run(publisher, "unpublish", "acme:acme/app")
    #expect(gone.code == 0 && gone.output == "removed: acme:acme/app\n")
    #expect(try run(reader, "complete", "a.swift:1:12").output == "")
    #expect(try run(publisher, "unpublish", "acme:acme/app").output == "nothing is published as acme:acme/app.\n")
  }

  @Test func whatIsBannedIsNotPublished() throws {
    for path in ["src/0.txt", "src/1.txt"] { try publisher.write("projectZephyr\n", to: path) }
    try publisher.write("projectZephyr\nkestrelList\n", to: "list.txt")
    #expect(try run(publisher, "ban", "projectzephyr").code == 0)
    for input in ["src", "list.txt"] {
      let outcome = try run(publisher, "publish", input, "--to", "acme:acme/app")
      #expect(outcome.code == 0 && outcome.output.contains("1 that are banned or look like a key"), "\(outcome)")
    }
    try reader.write("proj\n", to: "b.txt")
    #expect(try run(reader, "complete", "b.txt:1:5").output == "")
    #expect(try run(reader, "complete", "a.swift:1:12").output.hasPrefix("kestrelList"))
    let banned = publisher.url.appendingPathComponent(".local/state/catchword/banned")
    try FileManager.default.removeItem(at: banned)
    try FileManager.default.createDirectory(at: banned, withIntermediateDirectories: true)
    let outcome = try run(publisher, "publish", "src", "--to", "acme:acme/app")
    #expect(outcome.code == 66 && outcome.errors.contains("so nothing is published"), "\(outcome)")
  }

  @Test(arguments: [
    (["publish", "src"], Int32(64), "publish needs --to NAME:NAMESPACE"),
    (["publish", "--to", "acme:acme/app"], 64, "publish needs"),
    (["publish", "src", "--to", "acme"], 78, "write NAME:NAMESPACE"),
    (["publish", "src", "--to", "other:x"], 78, "there is no \"other\" in \"shared\""),
    (["publish", "src", "--to", "acme:../x"], 74, "\"../x\" is no namespace"),
    (["publish", "src", "--to", "acme:a", "--rate", "0"], 64, "a number from 1 to 10000"),
    (["publish", "none", "--to", "acme:a"], 66, "there is no such file"),
    (["publish", "/", "--to", "acme:a"], 66, "holds far more than a project"),
    (["unpublish", "x"], 78, "write NAME:NAMESPACE"),
  ])
  func whatCannotBeDoneIsSaid(arguments: [String], code: Int32, message: String) throws {
    let outcome = try Program.run("catchword", arguments, home: publisher)
    #expect(outcome.code == code && outcome.errors.contains(message) && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func whereNothingCanBeWrittenOrReadIsSaid() throws {
    try FileManager.default.removeItem(atPath: place)
    try publisher.write("", to: "srv")
    let outcome = try run(publisher, "publish", "src", "--to", "acme:a")
    #expect(outcome.code == 74 && outcome.errors.contains("the words cannot be written to \(place)/a: "), "\(outcome)")
    #expect(try run(reader, "check").output.contains("\(place) is no folder; correct the path, mount it, or make it."))
  }

  /// As after a checkout that has failed.
  @Test func nothingReplacesNoWords() throws {
    _ = try run(publisher, "publish", "src", "--to", "acme:acme/app")
    try publisher.write("\n", to: "empty.txt")
    let outcome = try run(publisher, "publish", "empty.txt", "--to", "acme:acme/app")
    #expect(outcome.code == 66 && outcome.errors.contains("there is nothing to publish in "), "\(outcome)")
    #expect(try run(reader, "complete", "a.swift:1:12", "--source", "acme").output == "kestrelCount  acme\n")
  }

  @Test func whatIsWrongInTheSettingsOfAPlaceIsSaid() throws {
    try publisher.write(
      #"{"shared": {"acme": {"server": "redis://x", "user": "ci", "namespaces": ["acme/app"]}}}"#,
      to: "config/catchword/config.json")
    for arguments in [["shared", "test", "acme"], ["publish", "src", "--to", "acme:acme/app"]] {
      let outcome = try Program.run("catchword", arguments, home: publisher)
      #expect(outcome.code == 78 && outcome.errors.contains("a \"user\" without a \"passwordFile\""), "\(outcome)")
      #expect(!outcome.errors.contains("there is no"))
    }
    let one = try run(reader, "shared", "test", "acme:acme/other")
    #expect(one.code == 69 && one.errors.contains("acme/other: nothing is published"), "\(one)")
  }

  /// Whoever opens a project has not read its file.
  @Test func aProjectNamesNoPlace() throws {
    _ = try run(publisher, "publish", "src", "--to", "acme:acme/app")
    try reader.write("{}", to: "config/catchword/config.json")
    try reader.write(
      #"{"shared": {"acme": {"folder": "\#(place)", "namespaces": ["acme/app"]}}}"#, to: "project/.catchword.json")
    try reader.write("let a = kes\n", to: "project/a.swift")
    let outcome = try run(reader, "complete", "project/a.swift:1:12")
    #expect(outcome.output == "", "\(outcome)")
    #expect(try run(reader, "check", "project/.catchword.json").output.contains("\"shared\""))
  }
}
