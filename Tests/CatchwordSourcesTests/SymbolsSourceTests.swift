import CatchwordFiles
import CatchwordText
import Foundation
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

@testable import CatchwordCompletion
@testable import CatchwordSources

struct SymbolsSourceTests {
  private let time = VirtualTime()
  private let log = EventLog()
  private let disk = Disk()

  private func source(_ tables: String..., change: (inout SymbolsSettings) -> Void = { _ in }) -> SymbolsSource {
    var settings = SymbolsSettings()
    settings.tables = tables.map { FilePlace(path: $0) }
    change(&settings)
    return SymbolsSource(
      settings: settings, files: disk.access, clock: time.engineClock, executor: time.executor,
      fileExecutor: time.executor, log: log)
  }

  private func query(_ text: String, _ language: String = "markdown") -> CompletionQuery {
    let document = DocumentSnapshot(uri: "a", languageID: language, version: 1, text: Text(text))
    return CompletionQuery(document: document, offset: document.text.count)
  }

  private func answer(_ source: SymbolsSource, _ query: CompletionQuery) throws -> SourceAnswer {
    let result = try #require(time.run { try await source.completions(for: query) })
    return try result.get()
  }

  /// What the engine makes of the source's answer.
  private func compose(_ source: SymbolsSource, _ typed: String, _ language: String = "markdown") throws -> [Candidate]
  {
    let query = query(typed, language)
    let part = Composer.Part(source: source.descriptor, answer: try answer(source, query))
    return Composer(query: query, parts: [part], isMissingAnswers: false).compose().items.map(\.candidate)
  }

  @Test(arguments: [
    ("\\alph", "α"), ("x\\le", "≤"), ("\\Gam", "Γ"), ("\\gam", "γ"), ("\\bbR", "ℝ"), ("\\^2", "²"), ("\\^10", "¹⁰"),
    ("\\'e", "é"), (":smile", "😄"),
    (":+1", "👍"), (":tad", "🎉"), (":x:", "❌"), (":de:", "🇩🇪"), (":jo", "😂"), (":jo:", "🇯🇴"), ("&amp", "&amp;"),
    ("&quo", "&quot;"), ("&nbs", "&nbsp;"), ("&lt", "&lt;"), ("&alph", "α"),
    ("&eacut", "é"),
  ])
  func theBestSymbolComesFirst(typed: String, symbol: String) throws {
    #expect(try compose(source(), typed).first?.text == symbol)
  }

  @Test func aCandidateSaysWhatItIs() throws {
    let alpha = try #require(try compose(source(), "say \\alph").first)
    #expect(alpha.label == "\\alpha α")
    #expect(alpha.filter == "\\alpha")
    #expect(alpha.start == 4)
    #expect(alpha.detail == "GREEK SMALL LETTER ALPHA, U+03B1")
    #expect(alpha.kind == .constant)
    let sum = try #require(try compose(source(), "\\sum").first)
    #expect(sum.kind == .operator)
    let heart = try #require(try compose(source(), ":heart").first)
    #expect(heart.label == ":heart: ❤️")
    #expect(heart.detail == "HEAVY BLACK HEART, U+2764 U+FE0F")
    let hat = try #require(try compose(source(), "\\hat").first)
    #expect(hat.label == "\\hat ◌\u{302}")
    let space = try #require(try compose(source(), "\\quad").first)
    #expect(space.label == "\\quad")
  }

  @Test func longNamesAreFoundByTheirWords() throws {
    #expect(try compose(source(), ":cat_fac").contains { $0.text == "🐱" })
    #expect(try compose(source(), ":sunglasses").first?.text == "😎")
    #expect(try compose(source(), "\\summation").contains { $0.text == "∑" })
  }

  @Test func aSymbolIsOfferedOnceUnderTheNameThatFits() throws {
    let arrows = try compose(source(), "\\right").filter { $0.text == "→" }
    #expect(arrows.map(\.filter) == ["\\rightarrow"])
    #expect(try answer(source(), query("\\right")).isIncomplete)
  }

