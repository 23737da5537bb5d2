import CatchwordCompletion
import CatchwordFiles
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// Lists whose indexes are kept.
struct ListCacheTests {
  private let folder: TemporaryFolder
  private let list: String
  private let reads = Box<Int>()

  init() throws {
    folder = try TemporaryFolder()
    let lines = (0..<3000).map { "wörd\($0)\t\($0 % 7)\tnumber \($0)" }
    list = try folder.write(lines.joined(separator: "\n"), to: "list.txt")
  }

  private var cacheFolder: URL { folder.url.appendingPathComponent("cache/lists") }

  private var cacheFile: URL? {
    let names = try? FileManager.default.contentsOfDirectory(atPath: cacheFolder.path)
    return names?.first { $0.hasSuffix(".rows") }.map { cacheFolder.appendingPathComponent($0) }
  }

  private func load(_ path: String? = nil) throws -> WordList {
    let path = path ?? list
    let disk = FileAccess.disk
    let counted = FileAccess(
      read: { [reads] path, take in
        reads.update { ($0 ?? 0) + 1 }
        try disk.read(path, take)
      },
      stamp: disk.stamp)
    let cache = ListCache(folder: cacheFolder.path, minimumListBytes: 100)
    return try WordListLoader(files: counted, cache: cache).load(path, stamp: disk.stamp(path))
  }

  /// Makes a file of the cache look as if it was used last so many days ago.
  private func setAge(of file: URL, days: Double) throws {
    let date = Date(timeIntervalSinceNow: -days * 86_400)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
  }

  private func offered(_ list: WordList) async throws -> [String] {
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("word29"))
    let query = CompletionQuery(document: document, offset: 6, budget: .seconds(100))
    let answer = try await list.answer(to: query, name: "l", clock: EngineClock(), deadline: .seconds(1000))
    return answer.candidates.map { "\($0.text) \($0.detail ?? "")" }
  }

  @Test func aListIsReadOnce() async throws {
    let first = try await offered(load())
    let second = try await offered(load())
    #expect(first == second && first.contains("wörd29 number 29"))
    #expect(reads.value == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cacheFolder.path).count == 1)
  }

  /// What is not ours stays, and so does what another server may be writing.
  @Test func indexesThatNobodyUsesGo() throws {
    let ages = [
      "1a.rows": 91.0, "2b.rows": 89, "3c.rows.x.tmp": 2, "4d.rows.x.tmp": 0.5, "notes.rows": 91, "5e.words": 91,
    ]
    for (name, days) in ages {
      try folder.write("x", to: "cache/lists/\(name)")
      try setAge(of: cacheFolder.appendingPathComponent(name), days: days)
    }
    let inner = cacheFolder.appendingPathComponent("6f.rows")
    try folder.write("x", to: "cache/lists/6f.rows/inner")
    try setAge(of: inner, days: 91)
    _ = try load()
    let left = Set(try FileManager.default.contentsOfDirectory(atPath: cacheFolder.path))
    #expect(left.intersection(ages.keys) == ["2b.rows", "4d.rows.x.tmp", "notes.rows", "5e.words"])
    #expect(folder.read("cache/lists/6f.rows/inner") == "x")
    #expect(left.count == 6)
  }

  @Test func anIndexThatIsUsedStays() throws {
    _ = try load()
    let file = try #require(cacheFile)
    try setAge(of: file, days: 91)
    _ = try load()
    let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
    #expect(try #require(date).timeIntervalSinceNow > -86_400)
    // Another list is written, which takes away what nobody uses.
    _ = try load(folder.write(String(repeating: "heron\n", count: 100), to: "other.txt"))
    #expect(FileManager.default.fileExists(atPath: file.path))
    _ = try load()
    #expect(reads.value == 2)
  }

  @Test func aListThatHasChangedIsReadAnew() async throws {
    _ = try load()
    _ = try folder.write("wörd29\nwörd290", to: "list.txt") + String(repeating: " ", count: 200)
    #expect(try await offered(load()).count == 2)
  }

  @Test(arguments: ["", "garbage", "half", "zeros", "bits"])
  func whatIsDamagedIsMadeAnew(damage: String) async throws {
    var random = SeededRandom("\(#function), \(damage)")
    let good = try await offered(load())
    let file = try #require(cacheFile)
    var bytes = [UInt8](try Data(contentsOf: file))
    switch damage {
    case "garbage": for index in bytes.indices { bytes[index] = UInt8(random.below(256)) }
    case "half": bytes = Array(bytes[..<(bytes.count / 128 * 64)])
    case "zeros": bytes = bytes.map { _ in 0 }
    // A few bits of the head, which says where everything is.
    case "bits": for _ in 0..<4 { bytes[random.below(128)] ^= 1 << UInt8(random.below(8)) }
    default: bytes = []
    }
    try Data(bytes).write(to: file)
    let found = try await offered(load())
    // What lies in the parts that no sum covers may be wrong, but there is an answer.
    if damage != "bits" { #expect(found == good) }
  }

  /// What is in the place of the file may be anything.
  @Test(.timeLimit(.minutes(10)), arguments: ["folder", "pipe"])
  func whatIsNoFileIsNotWaitedFor(kind: String) async throws {
    let good = try await offered(load())
    let file = try #require(cacheFile)
    try FileManager.default.removeItem(at: file)
    if kind == "folder" {
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    } else {
      #expect(mkfifo(file.path, 0o600) == 0)
    }
    #expect(try await offered(load()) == good)
  }

  @Test func aFolderThatCannotBeWrittenIsNoTrouble() async throws {
    try folder.write("in the way", to: "cache")
    #expect(try await offered(load()).contains("wörd29 number 29"))
    #expect(try await offered(load()).contains("wörd29 number 29"))
    #expect(reads.value ?? 0 >= 2)
  }

  @Test func whatIsNoListIsSaidWithItsLine() throws {
    try folder.write("good\n" + String(repeating: "x\n", count: 100) + "b\0d", to: "list.txt")
    #expect(throws: WordListError.binary(line: 102)) { try load() }
    #expect(cacheFile == nil)
  }
}
