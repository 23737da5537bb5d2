import CatchwordSnippets
import TestSupport
import Testing

@testable import CatchwordSources

/// Folders that hold far more than anybody's: what is looked at is bounded, and what it is bounded by is said once.
@Suite(.timeLimit(.minutes(10)))
struct SnippetCatalogTests {
  private func catalog(
    _ disk: SnippetDisk, _ locations: [SnippetsSettings.Location] = [.init(path: "/s")]
  ) -> SnippetCatalog {
    SnippetCatalog(
      SnippetsSettings(locations: locations, readsWorkspace: false), folders: [], source: disk.files)
  }

  private func files(_ count: Int, _ bytes: ContiguousArray<UInt8>, _ path: (Int) -> String)
    -> [String: ContiguousArray<UInt8>]
  {
    Dictionary(uniqueKeysWithValues: (0..<count).map { (path($0), bytes) })
  }

  @Test(arguments: [10_000, 1_000_000]) func parentsAreReadUpToALimitOfAllTogether(size: Int) {
    let bytes = ContiguousArray(String(repeating: "a\n", count: size / 2).utf8)
    let disk = SnippetDisk(files(100, bytes) { "/s/a\($0)-mode/.yas-parents" })
    let catalog = catalog(disk)
    #expect(disk.reads.count == SnippetLimits.parentsBytes / size)
    #expect(catalog.parents.values.reduce(0) { $0 + $1.count } <= SnippetLimits.parentsBytes)
    #expect(catalog.problems.count == 1)
  }

  @Test func packagesAreReadUpToALimitOfAllTogether() {
    let size = 1 << 20
    let disk = SnippetDisk(files(20, ContiguousArray(repeating: 0x20, count: size)) { "/s/\($0)/package.json" })
    let catalog = catalog(disk)
    #expect(disk.reads.count == SnippetLimits.packageBytes / size)
    #expect(catalog.problems.filter { $0.message.contains("all together") }.count == 1)
  }

  /// A tree of folders without snippets is not looked through to its end; the user's own is, whatever a project has.
  @Test func foldersAreLookedThroughUpToALimit() {
    var contents = files(22_500, []) { "/p/s/\($0 / 150)/\($0 % 150)/readme" }
    contents["/own/c.json"] = []
    let catalog = catalog(SnippetDisk(contents), [.init(path: "/p/s", project: "/p"), .init(path: "/own")])
    #expect(catalog.stamps.count <= SnippetLimits.folders + 2)
    #expect(catalog.files.map(\.path) == ["/own/c.json"])
    #expect(catalog.problems.count == 1)
    #expect(catalog.problems.first?.message.contains("\(SnippetLimits.folders) folders") == true)
  }

  /// All of a file's languages were gone through for each time that it is named.
  @Test(.timeLimit(.minutes(10))) func aPackageMayNameAFileManyTimes() {
    let languages = String(repeating: "\"c\",", count: 600_000) + "\"python\""
    let again = String(repeating: ",{\"path\":\"a\",\"language\":[]}", count: 19_000)
    let text =
      "{\"contributes\":{\"snippets\":[{\"path\":\"a\",\"language\":[\(languages)]}\(again),{\"path\":\"b\"}]}}"
    let catalog = catalog(SnippetDisk(["/s/package.json": ContiguousArray(text.utf8)]))
    #expect(catalog.problems == [])
    #expect(catalog.files.map(\.path) == ["/s/a", "/s/b"])
    #expect(catalog.files.map(\.languages) == [["c", "python"], [LanguageAliases.everywhere]])
  }
}
