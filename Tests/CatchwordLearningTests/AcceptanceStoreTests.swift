import CatchwordCompletion
import CatchwordFiles
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatchwordLearning

/// What the user accepts and bans is remembered, and nothing else.
struct AcceptanceStoreTests {
  private let folder: TemporaryFolder
  private let time = VirtualTime()
  private let log = EventLog()
  private let seconds = Box<Double>()

  init() throws {
    folder = try TemporaryFolder()
    seconds.value = 1_800_000_000
  }

  private var state: String { folder.url.appendingPathComponent("state/catchword").path }

  /// A server's store, and what it knows.
  private struct Store {
    let store: AcceptanceStore
    let known = Box<LearnedWords>()

    func value(_ name: String, _ languageID: String = "swift") -> Double { known.value?[languageID, name] ?? -1 }
  }

  private func open(_ settings: LearningSettings = LearningSettings()) -> Store {
    let opened = Store(
      store: AcceptanceStore(
        folder: state, settings: settings, now: { [seconds] in seconds.value ?? 0 }, clock: time.engineClock,
        executor: time.executor, log: log))
    opened.store.whenChanged { [known = opened.known] in known.value = $0 }
    time.settle()
    return opened
  }

  private func accept(_ name: String, _ languageID: String = "swift", uri: String = "file:///a", in store: Store) {
    store.store.note(Acceptance(name: name, source: "words", typed: "", uri: uri, languageID: languageID))
    time.settle()
  }

  private func run<Value: Sendable>(_ action: @escaping @Sendable () async throws -> Value) throws -> Value {
    guard let result = time.run(action) else { throw CancellationError() }
    return try result.get()
  }