  @Test func nothingIsOfferedWhereNoneIsCalledFor() throws {
    let source = source()
    for line in ["", "so :", "12:30", "http:", "a && b", "word", "C:\\temp"] {
      let answer = try answer(source, query(line))
      #expect(answer.candidates.isEmpty && !answer.isIncomplete, "\(line)")
    }
    // The next letter may bring something, though the word goes on.
    #expect(try answer(source, query(":s")).isIncomplete)
    // Nothing was made for all that.
    if case .idle = source.loadState {} else { Issue.record("\(source.loadState)") }
    #expect(try compose(source, "x = \\alpha", "latex").isEmpty)
    #expect(try compose(source, "\"\\nalp", "c").isEmpty)
  }

  @Test func entitiesCanBeWrittenAsSuch() throws {
    let source = source { $0.writesEntities = true }
    #expect(try compose(source, "&alph", "html").first?.text == "&alpha;")
  }

  @Test func digraphsAreThereForWhoWantsThem() throws {
    let source = source { $0.digraphs = SymbolLanguages(["*"]) }
    let umlaut = try #require(try compose(source, "M\\\\a:").first)
    #expect(umlaut.text == "ä")
    #expect(umlaut.start == 1)
    #expect(try compose(source, "\\\\a").contains { $0.text == "ä" })
  }

