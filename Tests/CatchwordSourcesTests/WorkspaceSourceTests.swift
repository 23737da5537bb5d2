import CatchwordCompletion
import CatchwordText
import Foundation
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

/// The words of files on disk.
struct WorkspaceSourceTests {
  private let time = VirtualTime()
  private let folder: TemporaryFolder
  private let log = EventLog()
  private let messages = Box<[String]>()

  init() throws {
    folder = try TemporaryFolder()
    let messages = messages
    log.listen { _, message in messages.update { ($0 ?? []) + [message] } }
  }

  private var root: String { "\(folder.url.path)/project" }
  private var cache: String { "\(folder.url.path)/cache" }

  private func source(_ settings: WorkspaceSettings = WorkspaceSettings(), home: String? = nil) -> WorkspaceSource {
    let source = WorkspaceSource(
      clock: time.engineClock, executor: time.executor, cacheFolder: cache, home: home, log: log)
    source.apply(settings, folders: [root])
    return source
  }

  private func answer(_ source: WorkspaceSource, _ typed: String, language: String = "c") -> SourceAnswer? {
    let document = DocumentSnapshot(uri: "a", languageID: language, version: 1, text: Text(typed))
    let query = CompletionQuery(document: document, offset: document.text.count, budget: .seconds(1000))
    return try? time.run { try await source.completions(for: query) }?.get()
  }

  /// What is offered once everything has been read that is to be read.
  private func ask(_ source: WorkspaceSource, _ typed: String) -> Set<String> {
    _ = answer(source, typed)
    time.settle()
    return Set(answer(source, typed)?.candidates.map(\.text) ?? [])
  }

  private func documentation(_ source: WorkspaceSource, _ typed: String) throws -> String? {
    _ = ask(source, typed)
    let candidate = try #require(answer(source, typed)?.candidates.first)
    return try time.run { try await source.documentation(for: candidate) }?.get()
  }

  @Test func wordsOfFurtherFoldersComeBehind() throws {
    try folder.write("heron", to: "project/a.c")
    try folder.write("heron hermit", to: "other/b.c")
    let source = source()
    #expect(ask(source, "he") == ["heron"])
    source.apply(WorkspaceSettings(), folders: [root], further: [folder.url.path])
    // It is read before the first key.
    source.prepare()
    time.settle()
    #expect(!source.loadState.isLoading && source.status.map(\.isBusy) == [false, false])
    _ = ask(source, "he")
    let found = try #require(answer(source, "he")?.candidates)
    #expect(found.map(\.text).sorted() == ["hermit", "heron", "heron"])
    let near = try #require(found.first { $0.text == "heron" })
    let far = try #require(found.first { $0.text == "hermit" })
    #expect(near.signals.affinity > far.signals.affinity && near.signals.frequency > far.signals.frequency)
    let about = try time.run { try await source.documentation(for: far) }?.get()
    #expect(about == "From `\(folder.url.path)/other/b.c:1` (once).")
    source.apply(WorkspaceSettings(), folders: [root])
    #expect(ask(source, "he") == ["heron"])
  }

  @Test(arguments: [
    (["/a"], ["/a", "/a/in", "/b/", "/b/in"], ["/b"]), (["/a/b"], ["/a"], ["/a"]), ([], ["/a"], ["/a"]),
    (["/a"], ["relative", ""], []), (["/a", "/a/b"], ["/ab"], ["/ab"]),
  ])
  func furtherFoldersAreInNoOpenOne(open: [String], further: [String], expected: [String]) {
    #expect(ReadFolders(open: open, further: further, home: "/home/u").further == expected)
  }

  /// The home folder is not read, so it does not stand for what is in it.
  @Test(arguments: [
    (["/home/u"], ["/home/u/src"], ["/home/u/src"]), (["/"], ["/a", "/a/b"], ["/a"]),
    (["/a"], ["/home/u", "/home/u/src", "/home"], ["/home/u/src", "/home"]),
  ])
  func theHomeFolderStandsForNothing(open: [String], further: [String], expected: [String]) {
    #expect(ReadFolders(open: open, further: further, home: "/home/u").further == expected)
  }

