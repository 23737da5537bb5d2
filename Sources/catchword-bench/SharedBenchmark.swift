import CatchwordCompletion
import CatchwordRPC
import CatchwordShared
import CatchwordSources
import CatchwordText
import CatchwordTranscript
import Foundation

/// The options of `catchword-bench shared`.
struct SharedOptions {
  /// The number of words that are published.
  let words: Int
  /// The number of connections of which each asks now and then; 0 to leave that out.
  let connections: Int
  let checking: Checking
  /// The server that is measured.
  let command: [String]

  init(_ arguments: [String]) throws(BenchInvocation.Failure) {
    let (values, command) = try BenchInvocation.options(
      arguments, of: "shared", known: ["--words": "a number", "--connections": "a number"],
      flags: ["--check", "--strict"])
    self.command = command
    words = try BenchInvocation.number(values, "--words", in: 1000...MadeUpWords.capacity, otherwise: 1_000_000)
    connections = try BenchInvocation.number(values, "--connections", in: 0...50_000, otherwise: 0)
    checking = Checking(values.keys)
  }
}

/// `catchword-bench shared`: words on a server that speaks the protocol of Redis, beside bare questions to it in the same run.
struct SharedBenchmark {
  static let namespace = SharedNamespace("bench/words")!
  /// The number of lookups that are measured.
  private static let lookups = 2000