  /// Who types a name to its end gets what it is the name of.
  @Test(arguments: [SymbolKind.latex, .emoji, .entities, .digraphs])
  func everyNameTypedWholeGivesItsSymbolFirst(kind: SymbolKind) throws {
    var random = SeededRandom("symbols-\(kind)")
    let source = source { $0.digraphs = SymbolLanguages(["*"]) }
    let entries = [
      LatexNames.entries().list, EmojiNames.entries().list, EntityNames.entries().list, DigraphNames.entries().list,
    ][kind.rawValue]
    for _ in 0..<150 {
      let entry = entries[random.below(entries.count)]
      let typed = ["\\\(entry.name)", ":\(entry.name):", "&\(entry.name);", "\\\\\(entry.name)"][kind.rawValue]
      for typed in kind == .emoji && entry.weight > SymbolEntry.Weight.code && entry.name.count > 1
        ? [typed, String(typed.dropLast())] : [typed]
      {
        let first = try compose(source, typed).first
        #expect(
          first.map { $0.text == entry.text || $0.text == typed } == true, "\(typed): \(first?.text ?? "nothing")")
      }
    }
  }

  // MARK: Tables

  @Test func theUsersOwnNamesCount() throws {
    disk.write("alpha\tA!\tmine\n:gruss:\tLiebe Grüße\n", to: "/t.tsv")
    let source = source("/t.tsv")
    let own = try #require(try compose(source, "\\alpha").first)
    #expect(own.text == "A!")
    #expect(own.detail?.hasPrefix("mine, U+0041") == true)
    #expect(try compose(source, ":gru").first?.text == "Liebe Grüße")
    #expect(try compose(source, "\\beta").first?.text == "β")
  }

  @Test func ofTwoLinesForANameTheLaterCounts() throws {
    disk.write("sig\tone\nsig\ttwo\n", to: "/t.tsv")
    disk.write("alphax\tα\n", to: "/u.tsv")
    let source = source("/t.tsv", "/u.tsv")
    #expect(try compose(source, "\\sig").first?.text == "two")
    // A symbol is shown under the name that was typed, and not under the user's own that goes on.
    #expect(try compose(source, "\\alpha").first?.filter == "\\alpha")
  }

  @Test func aChangedTableIsReadAnew() throws {
    disk.write("sig\tone\n", to: "/t.tsv")
    let source = source("/t.tsv")
    #expect(try compose(source, "\\sig").first?.text == "one")
    let generation = source.generation
    disk.write("sig\ttwo\n", to: "/t.tsv")
    #expect(try compose(source, "\\sig").first?.text == "one")
    time.advance(by: .seconds(3))
    _ = try compose(source, "\\sig")
    #expect(source.generation > generation)
    #expect(try compose(source, "\\sig").first?.text == "two")
    source.apply(SymbolsSettings())
    #expect(try compose(source, "\\sig").first?.text == "σ")
  }

  @Test func aTableSaidToHaveChangedIsReadAnewAtOnce() throws {
    disk.write("sig\tone\n", to: "/t.tsv")
    let source = source("/t.tsv")
    #expect(try compose(source, "\\sig").first?.text == "one")
    disk.write("sig\ttwo\n", to: "/t.tsv")
    let generation = source.generation
    source.filesDidChange(["/other.tsv"])
    #expect(source.generation == generation)
    source.filesDidChange(["/other.tsv", "/t.tsv"])
    #expect(source.generation > generation)
    _ = try compose(source, "\\sig")
    #expect(try compose(source, "\\sig").first?.text == "two")
  }

  @Test func tablesAreNotReadWithoutEnd() throws {
    let messages = Box<[String]>()
    log.listen { _, message in messages.update { ($0 ?? []) + [message] } }
    for number in 0..<65 { disk.write("zz\(number)x\tfound\(number)\n", to: "/\(number).tsv") }
    var settings = SymbolsSettings()
    settings.tables = (0..<65).map { FilePlace(path: "/\($0).tsv") }
    let source = SymbolsSource(
      settings: settings, files: disk.access, clock: time.engineClock, executor: time.executor,
      fileExecutor: time.executor, log: log)
    #expect(try compose(source, "\\zz63").first?.text == "found63")
    #expect(try compose(source, "\\zz64").first?.text != "found64")
    #expect(messages.value == ["There are more than 64 tables of symbols; the rest is left out."])
  }

  @Test func aBrokenTableIsNamedOnceAndTheRestWorks() throws {
    disk.write("bad\n\u{3b1}lpha\tok\n", to: "/bad.tsv")
    let messages = Box<[String]>()
    log.listen { _, message in messages.update { ($0 ?? []) + [message] } }
    let source = source("/bad.tsv", "/missing.tsv")
    for round in 0..<3 {
      #expect(try compose(source, "\\αl").first?.text == "ok")
      time.advance(by: .seconds(3))
      // It is another file, with the same mistake.
      disk.write("bad\n\u{3b1}lpha\tok\nx\ty\(round)\n", to: "/bad.tsv")
    }
    #expect(
      messages.value == [
        "/bad.tsv:1: there is no tab; write a name, a tab, and the text.",
        "/missing.tsv: it cannot be read (there is no such file); check the path and its permissions.",
      ])
  }

  @Test func filesThatAreNoneAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("zz\tfound\n", to: "good.tsv")
    try folder.write(String(repeating: "x\ty\n", count: 1_200_000), to: "huge.tsv")
    let read = { (name: String) in
      SymbolTableFile(FilePlace(path: "\(folder.url.path)/\(name)"), files: .disk)
    }
    #expect(read("good.tsv").tables.count == 1)
    #expect(read("huge.tsv").problems.first?.contains("huge.tsv: it cannot be read (it has more than 4 MB)") == true)
    #expect(read(".").problems.first?.contains("it is a folder") == true)
    let device = SymbolTableFile(FilePlace(path: "/dev/null"), files: .disk)
    #expect(device.problems.first?.contains("it is no regular file") == true)
    let place = FilePlace(path: "\(folder.url.path)/good.tsv")
    #expect(SymbolTableFile.read(place, files: .disk, unless: SymbolTableFile(place, files: .disk)) == nil)
  }

  /// A table on a disk that does not answer does not hold up the names that are known.
  @Test func aTableThatHangsCostsTheOthersNothing() throws {
    disk.write("alpha\tA!\n", to: "/t.tsv")
    let held = DeterministicExecutor()
    var settings = SymbolsSettings()
    settings.tables = [FilePlace(path: "/t.tsv")]
    let source = SymbolsSource(
      settings: settings, files: disk.access, clock: time.engineClock, executor: time.executor, fileExecutor: held)
    #expect(try compose(source, "\\alpha").first?.text == "α")
    #expect(try answer(source, query("\\alpha")).isIncomplete)
    held.drain()
    #expect(try compose(source, "\\alpha").first?.text == "A!")
  }

  /// One table that hangs costs another one nothing, either: with the threads that a server has.
  @Test func tablesAreReadEachByItself() async throws {
    disk.write("alphaa\tone\n", to: "/quick.tsv")
    disk.write("alphab\ttwo\n", to: "/slow.tsv")
    let stalled = StalledFile("/slow.tsv")
    var settings = SymbolsSettings()
    settings.tables = [FilePlace(path: "/slow.tsv"), FilePlace(path: "/quick.tsv")]
    let source = SymbolsSource(settings: settings, files: stalled.access(disk.access))
    let offers = { (name: String, text: String) in
      try await source.completions(for: query("\\\(name)")).candidates.contains { $0.text == text }
    }
    try await Breather.wait(for: "the quick table") { try await offers("alphaa", "one") }
    #expect(try await source.completions(for: query("\\alphab")).isIncomplete)
    stalled.release()
    try await Breather.wait(for: "the slow table") { try await offers("alphab", "two") }
  }

  // MARK: Contract

  @Test func theNamesAreMadeOnceThoughManyAsk() throws {
    let source = source()
    let query = query("\\alpha")
    let answers = Box<Int>()
    for _ in 0..<50 {
      Task(executorPreference: time.executor) {
        let count = try await source.completions(for: query).candidates.count
        answers.update { ($0 ?? 0) + (count > 0 ? 1 : 0) }
      }
    }
    time.settle()
    #expect(answers.value == 50)
    if case .loaded = source.loadState {} else { Issue.record("\(source.loadState)") }
  }

  @Test func aLookupCancelledWhileTheNamesAreMadeEndsAtOnce() {
    let held = DeterministicExecutor()
    let slow = SymbolsSource(clock: time.engineClock, executor: held)
    let query = query("\\alpha")
    let ended = Box<Bool>()
    let task = Task(executorPreference: time.executor) {
      _ = try? await slow.completions(for: query)
      ended.value = true
    }
    time.settle()
    #expect(ended.value == nil)
    task.cancel()
    time.settle()
    #expect(ended.value == true)
    held.drain()
  }

  @Test func isEmptyWhenNothingIsWanted() {
    #expect(!source().isEmpty)
    #expect(source { $0.isEnabled = false }.isEmpty)
    let none = source {
      $0.latex = SymbolLanguages([])
      $0.emoji = SymbolLanguages([])
      $0.entities = SymbolLanguages([])
    }
    #expect(none.isEmpty)
  }

  @Test func keepsTheContract() async {
    let violations = await SourceContract(clock: .unhurried).violations(of: SymbolsSource())
    #expect(violations.isEmpty, "\(violations)")
  }
}

/// Files that are only said to be there.
private final class Disk: Sendable {
  private let files = Mutex<[String: (text: String, stamp: Double)]>([:])

  private struct Missing: Error, CustomStringConvertible {
    let description = "there is no such file"
  }

  func write(_ text: String, to path: String) {
    files.withLock { $0[path] = (text, ($0[path]?.stamp ?? 0) + 1) }
  }

  var access: FileAccess {
    FileAccess(
      read: { path, take in
        guard let file = self.files.withLock({ $0[path] }) else { throw Missing() }
        try ContiguousArray(file.text.utf8).withUnsafeBufferPointer(take)
      },
      stamp: { path in
        self.files.withLock { files in
          files[path].map { FileAccess.Stamp(modified: $0.stamp, size: UInt64($0.text.utf8.count)) }
        }
      })
  }
}
