import CatchwordCompletion
import CatchwordRPC
import CatchwordSettings
import CatchwordShared
import CatchwordText
import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import CatchwordSources

/// Words that others have published, as a source.
@Suite(.timeLimit(.minutes(10)))
struct SharedSourceTests {
  private let folder: TemporaryFolder
  private let log = EventLog()
  private let messages = Box<[String]>()

  init() throws {
    folder = try TemporaryFolder()
    log.listen { [messages] _, message in messages.update { ($0 ?? []) + [message] } }
  }

  private var settings: SharedSettings {
    var settings = SharedSettings()
    (settings.name, settings.folder, settings.namespaces) = ("acme", folder.url.path, ["acme/app", "acme/people"])
    return settings
  }

  private func publish(_ words: [(String, Double)], as namespace: String) throws {
    let tree = PageTree(words.map { SharedWord($0, weight: ListWeight.code($1)) })
    _ = try FolderPageStore(folder.url.path).publish(tree, as: #require(SharedNamespace(namespace)), time: 1)
  }

  private func query(_ typed: String) -> CompletionQuery {
    let document = DocumentSnapshot(uri: "a", languageID: "swift", version: 1, text: Text(typed))
    return CompletionQuery(document: document, offset: document.text.count)
  }

  @Test func theHeaviestOfEachNamespaceComeFirst() async throws {
    try publish([("getUser", 3), ("getUsers", 40), ("other", 90)], as: "acme/app")
    try publish([("Getrude", 1)], as: "acme/people")
    let source = SharedSource(settings, clock: EngineClock(ManualClock()), log: log)
    let answer = try await source.completions(for: query("get"))
    #expect(answer.candidates.map(\.text) == ["getUsers", "getUser", "Getrude"] && !answer.isIncomplete)
    #expect(answer.candidates.map(\.key) == ["acme/app", "acme/app", "acme/people"])
    let frequencies = answer.candidates.map(\.signals.frequency)
    #expect(frequencies[0] > frequencies[1] && frequencies.allSatisfy { 0...1 ~= $0 })
    let about = try await source.documentation(for: answer.candidates[0])
    #expect(about == "From acme/app, shared as acme.")
    #expect(try await source.completions(for: query("")).candidates.isEmpty)
    #expect(messages.value == nil)
  }

  @Test func theDescriptionOfAListIsShown() async throws {
    let list = "\(folder.url.path)/people.txt"
    let entries = [
      "Ada\t5\tmathematics *first*", "ada\t4", "Ädä\tof the north", "Grace\tcompilers\u{1B}[2J", "x1\tshort",
      "Alan\tghp_0123456789abcdefghijABCDEFGHIJ012345", "wiki\tadmin, pass\u{77}ord=Sommer2024!",
      "plane\tpart of Bluebird.",
      "Eve\t(ghp_0123456789abcdefghijABCDEFGHIJ012345)",
    ]
    try Data(entries.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: list))
    try publish([], as: "acme/app")
    var publisher = SharedPublisher(filter: WordFilter(banned: ["bluebird"]), minimumFiles: 1)
    try publisher.add(list: list)
    let summary = try publisher.publish(to: settings, as: "acme/people", time: 1)
    #expect(summary.words == 9 && summary.problems.count == 1, "\(summary)")
    let source = SharedSource(settings, clock: EngineClock(ManualClock()), log: log)
    _ = try await source.completions(for: query("a"))
    let origin = "From acme/people, shared as acme."
    for (word, wanted) in [
      ("Ada", "mathematics \\*first\\*\n\n\(origin)"), ("ada", origin), ("Ädä", "of the north\n\n\(origin)"),
      ("x1", "short\n\n\(origin)"), ("Alan", origin), ("wiki", origin), ("plane", origin), ("Eve", origin),
      ("Grace", "compilers \\[2J\n\n\(origin)"), ("none", origin),
    ] {
      let about = try await source.documentation(for: Candidate(word, key: "acme/people"))
      #expect(about == wanted, "\(word)")
    }
  }

  /// As an editor asks: at each letter, when the answer before does not have all.
  @Test(arguments: [
    ("gubi", "getUserById"), ("userb", "getUserById"), ("recieve", "receiveMessage"), ("userl", "userList"),
  ])
  func wordsThatBeginOtherwiseComeWhileOneTypes(typed: String, wanted: String) async throws {
    let others = (0..<700).map { ("rec\($0)", 9.0) }
    try publish([("getUserById", 3), ("receiveMessage", 1), ("userList", 1)] + others, as: "acme/app")
    try publish([], as: "acme/people")
    let items = await type(typed)
    #expect(items.contains(wanted), "\(items)")
  }

