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

  @Test func noFileIsNone() throws {
    #expect(try SettingsFile(path: "\(folder.url.path)/none.json") == nil)
  }

  @Test func aFolderOrAPipeInItsPlaceIsRefused() throws {
    #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: folder.url.path) }
    #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: "/dev/zero") }
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
