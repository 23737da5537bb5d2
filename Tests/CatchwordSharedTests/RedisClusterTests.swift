import Foundation
import TestSupport
import TestTraits
import Testing

@testable import CatchwordShared

/// Slots, the map and redirections, without a server.
struct RedisClusterMapTests {
  /// The examples of the specification.
  @Test func slotsAreThoseOfTheSpecification() {
    #expect(RedisSlot.slot(of: "123456789") == 0x31C3)
    #expect(RedisSlot.slot(of: "{user1000}.following") == RedisSlot.slot(of: "user1000"))
    #expect(RedisSlot.slot(of: "foo{}{bar}") != RedisSlot.slot(of: "bar"))
    #expect(RedisSlot.slot(of: "foo{{bar}}zap") == RedisSlot.slot(of: "{bar"))
    #expect(RedisSlot.slot(of: "foo{bar}{zap}") == RedisSlot.slot(of: "bar"))
    #expect(RedisSlot.slot(of: "foo{bar") != RedisSlot.slot(of: "bar") && RedisSlot.slot(of: "") == 0)
  }

  private func text(_ text: String) -> RESPValue { .bytes(Array(text.utf8)) }

  private func node(_ host: RESPValue, _ port: Int) -> RESPValue {
    .array([host, .integer(port), text("id"), .array([text("hostname"), text("x")])])
  }

  @Test func theMapIsRead() throws {
    let asked = RedisAddress.host("words", port: 7000, isSecure: true)
    let answer = RESPValue.array([
      .array([.integer(0), .integer(99), node(text("10.0.0.1"), 7001), node(text("::1"), 7002)]),
      // Unknown names are the asked one's; those that are none are left out.
      .array([.integer(100), .integer(16_383), node(.bytes(nil), 7003), node(text("?"), 1), node(text("-oX"), 1)]),
    ])
    let map = try #require(RedisClusterMap(answer, from: asked))
    #expect(
      map.nodes(of: 99) == [
        .host("10.0.0.1", port: 7001, isSecure: true), .host("::1", port: 7002, isSecure: true),
      ])
    #expect(map.nodes(of: 100) == [.host("words", port: 7003, isSecure: true)])
  }

  @Test(arguments: [
    RESPValue.error("ERR This instance has cluster support disabled"), .text("OK"), .array(nil), .array([]),
    .array([.integer(1)]), .array([.array([.integer(5), .integer(4), .array([])])]),
    .array([.array([.integer(-1), .integer(4), .array([])])]),
    .array([.array([.integer(0), .integer(16_384), .array([])])]),
    .array([.array([.integer(0), .integer(1), .array([.bytes([0x41]), .integer(0)])])]),
  ])
  func whatIsNoMapIsNone(answer: RESPValue) {
    #expect(RedisClusterMap(answer, from: .host("x", port: 1)) == nil)
  }

  /// As a server sends it whose nodes have host names.
  @Test func theMapIsReadFromTheWire() throws {
    let node = "*4\r\n$8\r\n10.0.0.1\r\n:7001\r\n$2\r\nid\r\n*2\r\n$8\r\nhostname\r\n$5\r\nnode1\r\n"
    var bytes = Array("*1\r\n*3\r\n:0\r\n:16383\r\n\(node)".utf8)
    var reader = RESPReader()
    let answer = try reader.value { more throws(PageStoreError) in
      more += bytes
      bytes = []
    }
    let map = try #require(RedisClusterMap(answer, from: .host("words", port: 7000)))
    #expect(map.nodes(of: 7) == [.host("10.0.0.1", port: 7001)])
  }

  /// A server of this machine may be the end of a tunnel: what goes there does not go elsewhere unencrypted.
  @Test func nobodyIsLedFromThisMachineToAnother() {
    for asked in [RedisAddress.socket(path: "/x"), .host("127.0.0.1", port: 1), .host("localhost", port: 1)] {
      #expect(RedisRedirection("MOVED 1 10.0.0.7:6379", from: asked) == nil)
      #expect(RedisRedirection("MOVED 1 127.0.0.1:6379", from: asked) != nil)
    }
    let secure = RedisAddress.host("localhost", port: 1, isSecure: true)
    #expect(
      RedisRedirection("MOVED 1 10.0.0.7:6379", from: secure)?.address == .host("10.0.0.7", port: 6379, isSecure: true))
  }

  /// A connection with a process that stands still is made, and nothing comes by it.
  @Test func oneThatHasFailedIsWaitedForNoLongerThanAnAnswerIs() {
    let places = (1...3).map { RedisAddress.host("words", port: $0) }
    var nodes = RedisNodes(places, user: RedisUser(), readsReplicas: true) { _, _ throws(PageStoreError) in
      throw .late()
    }
    nodes.nodes[places[0]] = RedisNodes.Node(avoidedUntil: .now)
    #expect(nodes.connectionPatience(of: places[0]) == .milliseconds(100))
    nodes.nodes[places[1]] = RedisNodes.Node(connecting: .milliseconds(1))
    #expect(nodes.connectionPatience(of: places[0]) == .milliseconds(8))
    #expect(nodes.connectionPatience(of: places[2]) == .milliseconds(100))
    nodes.nodes[places[1]] = RedisNodes.Node(connecting: .milliseconds(50))
    #expect(nodes.connectionPatience(of: places[0]) == .milliseconds(150))
  }

  @Test func aMapOfTooManyNodesIsNone() {
    let shards = (0..<16_384).map { slot in
      RESPValue.array([.integer(slot), .integer(slot), node(text("10.0.\(slot / 256).\(slot % 256)"), 7001)])
    }
    #expect(RedisClusterMap(.array(shards), from: .host("x", port: 1)) == nil)
    #expect(RedisClusterMap(.array(Array(shards.prefix(900))), from: .host("x", port: 1))?.nodes.count == 900)
  }

  @Test func redirectionsAreRead() {
    let asked = RedisAddress.host("words", port: 7000)
    func read(_ reason: String) -> RedisRedirection? { RedisRedirection(reason, from: asked) }
    #expect(read("MOVED 3999 10.0.0.7:6381")?.address == .host("10.0.0.7", port: 6381))
    #expect(read("MOVED 3999 10.0.0.7:6381")?.isOnce == false && read("ASK 1 ::1:7")?.isOnce == true)
    #expect(
      read("ASK 1 ::1:7")?.address == .host("::1", port: 7) && read("MOVED 1 :7")?.address == .host("words", port: 7))
    for reason in [
      "", "MOVED", "MOVED 1 x", "MOVED 1 x:0", "MOVED 1 x:99999", "MOVED 1 -x:1", "MOVED 1 a b:1", "OK 1 x:1",
    ] {
      #expect(read(reason) == nil, "\(reason)")
    }
  }
}