  /// Among very many words of others there is one of any few letters, and it must not stand before one's own.
  @Test func whatIsTypedInFullIsNotOffered() async throws {
    try publish([("max", 90), ("maximum", 3), ("Max", 2), ("maxi", 1)], as: "acme/app")
    try publish([], as: "acme/people")
    #expect(await type("max") == ["maximum", "maxi", "Max"])
    #expect(await type("maxi") == ["maximum"])
  }

  /// Types a word a letter at a time, and returns what is offered at the last one.
  private func type(_ typed: String) async -> [String] {
    var completion = CompletionSettings()
    completion.budget = .seconds(60)
    let scheduler = CompletionScheduler(sources: [SharedSource(settings, log: log)], settings: completion)
    defer { scheduler.shutDown() }
    var document = OpenDocument(uri: "file:///a.txt", languageID: "plaintext", version: 1, text: "")
    var items: [String] = []
    for letter in typed {
      let end = document.snapshot.text.position(of: document.snapshot.text.count, encoding: .utf8)
      let change = document.apply(
        replacing: (end, end), with: String(letter), version: document.snapshot.version + 1, encoding: .utf8)
      scheduler.documentDidChange(change, in: document.snapshot)
      let query = CompletionQuery(
        document: document.snapshot, offset: document.snapshot.text.count, trigger: .automatic,
        budget: completion.budget)
      let result = await withCheckedContinuation { continuation in
        scheduler.request(
          PendingCompletion(query) { update in
            if case .end(let ending) = update { continuation.resume(returning: ending.result) }
          })
      }
      items = result.items.map(\.candidate.text)
    }
    return items
  }

