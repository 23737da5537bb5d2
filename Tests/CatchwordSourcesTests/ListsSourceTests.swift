import CatchwordCompletion
import CatchwordFiles
import CatchwordText
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

struct ListsSourceTests {
  private let time = VirtualTime()
  private let disk = FakeDisk()
  private let log = EventLog()

  private func source(_ paths: String...) -> ListsSource {
    ListsSource(
      lists: paths.map { ListFile(path: $0) }, files: disk.access, clock: time.engineClock, executor: time.executor,
      log: log)
  }

  private func ask(_ source: ListsSource, _ typed: String) -> [String]? {
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(typed))
    let query = CompletionQuery(document: document, offset: document.text.count)
    let answer = time.run { try await source.completions(for: query) }
    return try? answer?.get().candidates.map(\.text)
  }

  @Test func isLoadedOnceThoughAHundredAskAtOnce() async {
    disk.write("hero\nherd", to: "/l.txt")
    let source = source("/l.txt")
    let answers = Box<Int>()
    for _ in 0..<100 {
      Task(executorPreference: time.executor) {
        let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("he"))
        let answer = try await source.completions(for: CompletionQuery(document: document, offset: 2))
        answers.update { ($0 ?? 0) + answer.candidates.count }
      }
    }
    time.settle()
    #expect(answers.value == 200)
    #expect(disk.reads == ["/l.txt"])
  }

  @Test func isNotLoadedBeforeItIsNeeded() {
    disk.write("hero", to: "/l.txt")
    let source = source("/l.txt")
    time.advance(by: .seconds(10))
    #expect(disk.reads == [])
    if case .idle = source.loadState {} else { Issue.record("\(source.loadState)") }
    _ = ask(source, "h")
    if case .loaded = source.loadState {} else { Issue.record("\(source.loadState)") }
  }

  @Test func isLoadedWhenADocumentIsOpened() {
    disk.write("hero", to: "/l.txt")
    disk.write("heron", to: "/m.txt")
    let source = source("/l.txt")
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(""))
    for _ in 0..<2 { source.documentDidOpen(document) }
    time.settle()
    #expect(disk.reads == ["/l.txt"])
    if case .loaded = source.loadState {} else { Issue.record("\(source.loadState)") }
    // So is one that a settings file names, which is read later than the document is opened.
    source.setLists([ListFile(path: "/l.txt"), ListFile(path: "/m.txt")])
    time.settle()
    #expect(disk.reads == ["/l.txt", "/m.txt"])
    #expect(ask(source, "h") == ["hero", "heron"])
    #expect(disk.reads == ["/l.txt", "/m.txt"])
  }

  @Test func aChangedFileIsReadAnew() {
    disk.write("hero", to: "/l.txt")
    let source = source("/l.txt")
    #expect(ask(source, "h") == ["hero"])
    disk.write("heron\nhermit", to: "/l.txt")
    #expect(ask(source, "h") == ["hero"])
    time.advance(by: .seconds(3))
    // This one notices, and the next one has it.
    _ = ask(source, "h")
    #expect(Set(ask(source, "h") ?? []) == ["heron", "hermit"])
  }

  @Test func aFileThatComesLaterIsRead() {
    let source = source("/l.txt")
    #expect(ask(source, "h") == [])
    disk.write("hero", to: "/l.txt")
    time.advance(by: .seconds(3))
    _ = ask(source, "h")
    #expect(ask(source, "h") == ["hero"])
  }

  @Test func aFileSaidToHaveChangedIsReadAnewAtOnce() {
    disk.write("hero", to: "/l.txt")
    let source = source("/l.txt")
    #expect(ask(source, "h") == ["hero"])
    disk.write("heron", to: "/l.txt")
    source.filesDidChange(["/other.txt", "/l.txt"])
    _ = ask(source, "h")
    #expect(ask(source, "h") == ["heron"])
    #expect(disk.reads == ["/l.txt", "/l.txt"])
  }

  /// An editor tells about every file of a workspace that a build makes.
  @Test func filesThatAreNoListsAreNotKept() {
    let source = source("/l.txt", "/m.txt")
    source.filesDidChange((0..<1000).map { "/build/\($0).o" } + ["/l.txt", "/m.txt"])
    #expect(source.changed == ["/l.txt", "/m.txt"])
    source.setLists([ListFile(path: "/l.txt")])
    #expect(source.changed == ["/l.txt"])
    _ = ask(source, "h")
    #expect(source.changed == [])
  }

  @Test(arguments: [
    ("a\u{0}b", "line 1 holds a NUL byte"), ("good\nb\u{0}", "line 2 holds a NUL byte"),
  ])
  func aBinaryFileIsNamedOnce(contents: String, reason: String) {
    disk.write(contents, to: "/bad.txt")
    disk.write("hero", to: "/good.txt")
    let messages = Log()
    log.listen { _, message in messages.add(message) }
    let source = source("/bad.txt", "/good.txt")
    for _ in 0..<5 {
      #expect(ask(source, "h") == ["hero"])
      time.advance(by: .seconds(3))
    }
    #expect(messages.entries.count == 1)
    #expect(messages.entries.first?.contains("\"bad\" (/bad.txt) is not used: \(reason)") == true)
    if case .failed = source.loadState {} else { Issue.record("\(source.loadState)") }
  }

  @Test func linesThatAreNotUTF8AreNamed() {
    disk.write(bytes: Array("good\nnext\nb".utf8) + [0xFF], to: "/bad.txt")
    let messages = Log()
    log.listen { _, message in messages.add(message) }
    #expect(ask(source("/bad.txt"), "g") == [])
    #expect(messages.entries.first?.contains("line 3 is not UTF-8; save the file as UTF-8") == true)
  }

  @Test func columnsAreWordWeightAndDescription() throws {
    disk.write(
      "\u{FEFF}light\t1\nheavy\t9\t a heavy one \nplain\nodd\tno number\n\n  spaced  \t\ttext\r\n", to: "/l.txt")
    let source = source("/l.txt")
    let empty = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text())
    let answer = time.run { try await source.completions(for: CompletionQuery(document: empty, offset: 0)) }
    let candidates = try #require(try answer?.get().candidates)
    #expect(candidates.map(\.text) == ["heavy", "light", "odd", "plain", "spaced"])
    #expect(candidates.map(\.detail) == ["a heavy one", nil, "no number", nil, "text"])
  }

  @Test(arguments: [
    ("new y", ["York"]), ("in New Y", ["York"]), ("anew y", ["New York"]), ("y", ["New York"]),
    ("new", ["New York", "New Orleans"]),
    ("rio de j", ["Janeiro"]), ("rio d", ["de Janeiro"]), ("first\nnew o", ["Orleans"]),
    ("new\no", ["New Orleans"]), ("de j", ["Rio de Janeiro"]), ("(rio de j", ["Janeiro"]), ("new  y", ["New York"]),
  ])
  func entriesOfSeveralWordsGoOnFromWhereTheTextIs(typed: String, expected: [String]) {
    disk.write("New York\t3\nNew Orleans\t2\nRio de Janeiro\t1\n", to: "/cities.txt")
    #expect(ask(source("/cities.txt"), typed).map { Array($0.prefix(expected.count)) } == expected)
  }

  /// Long as they are, only their beginnings can be on the line.
  @Test(.timeLimit(.minutes(10))) func longEntriesOfManyWordsCostNoMoreThanOthers() throws {
    let lists = (0..<10).map { list in
      (0..<200).map { "é\(list)x\($0)" + String(repeating: " a", count: 2000) }
    }
    for (number, lines) in lists.enumerated() {
      disk.write((lines + ["a b\(number)"]).joined(separator: "\n"), to: "/\(number).txt")
    }
    let source = ListsSource(
      lists: lists.indices.map { ListFile(path: "/\($0).txt") }, files: disk.access, clock: time.engineClock,
      executor: time.executor, log: log)
    for typed in ["x ", "x a ", String(repeating: "a ", count: 64)] {
      let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(typed))
      let query = CompletionQuery(document: document, offset: document.text.count, limit: 1000)
      let answer = try #require(time.run { try await source.completions(for: query) })
      let rests = lists.indices.map { typed == "x " ? "a b\($0)" : "b\($0)" }
      #expect(Set(try answer.get().candidates.map(\.text)) == Set(lists.flatMap(\.self) + rests))
    }
  }

  @Test func anEntryMayBeThreeTimesAsLongAsTheTextThatBeginsIt() {
    // The Kelvin sign, whose small letter has a byte, and Greek letters with two accents, written apart.
    let entries = ["\u{212A}": "k", "\u{3B9}\u{308}\u{301}": "\u{390}"]
    for (long, short) in entries {
      let count = 126 / short.utf8.count
      disk.write(String(repeating: long, count: count) + " end", to: "/l.txt")
      #expect(ask(source("/l.txt"), String(repeating: short, count: count) + " ") == ["end"])
    }
  }

  @Test func aLookupCancelledWhileLoadingEndsAtOnce() {
    disk.write("hero", to: "/l.txt")
    let ended = Box<Bool>()
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("h"))
    let held = DeterministicExecutor()
    let slow = ListsSource(
      lists: [ListFile(path: "/l.txt")], files: disk.access, clock: time.engineClock, executor: held, log: log)
    let task = Task(executorPreference: time.executor) {
      _ = try? await slow.completions(for: CompletionQuery(document: document, offset: 1))
      ended.value = true
    }
    time.settle()
    #expect(ended.value == nil)
    task.cancel()
    time.settle()
    #expect(ended.value == true)
    held.drain()
  }

  /// With the threads that a server has: what is loaded is offered, and the next key has the rest.
  @Test func aListThatStallsHoldsUpNoOther() async throws {
    disk.write("hero", to: "/quick.txt")
    disk.write("herd", to: "/slow.txt")
    let stalled = StalledFile("/slow.txt")
    let source = ListsSource(
      lists: ["/slow.txt", "/quick.txt"].map { ListFile(path: $0) }, files: stalled.access(disk.access))
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("he"))
    let query = CompletionQuery(document: document, offset: 2)
    let first = try await source.completions(for: query)
    #expect(first.candidates.map(\.text) == ["hero"] && first.isIncomplete)
    let generation = source.generation
    stalled.release()
    try await Breather.wait(for: "the other list") { source.generation != generation }
    let second = try await source.completions(for: query)
    #expect(Set(second.candidates.map(\.text)) == ["hero", "herd"] && !second.isIncomplete)
  }

  /// A lookup waits a moment for lists that have just been begun, once: behind a dead disk the next key waits for nothing.
  @Test func aLookupWaitsForAStalledListOnceAndAMomentOnly() {
    disk.write("hero", to: "/quick.txt")
    disk.write("herd", to: "/slow.txt")
    let held = DeterministicExecutor()
    let source = ListsSource(
      lists: [ListFile(path: "/quick.txt")], files: disk.access, clock: time.engineClock, executor: held, log: log)
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("he"))
    let query = CompletionQuery(document: document, offset: 2)
    let answers = Box<[[String]]>()
    let look = {
      Task(executorPreference: time.executor) {
        let answer = try await source.completions(for: query)
        answers.update { ($0 ?? []) + [answer.candidates.map(\.text) + (answer.isIncomplete ? ["…"] : [])] }
      }
      time.settle()
    }
    look()
    held.drain()
    time.settle()
    #expect(answers.value == [["hero"]])
    source.setLists([ListFile(path: "/quick.txt"), ListFile(path: "/slow.txt")])
    look()
    #expect(answers.value?.count == 1)
    time.advance(by: .milliseconds(10))
    #expect(answers.value == [["hero"], ["hero", "…"]])
    look()
    #expect(answers.value == [["hero"], ["hero", "…"], ["hero", "…"]])
    held.drain()
    time.settle()
    look()
    #expect(Set(answers.value?.last ?? []) == ["hero", "herd"])
  }

  /// Counted, not timed.
  @Test func listsThatAreNotThereCostAStampEach() {
    let count = 1000
    let source = ListsSource(
      lists: (0..<count + 5).map { ListFile(path: "/missing\($0)") }, files: disk.access, clock: time.engineClock,
      executor: time.executor, log: log)
    let messages = Log()
    log.listen { _, message in messages.add(message) }
    for _ in 0..<10 { #expect(ask(source, "h") == []) }
    #expect(disk.stamps == count)
    #expect(disk.reads.count == count)
    #expect(messages.entries.contains("There are 1005 lists; from /missing1000 on they are left out."))
    time.advance(by: .seconds(3))
    for _ in 0..<10 { #expect(ask(source, "h") == []) }
    #expect(disk.stamps == 2 * count)
    #expect(disk.reads.count == count)
  }

  @Test func anEntryThatIsThereTwiceWithOtherValuesIsNamed() {
    disk.write("one\t1\nplain\nplain\ntwo\t2\tx\none\t7\ntwo\t2\tx\n", to: "/l.txt")
    let messages = Log()
    log.listen { _, message in messages.add(message) }
    _ = ask(source("/l.txt"), "o")
    #expect(messages.entries == ["/l.txt:5: \"one\" is in line 1 already, with other values; both are offered."])
  }

  @Test func aListThatIsTooLargeIsNotRead() {
    #expect(throws: WordListError.tooLarge(WordListLoader.maximumProjectBytes)) {
      let loader = WordListLoader(files: disk.access, cache: nil)
      let stamp = FileAccess.Stamp(modified: 0, size: UInt64(WordListLoader.maximumProjectBytes) + 1)
      _ = try loader.load("/l.txt", stamp: stamp, isProjects: true)
    }
    #expect(disk.reads == [])
  }

  @Test func keepsTheContract() async {
    disk.write("function\nfund\nété\t5\tsummer", to: "/l.txt")
    let source = ListsSource(lists: [ListFile(path: "/l.txt")], files: disk.access)
    let violations = await SourceContract(clock: .unhurried).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }
}