/// Words published on a real cluster, and read from it while its nodes come and go.
@Suite(.blocking) struct RedisClusterTests {
  private let folder: TemporaryFolder
  private let namespace = SharedNamespace("acme/monorepo")!

  init() throws { folder = try TemporaryFolder() }

  private func store(_ cluster: RedisCluster) throws -> RedisPageStore {
    RedisPageStore(try RedisAddress.all(in: cluster.address))
  }

  private func words(_ count: Int, seed: Int) -> [String] {
    (0..<count).map { "w\(String(($0 &* 7919 &+ seed) & 0xFFFFF, radix: 26, uppercase: false))x" }
  }

  private func tree(_ texts: [String]) -> PageTree {
    PageTree(texts.enumerated().map { SharedWord($1, weight: UInt8(clamping: 200 - $0 % 200)) })
  }

  /// Expects the words under some beginnings, and returns how many lookups there were.
  private func expectWords(_ words: [String], from store: RedisPageStore, _ count: Int) throws {
    // Each from a reader of its own, which keeps nothing.
    for number in 0..<count {
      var reader = PageReader(store)
      let word = words[number * 7919 % words.count]
      let found = try reader.answer(to: SharedPrefix(word), of: namespace, now: .zero)
      #expect(found?.words.contains { $0.text == word } == true, "\(word)")
    }
  }

