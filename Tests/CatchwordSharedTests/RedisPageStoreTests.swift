import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import CatchwordShared

/// Words published on a real server, and read from it.
@Suite(.blocking) struct RedisPageStoreTests {
  private let folder: TemporaryFolder
  private let namespace = SharedNamespace("acme/monorepo")!

  init() throws { folder = try TemporaryFolder() }

  private func server(_ arguments: String...) throws -> RedisServer? { try RedisServer(folder.url, arguments) }

  private func store(_ server: RedisServer, user: RedisUser = RedisUser()) throws -> RedisPageStore {
    RedisPageStore([try RedisAddress(server.address)], user: user)
  }

  private func tree(_ texts: [String]) -> PageTree {
    PageTree(texts.enumerated().map { SharedWord($1, weight: UInt8(clamping: 200 - $0)) })
  }

  private func random(_ random: inout SeededRandom, _ count: Int) -> [String] {
    let letters = Array("abcdeé日")
    return (0..<count).map { _ in String((0..<1 + random.below(8)).map { _ in letters[random.below(7)] }) }
  }

  /// Expects on the server all pages of a tree, and nothing else that lasts.
  private func expectPages(of tree: PageTree, on store: RedisPageStore) throws {
    let buckets = PageBuckets(tree)
    for bucket in buckets.all {
      let key = store.key(of: bucket.place, tree.bucketCount, namespace)
      var found = try #require(RedisPageStore.fields(try store.ask([RESPCommand("HGETALL", key)])[0]))
      let digest = found.removeValue(forKey: Array("v".utf8))
      let pages = Dictionary(uniqueKeysWithValues: bucket.pages.map { ($0.name, $0.page) })
      #expect(found == pages && (digest == nil) == pages.isEmpty, "\(key)")
      #expect(try store.ask([RESPCommand("TTL", key)])[0] == .integer(pages.isEmpty ? -2 : -1))
    }
    #expect(try store.publication(of: namespace)?.digest == buckets.digest)
  }