  /// Many words of others are no help.
  @Test func notMoreThanTwentyOfANamespaceComeAtOnce() async throws {
    try publish((0..<3000).map { ("word\($0)", Double(3000 - $0)) }, as: "acme/app")
    try publish([], as: "acme/people")
    let answer = try await SharedSource(settings, clock: EngineClock(ManualClock()), log: log).completions(
      for: query("wo"))
    #expect(answer.candidates.count == 20 && answer.further?().count == 80 && answer.isIncomplete)
    // They are not for a place beside others of the team.
    try publish([("wonder", 1)], as: "acme/people")
    let both = try await SharedSource(settings, clock: EngineClock(ManualClock()), log: log).completions(
      for: query("wo"))
    #expect(both.candidates.count == 21 && both.further == nil)
    let lightest = answer.candidates.map(\.signals.frequency).min() ?? 0
    #expect(answer.candidates[0].signals.frequency == 1 && lightest > 0.75)
    let all = try await SharedSource(settings, clock: EngineClock(ManualClock()), log: log).completions(
      for: query("word299"))
    #expect(
      Set(all.candidates.map(\.text)) == Set(["word299"] + (2990..<3000).map { "word\($0)" }) && !all.isIncomplete)
  }

  @Test func aSlipIsForWantOfWordsInAllNamespaces() async throws {
    try publish([("kestrel", 1)], as: "acme/app")
    try publish([("ketsrelle", 1)], as: "acme/people")
    let source = SharedSource(settings, clock: EngineClock(ManualClock()), log: log)
    #expect(try await source.completions(for: query("ketsr")).candidates.map(\.text) == ["ketsrelle"])
    #expect(try await source.completions(for: query("ketrs")).candidates.count == 1)
  }

  @Test func whatIsPublishedAnewIsThereAtTheNextKey() async throws {
    try publish([("first", 1)], as: "acme/app")
    try publish([], as: "acme/people")
    let source = SharedSource(settings, clock: EngineClock(ManualClock()), log: log)
    #expect(try await source.completions(for: query("f")).candidates.map(\.text) == ["first"])
    try publish([("fresh", 1)], as: "acme/app")
    #expect(try await source.completions(for: query("f")).candidates.map(\.text) == ["fresh"])
  }

  @Test func whatCannotBeReadIsSaidOnceAndTheOthersAreOffered() async throws {
    try publish([("there", 1)], as: "acme/people")
    let clock = ManualClock()
    let source = SharedSource(settings, clock: EngineClock(clock), log: log)
    for _ in 0..<3 {
      #expect(try await source.completions(for: query("th")).candidates.map(\.text) == ["there"])
    }
    #expect(
      messages.value == ["The shared words acme/app of \"acme\" cannot be read: nothing is published under that name."]
    )
    #expect(source.loadState.error != nil)
    clock.advance(to: clock.now.advanced(by: .seconds(61)))
    _ = try await source.completions(for: query("th"))
    #expect(messages.value?.count == 2)
    try publish([("this", 1)], as: "acme/app")
    #expect(try await source.completions(for: query("th")).candidates.map(\.text) == ["this", "there"])
    #expect(source.loadState.error == nil)
  }

  /// A share that has gone away: each lookup ends when it is no longer wanted, and nothing is left waiting behind it.
  @Test func aPlaceThatDoesNotAnswerHoldsUpNoOther() async throws {
    let store = StalledStore()
    let source = SharedSource(settings, store: store, clock: EngineClock(ManualClock()), log: log)
    let queries = (0..<21).map { query("a\($0)") }
    let lookup = Task { try await source.completions(for: queries[20]) }
    for await _ in store.isAsked { break }
    // The thread stands still; others wait for it, and not on the actor.
    let later = queries.prefix(20).map { query in Task { try await source.completions(for: query) } }
    let about = try await source.documentation(for: Candidate("x", key: "acme/app"))
    #expect(about != nil)
    for task in later { task.cancel() }
    store.mayAnswer.signal()
    store.mayAnswer.signal()
    _ = try await lookup.value
    for task in later { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(store.count.withLock { $0 } == 2)
  }

  private func status(of source: SharedSource) -> [String: String] {
    var status = SourceStatus(source)
    status.describe(source)
    return Dictionary(status.facts.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The key that finds out may wait; those behind it have what is kept, and so has each that asks again after a pause.
  @Test func aPlaceThatHangsCostsOneKey() async throws {
    let store = HangingStore(
      try FolderPageStore(folder.url.path).publish(
        PageTree((0..<3000).map { SharedWord("word\($0)", weight: ListWeight.code(Double(3000 - $0))) }),
        as: #require(SharedNamespace("acme/app")), time: 1
      ).0, FolderPageStore(folder.url.path))
    let clock = ManualClock()
    var settings = settings
    settings.namespaces = ["acme/app"]
    let source = SharedSource(settings, store: store, clock: EngineClock(clock), log: log)
    #expect(try await source.completions(for: query("word1")).candidates.first?.text == "word1")

    for round in 0..<2 {
      store.hangs.withLock { $0 = true }
      let other = query("other\(round)")
      let first = Task { try await source.completions(for: other) }
      for await _ in store.isAsked { break }
      // While it has not failed before, it may only be slow.
      if round == 0 { clock.advance(to: clock.now.advanced(by: .milliseconds(251))) }
      for (late, typed) in ["word12", "word1"].enumerated() {
        let answer = try await source.completions(for: query(typed))
        #expect(answer.candidates.first?.text == typed && answer.isIncomplete, "\(typed)")
        #expect(source.facts?.late ?? 0 > late && status(of: source)["questions"]?.hasSuffix(" late") == true)
      }
      #expect(try await source.completions(for: query("nothing")).isIncomplete)
      // The one that asks again does not wait for the end of that.
      if round == 1 { clock.advance(to: clock.now.advanced(by: .milliseconds(11))) }
      #expect(try await first.value.isIncomplete)
      store.mayFail.signal()
      // What has come of it is said at a later key.
      while messages.value == nil { _ = try await source.completions(for: query("word1")) }
      #expect(messages.value?.count == 1)
      clock.advance(to: clock.now.advanced(by: Backoff.longest))
    }
  }

  /// Servers that answer otherwise each time are said to be wrong once a minute, and asked after pauses.
  @Test func whatIsRefusedIsSaidOnceAndAskedAfterPauses() async throws {
    let store = RefusingStore()
    let clock = ManualClock()
    let source = SharedSource(settings, store: store, clock: EngineClock(clock), log: log)
    for _ in 0..<10 { _ = try await source.completions(for: query("wor")) }
    #expect(store.count.withLock { $0 } == 2 && messages.value?.count == 2)
    for round in 1...3 {
      clock.advance(to: clock.now.advanced(by: Backoff.first * (1 << (round - 1))))
      for _ in 0..<10 { _ = try await source.completions(for: query("wor")) }
      #expect(store.count.withLock { $0 } == 2 + 2 * round && messages.value?.count == 2)
    }
  }

  /// What has come at once is not asked for again as others are late.
  @Test func eachNamespaceIsAskedOnce() async throws {
    let store = HalfPromptStore()
    let source = SharedSource(settings, store: store, clock: EngineClock(ManualClock()), log: log)
    for (count, typed) in ["firs", "seco"].enumerated() {
      let answer = try await source.completions(for: query(typed))
      #expect(answer.candidates.isEmpty && source.facts?.reader.lookups == 2 * (count + 1))
    }
    #expect(store.asked.withLock { $0 } == ["acme/app", "acme/people", "prompt acme/app", "acme/people"])
  }

  /// What was read before is offered meanwhile; the server is asked again after pauses, and not at each key.
  @Test(.blocking) func aServerThatGoesAwayCostsNoKeyAndComesBack() async throws {
    guard let server = try RedisServer(folder.url) else { return }
    let clock = ManualClock()
    var settings = settings
    (settings.folder, settings.server, settings.namespaces) = (nil, server.address, ["acme/app"])
    let store = try #require(settings.store)
    let words = (0..<3000).map { SharedWord("word\($0)", weight: ListWeight.code(Double(3000 - $0))) }
    let namespace = try #require(SharedNamespace("acme/app"))
    _ = try store.publish(PageTree(words), as: namespace, time: 1)
    let source = SharedSource(settings, clock: EngineClock(clock), log: log)
    #expect(try await source.completions(for: query("word1")).candidates.first?.text == "word1")
    let questions = source.facts?.reader.questions ?? 0
    #expect(status(of: source)["place"] == server.address)
    #expect(status(of: source)["acme/app"]?.hasPrefix("3000 words, published 1970-01-01T00:00:01Z") == true)
    server.kill()
    for typed in ["word12", "word123", "word12", "wor", "wo", "word19"] {
      let answer = try await source.completions(for: query(typed))
      #expect(answer.candidates.first?.text == (typed.hasPrefix("word") ? typed : "word0"), "\(typed)")
    }
    // The first one found out, and the others were not asked.
    #expect(source.loadState.error != nil && source.facts?.reader.questions == questions + 1)
    #expect(messages.value?.count == 1 && messages.value?.first?.contains("is a server running there?") == true)
    // What is here says nothing about the server: the pauses grow all the same.
    for round in 1...4 {
      clock.advance(to: clock.now.advanced(by: Backoff.first * (1 << (round - 1))))
      _ = try await source.completions(for: query("w"))
      _ = try await source.completions(for: query("word\(round)5"))
      #expect(source.facts?.reader.questions == questions + 1 + round)
    }
    try server.start()
    _ = try store.publish(PageTree(words), as: namespace, time: 2)
    clock.advance(to: clock.now.advanced(by: Backoff.first * 16))
    #expect(
      try await source.completions(for: query("word29")).candidates.map(\.text).prefix(2) == ["word29", "word290"])
    #expect(source.loadState.error == nil)
  }

  @Test func connectionsAreClosedTwoMinutesAfterTheLastKey() async throws {
    let store = StalledStore()
    let clock = ManualClock()
    let source = SharedSource(settings, store: store, clock: EngineClock(clock), log: log)
    var rests = store.rests.makeAsyncIterator()
    for round in 0..<2 {
      let start = clock.now
      for _ in 0..<4 { store.mayAnswer.signal() }
      _ = try await source.completions(for: query("first"))
      clock.advance(to: start.advanced(by: .seconds(100)))
      _ = try await source.completions(for: query("second"))
      clock.advance(to: start.advanced(by: .seconds(219)))
      #expect(store.restCount.withLock { $0 } == round)
      clock.advance(to: start.advanced(by: .seconds(220)))
      await rests.next()
      #expect(store.restCount.withLock { $0 } == round + 1)
    }
  }

  @Test(arguments: [
    (#"{"folder": "/x"}"#, "names nothing that is published"),
    (#"{"folder": "/x", "namespaces": ["a", "../b"]}"#, "has the namespace \"../b\"; write letters"),
    (#"{"folder": "/x", "namespaces": ["a"]}"#, ""),
    (#"{"server": "redis://x", "namespaces": ["a"]}"#, ""),
    (
      #"{"folder": "/x", "namespaces": [\#((1...17).map { "\"a\($0)\"" }.joined(separator: ","))]}"#,
      "has 17 namespaces, more than 16"
    ),
    (#"{"namespaces": ["a"]}"#, "names no place; write either \"folder\" or \"server\""),
    (#"{"folder": "/x", "server": "redis://x", "namespaces": ["a"]}"#, "names two places"),
    (#"{"server": "redis://ci:hunter2@x", "namespaces": ["a"]}"#, "has the server: write the name as \"user\""),
    (#"{"server": "redis://x", "user": "ci", "namespaces": ["a"]}"#, "a \"user\" without a \"passwordFile\" or"),
    (
      #"{"server": "redis://x", "passwordFile": "/x", "passwordCommand": ["x"], "namespaces": ["a"]}"#,
      "\"passwordFile\" and \"passwordCommand\"; write either"
    ),
    (#"{"server": "redis://x", "user": "ci", "passwordCommand": ["x"], "namespaces": ["a"]}"#, ""),
    (#"{"server": "rediss://x", "through": ["ssh"], "namespaces": ["a"]}"#, "as it is the program that encrypts"),
    (#"{"server": "unix:/x", "through": ["ssh"], "namespaces": ["a"]}"#, "for a socket of this machine"),
    (#"{"server": "redis://x", "authorities": "/x", "namespaces": ["a"]}"#, "without \"rediss:\""),
    (#"{"server": "redis://x", "certificate": "/x", "namespaces": ["a"]}"#, "\"certificate\" without \"rediss:\""),
    (#"{"server": "rediss://x", "key": "/x", "namespaces": ["a"]}"#, "a \"key\" without a \"certificate\""),
    (#"{"server": "http://x\u0007", "namespaces": ["a"]}"#, "write redis://HOST:PORT, rediss://HOST:PORT or unix:/"),
  ])
  func settingsThatCannotBeUsedAreSaid(json: String, message: String) throws {
    let refusal = try SharedSettings.refusal(of: "acme", JSONValue(parsing: json))
    #expect(message.isEmpty ? refusal == nil : refusal?.contains(message) == true, "\(refusal ?? "")")
    #expect(
      try SharedSettings.refusal(of: "words", JSONValue(parsing: json))?.contains("name of another source") == true)
  }

  // MARK: Publishing

  /// Each is in two files, as if it were a word that people share: some ten thousand in all.
  @Test func noPlantedSecretIsPublished() throws {
    var drawn: Set<String> = []
    var origins: [String: String] = [:]
    for number in 0..<50 {
      let corpus = SecretCorpus(seed: UInt64(number))
      let text = corpus.entries.map(\.text).joined(separator: "\n") + "\nharmless\n"
      for copy in ["a", "b"] { try folder.write(text, to: "root/\(copy)\(number).txt") }
      for entry in corpus.entries { for text in entry.drawn { origins[text] = entry.text } }
      drawn.formUnion(corpus.entries.flatMap(\.drawn).filter { $0.count >= 8 })
    }
    #expect(drawn.count > 9000)
    var publisher = SharedPublisher(filter: WordFilter(), minimumFiles: 2)
    let settings = EffectiveSettings([], schema: BuiltInSources.schema, home: "/", workingFolder: "/")
    try publisher.add(folder: "\(folder.url.path)/root", settings: settings, cacheFolder: nil, home: nil)
    let words = Set(publisher.words.map(\.text))
    #expect(words.contains("harmless"))
    let leaks = words.filter { word in drawn.contains(word) || word.count >= 8 && drawn.contains { $0.contains(word) } }
    let places = leaks.map { leak in origins.filter { $0.key.contains(leak) }.values.joined(separator: "; ") }
    #expect(leaks == [], "\(places)")
  }

  /// An entry of a list is a line, which may say what a password is.
  @Test func noPlantedSecretOfAListIsPublished() throws {
    var lines: [String] = []
    var drawn: Set<String> = []
    for number in 0..<50 {
      let corpus = SecretCorpus(seed: UInt64(number))
      lines += corpus.entries.map { $0.text.replacing("\t", with: " ") }.filter { !$0.contains("\n") }
      drawn.formUnion(corpus.entries.flatMap(\.drawn).filter { $0.count >= 8 })
    }
    for (number, host) in ["db", "example.com"].enumerated() {
      let password = ["Tr0ub", "4dor\(number)"].joined()
      lines += ["password=\(password)", "DB_PASSWORD: \(password)", "postgres://user:\(password)@\(host)/x"]
      drawn.insert(password)
    }
    try folder.write((lines + ["harmless words"]).joined(separator: "\n"), to: "list.txt")
    var publisher = SharedPublisher(filter: WordFilter(), minimumFiles: 2)
    try publisher.add(list: "\(folder.url.path)/list.txt")
    let words = Set(publisher.words.map(\.text))
    #expect(words.contains("harmless words"))
    let leaks = words.filter { word in drawn.contains { word.contains($0) } }
    #expect(leaks == [])
  }

  @Test func wordsOfFoldersCountTheFilesThatHaveThem() throws {
    for (name, text) in [("a.txt", "shared once both\n"), ("b.txt", "shared both\n"), ("c.txt", "shared\n")] {
      try folder.write(text, to: "root/\(name)")
    }
    let settings = EffectiveSettings([], schema: BuiltInSources.schema, home: "/", workingFolder: "/")
    var publisher = SharedPublisher(filter: WordFilter(banned: ["both"]), minimumFiles: 2)
    try publisher.add(folder: "\(folder.url.path)/root", settings: settings, cacheFolder: nil, home: nil)
    var place = SharedSettings()
    place.folder = "\(folder.url.path)/srv"
    let summary = try publisher.publish(to: place, as: "acme/app", time: 1)
    #expect(summary.words == 1 && summary.rare == 1 && summary.hidden == 1 && summary.isNew)
    let again = try publisher.publish(to: place, as: "acme/app", time: 2)
    #expect(again.words == 1 && again.rare == 1 && again.hidden == 1 && !again.isNew)
    let namespace = try #require(SharedNamespace("acme/app"))
    #expect(try FolderPageStore("\(folder.url.path)/srv").publication(of: namespace)?.time == 1)
  }
}

/// A place that answers when it is told to.
private final class StalledStore: PageStore {
  let (isAsked, asked) = AsyncStream.makeStream(of: Void.self)
  let mayAnswer = DispatchSemaphore(value: 0)
  let count = Mutex(0)
  let (rests, rested) = AsyncStream.makeStream(of: Void.self)
  let restCount = Mutex(0)

  func rest() {
    restCount.withLock { $0 += 1 }
    rested.yield()
  }

  func publication(of namespace: SharedNamespace) throws -> Publication? {
    count.withLock { $0 += 1 }
    asked.yield()
    mayAnswer.wait()
    return nil
  }

  func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] { names.map { _ in nil } }

  func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int, rate: Int?, _ progress: (Int, Int) -> Void
  ) throws -> (Publication, isNew: Bool) {
    throw PageStoreError("it is read only")
  }

  func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {}

  func remove(_ namespace: SharedNamespace) throws -> Bool { false }
}

/// A place with words that at times does not answer until it may, and then fails.
private final class HangingStore: PageStore {
  let hangs = Mutex(false)
  let (isAsked, asked) = AsyncStream.makeStream(of: Void.self)
  let mayFail = DispatchSemaphore(value: 0)
  private let publication: Publication
  private let store: FolderPageStore
  let descriptionAge = Duration.seconds(36_000)

  init(_ publication: Publication, _ store: FolderPageStore) { (self.publication, self.store) = (publication, store) }

  func publication(of namespace: SharedNamespace) throws -> Publication? { publication }

  func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] {
    if hangs.withLock({ $0 }) {
      asked.yield()
      mayFail.wait()
      throw PageStoreError.late()
    }
    return try store.pages(names, in: bucket, of: publication, namespace)
  }

  func head(of publication: Publication, _ namespace: SharedNamespace) throws -> [[UInt8]: [UInt8]]? { [:] }

  func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {}
}

/// A place that refuses what it is asked, each time for another reason.
private final class RefusingStore: PageStore {
  let count = Mutex(0)

  func publication(of namespace: SharedNamespace) throws -> Publication? {
    throw PageStoreError("it refuses, for the \(count.withLock { $0 += 1; return $0 }). time")
  }

  func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] { [] }

  func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {}
}

/// A place without words that knows at once about one of its namespaces.
private final class HalfPromptStore: PageStore {
  /// The namespaces that were asked for pages, one after the other.
  let asked = Mutex<[String]>([])
  private let publication = Publication(PageTree([]), digest: 0, time: 1)
  let descriptionAge = Duration.seconds(3600)

  private func note(_ text: String) {
    asked.withLock { asked in
      if asked.last != text { asked.append(text) }
    }
  }

  func publication(of namespace: SharedNamespace) throws -> Publication? { publication }

  func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] {
    note(namespace.text)
    return names.map { _ in nil }
  }

  func promptPages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?]? {
    guard namespace.text == "acme/app" else { return nil }
    note("prompt \(namespace.text)")
    return names.map { _ in nil }
  }

  func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {}
}