/// Files that are only said to be there.
private final class FakeDisk: Sendable {
  private struct State {
    var files: [String: ContiguousArray<UInt8>] = [:]
    var changes = 0.0
    var stamps: [String: Double] = [:]
    var reads: [String] = []
    var looks = 0
  }

  private struct Missing: Error {}

  private let state = Mutex(State())

  var reads: [String] { state.withLock { $0.reads } }
  /// How often a file was looked at.
  var stamps: Int { state.withLock { $0.looks } }
  func write(_ text: String, to path: String) { write(bytes: Array(text.utf8), to: path) }

  func write(bytes: [UInt8], to path: String) {
    state.withLock { state in
      state.files[path] = ContiguousArray(bytes)
      state.changes += 1
      state.stamps[path] = state.changes
    }
  }

  var access: FileAccess {
    FileAccess(
      read: { path, take in
        let file = try self.state.withLock { state in
          state.reads.append(path)
          guard let file = state.files[path] else { throw Missing() }
          return file
        }
        try file.withUnsafeBufferPointer(take)
      },
      stamp: { path in
        self.state.withLock { state in
          state.looks += 1
          return state.stamps[path].map { FileAccess.Stamp(modified: $0, size: UInt64(state.files[path]?.count ?? 0)) }
        }
      })
  }
}

private final class Log: Sendable {
  private let storage = Mutex<[String]>([])

  var entries: [String] { storage.withLock { $0 } }

  func add(_ entry: String) { storage.withLock { $0.append(entry) } }
}
