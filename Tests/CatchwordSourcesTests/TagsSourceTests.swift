import CatchwordCompletion
import CatchwordText
import Foundation
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

/// Names from tags files, in folders that are there for the test.
@Suite(.timeLimit(.minutes(10)))
struct TagsSourceTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock()
  private let log = EventLog()
  private var root: String { folder.url.path }
  private let source: TagsSource

  init() throws {
    folder = try TemporaryFolder()
    // Reading is slow by a clock of its own: this one leaps.
    source = TagsSource(pool: BlockingPool(patience: .seconds(600)), clock: EngineClock(clock), log: log)
    source.apply(TagsSettings(), folders: [folder.url.path])
  }

  private func answer(_ typed: String, file: String = "src/main.c") async throws -> SourceAnswer {
    let document = DocumentSnapshot(uri: "file://\(root)/\(file)", languageID: "c", version: 1, text: Text(typed))
    return try await source.completions(for: CompletionQuery(document: document, offset: document.text.count))
  }

  private func names(_ typed: String, file: String = "src/main.c") async throws -> [String] {
    try await answer(typed, file: file).candidates.map(\.text)
  }

  private func about(_ name: String) async throws -> String? {
    let candidate = try #require(try await answer(name).candidates.first { $0.text == name })
    return try await source.documentation(for: candidate)
  }

  private func write(_ lines: [String], sorted: Int = 1, to name: String = "tags") throws {
    let key = { (line: String) in
      let name = line.prefix { $0 != "\t" }
      return Array((sorted == 2 ? name.uppercased() : String(name)).utf8)
    }
    let ordered = sorted == 0 ? lines : lines.sorted { key($0).lexicographicallyPrecedes(key($1)) }
    try folder.write((["!_TAG_FILE_SORTED\t\(sorted)\t//"] + ordered).joined(separator: "\n") + "\n", to: name)
    // It is looked for again.
    clock.advance(to: clock.now.advanced(by: .seconds(3)))
  }

  // MARK: Order

  @Test func aFileThatOnlySaysThatItIsSortedIsSorted() async throws {
    let lines = ["zeta", "alpha", "mid", "beta"].map { "\($0)\ta.c\t1" }
    try folder.write("!_TAG_FILE_SORTED\t1\t//\n" + lines.joined(separator: "\n") + "\n", to: "tags")
    for name in ["zeta", "alpha", "mid", "beta"] { #expect(try await names(String(name.prefix(3))) == [name]) }
  }

  @Test(arguments: [1, 2]) func whatIsOutOfOrderIsSeenInLargeFilesToo(sorted: Int) throws {
    let head = "!_TAG_FILE_SORTED\t\(sorted)\t//\n"
    let names = (0..<60_000).map { "name\(100_000 + $0)_\($0 % 7 == 0 ? "A" : "b")\ta.c\t1" }
    let isInOrder = { (names: [String]) in
      let bytes = TagBytes(Array((head + names.joined(separator: "\n") + "\n").utf8))
      return TagFile.isInOrder(bytes, TagFile.head(of: bytes))
    }
    #expect(isInOrder(names))
    #expect(isInOrder([]))
    #expect(!isInOrder(Array(names[30_000...] + names[..<30_000])))
    #expect(!isInOrder(names.reversed()))
  }

  // MARK: Finding files

  @Test func filesAreFoundFromTheDocumentUpToTheWorkspace() async throws {
    try write(["far_one\ta.c\t1;\"\tf"])
    try write(["far_two\ta.c\t1;\"\tf"], to: "src/deep/.tags")
    try write(["far_three\ta.c\t1;\"\tf"], to: ".git/tags")
    try write(["far_four\ta.c\t1;\"\tf"], to: "other/tags")
    #expect(try await Set(names("far", file: "src/deep/er/a.c")) == ["far_one", "far_two", "far_three"])
    #expect(try await Set(names("far", file: "src/b.c")) == ["far_one", "far_three"])
  }

  @Test func isEmptyWhenThereAreNoFilesUntilOneComes() async throws {
    #expect(try await names("far") == [])
    #expect(source.isEmpty)
    try write(["far_one\ta.c\t1;\"\tf"])
    try await Breather.wait(for: "tags") { !source.isEmpty }
    #expect(try await names("far") == ["far_one"])
  }

  @Test func isEmptyWhenItIsNotWanted() async throws {
    try write(["far_one\ta.c\t1;\"\tf"])
    var settings = TagsSettings()
    settings.isEnabled = false
    source.apply(settings, folders: [root])
    #expect(source.isEmpty)
    #expect(try await names("far") == [])
    settings.isEnabled = true
    settings.files = ["\(root)/named"]
    try write(["far_named\ta.c\t1;\"\tf"], to: "named")
    source.apply(settings, folders: [])
    #expect(try await names("far") == ["far_named"])
  }

  @Test func aFileThatChangesIsReadAnew() async throws {
    try write(["far_one\ta.c\t1;\"\tf"])
    #expect(try await names("far") == ["far_one"])
    try write(["far_two\ta.c\t1;\"\tf"])
    #expect(try await names("far") == ["far_two"])
    try write(["far_three\ta.c\t1;\"\tf"], sorted: 0)
    #expect(try await names("far") == ["far_three"])
    try write(["far_four_\ta.c\t1;\"\tf", "far_x\ta.c\t1"], sorted: 0)
    #expect(try await Set(names("far")) == ["far_four_", "far_x"])
  }

  // MARK: Finding names

  @Test(arguments: [0, 1, 2]) func namesAreFoundWhateverTheOrder(sorted: Int) async throws {
    var random = SeededRandom()
    var names: Set<String> = []
    let pieces = ["a", "B", "b", "_", "Z", "get", "Set", "1", "é", "x", "fooBar"]
    while names.count < 3000 {
      names.insert((0...(2 + random.below(5))).map { _ in pieces[random.below(pieces.count)] }.joined())
    }
    try write(names.map { "\($0)\tsrc/\($0).c\t/^int \($0);$/;\"\tv" }, sorted: sorted)
    for _ in 0..<60 {
      let name = names.randomElement(using: &random) ?? ""
      let typed = String(name.prefix(5))
      let wanted = names.filter { $0.hasPrefix(typed) }
      guard wanted.count <= 50 else { continue }
      let found = Set(try await self.names(typed))
      #expect(wanted.isSubset(of: found), "\(typed): \(wanted.subtracting(found))")
    }
    #expect(try await self.names("nothing").isEmpty)
  }

  @Test func caseDoesNotMatterAndLettersMayBeLeftOut() async throws {
    try write(["GetValue\ta.c\t1", "getvalue_all\ta.c\t1", "otherGetValue\ta.c\t1", "Gadget\ta.c\t1"])
    #expect(try await Set(names("getv")) == ["GetValue", "getvalue_all"])
    #expect(try await names("gval").contains("GetValue"))
    #expect(try await names("GETVALUE_A") == ["getvalue_all"])
  }

  @Test func aLookupReadsLittleOfALargeFile() async throws {
    let count = 60_000
    let lines = (0..<count).map {
      "name\(String(format: "%06d", $0))\tsome/folder/file\($0).c\t/^int name\($0);$/;\"\tv"
    }
    try write(lines)
    #expect(try await names("name0423").contains("name042317"))
    let all = try await answer("na")
    #expect(all.isIncomplete && all.candidates.count <= 200)
    let reads = Mutex(0)
    let bytes = Array(try #require(folder.read("tags")).utf8)
    let counted = TagBytes(count: bytes.count) { offset, count in
      reads.withLock { $0 += count }
      return offset < bytes.count ? Array(bytes[offset..<min(bytes.count, offset + count)]) : []
    }
    let found = TagSearch(bytes: counted, isFolded: false, first: 26).search("name042317", limit: 10)
    #expect(found.tags.count == 1)
    #expect(reads.withLock { $0 } < bytes.count / 4, "\(reads.withLock { $0 })")
  }

  /// Several files share what one lookup may go through, and each has its part of it.
  @Test func severalLargeFilesCostAsMuchAsOne() async throws {
    let files = ["tags", ".tags", ".git/tags"]
    let rest = "\tsome/folder/file.c\t/^int name;$/;\"\tv"
    for (index, file) in files.enumerated() {
      try write((0..<20_000).map { "name\(String(format: "%06d", $0))_\(index)\(rest)" }, to: file)
    }
    let document = DocumentSnapshot(uri: "file://\(root)/main.c", languageID: "c", version: 1, text: Text("name"))
    let answer = try await source.completions(for: CompletionQuery(document: document, offset: 4, limit: 100_000))
    let lineLength = "name000000_0\(rest)\n".utf8.count
    #expect(answer.isIncomplete)
    #expect(answer.candidates.count <= TagSearch.maximumScanned / lineLength + files.count)
    for index in files.indices {
      #expect(answer.candidates.count { $0.text.hasSuffix("_\(index)") } > 1000)
    }
  }

  /// A file of holes, one line without end, lines of a megabyte, and zeros behind a head that promises order.
  @Test(arguments: [0, 1, 2, 3]) func aHostileFileCostsOnlySoMuch(kind: Int) {
    let head = Array("!_TAG_FILE_SORTED\t1\t//\n".utf8)
    let count = 5 << 30
    let spent = Mutex(0)
    let bytes = {
      TagBytes(count: count) { offset, length in
        spent.withLock { $0 += length }
        return (offset..<min(count, offset + length)).map { place in
          if place < head.count { return head[place] }
          switch kind {
          case 0: return 0
          case 1: return 0x61
          case 2: return place % (1 << 20) == 0 ? 0x0A : 0x61
          default: return place % 4096 == 0 ? 0x0A : 0
          }
        }
      }
    }
    let first = bytes()
    let isInOrder = TagFile.isInOrder(first, TagFile.head(of: first))
    #expect(spent.withLock { $0 } <= TagBytes.maximumRead + (1 << 17))
    guard isInOrder else { return }
    spent.withLock { $0 = 0 }
    let found = TagSearch(bytes: bytes(), isFolded: false, first: head.count).search("ab", limit: 10)
    #expect(found.tags.isEmpty)
    #expect(spent.withLock { $0 } <= TagBytes.maximumRead + (1 << 17))
  }

  /// On a disk, by a server's way: it is named, and the next key costs next to nothing.
  @Test func aFileOfHolesIsNamedOnce() async throws {
    let messages = Box<[String]>()
    log.listen { _, message in messages.update { ($0 ?? []) + [message] } }
    try folder.write("!_TAG_FILE_SORTED\t1\t//\nabc\ta.c\t1\n", to: "tags")
    let handle = try FileHandle(forWritingTo: folder.url.appendingPathComponent("tags"))
    try handle.truncate(atOffset: 5 << 30)
    try handle.close()
    for _ in 0..<3 { #expect(try await answer("ab").candidates.isEmpty) }
    #expect(messages.value?.count == 1)
    #expect(messages.value?.first?.contains("it says that it is sorted, and is not") == true)
  }

  /// What is of no use is not opened at each key; the answer stays one that the client asks for again.
  @Test(arguments: [false, true]) func aFileOfNoUseIsTriedAgainAfterAWhile(isSaid: Bool) async throws {
    try folder.write("!_TAG_FILE_SORTED\t1\t//\nabc\ta.c\t1\n", to: "tags")
    let handle = try FileHandle(forWritingTo: folder.url.appendingPathComponent("tags"))
    try handle.truncate(atOffset: 5 << 30)
    try handle.close()
    #expect(try await answer("ab").isIncomplete)
    try folder.write("!_TAG_FILE_SORTED\t1\t//\nabc\ta.c\t1\n", to: "tags")
    let between = try await answer("ab")
    #expect(between.candidates.isEmpty && between.isIncomplete)
    if isSaid {
      source.filesDidChange(["\(root)/tags"])
    } else {
      clock.advance(to: clock.now.advanced(by: TagFileFinder.freshness))
    }
    #expect(try await names("ab") == ["abc"])
  }

  @Test func namesOfSeveralTagsAreOneCandidate() async throws {
    try write([
      "area\ta.c\t1;\"\tm\tclass:Circle\tsignature:(int)", "area\ta.c\t2;\"\tm\tclass:Square", "area\ta.c\t3;\"\tm",
    ])
    let found = try await answer("are").candidates
    #expect(found.map(\.text) == ["area"])
    #expect(found.first?.detail?.hasSuffix("+2") == true)
  }

  @Test func detailSaysWhatItIs() async throws {
    try write(["area\ta.cpp\t1;\"\tf\tclass:geo::Shape\tsignature:(int a, double b)", "__anon1234\ta.c\t1;\"\ts"])
    let found = try await answer("are").candidates.first
    #expect(found?.detail == "function in class geo::Shape (int a, double b)" && found?.kind == .function)
    #expect(try await names("__an") == [])
  }

  /// A default value may be one, and a line as long as the file.
  @Test func noSecretStandsBesideAName() async throws {
    // In pieces, so that nobody takes it for a real one.
    let password = "hunter" + "2!Xy9"
    let long = String(repeating: "a, ", count: 9000)
    try write([
      "connect\ta.py\t1;\"\tf\tsignature:(host, password=\"\(password)\")", "area\ta.c\t1;\"\tf\tsignature:(\(long))",
    ])
    let detail = try #require(try await answer("conn").candidates.first?.detail)
    #expect(detail.hasPrefix("function (host, password=") && !detail.contains(password))
    let other = try #require(try await answer("are").candidates.first?.detail)
    #expect(other.hasPrefix("function (a, a, ") && other.utf8.count <= 256)
  }

  // MARK: Looking at one

  @Test func documentationShowsTheLine() async throws {
    try folder.write("// first\nint area(int a) {\n}\nint area_two;\n", to: "src/a.c")
    try write([
      "area\tsrc/a.c\t/^int area(int a) {$/;\"\tf", "area_two\tsrc/a.c\t4;\"\tv",
      "area_three\tsrc/a.c\t/^gone$/;\"\tv\tline:9",
      "area_four\tsrc/a.c\t/^int area(i/;\"\tf", "area_five\t../../../../etc/passwd\t1;\"\tv",
      "area_six\t/etc/passwd\t1;\"\tv",
    ])
    #expect(try await about("area") == "`src/a.c:2`\n\n```\nint area(int a) {\n```")
    #expect(try await about("area_two") == "`src/a.c:4`\n\n```\nint area_two;\n```")
    #expect(try await about("area_three") == "`src/a.c:9`\n\n```\ngone\n```")
    #expect(try await about("area_four") == "`src/a.c:2`\n\n```\nint area(int a) {\n```")
  }

  /// A file of as many lines as bytes: they are counted, and no list is made of them.
  @Test func aLineIsFoundBehindAMillionEmptyOnes() async throws {
    try folder.write(String(repeating: "\n", count: 1 << 20) + "int area;\r\n\nint area;", to: "a.c")
    try write(["area_first\ta.c\t/^int area;$/;\"\tv", "area_near\ta.c\t/^int area;$/;\"\tv\tline:1048580"])
    #expect(try await about("area_first") == "`a.c:1048577`\n\n```\nint area;\n```")
    #expect(try await about("area_near") == "`a.c:1048579`\n\n```\nint area;\n```")
  }

  @Test func nothingOutsideTheWorkspaceIsRead() async throws {
    let outside = try TemporaryFolder()
    let secret = try outside.write("secret line\n", to: "secret.c")
    try FileManager.default.createSymbolicLink(atPath: "\(root)/link.c", withDestinationPath: secret)
    try FileManager.default.createSymbolicLink(atPath: "\(root)/folder", withDestinationPath: outside.url.path)
    let relative = "../\(outside.url.lastPathComponent)/secret.c"
    try write([
      "far_a\t\(secret)\t1", "far_b\t\(relative)\t1", "far_c\tlink.c\t1", "far_d\tfolder/secret.c\t1",
    ])
    for name in ["far_a", "far_b", "far_c", "far_d"] {
      let text = try #require(try await about(name))
      #expect(text.hasSuffix(":1`") && !text.contains("secret line"), "\(text)")
    }
  }

  /// A project's link leads nowhere else; the user may name any file.
  @Test func aTagsFileThatIsALinkStaysInsideTheWorkspace() async throws {
    let outside = try TemporaryFolder()
    let secret = try outside.write("far_secret\ta.c\t1\n", to: "tags")
    try FileManager.default.createSymbolicLink(atPath: "\(root)/.tags", withDestinationPath: secret)
    try write(["far_own\ta.c\t1"], to: "build/tags")
    try FileManager.default.createSymbolicLink(atPath: "\(root)/tags", withDestinationPath: "build/tags")
    #expect(try await names("far") == ["far_own"])
    var settings = TagsSettings()
    settings.files = ["\(root)/.tags"]
    source.apply(settings, folders: [root])
    #expect(try await names("far") == ["far_secret"])
  }

  @Test func tagsOfGitAreRelativeToTheFolderAbove() async throws {
    try folder.write("int one;\n", to: "src/a.c")
    try write(["far_git\tsrc/a.c\t1", "far_own\t../src/a.c\t1"], to: ".git/tags")
    #expect(try await about("far_git") == "`src/a.c:1`\n\n```\nint one;\n```")
    #expect(try await about("far_own") == "`src/a.c:1`\n\n```\nint one;\n```")
  }

  // MARK: Bad input

  @Test func aLargeUnsortedFileIsNamedOnce() async throws {
    let messages = Mutex<[String]>([])
    log.listen { _, message in messages.withLock { $0.append(message) } }
    try folder.write(String(repeating: "far_one\ta.c\t1;\"\tf\n", count: 600_000), to: "tags")
    for _ in 0..<3 { #expect(try await names("far") == []) }
    #expect(
      messages.withLock { $0 } == [
        "The tags file \(root)/tags is not used: it is not sorted, and of 10 MB; write it with ctags --sort=yes."
      ])
  }

  @Test(arguments: [
    ("\u{0C}\nsrc/a.c,20\nint far_one\u{7F}far_one\u{01}1,0\n", "it is in the format of etags"),
    ("\u{7F}ELF\u{02}\u{0}\nfar\u{0}", "it is binary"),
  ])
  func anotherFormatIsNamedOnce(text: String, problem: String) async throws {
    let messages = Mutex<[String]>([])
    log.listen { _, message in messages.withLock { $0.append(message) } }
    try folder.write(text, to: "tags")
    for _ in 0..<3 { #expect(try await names("far") == []) }
    #expect(
      messages.withLock { $0 } == ["The tags file \(root)/tags is not used: \(problem); write it with ctags."])
  }

  @Test func whatIsNoTagsFileHasNothingToOffer() async throws {
    #expect(mkfifo("\(root)/tags", 0o600) == 0)
    try FileManager.default.createDirectory(atPath: "\(root)/.tags", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(root)/loop", withDestinationPath: "loop")
    var settings = TagsSettings()
    settings.files = ["tags", ".tags", "loop", "text", "zeros", "long"]
    try folder.write("This is no tags file.\nfar far\n\n", to: "text")
    try Data(count: 100_000).write(to: folder.url.appendingPathComponent("zeros"))
    try folder.write("!_TAG_FILE_SORTED\t1\nfar" + String(repeating: "x", count: 300_000) + "\ta.c\t1\n", to: "long")
    source.apply(settings, folders: [root])
    #expect(try await names("far") == [])
  }

  @Test func aSortedFileOfGarbageDoesNoHarm() async throws {
    var random = SeededRandom()
    for round in 0..<30 {
      var bytes = Array("!_TAG_FILE_SORTED\t\(1 + round % 2)\n".utf8)
      for _ in 0..<random.below(30_000) {
        bytes.append([0x0A, 0x09, 0x2F, 0xFF, 0x61, 0x7A, 0x0D, UInt8(random.below(256))][random.below(8)])
      }
      try Data(bytes).write(to: folder.url.appendingPathComponent("tags"))
      _ = try await names(["a", "az", "z", "/"][round % 4])
    }
  }

  @Test func aFileThatIsCutShortDoesNoHarm() {
    // It says that it is larger than what can be read of it.
    for count in [0, 10, 26, 5000] {
      let bytes = Array("!_TAG_FILE_SORTED\t1\nfar\ta.c\t1\n".utf8)
      let cut = TagBytes(count: 1 << 20) { offset, length in
        let end = min(count, bytes.count)
        return offset < end ? Array(bytes[offset..<min(end, offset + length)]) : []
      }
      let head = TagFile.head(of: cut)
      let found = TagSearch(bytes: cut, isFolded: false, first: head.end).search("far", limit: 10)
      #expect(found.tags.compactMap { TagLine($0.line[...]) }.count == (count > bytes.count ? 1 : 0))
    }
  }

  private static let ctags = ["/usr/bin/ctags", "/usr/local/bin/ctags", "/opt/homebrew/bin/ctags"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    .enabled(if: ctags != nil),
    arguments: [["--sort=yes"], ["--sort=foldcase"], ["--sort=no"], ["--format=1"], ["-n"], ["--fields=+nKzZS"]])
  func whatCtagsWritesIsUnderstood(options: [String]) async throws {
    let path = try #require(Self.ctags)
    try folder.write(
      "namespace geo { class Shape {\n  int area(int a) const;\n}; }\nint shape_count(int a) { return a; }\n",
      to: "a.cpp")
    try folder.write("class ShapeWidget:\n    def draw(self, x):\n        pass\n", to: "b.py")
    let program = try ChildProgram(path, options + ["-R", "-f", "tags", "a.cpp", "b.py"], folder: folder.url)
    // Another ctags than the universal one does not know all options.
    guard try program.wait() == 0 else { return }
    #expect(try await Set(names("shape")) == ["Shape", "ShapeWidget", "shape_count"])
    #expect(try await about("shape_count") == "`a.cpp:4`\n\n```\nint shape_count(int a) { return a; }\n```")
    #expect(try await about("ShapeWidget") == "`b.py:1`\n\n```\nclass ShapeWidget:\n```")
  }

  @Test func keepsTheContract() async throws {
    try write((0..<100).map { "fun\($0)\ta.c\t1;\"\tf" } + ["word\ta.c\t1", "été\ta.c\t1"])
    let violations = await SourceContract(clock: .unhurried).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }
}
