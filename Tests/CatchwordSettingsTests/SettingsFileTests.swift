import CatchwordRPC
import CatchwordSettings
import Foundation
import TestSupport
import Testing

/// Files of settings, and the places of what is wrong in them.
struct SettingsFileTests {
  private let folder: TemporaryFolder
  private static let schema = [
    Setting("limit", .number(1...100, unit: "number"), default: 20, "How many."),
    Setting("lists", .list(.path), default: [], "Files."),
    Setting("a", .group([Setting("b", .flag, "Whether.")]), "More."),
  ]

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ text: String) throws -> [String] {
    try folder.write(text, to: "config.json")
    let path = "\(folder.url.path)/config.json"
    let file = try #require(try SettingsFile(path: path))
    let settings = EffectiveSettings([file.layer], schema: Self.schema, home: "/h", workingFolder: "/w")
    return file.lines(for: settings.problems).map { line in
      #expect(line.hasPrefix(path + ":"))
      return line.dropFirst(path.count + 1).prefix { $0 != " " }.description
    }
  }

  @Test(arguments: [
    ("{\"limit\": 0}", ["1:2:"]),
    ("{\n  // a comment: {\n  limit: 0, /* [ */\n  'lists': ['}', 5,],\n}", ["3:3:", "4:18:"]),
    ("{\"a\": {\"b\": 1}, \"limits\": {\"b\": [1, {\"limit\": 2}]}}", ["1:8:", "1:17:"]),
    ("{\"catchword\": {\n \"limit\": true}}", ["2:2:"]),
    ("{\"limit\": 0, \"limit\": -1}", ["1:14:"]),
    ("{\"li\\\"x\": \"\\\\\", \"limit\": 0}", ["1:17:"]),
  ])
  func placesAreThoseOfTheNames(text: String, places: [String]) throws {
    let found = try lines(text)
    #expect(found.filter { places.contains($0) } == places, "\(found)")
  }

  @Test func mistakesAreNamedInTheOrderOfTheFile() throws {
    #expect(
      try lines("{\n\"z\": 1,\n\"limit\": 0,\n\"lists\": [\"a\", 5, 6],\n\"a\": 1\n}")
        == ["2:1:", "3:1:", "4:16:", "4:19:", "5:1:"])
  }

  @Test func aNameThatStandsTwiceIsNamed() throws {
    try folder.write("{\"limit\": 1, \"a\": {\"b\": true, \"b\": false},\n \"limit\": 2}", to: "config.json")
    let file = try #require(try SettingsFile(path: "\(folder.url.path)/config.json"))
    #expect(file.duplicates.map(\.name) == ["a.b", "limit"])
    #expect(file.lines(for: file.duplicates).map { $0.contains("config.json:2:2: \"limit\"") } == [false, true])
  }

  /// The place of each that is named is looked for in the whole file.
  @Test func ofManyNamesThatStandTwiceOnlySomeAreNamed() throws {
    let fields = (0..<2_000).map { "n\($0):1,n\($0):1" }.joined(separator: ",")
    try folder.write("{\(fields)}", to: "config.json")
    let file = try #require(try SettingsFile(path: "\(folder.url.path)/config.json"))
    #expect(file.duplicates.count == 101)
    #expect(file.duplicates.last?.message == "There are 1900 more names that stand more than once.")
    #expect(file.lines(for: file.duplicates).count == 101)
  }

  @Test func aLinkToNothingIsNoAbsence() throws {
    try folder.link("config.json", to: "nowhere.json")
    let failure = #expect(throws: SettingsFile.Failure.self) {
      try SettingsFile(path: "\(folder.url.path)/config.json")
    }
    #expect(failure?.description.contains("a link to a file that is not there") == true)
  }

  @Test func aFileThatIsNoJSONIsNamedWithThePlace() throws {
    try folder.write("{\n  \"limit\": 5\n  \"lists\": []\n}", to: "config.json")
    let failure = #expect(throws: SettingsFile.Failure.self) {
      try SettingsFile(path: "\(folder.url.path)/config.json")
    }
    #expect(
      failure?.description.contains("config.json:3:3: this is not JSON5: a comma") == true,
      "\(failure?.description ?? "")")
  }

  @Test(arguments: ["{\"limit\": 5\0}", "{\u{1}}", "\0", "\u{2}{}"]) func controlCharactersAreNoSpace(text: String)
    throws
  {
    try folder.write(text, to: "config.json")
    #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: "\(folder.url.path)/config.json") }
  }

  @Test(arguments: ["", "  \n", "\t\r\n"]) func anEmptyFileSaysNothing(text: String) throws {
    #expect(try lines(text) == [])
  }

  @Test(arguments: [false, true]) func aLongFileIsNotRead(isProject: Bool) throws {
    try folder.write("{}", to: "config.json")
    let path = "\(folder.url.path)/config.json"
    // It takes no space, but whoever reads it dies of it.
    #expect(truncate(path, 1 << 40) == 0)
    let failure = #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: path, isProject: isProject) }
    #expect(failure?.description.contains("longer than \(isProject ? "256 KiB" : "1 MiB")") == true)
  }

  /// The answer to `initialize` waits for a project's file: names by the ten thousands are not read.
  @Test func aProjectsFileMayBeShorter() throws {
    for (count, isRead) in [(20_000, true), (80_000, false)] {
      try folder.write("{\((0..<count).map { "\"n\($0)\":1" }.joined(separator: ","))}", to: "config.json")
      let path = "\(folder.url.path)/config.json"
      #expect(try SettingsFile(path: path) != nil)
      let problems = Result { try SettingsFile(path: path, isProject: true) }
      #expect(((try? problems.get()) != nil) == isRead)
    }
  }

  /// To compare or hash a text of combining marks alone takes the square of its length: here, billions of steps.
  @Test(arguments: [
    ("\"sources\": [\"Q\"]", "3:13: this is not JSON5: this text"), ("\"Q\": 1", "3:1: this is not JSON5: this text"),
    ("Q: 1", "3:1: this is not JSON5: this name"), ("\"a\":Q", "3:5: this is not JSON5: this word"),
  ])
  func aLongTextOfAProjectIsRefused(field: String, expected: String) throws {
    let marks = "q" + String(repeating: "\u{301}", count: 62_000) + String(repeating: "\u{316}", count: 62_000)
    let parts = field.split(separator: "Q", omittingEmptySubsequences: false)
    let line = "\(parts[0])\(marks)\(parts[1])"
    try folder.write("{\n\n\(line)\n}", to: "config.json")
    let failure = #expect(throws: SettingsFile.Failure.self) {
      try SettingsFile(path: "\(folder.url.path)/config.json", isProject: true)
    }
    let description = failure?.description ?? ""
    #expect(description.contains("\(expected) is longer than 4096 bytes"), "\(description.prefix(200))")
  }

  @Test(arguments: [(true, 4096, true), (true, 4097, false), (false, 100_000, true)])
  func aTextMayBeLongInTheUsersOwnFile(isProject: Bool, length: Int, isRead: Bool) throws {
    try folder.write("{\"a\": \"\(String(repeating: "x", count: length))\"}", to: "config.json")
    let file = Result { try SettingsFile(path: "\(folder.url.path)/config.json", isProject: isProject) }
    #expect(((try? file.get()) != nil) == isRead)
  }

  @Test func noFileIsNone() throws {
    #expect(try SettingsFile(path: "\(folder.url.path)/none.json") == nil)
  }

  @Test func aFolderOrAPipeInItsPlaceIsRefused() throws {
    #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: folder.url.path) }
    #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: "/dev/zero") }
  }

  /// Neither is it read, nor does anything of it stand in a message.
  @Test(arguments: ["../secrets.txt", "../out/secrets.txt"])
  func aProjectsFileIsNoLinkOutOfTheProject(target: String) throws {
    try folder.write("hunter2 is a secret", to: "secrets.txt")
    try folder.write("", to: "project/there.txt")
    try folder.link("out", to: folder.url.path)
    try folder.link("project/.catchword.json", to: target)
    let failure = #expect(throws: SettingsFile.Failure.self) {
      try SettingsFile(path: "\(folder.url.path)/project/.catchword.json", isProject: true)
    }
    #expect(failure?.description.contains("leads out of the project") == true)
    #expect(failure?.description.contains("hunter") == false)
    // The user's own may be anywhere.
    let own = #expect(throws: SettingsFile.Failure.self) {
      try SettingsFile(path: "\(folder.url.path)/project/.catchword.json")
    }
    #expect(own?.description.contains("this is not JSON5") == true)
  }

  /// Who opens a project by a link, or keeps its file in another folder of it, has its settings.
  @Test func linksWithinAProjectAreFollowed() throws {
    try folder.write("{\"limit\": 5}", to: "project/config/settings.json")
    try folder.link("project/.catchword.json", to: "config/settings.json")
    try folder.link("open", to: "project")
    for name in ["project", "open"] {
      let file = try SettingsFile(path: "\(folder.url.path)/\(name)/.catchword.json", isProject: true)
      #expect(file?.layer.settings == ["limit": 5])
    }
  }

  /// It says that it is a regular file of no bytes, and does not end.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/pagemap")), arguments: [false, true])
  func aFileWithoutAnEndIsNotRead(isProject: Bool) throws {
    try folder.link("config.json", to: "/proc/self/pagemap")
    #expect(throws: SettingsFile.Failure.self) {
      try SettingsFile(path: "\(folder.url.path)/config.json", isProject: isProject)
    }
  }

  @Test func aPipeIsNotWaitedFor() throws {
    let path = "\(folder.url.path)/config.json"
    #expect(mkfifo(path, 0o600) == 0)
    for isProject in [false, true] {
      let failure = #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: path, isProject: isProject) }
      #expect(failure?.description.contains("is no regular file") == true)
    }
  }

  @Test func aFileThatIsTooLongIsRefused() throws {
    try folder.write(String(repeating: " ", count: 1 << 20) + " {}", to: "long.json")
    #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: "\(folder.url.path)/long.json") }
  }

  /// Finding places must end, whatever the text.
  @Test func placesAreLookedForInAnyText() throws {
    var random = SeededRandom()
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Array("{}[]\"':,/*\\ \nalimtb05".utf8).randomElement(using: &random) ?? 0
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      _ = try? lines(text)
    }
  }
}
