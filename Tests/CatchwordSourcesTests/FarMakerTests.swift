import CatchwordCompletion
import CatchwordFiles
import Foundation
import TestSupport
import Testing

@testable import CatchwordPrediction
@testable import CatchwordSources

/// Far texts that are made in several runs: each ends somewhere, as a process does that is killed.
struct FarMakerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var cache: FarCache { FarCache(folder: "\(folder.url.path)/cache") }

  private var corpus: FarCorpus {
    FarCorpus("\(folder.url.path)/root", WorkspaceSettings(), PredictionSettings(), WordFilter())
  }

  /// The files of the folder, as a root finds them.
  private func files() throws -> [(path: String, stamp: FileAccess.Stamp)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus.root).sorted()
    return try names.map { ($0, try #require(FileSystem.stamp(of: "\(corpus.root)/\($0)"))) }
  }

  private func write(_ text: String, _ number: Int) throws {
    try folder.write(text, to: "root/\(String(format: "%03d", number)).txt")
  }

  private func writeRandomFiles(_ random: inout SeededRandom, _ count: Int) throws {
    for number in 0..<count {
      let words = (0..<random.below(60)).map { _ in "word\(random.below(200))" }
      try write(words.joined(separator: " ") + "\n", number)
    }
  }

  /// Reads some files, and ends without finishing; with none, reads them all.
  private func make(filesAtMost: Int = .max, segmentTokens: Int = 50) throws {
    guard var maker = try FarMaker(cache, corpus, files(), segmentTokens: segmentTokens) else {
      throw IndexFolder.Failure(reason: "it is being made")
    }
    for _ in 0..<filesAtMost where try !maker.readNext() {
      #expect(try maker.finish())
      return
    }
    if filesAtMost == .max { Issue.record("it does not end") }
  }

  /// The files that a text has, in their order, with their stamps.
  private func contents(_ text: FarText) -> [String] { text.paths.map { "\($0) \(text.stamp(of: $0)!)" } }

  /// The bytes of the text that one run makes, with a number for hashes.
  private func wholeText(seed: UInt64) throws -> Data {
    let path = "\(folder.url.path)/whole"
    try FileSystem.create(path) { descriptor in
      var builder = FarTextBuilder(
        output: IndexOutput(descriptor: descriptor), identity: corpus.identity, maximumTokens: corpus.maximumTokens,
        seed: seed, isLearned: CorpusScope.isLearned(corpus.filter), segmentTokens: 50)
      for file in try files() {
        let text = try Data(contentsOf: URL(fileURLWithPath: "\(corpus.root)/\(file.path)"))
        _ = try builder.add(ContiguousArray(text), path: file.path, stamp: file.stamp)
      }
      try builder.finish(isCut: false)
    }
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test(arguments: 0..<20) func whatIsMadeInSeveralRunsIsWhatOneMakes(round: Int) throws {
    var random = SeededRandom()
    try writeRandomFiles(&random, 40 + random.below(40))
    var runs = 0
    while cache.load(corpus)?.isUnfinished ?? true {
      runs += 1
      let before = cache.load(corpus)?.fileCount ?? 0
      try make(filesAtMost: runs < 8 ? random.below(30) : .max)
      // What there was stays.
      #expect(cache.load(corpus)?.fileCount ?? 0 >= before)
    }
    let text = try #require(cache.load(corpus))
    #expect(try contents(text) == files().map { "\($0.path) \($0.stamp)" })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: cache.file(for: corpus)))
    #expect(
      try wholeText(seed: text.seed) == bytes, "after \(runs) runs, of which \(text.segments.count) segments came")
  }

  /// So that somebody who never has an editor open for long has a text in the end.
  @Test func eachRunThatEndsASegmentGetsFurther() throws {
    for number in 0..<64 { try write("one two three four five six seven\n", number) }
    var counts: [Int] = []
    while counts.isEmpty || cache.load(corpus)?.isUnfinished == true {
      try make(filesAtMost: max(8, counts.last ?? 0), segmentTokens: 50)
      counts.append(try #require(cache.load(corpus)).fileCount)
    }
    #expect(counts == counts.sorted() && counts.last == 64 && counts.count > 2, "\(counts)")
  }

  @Test func whatHasChangedMeanwhileIsAsItWasAndFoundToBeSo() throws {
    for number in 0..<64 { try write("one two three\n", number) }
    try make(filesAtMost: 40)
    let before = try #require(cache.load(corpus))
    #expect(before.isUnfinished && before.fileCount >= 20)
    try write("four five six seven\n", 3)
    try FileManager.default.removeItem(atPath: "\(corpus.root)/005.txt")
    try make()
    let text = try #require(cache.load(corpus))
    #expect(!text.isUnfinished && text.fileCount == 64)
    let difference = try FarDifference(text, files()) { _ in false }
    #expect(difference.changed == ["003.txt"] && difference.dead == ["005.txt"] && difference.isNew.count { $0 } == 1)
  }

  @Test func whenTooMuchHasChangedItBeginsAnew() throws {
    for number in 0..<200 { try write("one two three\n", number) }
    try make(filesAtMost: 150)
    let count = try #require(cache.load(corpus)).fileCount
    #expect(count > FollowingLimit.files(of: count))
    for number in 0..<count { try write("four five six seven\n", number) }
    try make()
    let text = try #require(cache.load(corpus))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: cache.file(for: corpus)))
    #expect(try FarDifference(text, files()) { _ in false }.count == 0 && wholeText(seed: text.seed) == bytes)
  }

  @Test(arguments: 0..<40) func aDamagedTextThatIsUnfinishedDoesNoHarm(round: Int) throws {
    var random = SeededRandom()
    try writeRandomFiles(&random, 60)
    try make(filesAtMost: 40)
    let path = cache.file(for: corpus)
    var bytes = try ContiguousArray(Data(contentsOf: URL(fileURLWithPath: path)))
    // The header is left as it is: the samples of a small file are none.
    for _ in 0..<1 + random.below(20) {
      bytes[IndexOutput.headerBytes + random.below(bytes.count - IndexOutput.headerBytes)] = UInt8(random.below(256))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try make()
    let text = try #require(cache.load(corpus))
    #expect(!text.isUnfinished)
    _ = try FarDifference(text, files()) { _ in false }
  }

  @Test func oneProcessMakesItAllTheWhile() throws {
    for number in 0..<64 { try write("one two three four five six seven\n", number) }
    guard var maker = try FarMaker(cache, corpus, files(), segmentTokens: 50) else {
      throw IndexFolder.Failure(reason: "it is being made")
    }
    while try maker.readNext() {
      guard try FarMaker(cache, corpus, files(), segmentTokens: 50) == nil else {
        Issue.record("two make it")
        return
      }
    }
    #expect(try maker.finish())
  }
}