  @Test func wordsAreOnAllNodesAndStayThereWhenNodesFail() throws {
    guard let cluster = try RedisCluster(folder.url) else { return }
    let ports = cluster.nodes.map(\.port)
    let store = try store(cluster)
    // Slots are the server's.
    var random = SeededRandom()
    for _ in 0..<20 {
      let key = String((0..<random.below(12)).map { _ in "a{}b".randomElement(using: &random)! })
      let found = try cluster.ask(ports[0], "CLUSTER", "KEYSLOT", key)
      #expect(found == "\(RedisSlot.slot(of: key))\n", "\(key)")
    }

    let first = words(6000, seed: 0)
    #expect(try store.publish(tree(first), as: namespace, time: 1).isNew)
    #expect(try store.publish(tree(first), as: namespace, time: 2).isNew == false)
    for port in ports.prefix(3) { #expect(try Int(cluster.ask(port, "DBSIZE").dropLast()) ?? 0 > 5) }
    try expectWords(first, from: store, 50)
    let publication = try #require(try store.publication(of: namespace))
    #expect(try store.isWhole(publication, namespace) && store.clusterSize! == (3, 3))
    for port in ports.prefix(3) { #expect(try cluster.ask(port, "WAIT", "1", "60000") == "1\n") }

    // One that stands still, one that is killed: replicas answer what they were asked, and then one of them takes over.
    do {
      let stopped = try StoppedProcess(try #require(cluster.nodes[0].server.id))
      try expectWords(first, from: store, 50)
      stopped.goOn()
    }
    cluster.nodes[1].server.kill()
    try expectWords(first, from: store, 50)
    // Who looks at all pages waits until then, and so does publishing.
    #expect(try store.isWhole(publication, namespace))
    cluster.nodes[0].server.kill()
    let second = words(6000, seed: 77)
    #expect(try store.publish(tree(second), as: namespace, time: 3).isNew)
    let newer = try #require(try store.publication(of: namespace))
    #expect(try store.isWhole(newer, namespace) && newer.time == 3)
    try expectWords(second, from: store, 50)

    // Nobody is left.
    for node in cluster.nodes { node.server.kill() }
    let failure = #expect(throws: PageStoreError.self) { try expectWords(second, from: store, 1) }
    #expect(failure?.isAway == true && failure?.description.contains("is a server running there?") == true)

    // When they are back, they have nothing until it is published.
    for node in cluster.nodes { try node.server.start() }
    try cluster.waitUntilWhole()
    #expect(try store.publish(tree(first), as: namespace, time: 4).isNew)
    try expectWords(first, from: store, 10)
  }

  /// What a few changed words need is asked and written where it is, also while a node fails.
  @Test func fewWordsChange() throws {
    guard let cluster = try RedisCluster(folder.url) else { return }
    let store = try store(cluster)
    var words: [String: UInt8] = [:]
    for (number, text) in self.words(3000, seed: 3).enumerated() { words[text] = UInt8(clamping: 200 - number % 200) }
    func tree() -> PageTree { PageTree(words.map { SharedWord($0, weight: $1) }) }
    _ = try store.publish(tree(), as: namespace, time: 1)
    for round in 1...3 {
      if round == 3 {
        for node in cluster.nodes.prefix(3) { #expect(try cluster.ask(node.port, "WAIT", "1", "60000") == "1\n") }
        cluster.nodes[0].server.kill()
      }
      let source = try #require(try store.publication(of: namespace)?.source)
      var changes: [WordChanges.Change] = []
      for (number, text) in words.keys.sorted().prefix(round + 2).enumerated() {
        let new: UInt8? = number == 0 ? nil : UInt8(100 + round)
        changes.append(.init(text, from: words[text], to: new))
        words[text] = new
      }
      words["new\(round)"] = 7
      changes.append(.init("new\(round)", from: nil, to: 7))
      let all = words
      let changed = WordChanges(changes) { least, isWanted in
        all.map { SharedWord($0, weight: $1) }.filter { $0.weight >= least && isWanted($0) }
      }
      let published = try store.publish(changed, of: source, as: namespace, time: 1 + round, rate: nil) { _, _ in }
      let publication = try #require(published, "round \(round)")
      #expect(try publication.wordCount == words.count && store.isWhole(publication, namespace), "round \(round)")
      // It is what would be there if all had been published.
      #expect(try store.publish(tree(), as: namespace, time: 9).isNew == false, "round \(round)")
      try expectWords(["new\(round)"], from: store, 1)
    }
  }

  /// A slot that is just moving is asked for at both nodes, and then at the new one.
  @Test func slotsThatMoveAreFollowed() throws {
    guard let cluster = try RedisCluster(folder.url) else { return }
    let store = try store(cluster)
    let words = words(40, seed: 5)
    _ = try store.publish(tree(words), as: namespace, time: 1)
    try expectWords(words, from: store, 10)
    let key = store.key(of: .head, 64, namespace)
    let slot = RedisSlot.slot(of: key)
    let ports = cluster.nodes.prefix(3).map(\.port)
    let old = try #require(ports.first { (try? cluster.ask($0, "EXISTS", key)) == "1\n" })
    let new = try #require(ports.first { $0 != old })
    func id(_ port: Int) throws -> String { String(try cluster.ask(port, "CLUSTER", "MYID").dropLast()) }
    _ = try cluster.ask(new, "CLUSTER", "SETSLOT", "\(slot)", "IMPORTING", id(old))
    _ = try cluster.ask(old, "CLUSTER", "SETSLOT", "\(slot)", "MIGRATING", id(new))
    let keys = try cluster.ask(old, "CLUSTER", "GETKEYSINSLOT", "\(slot)", "100").split(separator: "\n").map(
      String.init)
    for key in keys { _ = try cluster.ask(old, "MIGRATE", "127.0.0.1", "\(new)", key, "0", "5000") }
    try expectWords(words, from: store, 10)
    for port in [new, old] { _ = try cluster.ask(port, "CLUSTER", "SETSLOT", "\(slot)", "NODE", id(new)) }
    try expectWords(words, from: store, 10)
    #expect(try store.publish(tree(words), as: namespace, time: 2).isNew == false)
    #expect(try store.publish(tree(words + ["more"]), as: namespace, time: 3).isNew)
    #expect(try store.remove(namespace))
    for port in ports { #expect(try cluster.ask(port, "DBSIZE") == "0\n") }
  }
}
