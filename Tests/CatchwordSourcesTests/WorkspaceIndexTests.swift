import CatchwordFiles
import CatchwordMatching
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// The index of a root in its file.
struct WorkspaceIndexTests {
  private let folder: TemporaryFolder
  private var settings = WorkspaceSettings()

  init() throws { folder = try TemporaryFolder() }

  private var root: String { "\(folder.url.path)/project" }
  private var cache: WorkspaceCache { WorkspaceCache(folder: "\(folder.url.path)/cache/workspace") }

  /// Some files of words that are in several of them.
  private func writeFiles(_ random: inout SeededRandom, count: Int = 12) throws -> [String: [String]] {
    var files: [String: [String]] = [:]
    for number in 0..<count {
      let words = (0..<(1 + random.below(60))).map { _ in
        "word\(random.below(80))x" + ["", "ß", "_tail"][random.below(3)]
      }
      files["dir\(number % 3)/\(number).txt"] = words
      try folder.write(
        words.joined(separator: ["\n", " ", "(\n"][random.below(3)]), to: "project/dir\(number % 3)/\(number).txt")
    }
    return files
  }

  private func make(_ cache: WorkspaceCache?) throws -> WorkspaceIndex {
    try #require(
      try WorkspaceIndexer.make(root: root, settings: settings, cache: cache, onProgress: { _ in }, onSegments: nil))
  }

  /// All words and what is known of each, read through the index.
  private func contents(_ index: WorkspaceIndex) -> [String: WordFact] {
    let candidates = CandidateIndex(segments: index.segments)
    var contents: [String: WordFact] = [:]
    var row = 0
    for segment in index.segments {
      for local in 0..<segment.count { contents[candidates[row + local]] = index.fact(ofRow: row + local) }
      row += (segment.count + 63) / 64 * 64
    }
    return contents
  }

  @Test(arguments: [true, false])
  func countsEachWordAndKnowsItsPlace(isCached: Bool) throws {
    var random = SeededRandom()
    let files = try writeFiles(&random)
    let index = try make(isCached ? cache : nil)
    var counts: [String: Int] = [:]
    var fileCounts: [String: Int] = [:]
    for words in files.values {
      for word in words { counts[word, default: 0] += 1 }
      for word in Set(words) { fileCounts[word, default: 0] += 1 }
    }
    let contents = contents(index)
    #expect(contents.mapValues { Int($0.count) } == counts)
    #expect(contents.mapValues { Int($0.files) } == fileCounts)
    for (word, fact) in contents {
      let path = try #require(index.file(Int(fact.file)).map { index.path(of: $0) })
      let lines = try #require(folder.read("project/\(path)")).split(separator: "\n", omittingEmptySubsequences: false)
      let words = lines.map { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) }
      #expect(words.firstIndex { $0.contains(word) } == Int(fact.line) - 1, "\(word) in \(path)")
      #expect(
        files.values.allSatisfy { $0.filter { $0 == word }.count <= files[path]?.filter { $0 == word }.count ?? 0 })
    }
  }

  /// What is left after files have gone, come and changed is what one finds who reads all anew.
  @Test func followingFilesIsLikeReadingThemAnew() throws {
    var random = SeededRandom()
    _ = try writeFiles(&random)
    let index = try make(cache)
    let numbers = FileNumbers(index)
    var words = WorkspaceWords(index)
    let reader = FileWordReader(settings: settings, seed: 1)
    for _ in 0..<40 {
      let path = "dir\(random.below(3))/\(random.below(15)).txt"
      if let number = numbers.number(of: path) { words.remove(number) }
      if random.below(3) == 0 {
        words.removeChanged(path)
        try? FileManager.default.removeItem(atPath: "\(root)/\(path)")
      } else {
        let text = (0..<random.below(40)).map { _ in "word\(random.below(120))x" }.joined(separator: "\n")
        try folder.write(text, to: "project/\(path)")
        if case .words(let text) = reader.read("\(root)/\(path)", languageID: "plaintext") {
          words.add(path, reader.stamp, languageID: "plaintext", words: reader.table, text: text)
        } else {
          words.add(path, reader.stamp, languageID: "plaintext", words: nil, text: nil)
        }
      }
      let anew = try make(nil)
      let rows = try words.candidates.search(Pattern(""), limit: 1000).matches.map(\.row)
      #expect(Set(rows.map { words.candidates[$0] }) == Set(contents(anew).keys))
      // A file that is named is there, and has the word in the line that is named.
      for row in rows {
        guard let place = words.place(ofRow: row) else { continue }
        let lines = try #require(folder.read("project/\(place.path)"), "\(place)")
          .split(separator: "\n", omittingEmptySubsequences: false)
        if let line = place.line { #expect(lines[line - 1].contains(words.candidates[row]), "\(place)") }
      }
    }
  }

  @Test func aWordIsFoundByItsText() throws {
    var random = SeededRandom()
    let files = try writeFiles(&random)
    var words = WorkspaceWords(try make(nil)).candidates
    let texts = Set(files.values.joined())
    for text in texts {
      let row = try #require(try words.row(of: text))
      #expect(words[row] == text)
      if random.below(2) == 0 { continue }
      words.remove(row)
      #expect(try words.row(of: text) == nil)
      if random.below(2) == 0 { continue }
      let new = words.insert(text)
      #expect(try words.row(of: text) == new)
    }
    for text in ["", "word", "word1x_tai", "\u{301}", "Word1x"] { #expect(try words.row(of: text) == nil) }
  }

  @Test func theReaderFindsWhatTheScannerFinds() throws {
    var random = SeededRandom()
    for rules in ["c", "css", "lisp", "markdown", "php", "ruby"].map({ WordRules.rules(for: $0) }) {
      for _ in 0..<60 {
        let text = random.text(upTo: 120)
        var bytes = ContiguousArray(text.utf8)
        var expected: [Range<Int>] = []
        WordScanner(rules).forEachWord(in: bytes) { expected.append($0) }
        var found: [Range<Int>] = []
        var reader = RunReader(rules)
        let count = bytes.count
        bytes += repeatElement(0x61, count: FileTextReader.padding)
        bytes.withUnsafeBufferPointer { bytes in
          if let base = bytes.baseAddress { reader.forEachWord(in: base, 0..<count) { found.append($0..<$1) } }
        }
        #expect(found == expected, "\(text.debugDescription)")
      }
    }
  }

  /// No byte of the file is trusted, wherever it is.
  @Test func aDamagedIndexNeverTraps() throws {
    var random = SeededRandom()
    _ = try writeFiles(&random)
    _ = try make(cache)
    let file = URL(fileURLWithPath: cache.files.file(for: root))
    let good = try Data(contentsOf: file)
    for round in 0..<600 {
      var bytes = [UInt8](good)
      if round % 4 == 0 { bytes.removeLast(1 + random.below(bytes.count - 1)) }
      for _ in 0..<(1 + random.below(4)) {
        let place = round % 3 == 0 ? random.below(min(bytes.count, 400)) : random.below(bytes.count)
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
      }
      // A header that says that all is well, so that what it leads to is looked at, too.
      if round % 2 == 1 { mend(&bytes) }
      guard let index = map(bytes) else { continue }
      use(index)
    }
  }

  /// A file that was cut short while it was mapped reads as zeros: each of its files has the same path, which is empty.
  @Test(arguments: [false, true])
  func filesOfADamagedIndexMayHaveTheSamePath(isLong: Bool) throws {
    let fileCount = 40
    for number in 0..<fileCount {
      try folder.write("heron", to: "project/" + String(repeating: "n", count: 200) + "\(number).txt")
    }
    let whole = try make(cache)
    let header = whole.header
    #expect(header.fileCount == fileCount && FileNumbers(whole).count == fileCount)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: cache.files.file(for: root))))
    bytes.withUnsafeMutableBytes { bytes in
      for number in 0..<fileCount {
        // Where the name begins, and its length.
        let record = header.files.start + number * FileRecord.byteCount
        bytes.storeBytes(of: 0, toByteOffset: record + 16, as: UInt32.self)
        bytes.storeBytes(of: isLong ? UInt32(header.names.count) : 0, toByteOffset: record + 20, as: UInt32.self)
      }
    }
    mend(&bytes)
    let index = try #require(map(bytes))
    let first = try #require(index.file(0))
    #expect(!isLong || first.nameLength > 4096)
    #expect(index.path(of: first) == "")
    let numbers = FileNumbers(index)
    #expect(numbers.count == 1 && numbers.number(of: "") == 0)
  }

  @Test func whatIsNoIndexOfTheRootIsMadeAnew() throws {
    var random = SeededRandom()
    let files = try writeFiles(&random)
    _ = try make(cache)
    let file = cache.files.file(for: root)
    let good = try Data(contentsOf: URL(fileURLWithPath: file))
    var old = good
    old[7] ^= 1
    for bytes in [Data(), Data([1, 2, 3]), good.dropLast(64), Data(repeating: 0xFF, count: 5000), old] {
      try? FileManager.default.removeItem(atPath: file)
      try bytes.write(to: URL(fileURLWithPath: file))
      #expect(cache.load(root: root, settings: settings) == nil)
    }
    var others = settings
    others.maximumLineLength = 100
    try? FileManager.default.removeItem(atPath: file)
    try good.write(to: URL(fileURLWithPath: file))
    #expect(cache.load(root: root, settings: others) == nil && cache.load(root: root, settings: settings) != nil)
    #expect(try contents(make(cache)).count == Set(files.values.joined()).count)
  }

  /// Who has the old one mapped keeps it, and nothing is left over.
  @Test func aNewIndexTakesThePlaceOfTheOld() throws {
    try folder.write("heron", to: "project/a.txt")
    let old = try make(cache)
    try folder.write("hermit", to: "project/a.txt")
    let new = try make(cache)
    #expect(Array(contents(old).keys) == ["heron"] && Array(contents(new).keys) == ["hermit"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.files.path).count == 1)
  }

  /// What a server that was killed has left goes at once; what one is writing stays.
  @Test func unfinishedFilesGoUnlessTheyAreBeingWritten() throws {
    try folder.write("heron", to: "project/a.txt")
    try folder.write("hermit", to: "other/b.txt")
    try folder.write("left", to: "cache/workspace/1.words.x.tmp")
    try folder.write("no index", to: "cache/workspace/1.other.x.tmp")
    let other = "\(folder.url.path)/other"
    try cache.files.write(root: other) { output in
      #expect(folder.read("cache/workspace/1.words.x.tmp") == nil)
      // Another server writes now, and looks for leftovers.
      _ = try make(cache)
      _ = try WorkspaceBuilder(root: other, settings: settings).build(into: output)
    }
    #expect(cache.load(root: other, settings: settings).map { Array(contents($0).keys) } == ["hermit"])
    #expect(cache.load(root: root, settings: settings).map { Array(contents($0).keys) } == ["heron"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.files.path).count == 3)
  }

  @Test func aFileThatIsHeldIsNotRemoved() throws {
    let path = try folder.write("left", to: "1.tmp")
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    #expect(!FileSystem.removeUnlocked(path) && folder.read("1.tmp") == "left")
    #expect(flock(descriptor, LOCK_UN) == 0)
    #expect(FileSystem.removeUnlocked(path) && folder.read("1.tmp") == nil)
    #expect(!FileSystem.removeUnlocked(path))
    var isHeld = false
    let isWritten = try FileSystem.createLocked(path) { _ in isHeld = !FileSystem.removeUnlocked(path) }
    #expect(isWritten && isHeld && FileSystem.removeUnlocked(path))
  }

  /// The parts that are handed over have each word once, long before the last file is read.
  @Test func wordsCanBeUsedWhileTheRestIsRead() throws {
    let line = String(repeating: "the same old words again and again ", count: 100) + "\n"
    for number in 0..<30 {
      try folder.write("unique\(number)x " + String(repeating: line, count: 40), to: "project/\(number).txt")
    }
    var done = 0
    var parts: [(files: Int, words: [String])] = []
    _ = try WorkspaceIndexer.make(
      root: root, settings: settings, cache: nil, onProgress: { done = $0.filesDone },
      onSegments: { segments in
        let candidates = CandidateIndex(segments: segments)
        let matches = (try? candidates.search(Pattern(""), limit: 1000).matches) ?? []
        parts.append((done, matches.map { candidates[$0.row] }))
      })
    let words = parts.flatMap(\.words)
    #expect(parts.first.map { $0.files < 20 && $0.words.contains("same") } == true)
    #expect(Set(words).count == words.count)
  }

  @Test func whatIsTooDeepOrCannotBeReadIsLeftOut() throws {
    let deep = (0..<70).map { "d\($0)" }
    try folder.write("heron", to: "project/" + deep.joined(separator: "/") + "/a.txt")
    try folder.write("hermit", to: "project/" + deep.prefix(64).joined(separator: "/") + "/b.txt")
    try folder.write("hero", to: "project/closed/c.txt")
    try folder.write("herd", to: "project/closed.txt")
    for name in ["closed", "closed.txt"] {
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(root)/\(name)")
    }
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(root)/closed") }
    let index = try make(nil)
    // Who may read everything reads these, too.
    let expected: Set<String> = getuid() == 0 ? ["hermit", "hero", "herd"] : ["hermit"]
    #expect(Set(contents(index).keys) == expected)
    #expect(index.header.isCut)
  }

  @Test func indexesThatNobodyUsesGo() throws {
    try folder.write("heron", to: "project/a.txt")
    for (name, days) in [("old", 100.0), ("new", 50.0)] {
      let file = try folder.write("x", to: "cache/workspace/\(name).words")
      let date = Date(timeIntervalSinceNow: -days * 86_400)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
    _ = try make(cache)
    #expect(folder.read("cache/workspace/old.words") == nil && folder.read("cache/workspace/new.words") == "x")
  }

  @Test func severalServersMayWriteAtOnce() async throws {
    var random = SeededRandom()
    _ = try writeFiles(&random)
    let (root, settings, cache) = (root, settings, cache)
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let index = try? WorkspaceIndexer.make(
            root: root, settings: settings, cache: cache, onProgress: { _ in }, onSegments: nil)
          return index?.header.wordCount ?? 0
        }
      }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(counts.count == 1 && counts.first != 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.files.path).count == 1)
  }

  @Test func aCacheThatCannotBeWrittenIsNoTrouble() throws {
    try folder.write("in the way", to: "cache")
    try folder.write("heron", to: "project/a.txt")
    #expect(try Array(contents(make(cache)).keys) == ["heron"])
    let summary = try WorkspaceIndexer.index(root: root, cacheFolder: "\(folder.url.path)/cache")
    #expect(summary.words == 1)
    #expect(summary.cacheFailure == "\(cache.files.file(for: summary.root)): Not a directory")
  }

  /// A folder in the place of the file: all can be written, but not be put there.
  @Test func anIndexThatCannotBePutInItsPlaceIsToldOf() throws {
    try folder.write("heron", to: "project/a.txt")
    let file = try cache.files.file(for: WorkspaceIndexer.checkedRoot(root, home: nil))
    try FileManager.default.createDirectory(atPath: "\(file)/inner", withIntermediateDirectories: true)
    let summary = try WorkspaceIndexer.index(root: root, cacheFolder: "\(folder.url.path)/cache")
    #expect(summary.words == 1 && summary.cacheFailure?.hasPrefix("\(file): ") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.files.path).count == 1)
  }

  @Test func indexesAFolderForTheCommandLine() throws {
    try folder.write("heron hermit", to: "project/a.txt")
    try folder.write("heron\0", to: "project/b.txt")
    var steps: [WorkspaceProgress] = []
    let summary = try WorkspaceIndexer.index(root: root, cacheFolder: "\(folder.url.path)/cache") { steps.append($0) }
    #expect(summary.files == 2 && summary.skippedFiles == 1 && summary.words == 2 && !summary.isCut)
    #expect(summary.cacheFailure == nil)
    #expect(steps.last?.filesDone == 2 && steps.last?.bytes == 18)
    #expect(cache.load(root: summary.root, settings: settings)?.header.wordCount == 2)
    #expect(throws: WorkspaceIndexer.Failure.noFolder("/nowhere/at/all")) {
      try WorkspaceIndexer.index(root: "/nowhere/at/all", cacheFolder: nil)
    }
    #expect(throws: CancellationError.self) {
      try WorkspaceIndexer.index(root: root, cacheFolder: "\(folder.url.path)/cache") { _ in
        throw CancellationError()
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.files.path).count == 1)
  }

  // MARK: Damaging

  private func map(_ bytes: [UInt8]) -> WorkspaceIndex? {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    memory.copyBytes(from: bytes)
    let address = UInt(bitPattern: memory.baseAddress)
    let shared = SegmentMemory(UnsafeRawBufferPointer(memory)) {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
    return WorkspaceIndex(shared, identity: WorkspaceCache.identity(root: root, settings: settings))
  }

  /// Looks at everything in an index.
  private func use(_ index: WorkspaceIndex) {
    var words = WorkspaceWords(index)
    for typed in ["w", "word1", "xß"] {
      let matches = (try? words.candidates.search(Pattern(typed), limit: 50).matches) ?? []
      for match in matches {
        _ = words.candidates[match.row]
        _ = words.place(ofRow: match.row)
        _ = words.has(match.row, language: "plaintext")
      }
    }
    let numbers = FileNumbers(index)
    _ = numbers.number(of: "dir0/0.txt")
    for number in -1..<(min(index.header.fileCount, 100) + 1) { words.remove(number) }
  }

  /// Puts the sums right.
  private func mend(_ bytes: inout [UInt8]) {
    guard bytes.count >= IndexOutput.headerBytes else { return }
    let count = bytes.count
    bytes.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: UInt64(count), toByteOffset: 24, as: UInt64.self)
      bytes.storeBytes(of: IndexOutput.sample(UnsafeRawBufferPointer(bytes), at: 0), toByteOffset: 32, as: UInt64.self)
      bytes.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
      let words = (0..<IndexOutput.headerBytes / 8).map { bytes.load(fromByteOffset: $0 * 8, as: UInt64.self) }
      bytes.storeBytes(of: IndexHeader.sum(words), toByteOffset: 8, as: UInt64.self)
    }
  }
}