  @Test func whatIsPublishedIsRead() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    #expect(try store.publication(of: namespace) == nil && store.remove(namespace) == false)
    let words = tree(["getUser", "getUsers", "Größe", "日本語"])
    let (publication, isNew) = try store.publish(words, as: namespace, time: 7)
    #expect(try isNew && store.publication(of: namespace) == publication && publication.wordCount == 4)
    var reader = PageReader(store)
    func ask(_ typed: String) throws -> [String]? {
      try reader.answer(to: SharedPrefix(typed), of: namespace, now: .zero)?.words.map(\.text)
    }
    #expect(try ask("GETU") == ["getUser", "getUsers"] && ask("gro") == ["Größe"] && ask("日") == ["日本語"])
    #expect(try ask("g") == ["getUser", "getUsers", "Größe"] && ask("x") == [] && ask("wxyz") == [])
    // Another letter.
    let mended = try ask("getuserx")
    #expect(mended == ["getUsers"])
    #expect(try store.remove(namespace) && store.publication(of: namespace) == nil)
    #expect(try store.ask([RESPCommand("DBSIZE")])[0] == .integer(0))
  }

  /// Whatever was there before, the pages are those of the new words, and the same again writes nothing.
  @Test(arguments: 0..<6) func randomWordsReplaceOthers(round: Int) throws {
    guard let server = try server() else { return }
    let store = try store(server)
    var random = SeededRandom()
    var words: [String] = []
    for step in 0..<6 {
      if random.below(3) == 0 || words.isEmpty {
        words = self.random(&random, [0, 5, 900, 12_000][random.below(4)])
      } else {
        // A few words more or less: their pages alone are written.
        words.removeLast(random.below(min(9, words.count)))
        words += self.random(&random, random.below(9))
      }
      let tree = tree(words)
      _ = try store.publish(tree, as: namespace, time: step)
      try expectPages(of: tree, on: store)
      let before = try store.ask([RESPCommand("CONFIG", "RESETSTAT")]).count
      #expect(try before == 1 && store.publish(tree, as: namespace, time: step + 1).isNew == false)
      guard case .bytes(let bytes?) = try store.ask([RESPCommand("INFO", "commandstats")])[0] else { continue }
      let statistics = String(decoding: bytes, as: UTF8.self)
      #expect(!statistics.contains("cmdstat_hset") && !statistics.contains("cmdstat_rename"))
    }
  }

  @Test func oneWordMoreWritesLittle() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    var random = SeededRandom()
    let words = (0..<60_000).map { number in
      String((0..<6).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random)! }) + "\(number)"
    }
    _ = try store.publish(tree(words), as: namespace, time: 1)
    let before = try input(store)
    #expect(try store.publish(tree(words + ["abcabc"]), as: namespace, time: 2).isNew)
    #expect(try input(store) - before < 50_000)
  }

  /// Whoever has read all words again need not make pages of them to see that they are published.
  @Test func theSameWordsAreKnownByTheirHash() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    let words = (0..<3000).map { SharedWord("get\($0)", weight: UInt8($0 % 100)) }
    let source = PageDigest.hash(of: words)
    #expect(try store.publication(madeOf: source, as: namespace) == nil)
    let (publication, _) = try store.publish(PageTree(words), as: namespace, time: 1)
    #expect(PageDigest.hash(of: words.shuffled()) == source)
    #expect(try store.publication(madeOf: source, as: namespace) == publication)
    let others = [
      PageDigest.hash(of: Array(words.dropLast())), PageDigest.hash(of: words + [SharedWord("x", weight: 1)]),
      PageDigest.hash(of: words.dropLast() + [SharedWord("get2999", weight: 98)]),
      PageDigest.hash(of: words, descriptions: ["get1": "one"]),
    ]
    #expect(Set(others + [source]).count == 5)
    for other in others { #expect(try store.publication(madeOf: other, as: namespace) == nil) }
    // A bucket that would expire stays.
    let key = store.key(of: PageName(.best, SharedPrefix("get")).prefix.bucket(of: 64), 64, namespace)
    _ = try store.ask([RESPCommand("EXPIRE", key, "900")])
    #expect(try store.publication(madeOf: source, as: namespace) == publication)
    #expect(try store.ask([RESPCommand("TTL", key)])[0] == .integer(-1))
    // One that is gone, or is another's, is put back.
    for spoil in [RESPCommand("DEL", key), RESPCommand("HSET", key, "v", "1"), RESPCommand("HSET", key, "v", "?")] {
      _ = try store.ask([spoil])
      #expect(try store.publication(madeOf: source, as: namespace) == nil)
      #expect(try store.publish(PageTree(words), as: namespace, time: 2).isNew)
      #expect(try store.publication(madeOf: source, as: namespace) != nil)
    }
    // Of what an older program has published, it is not known.
    var old = try #require(try store.publication(of: namespace))
    old.source = nil
    let meta = store.key("meta", of: namespace)
    _ = try store.ask([RESPCommand("HSET", meta, "v", old.text)])
    #expect(try store.publication(of: namespace) == old && store.publication(madeOf: source, as: namespace) == nil)
    // It is, once they have been published again.
    #expect(try store.publish(PageTree(words), as: namespace, time: 3).isNew)
    #expect(try store.publication(madeOf: source, as: namespace) != nil)
    // One of other rules is not known.
    let other = old.text.replacing("folding ", with: "folding 9")
    _ = try store.ask([RESPCommand("HSET", meta, "v", other)])
    #expect(try store.publication(madeOf: source, as: namespace) == nil)
  }

  /// To ask for all buckets is more than what a few words need.
  @Test func changesOfWordsCompareAllBucketsOnceInAnHour() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    let texts = ["word", "wonder", "other"]
    var words: [String: UInt8] = [:]
    for text in texts { words[text] = 3 }
    /// Gives a word another weight; returns whether that was possible, and how many buckets were asked for their hashes.
    func change(_ weight: UInt8, at time: Int) throws -> (isDone: Bool, asked: Int) {
      let source = try #require(try store.publication(of: namespace)?.source)
      let before = try number("cmdstat_hget:calls", in: "commandstats", store)
      let changes = WordChanges([.init("word", from: words["word"], to: weight)]) { least, isWanted in
        words.map { SharedWord($0, weight: $0 == "word" ? weight : $1) }.filter { $0.weight >= least && isWanted($0) }
      }
      let isDone = try store.publish(changes, of: source, as: namespace, time: time, rate: nil) { _, _ in } != nil
      if isDone { words["word"] = weight }
      return (isDone, try number("cmdstat_hget:calls", in: "commandstats", store) - before)
    }
    func publishAll(at time: Int) throws {
      _ = try store.publish(PageTree(words.map { SharedWord($0, weight: $1) }), as: namespace, time: time)
    }
    try publishAll(at: 1000)
    let first = try change(4, at: 1010)
    #expect(first.isDone && first.asked < 10)
    let later = try change(5, at: 1000 + 3600)
    #expect(later.isDone && later.asked > 64)
    let again = try change(6, at: 1000 + 3700)
    #expect(again.isDone && again.asked < 10)
    // A clock that goes wrong is not trusted.
    #expect(try change(7, at: 900).asked > 64)

    // A bucket that is another's is found when all are compared, or a publisher was killed.
    let key = store.key(of: SharedPrefix("oth").bucket(of: 64), 64, namespace)
    #expect(key != store.key(of: SharedPrefix("wor").bucket(of: 64), 64, namespace))
    for (time, weight, isKilled) in [(10_000, 8, false), (10_010, 10, true)] as [(Int, UInt8, Bool)] {
      words["wonder"] = weight
      try publishAll(at: 10_000)
      _ = try store.ask([RESPCommand("HSET", key, "v", "1")])
      #expect(try change(weight, at: time).isDone)
      if isKilled {
        _ = try store.ask([RESPCommand("HSET", store.key("meta", of: namespace), "writer", "dead")])
      }
      #expect(try change(weight + 1, at: isKilled ? time : time + 3600).isDone == false)
    }
    try publishAll(at: 20_000)
    try expectPages(of: PageTree(words.map { SharedWord($0, weight: $1) }), on: store)
  }

  /// The number of bytes that the server has got.
  private func input(_ store: RedisPageStore) throws -> Int { try number("total_net_input_bytes", in: "stats", store) }

  /// A number that the server knows of itself, behind a name and a mark.
  private func number(_ name: String, in section: String, _ store: RedisPageStore) throws -> Int {
    guard case .bytes(let bytes?) = try store.ask([RESPCommand("INFO", section)])[0] else { return 0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return try #require(
      lines.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.utf8.count + 1).prefix(while: \.isNumber)) })
  }

  /// Other numbers of buckets have other keys; the old ones stay until nobody asks for them.
  @Test func otherNumbersOfBucketsExpire() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    // As if there had been many more words.
    let other = store.key(of: .head, 128, namespace)
    _ = try store.ask([
      RESPCommand("HSET", other, "Lx", "y"), RESPCommand("HSET", store.key(of: .number(5), 128, namespace), "Lx", "y"),
    ])
    _ = try store.ask([RESPCommand("HSET", store.key("meta", of: namespace), "buckets 128", "")])
    _ = try store.publish(tree(["word"]), as: namespace, time: 1)
    for key in [other, store.key(of: .number(5), 128, namespace)] {
      guard case .integer(let seconds) = try store.ask([RESPCommand("TTL", key)])[0] else { continue }
      #expect(1...900 ~= seconds)
    }
    try expectPages(of: tree(["word"]), on: store)
    // When there are as many again, they stay.
    _ = try store.ask([RESPCommand("EXPIRE", store.key(of: .head, 64, namespace), "900")])
    #expect(try store.publish(tree(["word"]), as: namespace, time: 2).isNew == false)
    try expectPages(of: tree(["word"]), on: store)
    // Nothing is left, though there is no head.
    _ = try store.publish(tree(["日本語", "日本人"]), as: namespace, time: 3)
    #expect(try store.remove(namespace) && store.ask([RESPCommand("DBSIZE")])[0] == .integer(0))
  }

  /// They may be those of the one who has it.
  @Test func whoHasLostTheLeaseHasNothingExpire() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    let other = store.key(of: .head, 128, namespace)
    let meta = store.key("meta", of: namespace)
    _ = try store.ask([RESPCommand("HSET", other, "Lx", "y"), RESPCommand("HSET", meta, "buckets 128", "lasting")])
    let publisher = try RedisPublisher(store, namespace)
    let id = publisher.lease.id
    _ = try store.ask([RESPCommand("SET", meta + ":lease", "other")])
    try publisher.expire(but: 64)
    #expect(try store.ask([RESPCommand("TTL", other)])[0] == .integer(-1))
    #expect(try store.ask([RESPCommand("HGET", meta, "buckets 128")])[0] == .bytes(Array("lasting".utf8)))
    _ = try store.ask([RESPCommand("SET", meta + ":lease", id)])
    try publisher.expire(but: 64)
    guard case .integer(let seconds) = try store.ask([RESPCommand("TTL", other)])[0] else {
      throw PageStoreError.damaged
    }
    #expect(1...900 ~= seconds)
  }

  /// Those of a killed publisher, too.
  @Test func largeBucketsThatAreNotFinishedExpire() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    let words = (0..<20_000).map { "abc\($0)" + String(repeating: "x", count: 20) }
    _ = try store.publish(tree(words), as: namespace, time: 1)
    try expectPages(of: tree(words), on: store)
    // There is room for the first of the pages, and not for all of them.
    let room = try number("used_memory", in: "memory", store) + 60_000
    _ = try store.ask([RESPCommand("CONFIG", "SET", "maxmemory", "\(room)")])
    let failure = #expect(throws: PageStoreError.self) {
      try store.publish(tree(words.map { "abd" + $0 }), as: namespace, time: 2)
    }
    #expect(failure?.description.hasPrefix("the server's memory is full: ") == true)
    // What takes room without being of use is gone at once.
    #expect(try store.ask([RESPCommand("KEYS", "*:new:*")])[0] == .array([]))
    // Where there is none at all, one can still make some.
    _ = try store.ask([RESPCommand("CONFIG", "SET", "maxmemory", "1")])
    #expect(throws: PageStoreError.self) { try store.publish(tree(["word"]), as: namespace, time: 3) }
    #expect(try store.remove(namespace))
    guard case .array(let left?) = try store.ask([RESPCommand("KEYS", "*")])[0] else { throw PageStoreError.damaged }
    let keys = left.map { if case .bytes(let key?) = $0 { String(decoding: key, as: UTF8.self) } else { "" } }
    // A server without room does not give a lease back, which ends by itself.
    #expect(keys.filter { !$0.hasSuffix(":lease") } == [])
  }

  /// Those of a publisher that was killed, by the next one or by whoever takes the words away.
  @Test(arguments: [false, true]) func whatIsNotFinishedIsRemoved(removes: Bool) throws {
    guard let server = try server() else { return }
    let store = try store(server)
    _ = try store.publish(tree(["word"]), as: namespace, time: 1)
    let key = store.key(of: .number(3), 64, namespace) + ":new:dead"
    _ = try store.ask([
      RESPCommand("HSET", key, "Lwor", "x"), RESPCommand("HSET", store.key("meta", of: namespace), "writer", "dead"),
    ])
    if removes {
      #expect(try store.remove(namespace) && store.ask([RESPCommand("DBSIZE")])[0] == .integer(0))
    } else {
      _ = try store.publish(tree(["other"]), as: namespace, time: 2)
      #expect(try store.ask([RESPCommand("EXISTS", key)])[0] == .integer(0))
      #expect(try store.ask([RESPCommand("HGET", store.key("meta", of: namespace), "writer")])[0] == .bytes(nil))
      try expectPages(of: tree(["other"]), on: store)
    }
  }

  /// Each page is as it was, but nobody finds it.
  @Test func aPageInAnotherBucketIsNoWholePublication() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    let (publication, _) = try store.publish(tree(["word", "wonder", "other"]), as: namespace, time: 1)
    #expect(try store.isWhole(publication, namespace))
    let head = store.key(of: .head, 64, namespace)
    let page = try store.ask([RESPCommand("HGET", head, "Lw")])[0]
    guard case .bytes(let bytes?) = page else { throw PageStoreError.damaged }
    var set = RESPCommand("HSET", store.key(of: .number(1), 64, namespace))
    set.append(Array("Lw".utf8))
    set.append(bytes)
    _ = try store.ask([set, RESPCommand("HDEL", head, "Lw")])
    #expect(throws: PageStoreError.self) { try store.isWhole(publication, namespace) }
  }

  @Test func aDescriptionThatWasChangedIsRefusedAndReplaced() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    let words = tree(["word", "other"])
    let (publication, _) = try store.publish(words, as: namespace, time: 1)
    let text = publication.text.replacing("words 2", with: "words 9223372036854775807")
    _ = try store.ask([RESPCommand("HSET", store.key("meta", of: namespace), "v", text)])
    #expect(throws: Publication.Refusal.damaged) { try store.publication(of: namespace) }
    #expect(try store.publish(words, as: namespace, time: 2).isNew && store.publication(of: namespace)?.wordCount == 2)
  }

  @Test func oneAtATimePublishes() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    // Somebody who was killed: its lease ends by itself.
    _ = try store.ask([RESPCommand("SET", store.key("meta", of: namespace) + ":lease", "other", "PX", "300")])
    #expect(try store.publish(tree(["word"]), as: namespace, time: 1).isNew)
    // Those at work take turns.
    let results = Mutex<[Bool]>([])
    let (address, namespace) = (try RedisAddress(server.address), namespace)
    let trees = (0..<4).map { tree(["word\($0)"]) }
    DispatchQueue.concurrentPerform(iterations: trees.count) { number in
      let store = RedisPageStore([address])
      let isNew = (try? store.publish(trees[number], as: namespace, time: number).isNew) ?? false
      results.withLock { $0.append(isNew) }
    }
    #expect(results.withLock { $0 } == [true, true, true, true])
    let last = try #require(try store.publication(of: namespace))
    try expectPages(of: tree(["word\(last.time)"]), on: store)
  }

  // MARK: What goes wrong

  @Test func aServerThatComesAndGoesIsAskedAgain() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    _ = try store.publish(tree(["word"]), as: namespace, time: 1)
    server.kill()
    let failure = #expect(throws: PageStoreError.self) { try store.publication(of: namespace) }
    #expect(failure?.isAway == true && failure?.description.contains("is a server running there?") == true)
    try server.start()
    #expect(try store.publication(of: namespace) == nil)
    _ = try store.publish(tree(["word"]), as: namespace, time: 1)
    // It has closed the connection; that is no failure.
    _ = try? store.ask([RESPCommand("CLIENT", "KILL", "SKIPME", "no", "TYPE", "normal")])
    #expect(try store.publication(of: namespace)?.wordCount == 1)
  }

  @Test func aServerThatStandsStillIsNotWaitedForLong() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    #expect(try store.publication(of: namespace) == nil)
    let stopped = try StoppedProcess(try #require(server.id))
    let failure = #expect(throws: PageStoreError.self) { try store.publication(of: namespace) }
    #expect(failure == .late())
    // The answer that comes late is nobody's.
    stopped.goOn()
    #expect(try store.publication(of: namespace) == nil)
  }

  @Test func whoMayNotIsTold() throws {
    guard let server = try server() else { return }
    let admin = try store(server)
    _ = try admin.publish(tree(["word"]), as: namespace, time: 1)
    // As the article gives them to readers and publishers.
    let article = try Repository.article("SharedWords")
    for line in article.replacing("\\\n", with: " ").split(separator: "\n") where line.contains("ACL SETUSER") {
      let words = line.split(separator: " ")
      let name = String(words[2])
      var command = RESPCommand("ACL", "SETUSER")
      for word in words.dropFirst(2) { command.append((word == ">PASSWORD" ? ">secret of \(name)" : word).utf8) }
      _ = try admin.ask([command])
      try folder.write("secret of \(name)\n", to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(folder.url.path)/\(name)")
    }
    let editors = try store(server, user: RedisUser(name: "editors", passwordFile: "\(folder.url.path)/editors"))
    var reader = PageReader(editors)
    #expect(try reader.answer(to: SharedPrefix("wor"), of: namespace, now: .zero)?.words.map(\.text) == ["word"])
    let failure = #expect(throws: PageStoreError.self) {
      try editors.publish(tree(["other"]), as: namespace, time: 2)
    }
    #expect(
      failure?.description.hasPrefix("the user has not the right that is needed (NOPERM ") == true
        && failure?.description.hasSuffix("); the article on shared words has the rights") == true,
      "\(String(describing: failure))")
    let ci = try store(server, user: RedisUser(name: "ci", passwordFile: "\(folder.url.path)/ci"))
    #expect(try ci.publish(tree(["other"]), as: namespace, time: 2).isNew && ci.remove(namespace))
    #expect(throws: PageStoreError.self) {
      try ci.publish(tree(["x"]), as: #require(SharedNamespace("acme/x")), time: 1)
    }

    // What a server says of AUTH may repeat the password.
    let renamed = "\(folder.url.path)/renamed"
    try FileManager.default.createDirectory(atPath: renamed, withIntermediateDirectories: true)
    if let other = try RedisServer(URL(fileURLWithPath: renamed), ["--rename-command", "AUTH", "OTHER"]) {
      let user = RedisUser(name: "ci", passwordFile: "\(folder.url.path)/ci")
      #expect(throws: PageStoreError("the server does not take a password: ERR", isAway: true)) {
        try store(other, user: user).publication(of: namespace)
      }
    }
    let wrong = RedisUser(name: "editors", passwordFile: "\(folder.url.path)/ci")
    #expect(
      throws: PageStoreError(
        "the server knows no such user and password: check \"user\" and the password", isAway: true)
    ) {
      try store(server, user: wrong).publication(of: namespace)
    }
    _ = try admin.ask([RESPCommand("CONFIG", "SET", "requirepass", "x")])
    #expect(
      throws: PageStoreError(
        "the server asks for a password: name a file with it as \"passwordFile\", or a program as \"passwordCommand\"",
        isAway: true)
    ) {
      try store(server).publication(of: namespace)
    }
    let open = "\(folder.url.path)/ci"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: open)
    #expect(throws: PageStoreError("\(open) can be read by others: run chmod 600 \(open)", isAway: true)) {
      try store(server, user: RedisUser(passwordFile: open)).publication(of: namespace)
    }
  }

  /// A server that is full may remove what has not been asked for lately, the description among that.
  @Test func wordsWithoutTheirDescriptionCanBeRemoved() throws {
    guard let server = try server() else { return }
    let store = try store(server)
    // Ideographs are in no head.
    for words in [["word"], ["東京都"], []] {
      _ = try store.publish(tree(words), as: namespace, time: 1)
      _ = try store.ask([RESPCommand("DEL", store.key("meta", of: namespace))])
      #expect(try store.publication(of: namespace) == nil && store.remove(namespace) == !words.isEmpty)
      #expect(try store.ask([RESPCommand("DBSIZE")])[0] == .integer(0) && store.remove(namespace) == false)
    }
  }

  /// Pages of others, and what is none.
  @Test(arguments: [
    ("format 9\nfolding 1\n", "they are of format 9"), ("nonsense", "is damaged"), ("", "is damaged"),
  ])
  func whatIsNotOursIsRefused(meta: String, message: String) throws {
    guard let server = try server() else { return }
    let store = try store(server)
    _ = try store.publish(tree(["word", "work"]), as: namespace, time: 1)
    _ = try store.ask([RESPCommand("HSET", store.key("meta", of: namespace), "v", meta)])
    var reader = PageReader(store)
    let failure = #expect(throws: (any Error).self) {
      try reader.answer(to: SharedPrefix("wor"), of: namespace, now: .zero)
    }
    #expect("\(failure!)".contains(message))
    // To publish again mends it.
    #expect(try store.publish(tree(["word", "work"]), as: namespace, time: 2).isNew)
    #expect(try reader.answer(to: SharedPrefix("wor"), of: namespace, now: .zero)?.words.count == 2)
    _ = try store.ask([RESPCommand("HSET", store.key(of: .head, 64, namespace), "Lw", "\u{1}\u{0}\u{9}gone")])
    var other = PageReader(store)
    #expect(throws: PageStoreError.damaged) {
      try other.answer(to: SharedPrefix("wor"), of: namespace, now: .zero)
    }
    _ = try store.ask([
      RESPCommand("DEL", store.key("meta", of: namespace)), RESPCommand("SET", store.key("meta", of: namespace), "x"),
    ])
    #expect(throws: PageStoreError.self) { try store.publication(of: namespace) }
  }

  @Test(arguments: [
    ("redis://words.acme.example", RedisAddress.host("words.acme.example", port: 6379)),
    ("redis://[::1]:7000/", .host("::1", port: 7000)), ("rediss://x", .host("x", port: 6379, isSecure: true)),
    ("unix:/run/redis.sock", .socket(path: "/run/redis.sock")),
    ("unix:///run/redis.sock", .socket(path: "/run/redis.sock")),
  ])
  func addressesAreRead(text: String, address: RedisAddress) throws { #expect(try RedisAddress(text) == address) }

  @Test(arguments: [
    "", "words.acme.example", "http://x", "redis://", "redis://x:0", "redis://x:99999", "redis://x/3", "redis://x?y",
    "redis://x#y",
    "redis://user:password@x", "rediss://-x", "unix:relative", "redis://x:port",
  ])
  func whatIsNoAddressIsRefused(text: String) { #expect(throws: PageStoreError.self) { try RedisAddress(text) } }

  @Test(arguments: ["redis://127.0.0.1:1", "unix:/nowhere/redis.sock", "unix:/" + String(repeating: "x", count: 200)])
  func whereNobodyListensIsSaid(address: String) throws {
    let store = RedisPageStore([try RedisAddress(address)])
    let failure = #expect(throws: PageStoreError.self) { try store.publication(of: namespace) }
    #expect(
      failure?.description.contains(address.hasSuffix("x") ? "is too long" : "is a server running there?") == true)
  }
}