  @Test func offersTheWordsOfFilesThatAreNotOpen() throws {
    try folder.write("int heron;\nint hermit = heron;", to: "project/a.c")
    try folder.write("hero", to: "project/deep/er/b.txt")
    let source = source()
    #expect(ask(source, "he") == ["heron", "hermit", "hero"])
    #expect(source.status.first?.files == 2)
    #expect(source.status.first?.state == .ready)
  }

  @Test func readsNothingBeforeItIsNeeded() throws {
    try folder.write("heron", to: "project/a.c")
    let source = source()
    time.settle()
    #expect(source.status.first?.state == .idle)
    source.documentDidOpen(DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("")))
    time.settle()
    #expect(source.status.first?.state == .ready)
  }

  @Test func tellsWhereAWordIsFrom() throws {
    try folder.write("one\ntwo heron\n", to: "project/a.c")
    try folder.write("\n\nheron heron\n", to: "project/sub/b.c")
    #expect(try documentation(source(), "her") == "From `sub/b.c:3` (3 times in 2 files).")
    #expect(try documentation(source(), "tw") == "From `a.c:2` (once).")
  }

  /// What was offered is told of although the index was made anew, in which its row is another one's, or nobody's.
  @Test func tellsWhereAWordIsFromAfterItsRowHasChanged() throws {
    try folder.write("\n" + (0..<80).map { "word\($0)x" }.joined(separator: " "), to: "project/0.txt")
    let source = source()
    _ = ask(source, "word")
    let offered = try #require(answer(source, "word")?.candidates).filter { $0.text.hasPrefix("word7") }
    #expect(offered.count == 11)
    // More that comes before them.
    for number in 1..<100 { try folder.write("wor\(number)x wor\(number)x", to: "project/\(number).txt") }
    time.advance(by: .seconds(20))
    _ = ask(source, "word")
    #expect(source.status.first?.words == 179 && source.status.first?.changedFiles == 0)
    for candidate in offered {
      let told = try time.run { try await source.documentation(for: candidate) }?.get()
      #expect(told == "From `0.txt:2` (once).", "\(candidate.text)")
    }
    for (text, row, expected) in [("word7x", 1 << 40, "From `0.txt:2` (once)."), ("Word7x", 3, nil)] {
      let candidate = Candidate(text, kind: .text, key: "\(root)\0\(row)")
      let told = try time.run { try await source.documentation(for: candidate) }?.get()
      #expect(told == expected, "\(text)")
    }
  }

  @Test(arguments: [
    "ignored.txt", "build/x.txt", ".hidden", ".git/heron", "node_modules/a.js", ".env", "prod.env", "id_rsa", "x.pem",
    ".ENV.local", "Server.KEY", ".aws/config", "secrets.yaml", "a.png", "lib.min.js",
  ])
  func leavesOutWhatIsNotToBeRead(name: String) throws {
    try folder.write("/ignored.txt\nbuild/\n", to: "project/.gitignore")
    try folder.write("heron", to: "project/\(name)")
    try folder.write("hermit", to: "project/a.txt")
    var settings = WorkspaceSettings()
    #expect(ask(source(settings), "he") == ["hermit"])
    settings.respectsIgnoreFiles = false
    settings.includesHidden = true
    settings.exclude = []
    let isReadThen = ["ignored.txt", "build/x.txt", ".hidden", "node_modules/a.js", "lib.min.js"].contains(name)
    #expect(ask(source(settings), "he") == (isReadThen ? ["hermit", "heron"] : ["hermit"]))
  }

  @Test func leavesOutWhatIsNoTextOrTooLong() throws {
    try folder.write("heron\0", to: "project/binary")
    try folder.write(String(repeating: "heron ", count: 100), to: "project/large.txt")
    try folder.write("hermit\n\(String(repeating: "x", count: 120)) heron\nhero\nzebra", to: "project/long.txt")
    try Data([0x68, 0x65, 0x61, 0xFF, 0xFE] + Array(" herd hers herald here".utf8)).write(
      to: folder.url.appendingPathComponent("project/latin.txt"))
    try Data([0xE9, 0xE8, 0x0A]).write(to: folder.url.appendingPathComponent("project/other.txt"))
    #expect(mkfifo("\(root)/pipe", 0o600) == 0)
    var settings = WorkspaceSettings()
    settings.maximumFileSize = 400
    settings.maximumLineLength = 64
    let source = source(settings)
    #expect(ask(source, "he") == ["hermit", "hero", "herd", "hers", "herald", "here"])
    #expect(source.status.first?.skippedFiles == 3)
    #expect(try documentation(source, "zeb") == "From `long.txt:4` (once).")
  }

  @Test(arguments: [
    ("heron", true), ("he", false), ("1234", false), ("0xFF", false), ("deadbeef", true), ("a1b2c3d4e5f6", false),
    ("getElementById2", true), ("sk_live_4eC39HqLyjWDarjtT1zdp7dcX", false), ("aGVsbG8gd29ybGQhIQ1x", false),
    ("___", false), ("über", true), ("VK_FORMAT_R8G8B8A8_UNORM", true), ("東京", true), ("utf8_to_utf16_length", true),
    ("sk_live_3GYCNNCzjqXMxQviBfMjRZNl", false), ("AKIAIOSFODNN7EXAMPLE", false),
  ])
  func offersOnlyWhatIsAWord(word: String, isOffered: Bool) throws {
    var word = word
    #expect(word.withUTF8 { WordShape.isWorthOffering($0) } == isOffered)
  }

  @Test func followsNoLinks() throws {
    try folder.write("heron", to: "outside/secret.txt")
    try folder.write("hermit", to: "project/a.txt")
    for (link, target) in [("loop", "."), ("out", "../outside"), ("file.txt", "../outside/secret.txt"), ("no", "/n")] {
      try FileManager.default.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: target)
    }
    #expect(ask(source(), "he") == ["hermit"])
  }

  @Test func isFoundAgainWithoutReadingTheFiles() throws {
    for number in 0..<20 { try folder.write("heron\(number)x", to: "project/\(number).txt") }
    #expect(ask(source(), "her").count == 20)
    // A file that says it has not changed is not read again.
    let file = URL(fileURLWithPath: "\(root)/7.txt")
    let date = try #require(FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date)
    try Data("herod7x ".prefix(8).utf8).write(to: file)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    #expect(ask(source(), "her").contains("heron8x"))
    let mode = try FileManager.default.attributesOfItem(atPath: cacheFile().path)[.posixPermissions] as? Int
    #expect(mode.map { $0 & 0o077 } == 0)
  }

  private func cacheFile() throws -> URL {
    let folder = URL(fileURLWithPath: "\(cache)/workspace")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 1)
    return folder.appendingPathComponent(try #require(names.first))
  }

  @Test func followsFilesThatChange() throws {
    try folder.write("heron hermit", to: "project/a.txt")
    try folder.write("hermit herald", to: "project/b.txt")
    let source = source()
    #expect(ask(source, "her") == ["heron", "hermit", "herald"])
    let generation = source.generation
    try folder.write("hero hermit extra", to: "project/a.txt")
    try FileManager.default.removeItem(atPath: "\(root)/b.txt")
    try folder.write("heretic", to: "project/new/c.txt")
    // Not looked at again so soon.
    #expect(ask(source, "her") == ["heron", "hermit", "herald"])
    time.advance(by: .seconds(20))
    #expect(ask(source, "her") == ["hero", "hermit", "heretic"])
    #expect(source.generation != generation)
    #expect(try documentation(source, "hereti") == "From `new/c.txt:1` (once).")
    try folder.write("herd", to: "project/new/c.txt")
    try FileManager.default.removeItem(atPath: "\(root)/a.txt")
    time.advance(by: .seconds(20))
    #expect(ask(source, "her") == ["herd"])
  }

  @Test func filesSaidToHaveChangedAreReadAtOnce() throws {
    try folder.write("heron", to: "project/a.txt")
    try folder.write("herald", to: "project/b/b.txt")
    let source = source()
    #expect(ask(source, "her") == ["heron", "herald"])
    try folder.write("hermits", to: "project/a.txt")
    try folder.write("herons\n", to: "project/.git/x")
    try folder.write("hero", to: "project/n/n.txt")
    source.filesDidChange(["\(root)/a.txt", "/elsewhere/a.txt", "\(root)/.git/x", "\(root)/n/n.txt", "\(root)/../x"])
    time.settle()
    #expect(ask(source, "her") == ["hermits", "herald", "hero"])
    try FileManager.default.removeItem(atPath: "\(root)/b")
    source.filesDidChange(["\(root)/b"])
    time.settle()
    #expect(ask(source, "her") == ["hermits", "hero"])
    try folder.write("a.txt", to: "project/.gitignore")
    source.filesDidChange(["\(root)/.gitignore"])
    time.settle()
    #expect(ask(source, "her") == ["hero"])
  }

  /// The index that was kept is there before anything is done where work gives way to all other.
  @Test func theWordsThatWereKeptDoNotWaitForTheFiles() throws {
    try folder.write("heron", to: "project/a.txt")
    #expect(ask(source(), "her") == ["heron"])
    try folder.write("hermit", to: "project/b.txt")
    let (lazy, eager) = (DeterministicExecutor(), time.executor)
    let source = WorkspaceSource(
      clock: time.engineClock, executor: lazy, cacheExecutor: eager, cacheFolder: cache, home: nil, log: log)
    source.apply(WorkspaceSettings(), folders: [root])
    #expect(ask(source, "her") == ["heron"])
    lazy.drain()
    #expect(Set(ask(source, "her")) == ["heron", "hermit"])
    try folder.write("herald", to: "project/a.txt")
    source.filesDidChange(["\(root)/a.txt"])
    lazy.drain()
    #expect(Set(ask(source, "her")) == ["herald", "hermit"])
  }

  /// An executor may start a thread for it: it is given the task outside of the locks that followers take.
  @Test func theTaskThatReadsIsBegunOutsideOfTheLocks() throws {
    try folder.write("heron", to: "project/a.txt")
    let executor = HookedExecutor(time.executor)
    let source = WorkspaceSource(
      clock: time.engineClock, executor: executor, cacheFolder: cache, home: nil, log: log)
    source.apply(WorkspaceSettings(), folders: [root])
    let path = "\(root)/a.txt"
    executor.onEnqueue.value = {
      source.prepare()
      source.filesDidChange([path])
      _ = source.status
    }
    #expect(ask(source, "her") == ["heron"])
    try folder.write("hermit", to: "project/a.txt")
    source.filesDidChange([path])
    time.settle()
    #expect(ask(source, "her") == ["hermit"])
    executor.onEnqueue.value = nil
  }

  @Test func aRootThatIsNotWantedAnyMoreStaysEnded() throws {
    try folder.write("heron", to: "project/a.txt")
    let executor = HookedExecutor(time.executor)
    let source = WorkspaceSource(
      clock: time.engineClock, executor: executor, cacheFolder: nil, home: nil, log: log)
    source.apply(WorkspaceSettings(), folders: [root])
    // Between the decision to read it and the task that does.
    executor.onEnqueue.value = { source.apply(WorkspaceSettings(), folders: []) }
    source.prepare()
    time.settle()
    #expect(source.status.isEmpty && ask(source, "her") == [])
    executor.onEnqueue.value = nil
  }

  @Test func manyChangesMakeTheIndexAnew() throws {
    for number in 0..<100 { try folder.write("heron\(number)x", to: "project/\(number).txt") }
    let source = source()
    _ = ask(source, "her")
    for number in 0..<100 { try folder.write("hermit\(number)x", to: "project/\(number).txt") }
    time.advance(by: .seconds(20))
    let offered = ask(source, "her")
    #expect(offered.count == 100 && offered.allSatisfy { $0.hasPrefix("hermit") })
    #expect(source.status.first?.changedFiles == 0)
  }

  @Test(arguments: ["missing", "file", "home", "above", "top"])
  func aRootThatCannotBeIsSaidOnce(which: String) throws {
    try folder.write("heron", to: "project/a.txt")
    try folder.write("heron", to: "file")
    let path =
      switch which {
      case "missing": "\(folder.url.path)/nowhere"
      case "file": "\(folder.url.path)/file"
      case "top": "/"
      default: root
      }
    let home = which == "home" ? root : "\(root)/me"
    if which == "above" { try folder.write("x", to: "project/me/x") }
    let source = source(home: home)
    source.apply(WorkspaceSettings(), folders: [path])
    for _ in 0..<3 {
      #expect(ask(source, "her") == [])
      time.advance(by: .seconds(20))
    }
    #expect(messages.value?.count == 1, "\(messages.value ?? [])")
    #expect(source.loadState.error != nil)
  }

  @Test func aRootThatGoesAndComesBack() throws {
    try folder.write("heron", to: "project/a.txt")
    let source = source()
    #expect(ask(source, "her") == ["heron"])
    try FileManager.default.removeItem(atPath: root)
    time.advance(by: .seconds(20))
    #expect(ask(source, "her") == [])
    try folder.write("hermit", to: "project/a.txt")
    time.advance(by: .seconds(20))
    #expect(ask(source, "her") == ["hermit"])
  }

  @Test func whatIsTooMuchIsLeftOutAndSaidOnce() throws {
    for number in 0..<10 { try folder.write("heron\(number)x", to: "project/\(number).txt") }
    var settings = WorkspaceSettings()
    settings.maximumFiles = 4
    let source = source(settings)
    #expect(ask(source, "her").count == 4)
    time.advance(by: .seconds(20))
    #expect(ask(source, "her").count == 4)
    #expect(messages.value?.count == 1)
    #expect(source.status.first?.isCut == true)
  }

  @Test func anIndexThatCannotBeKeptIsSaidOnce() throws {
    try folder.write("in the way", to: "cache")
    for number in 0..<100 { try folder.write("heron\(number)x", to: "project/\(number).txt") }
    let source = source()
    #expect(ask(source, "her").count == 100)
    #expect(source.status.first?.cacheFile == nil)
    // Made anew, as more have changed than are followed.
    for number in 0..<100 { try folder.write("hermit\(number)x", to: "project/\(number).txt") }
    time.advance(by: .seconds(20))
    #expect(ask(source, "hermit").count == 100)
    #expect(source.status.first?.changedFiles == 0)
    let message = try #require(messages.value?.first)
    #expect(messages.value?.count == 1, "\(messages.value ?? [])")
    #expect(message.hasPrefix("The index of the workspace \(root) could not be kept in \(cache)/workspace/"))
    #expect(message.contains(": Not a directory; "))
  }

  @Test func oneRootWithinAnotherIsPartOfIt() {
    #expect(WorkspaceSource.outermost(["/a/b", "/a/", "/ab", "relative", "/a"]) == ["/a", "/ab"])
    #expect(WorkspaceSource.outermost(["/a/b/c", "/", "/a"]) == ["/"])
    #expect(WorkspaceSource.outermost(["/a/b/c", "/a/bc", "/a/b"]) == ["/a/bc", "/a/b"])
  }

  /// A client may send any path: it takes no longer than its bytes.
  @Test func ofAFoldersPathTheBytesAreLookedAtOnce() {
    let slashes = String(repeating: "/", count: 1_000_000)
    #expect(WorkspaceSource.outermost(["/a" + slashes, "/a/b", "", "/b"]) == ["/a", "/b"])
    #expect(WorkspaceSource.outermost([slashes, "/a"]) == ["/"])
    // The system has no such paths.
    #expect(WorkspaceSource.outermost(["/a" + slashes + "b", "/b"]) == ["/b"])
    let deep = (0..<1000).map { "/\($0)" + String(repeating: "/a", count: 2000) }
    #expect(WorkspaceSource.outermost(deep + deep) == deep)
  }

  @Test func commonWordsComeFirst() throws {
    try folder.write("hermit heron heron heron heron heron", to: "project/a.txt")
    let source = source()
    _ = ask(source, "her")
    #expect(answer(source, "her")?.candidates.first?.text == "heron")
  }

  @Test func wordsOfTheSameLanguageAreNearer() throws {
    try folder.write("heron", to: "project/a.c")
    try folder.write("hermit", to: "project/b.py")
    let source = source()
    _ = ask(source, "her")
    let nearest = answer(source, "her", language: "python")?.candidates.max {
      $0.signals.affinity < $1.signals.affinity
    }
    #expect(nearest?.text == "hermit")
  }

  @Test func keepsTheContract() async throws {
    try folder.write("function fund été", to: "project/a.txt")
    let source = WorkspaceSource(cacheFolder: cache, log: log)
    source.apply(WorkspaceSettings(), folders: [root])
    let violations = await SourceContract(clock: .unhurried).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }
}

/// Does something whenever it is given a task.
private final class HookedExecutor: TaskExecutor {
  let onEnqueue = Box<@Sendable () -> Void>()
  private let executor: any TaskExecutor

  init(_ executor: any TaskExecutor) { self.executor = executor }

  func enqueue(_ job: consuming ExecutorJob) {
    onEnqueue.value?()
    executor.enqueue(job)
  }
}
