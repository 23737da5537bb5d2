import CatchwordSnippets
import TestSupport
import Testing

@testable import CatchwordSources

/// Collections that are far larger than anybody's: what is read of them is bounded, and what it is bounded by is said.
@Suite(.timeLimit(.minutes(10)))
struct SnippetLibraryTests {
  /// As large as a file may be; that it is no text takes no time to see.
  private static let large: ContiguousArray<UInt8> =
    [0xFF, 0x0A] + ContiguousArray(repeating: 0x20, count: SnippetLimits.fileBytes - 2)
  private static let fitting = SnippetLimits.totalBytes / SnippetLimits.fileBytes

  private func large(_ count: Int, in folder: String) -> [String: ContiguousArray<UInt8>] {
    Dictionary(uniqueKeysWithValues: (100..<100 + count).map { ("\(folder)/\($0).snippets", Self.large) })
  }

  private func library(
    _ disk: SnippetDisk, _ locations: [SnippetsSettings.Location] = [.init(path: "/s", language: "c")]
  ) -> SnippetLibrary {
    SnippetLibrary(
      SnippetsSettings(locations: locations, readsWorkspace: false), folders: [], source: disk.files)
  }

  private func excess(_ library: SnippetLibrary) -> [SnippetProblem] {
    library.status.problems.filter { $0.message.contains("all together") }
  }

  @Test func filesAreReadUpToALimitOfAllTogether() throws {
    let disk = SnippetDisk(large(100, in: "/s"))
    var library = library(disk)
    _ = try library.read(["c"])
    #expect(disk.reads.count == Self.fitting)
    #expect(library.status.files == 100)
    #expect(library.status.filesRead == Self.fitting)
    #expect(excess(library).map(\.path) == ["/s/\(100 + Self.fitting).snippets"])
    // What was left out is not tried again and again.
    let isNew = try library.read(["c"])
    #expect(!isNew)
    #expect(disk.reads.count == Self.fitting)
  }

  @Test func whatHasRoomLaterIsReadThen() throws {
    let disk = SnippetDisk(large(Self.fitting + 1, in: "/s"))
    var library = library(disk)
    _ = try library.read(["c"])
    let last = "/s/\(100 + Self.fitting).snippets"
    #expect(!disk.reads.contains(last))
    disk.remove("/s/100.snippets")
    _ = try library.read(["c"])
    #expect(disk.reads.last == last)
    #expect(excess(library) == [])
  }

  @Test func aProjectWithTooMuchTakesNothingFromTheUsersOwn() throws {
    var contents = large(Self.fitting + 4, in: "/p/s")
    contents["/own/c.snippets"] = ContiguousArray("snippet mine\n\tx\n".utf8)
    let disk = SnippetDisk(contents)
    var library = library(
      disk, [.init(path: "/p/s", language: "c", project: "/p"), .init(path: "/own", language: "c")])
    _ = try library.read(["c"])
    #expect(disk.reads.count == Self.fitting + 1)
    #expect(library.snippets(of: "c")?.map(\.trigger) == ["mine"])
    #expect(excess(library).count == 1)
  }

  /// One word after "extends" is as good as the next, and millions of them are not kept.
  @Test(arguments: ["snippet t\n\tx\n", "snippet t\nx\nendsnippet\n"])
  func aFileGoesOnFromOnlySoManyLanguages(snippet: String) throws {
    let text = "extends " + String(repeating: "c,", count: 10_000) + "\n" + snippet
    let lines = try #require(SnippetLines(ContiguousArray(text.utf8)))
    let parsed =
      UltiSnipsSnippets.isOne(lines)
      ? UltiSnipsSnippets.parse(lines, path: "/a") : SnipMateSnippets.parse(lines, path: "/a")
    #expect(parsed.extends.count == SnippetLimits.languages)
    #expect(parsed.snippets.map(\.trigger) == ["t"])
  }

  @Test func aSnippetHasOnlySoManyLanguages() {
    let scope = String(repeating: "c,", count: 10_000)
    let text = "{\"x\": {\"prefix\": \"t\", \"body\": \"b\", \"scope\": \"\(scope)\"}}"
    let parsed = VSCodeSnippets.parse(ContiguousArray(text.utf8), path: "/a")
    #expect(parsed.snippets.map(\.languages.count) == [SnippetLimits.languages])
  }
}