  static func run(_ options: SharedOptions) async throws -> Int32 {
    let load = MachineLoad()
    return try await OwnFolder.with { folder in
      let socket = folder.path + "/socket"
      let server = try ChildProcess(
        options.command + ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder.path]
          + ["--maxclients", "\(options.connections + 100)"],
        environment: OwnFolder.environment(folder))
      defer { server.kill() }
      let address = RedisAddress.socket(path: socket)
      try waitUntilReady(address)
      var benchmark = SharedBenchmark(address: address, words: options.words)
      let rows = try await benchmark.rows(connections: options.connections)
      let table = LatencyTable(rows: rows, budgets: Budgets(try Budgets.read("shared")))
      StandardStream.output.write(table.text + benchmark.notes.map { "\($0)\n" }.joined())
      return table.verdict(besides: benchmark.failures, options.checking, load)
    }
  }

  private static func waitUntilReady(_ address: RedisAddress) throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      do {
        var wire = try Wire(address)
        guard try wire.ask("PING").starts(with: Array("+PONG".utf8)) else { throw PageStoreError("it is not ready") }
        return
      } catch {
        guard .now < deadline else { throw error }
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }

  /// A connection without anything of ours on it.
  struct Wire {
    let channel: any ByteChannel

    init(_ address: RedisAddress) throws { channel = try address.connect(until: .now + .seconds(5)) }

    /// Sends a command of words, and returns what came of the answer.
    ///
    /// - Parameter size: The size of the answer when it is known: then all of it is waited for.
    mutating func ask(_ words: String..., size: Int = 1) throws -> [UInt8] { try ask(words, size: size) }

    mutating func ask(_ words: [String], size: Int = 1) throws -> [UInt8] {
      let deadline = ContinuousClock.now + .seconds(5)
      try channel.write(Wire.bytes(of: words), until: deadline)
      var answer: [UInt8] = []
      while answer.count < size { try channel.read(into: &answer, until: deadline) }
      return answer
    }

    /// Returns a command as it is sent.
    static func bytes(of words: [String]) -> [UInt8] {
      Array(("*\(words.count)\r\n" + words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()).utf8)
    }
  }

  let address: RedisAddress
  var words: [SharedWord]
  /// The sum of the weights of the words up to each.
  private var totals: [Double]
  /// What the table has no columns for.
  var notes: [String] = []
  /// What is worse than it should be, whatever else the machine does.
  private var failures: [String] = []
  /// The least number of words that are published a second, and of those with which the beginning does not count.
  private static let (leastRate, many) = (500_000, 1_000_000)
  /// The greatest number of questions a key.
  private static let mostQuestions = 0.2

  private init(address: RedisAddress, words count: Int) {
    self.address = address
    let madeUp = MadeUpWords(seed: 1)
    var random = SoakRandom(seed: 2)
    var total = 0.0
    (words, totals) = ([], [])
    for number in 0..<count {
      // Half of all words are used once or twice, and few very often, as in real code.
      let weight = min(10_000, pow(Double.random(in: 0..<1, using: &random), -0.9))
      total += weight
      words.append(SharedWord(madeUp.word(number), weight: ListWeight.code(weight.rounded())))
      totals.append(total)
    }
  }

  /// Returns a word, the likelier the greater its weight.
  func word(_ random: inout SoakRandom) -> String {
    let place = Double.random(in: 0..<(totals.last ?? 1), using: &random)
    var (low, high) = (0, totals.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if totals[middle] > place { high = middle } else { low = middle + 1 }
    }
    return words[low].text
  }

  private mutating func rows(connections: Int) async throws -> [LatencyRow] {
    let publication = try publish()
    // That one is of no more use when some of the answer is left.
    var other = try Wire(address)
    if let memory = try memory(&other) {
      notes.append("\(readable(Double(memory) / Double(words.count))) bytes a word in the server's memory")
    }
    try publishChanges(publication, &other)
    try typing()
    var wire = try Wire(address)
    let rows = [try await lookups(publication, &wire)]
    return connections == 0 ? rows : rows + [try manyConnections(connections, publication)]
  }

  private mutating func publish() throws -> Publication {
    let tree = PageTree(words)
    let store = RedisPageStore([address])
    var first: Publication?
    let clock = ContinuousClock()
    let time = try clock.measure { first = try store.publish(tree, as: SharedBenchmark.namespace, time: 1).0 }
    let again = try clock.measure {
      let source = PageDigest.hash(of: words)
      guard try store.publication(madeOf: source, as: SharedBenchmark.namespace) != nil else {
        throw PageStoreError("what is published is not known again")
      }
    }
    let rate = Double(words.count) / (time.microseconds / 1e6)
    notes.append(
      "published: \(grouped(words.count)) words in \(readable(time.microseconds / 1e6)) s, \(grouped(Int(rate))) a second; "
        + "unchanged: \(readable(again.microseconds / 1e6)) s")
    if words.count >= SharedBenchmark.many, rate < Double(SharedBenchmark.leastRate) {
      failures.append("fewer than \(grouped(SharedBenchmark.leastRate)) words are published a second")
    }
    guard let first else { throw PageStoreError("nothing was published") }
    return first
  }

  /// The memory of the server for what it has, in bytes.
  private func memory(_ wire: inout Wire) throws -> Int? { try number("used_memory_dataset:", "memory", &wire) }

  /// A number that the server tells of itself.
  func number(_ name: String, _ section: String, _ wire: inout Wire) throws -> Int? {
    var text = ""
    // It comes in one piece or in some.
    while !text.contains(name) { text += String(decoding: try wire.ask("INFO", section, size: 512), as: UTF8.self) }
    return text.split(separator: "\r\n").first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
  }

  /// The number of people who type, and the number of words that each of them does.
  private static let (typists, typedWords) = (10, 3000)
  /// The number of words that somebody uses again and again.
  private static let ownWords = 300
  /// The numbers of letters after which one takes a word, as often as they occur.
  private static let typedLetters = [2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6]

  /// Types as some people would, each with a cache of their own: half of the words are among some that one uses again and
  /// again, and the others are any, as often as they are used by all.
  private mutating func typing() throws {
    var random = SoakRandom(seed: 7)
    var (questions, keys) = (0, 0)
    for _ in 0..<SharedBenchmark.typists {
      var reader = PageReader(RedisPageStore([address]))
      let own = (0..<SharedBenchmark.ownWords).map { _ in word(&random) }
      for number in 0..<SharedBenchmark.typedWords {
        let word = number % 2 == 0 ? own[random.number(below: own.count)] : word(&random)
        let letters = SharedBenchmark.typedLetters
        for count in 1...letters[random.number(below: letters.count)] where count <= word.count {
          keys += 1
          _ = try reader.answer(
            to: SharedPrefix(String(word.prefix(count))), of: SharedBenchmark.namespace, now: .zero)
        }
      }
      questions += reader.facts.questions
    }
    let share = Double(questions) / Double(keys)
    if share > SharedBenchmark.mostQuestions { failures.append("\(readable(share)) questions are asked a key") }
    notes.append(
      "\(readable(share)) questions a key, for \(SharedBenchmark.typists) people who type \(grouped(SharedBenchmark.typedWords)) words each"
    )
  }

  /// Looks words up through a source, each beside the bare question that it takes; from a thread of those on which the engine
  /// asks, too.
  @concurrent
  private func lookups(_ publication: Publication, _ wire: inout Wire) async throws -> LatencyRow {
    var settings = SharedSettings()
    settings.name = "bench"
    settings.namespaces = [SharedBenchmark.namespace.text]
    if case .socket(let path) = address { settings.server = "unix:\(path)" }
    let source = SharedSource(settings)
    let store = RedisPageStore([address])
    let clock = ContinuousClock()
    var random = SoakRandom(seed: 3)
    var (ours, floor): ([Duration], [Duration]) = ([], [])
    // Twice: the first pass is to warm up, and a source that has seen a page asks no more for it.
    for round in 0..<(SharedBenchmark.lookups * 2) {
      let typed = String(words[random.number(below: words.count)].text.prefix(4))
      let prefix = SharedPrefix(typed)
      let question = PageQuestion(prefix)
      guard prefix.count == 4, !question.inBucket.isEmpty else { continue }
      let query = SharedBenchmark.query(typed)
      let before = source.facts?.reader.questions ?? 0
      // A server that has slept for longer wakes later: both find it as it is after a question.
      _ = try wire.ask("PING", size: 7)
      let time = try await clock.measure { _ = try await source.completions(for: query) }
      // What is kept needs no question, and is no part of this row.
      guard source.facts?.reader.questions == before + 1, round > SharedBenchmark.lookups / 10 else { continue }
      let key = store.key(
        of: prefix.bucket(of: publication.bucketCount), publication.bucketCount, SharedBenchmark.namespace)
      let command = ["HMGET", key] + (question.inBucket + question.inner).map(\.text)
      let size = try wire.ask(command).count
      _ = try wire.ask("PING", size: 7)
      floor.append(try clock.measure { _ = try wire.ask(command, size: size) })
      ours.append(time)
      if ours.count == SharedBenchmark.lookups { break }
    }
    var row = LatencyRow("a lookup of 4 letters that asks the server", ours: ours, floor: floor)
    row.remark = "\(ours.count) lookups, beside HMGET for the same"
    return row
  }

  private static func query(_ typed: String) -> CompletionQuery {
    let document = DocumentSnapshot(uri: "file:///a/b.txt", languageID: "plaintext", version: 1, text: Text(typed))
    return CompletionQuery(document: document, offset: document.text.count)
  }
}