  private func written() -> String {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: state)) ?? []
    return names.compactMap { folder.read("state/catchword/\($0)") }.joined()
  }

  @Test func whatWasAcceptedIsKnownThenAndLater() throws {
    let first = open()
    #expect(first.value("hello") == 0)
    accept("hello", in: first)
    let once = first.value("hello")
    #expect(once > 0.4 && once < 0.6)
    #expect(first.value("hello", "c") == 0)
    accept("hello", in: first)
    #expect(first.value("hello") > once)
    #expect(open().value("hello") == first.value("hello"))
  }

  @Test func whatWasAcceptedLongAgoCountsLess() {
    let store = open()
    for _ in 0..<5 { accept("old", in: store) }
    seconds.update { ($0 ?? 0) + 60 * 86_400 }
    accept("new", in: store)
    #expect(store.value("new") > store.value("old") && store.value("old") > 0)
  }

  @Test func serversSeeWhatOthersHaveWritten() {
    let (first, second) = (open(), open())
    accept("hello", in: first)
    #expect(second.value("hello") == 0)
    second.store.refresh()
    time.settle()
    #expect(second.value("hello") > 0)
    accept("world", in: first)
    // Not at every key.
    second.store.refresh()
    time.settle()
    #expect(second.value("world") == 0)
    time.advance(by: .seconds(3))
    second.store.refresh()
    time.settle()
    #expect(second.value("world") > 0)
  }

  @Test func whatIsForgottenIsGone() throws {
    let (first, second) = (open(), open())
    for name in ["hello", "Hello", "world"] { accept(name, in: first) }
    accept("hello", "c", in: first)
    // A newer program has noted something of them.
    var others = ["later\tHello\t1", "later\tworld\t1"]
    try RecordLog(path: "\(state)/accepted").append(&others)
    second.store.refresh()
    time.settle()
    let count = try run { [store = first.store] in try await store.forget("HELLO") }
    #expect(count == 3)
    #expect(written().contains("later\tworld\t1"))
    #expect(!written().lowercased().contains("hello") && written().contains("world"))
    #expect(first.value("hello") == 0 && first.value("world") > 0)
    time.advance(by: .seconds(3))
    second.store.refresh()
    time.settle()
    #expect(second.value("Hello") == 0 && second.value("hello", "c") == 0 && second.value("world") > 0)
    let rest = try run { [store = second.store] in try await store.forget(nil) }
    #expect(rest == 1 && !written().contains("world") && second.value("world") == 0)
  }

  @Test func bansHoldForAllServersAndAreForgotten() throws {
    let (first, second) = (open(), open(LearningSettings(isEnabled: false)))
    accept("teh", in: first)
    try run { [store = first.store] in try await store.setBanned(true, "Teh", languageID: nil) }
    #expect(first.known.value?.isBanned("teh", languageID: "c") == true)
    #expect(first.value("teh") == 0)
    accept("TEH", in: first)
    #expect(first.value("TEH") == 0)
    second.store.refresh()
    time.settle()
    #expect(second.known.value?.isBanned("TEH", languageID: "c") == true)
    try run { [store = second.store] in try await store.setBanned(false, "tEH", languageID: nil) }
    #expect(open().known.value?.bannedWords.isEmpty == true)
  }

  @Test func allowingAWordLiftsItsBansInAllLanguages() throws {
    let store = open()
    func set(_ isBanned: Bool, _ languageID: String?) throws {
      try run { [store = store.store] in try await store.setBanned(isBanned, "teh", languageID: languageID) }
    }
    try set(true, "c")
    try set(true, "swift")
    try set(false, "c")
    #expect(store.known.value?.isBanned("teh", languageID: "c") == false)
    #expect(store.known.value?.isBanned("teh", languageID: "swift") == true)
    try set(true, "c")
    try set(false, nil)
    #expect(store.known.value?.bannedWords.isEmpty == true)
    #expect(open().known.value?.bannedWords.isEmpty == true)
  }

  @Test func moreBansThanThereMayBeAreRefused() throws {
    var records = (0..<BanTable.maximumWords).map { BanTable.record(isBanned: true, word: "w\($0)", languageID: nil) }
    _ = try RecordLog(path: "\(state)/banned").append(&records)
    let store = open()
    #expect(throws: LearningError.tooMany) {
      try run { [store = store.store] in try await store.setBanned(true, "teh", languageID: nil) }
    }
    try run { [store = store.store] in try await store.setBanned(true, "W5", languageID: nil) }
    try run { [store = store.store] in try await store.setBanned(false, "w5", languageID: nil) }
    try run { [store = store.store] in try await store.setBanned(true, "teh", languageID: nil) }
    #expect(store.known.value?.isBanned("teh", languageID: "c") == true)
  }

  @Test func whatIsNoWordIsRefused() throws {
    let store = open().store
    for word in ["", " ", "a\nb", String(repeating: "x", count: 300)] {
      #expect(throws: LearningError.noWord) { try run { try await store.setBanned(true, word, languageID: nil) } }
    }
    #expect(throws: LearningError.noLanguage) { try run { try await store.setBanned(true, "x", languageID: "a\tb") } }
  }

  /// Nothing of a secret reaches the disk, whatever happens.
  @Test func secretsAreNeverWritten() throws {
    let store = open()
    let secrets = [
      "AKIA" + "Q7RZXMPLK2VN4TSW", "ghp_" + "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
      "22c562429a61bb77172039e480873fb239dd8c03", "wJalrXUtnFEMIK7MDENGbPxRfiCYz9q",
    ]
    for secret in secrets { accept(secret, in: store) }
    for uri in ["file:///home/me/.env", "file:///home/me/.ssh/id_rsa", "file:///x/prod.pem"] {
      accept("hunter2", uri: uri, in: store)
    }
    store.store.apply(LearningSettings(), filter: WordFilter(banned: ["hush"], hidesSecrets: false))
    accept("Hush", in: store)
    for secret in secrets {
      accept(secret, in: store)
      #expect(throws: LearningError.secret) {
        try run { [store = store.store] in try await store.setBanned(true, secret, languageID: nil) }
      }
    }
    accept("two\nlines", in: store)
    accept("", in: store)
    accept(String(repeating: "long", count: 100), in: store)
    #expect(written() == "")
    accept("plain", in: store)
    for word in secrets + ["hunter2", "Hush", "lines", "longlong"] {
      #expect(!written().contains(word) && store.value(word) == 0)
    }
    #expect(written().contains("plain"))
  }

  @Test func turnedOffItNeitherReadsNorWrites() throws {
    let first = open()
    accept("hello", in: first)
    let before = written()
    let other = open(LearningSettings(isEnabled: false))
    accept("world", in: other)
    #expect(written() == before && other.value("hello") == 0)
    other.store.apply(LearningSettings())
    time.settle()
    #expect(other.value("hello") > 0 && other.value("world") == 0)
    other.store.apply(LearningSettings(isEnabled: false))
    time.settle()
    #expect(other.value("hello") == 0 && written() == before)
  }

  @Test func aFileThatCannotBeOpenedIsNamed() throws {
    let store = open()
    // Links are not followed: whoever made it may mean somebody else's file.
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try folder.link("state/catchword/banned", to: "elsewhere")
    let error = #expect(throws: LearningError.self) {
      try run { try await store.store.setBanned(true, "x", languageID: nil) }
    }
    #expect(error == .file("\(state)/banned", "it is a link, which is not followed"))
  }

  @Test func whatCannotBeWrittenIsKnownAllTheSame() throws {
    try folder.write("in the way", to: "state")
    let store = open()
    accept("hello", in: store)
    #expect(store.value("hello") > 0)
    let said = Box<[String]>()
    log.listen { _, message in said.update { ($0 ?? []) + [message] } }
    #expect(said.value?.count == 1 && said.value?.first?.contains("state/catchword/accepted") == true)
    try FileManager.default.removeItem(atPath: folder.url.appendingPathComponent("state").path)
    accept("world", in: store)
    #expect(open().value("hello") > 0)
  }

  @Test func itStaysSmall() throws {
    var random = SeededRandom()
    var table = AcceptanceTable()
    let records = (0..<30_000).map { "one\t\($0)\tlang\($0 % 8)\tword\($0)" }
    table.add(records.shuffled(using: &random), now: 1e9)
    table.trim(now: 1e9)
    #expect(table.entries.count == AcceptanceTable.maximumTotal)
    #expect(table.entries.keys.contains(AcceptanceTable.Key(languageID: "lang7", name: "word29999")))
    #expect(!table.entries.keys.contains(AcceptanceTable.Key(languageID: "lang0", name: "word0")))
    var one = AcceptanceTable()
    one.add((0..<20_000).map { "one\t\($0)\tc\tword\($0)" }, now: 1e9)
    one.trim(now: 1e9)
    #expect(one.entries.count == AcceptanceTable.maximumWords)
  }

  /// A long file is written anew by whoever appends, and says the same.
  @Test func aLongFileIsMadeShort() throws {
    let log = RecordLog(path: "\(state)/accepted")
    let names = (0..<50).map { "word\($0)" + String(repeating: "x", count: 150) }
    var records = (0..<6000).map { "one\t\(1_800_000_000 - $0)\tswift\t\(names[$0 % 50])" }
    try log.append(&records)
    let before = try #require(LogFile.look(at: log.path)).size
    #expect(before > AcceptanceStore.leastCompaction)
    let store = open()
    let values = names.map { store.value($0) }
    accept("hello", in: store)
    #expect(try #require(LogFile.look(at: log.path)).size < 20_000)
    for (name, value) in zip(names, values) { #expect(abs(store.value(name) - value) < 1e-6) }
    #expect(store.value("hello") > 0)
  }

  @Test(.timeLimit(.minutes(10))) func banningAndAllowingForEverLeavesAShortFile() throws {
    let (first, second) = (open(), open())
    let word = String(repeating: "never ", count: 40) + "again"
    try run { [store = first.store] in
      try await store.setBanned(true, "teh", languageID: nil)
      try await store.setBanned(true, "recieve", languageID: "c")
      for _ in 0..<5000 {
        try await store.setBanned(true, word, languageID: nil)
        try await store.setBanned(false, word, languageID: nil)
      }
    }
    let size = try #require(LogFile.look(at: "\(state)/banned")).size
    #expect(size <= AcceptanceStore.leastCompaction)
    time.advance(by: .seconds(3))
    second.store.refresh()
    time.settle()
    for store in [first, second, open()] {
      #expect(store.known.value?.isBanned("teh", languageID: "swift") == true)
      #expect(store.known.value?.isBanned("recieve", languageID: "c") == true)
      #expect(store.known.value?.bannedWords.count == 2)
    }
  }

  @Test func whatIsSaidAlreadyIsNotWrittenAgain() throws {
    let store = open()
    func size(after isBanned: Bool, _ word: String, _ languageID: String?) throws -> Int {
      try run { [store = store.store] in try await store.setBanned(isBanned, word, languageID: languageID) }
      return LogFile.look(at: "\(state)/banned")?.size ?? 0
    }
    #expect(try size(after: false, "teh", nil) == 0)
    let first = try size(after: true, "teh", "c")
    #expect(try size(after: true, "TEH", "c") == first)
    #expect(try size(after: false, "teh", "swift") == first)
    // A ban in all languages says more.
    let second = try size(after: true, "teh", nil)
    #expect(second > first)
    #expect(try size(after: true, "teh", nil) == second)
    let third = try size(after: false, "teh", nil)
    #expect(third > second && store.known.value?.bannedWords.isEmpty == true)
    #expect(try size(after: false, "teh", nil) == third)
    #expect(try size(after: false, "teh", "c") == third)
  }

  /// Others have banned words, and allowed them, for all languages.
  @Test(.timeLimit(.minutes(10))) func allowingCostsTheSameHoweverManyAreBanned() {
    var table = BanTable()
    table.add((0..<BanTable.maximumWords - 1).map { BanTable.record(isBanned: true, word: "w\($0)", languageID: nil) })
    let before = table
    let pair = [true, false].map { BanTable.record(isBanned: $0, word: "teh", languageID: nil) }
    table.add((0..<100_000).flatMap { _ in pair })
    #expect(table == before && table.hasRoom)
    table.add([pair[0], BanTable.record(isBanned: true, word: "one more", languageID: nil)])
    #expect(table.count == BanTable.maximumWords && !table.hasRoom && table.words.count == table.count)
    #expect(table.says(isBanned: false, word: "one more", languageID: nil))
  }

  @Test func inWhateverOrderItIsAddedUpItIsTheSame() {
    var random = SeededRandom()
    for _ in 0..<200 {
      let times = (0..<(1 + random.below(20))).map { _ in Double(1_800_000_000 - random.below(10_000_000)) }
      let sum = { (times: [Double]) in
        var worth = AcceptanceWorth(at: times[0])
        for time in times.dropFirst() { worth.add(AcceptanceWorth(at: time)) }
        return worth
      }
      let now = 1_800_000_000.0
      let plain = times.reduce(0) { $0 + pow(0.5, (now - $1) / AcceptanceWorth.halfLife) }
      let recency = pow(0.5, (now - (times.max() ?? 0)) / AcceptanceWorth.recencyHalfLife)
      let expected = 0.75 * plain / (plain + 2) + 0.25 * recency
      #expect(abs(sum(times).value(at: now) - expected) < 1e-9)
      #expect(abs(sum(times.shuffled(using: &random)).value(at: now) - expected) < 1e-9)
    }
  }

  @Test func aClockThatWasWrongDoesNoHarm() {
    let store = open()
    seconds.value = 4_000_000_000
    accept("future", in: store)
    seconds.value = 1_800_000_000
    accept("hello", in: store)
    let other = open()
    #expect(abs(other.value("future") - other.value("hello")) < 0.01)
    var table = AcceptanceTable()
    table.add(
      [
        "one\tnan\tc\tx", "one\tinf\tc\tx", "sum\t1\tinf\tc\tx", "sum\t1e300\t-5\tc\tx", "one\t-1e308\tc\tx", "one", "",
        "sum\t\t\t\t",
      ],
      now: 1e9)
    #expect(table.entries.count == 1)
    for worth in table.entries.values { #expect((0...1).contains(worth.value(at: 1e9))) }
  }

  /// Several servers at once, one of which forgets and compacts all the time.
  @Test(.timeLimit(.minutes(10)))
  func severalServersLoseNothing() async throws {
    let folder = state
    await withTaskGroup(of: Void.self) { group in
      for server in 0..<4 {
        group.addTask {
          let executor = BlockingExecutor(label: "server \(server)")
          let store = AcceptanceStore(folder: folder, now: { 1_800_000_000 }, executor: executor)
          for number in 0..<50 {
            store.note(
              Acceptance(name: "word\(server)-\(number)", source: "s", typed: "", uri: "a", languageID: "c"))
            // A way to wait until all before it is written.
            if number % 10 == 9 { _ = try? await store.forget("nothing") }
          }
          _ = try? await store.forget("nothing")
        }
      }
    }
    let known = open()
    for server in 0..<4 { for number in 0..<50 { #expect(known.value("word\(server)-\(number)", "c") > 0) } }
  }
}
