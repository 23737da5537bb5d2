import CatchwordRPC
import CatchwordShared
import CatchwordSources
import CatchwordTranscript
import Foundation

/// The options of `catchword-bench failover`.
struct FailoverOptions {
  /// The server of which the nodes of the cluster are.
  let redis: String
  /// The number of words that are published.
  let words: Int
  /// The time for which somebody types after each failure.
  let time: Duration
  let checking: Checking
  /// The language server that is typed into.
  let command: [String]

  init(_ arguments: [String]) throws(BenchInvocation.Failure) {
    let (values, command) = try BenchInvocation.options(
      arguments, of: "failover",
      known: ["--redis": "a program", "--words": "a number", "--seconds": "a number of seconds"],
      flags: ["--check", "--strict"])
    self.command = command
    redis = values["--redis"] ?? "redis-server"
    words = try BenchInvocation.number(values, "--words", in: 1000...MadeUpWords.capacity, otherwise: 100_000)
    time = .seconds(try BenchInvocation.number(values, "--seconds", in: 1...600, otherwise: 4))
    checking = Checking(values.keys)
  }
}

/// `catchword-bench failover`: somebody types into a server with shared words, and the nodes of the cluster that has them fail
/// one after the other. Each key is beside the same in a server without shared words.
final class FailoverBenchmark {
  /// The time within which a key is to be answered, whichever node fails.
  private static let bound = Duration.milliseconds(15)
  /// The time between two keys: that of twenty people who type fast.
  private static let pace = Duration.milliseconds(5)
  /// The numbers of letters at which the cluster is asked; with fewer, all is here, and with more, mostly.
  private static let asking = 3...5

  private let options: FailoverOptions
  private let cluster: MeasuredCluster
  private let server: PipedServer
  /// A server without shared words.
  private let plain: PipedServer
  private let words: [String]
  private var random = SoakRandom(seed: 11)
  private var notes: [String] = []
  private var failures: [String] = []

  static func run(_ options: FailoverOptions) throws -> Int32 {
    let load = MachineLoad()
    return try OwnFolder.with { folder in
      let benchmark = try FailoverBenchmark(options, folder)
      let rows = try benchmark.rows()
      let table = LatencyTable(rows: rows, budgets: Budgets(try Budgets.read("failover")))
      StandardStream.output.write(table.text + benchmark.notes.map { "\($0)\n" }.joined())
      let problems = benchmark.server.problems + benchmark.plain.problems
      return table.verdict(besides: benchmark.failures + problems, options.checking, load)
    }
  }

  private init(_ options: FailoverOptions, _ folder: URL) throws {
    self.options = options
    let madeUp = MadeUpWords(seed: 1)
    words = (0..<options.words).map(madeUp.word)
    cluster = try MeasuredCluster([options.redis], folder)
    let place: JSONValue = [
      "server": .string(cluster.address), "namespaces": [.string(SharedBenchmark.namespace.text)],
    ]
    let settings: JSONValue = ["shared": ["bench": place]]
    let home = folder.appendingPathComponent("catchword")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try Data(settings.json.utf8).write(to: home.appendingPathComponent("config.json"))
    _ = try RedisPageStore(cluster.addresses).publish(
      PageTree(words.map { SharedWord($0, weight: ListWeight.code(1)) }), as: SharedBenchmark.namespace, time: 1)
    try cluster.waitForReplicas()
    server = try PipedServer(options.command, folder: folder, patience: .seconds(10))
    plain = try PipedServer(
      options.command, folder: folder.appendingPathComponent("plain"), patience: .seconds(10))
    for server in [server, plain] {
      _ = try server.initialize([:])
      try server.open(FailoverBenchmark.document(madeUp))
    }
  }

  /// The number of lines of words of one's own, above the one in which is typed.
  private static let lines = 100

  /// Returns a text of ten words a line, which begin like those that are shared.
  private static func document(_ words: MadeUpWords) -> String {
    let own = (0..<lines).map { line in
      (0..<10).map { words.word(MadeUpWords.capacity - 1 - 10 * line - $0) }.joined(separator: " ") + "\n"
    }
    return own.joined() + "\n"
  }

  private func rows() throws -> [LatencyRow] {
    _ = try type("warming up", for: .seconds(1))
    func row(_ name: String) throws -> LatencyRow {
      let (ours, floor) = try type(name, for: options.time)
      return LatencyRow("a key \(name)", ours: ours.asking, floor: floor.asking)
    }
    let (ours, floor) = try type("while all nodes answer", for: options.time)
    var rows = [LatencyRow("a key while all nodes answer", ours: ours.asking, floor: floor.asking)]
    let all = (ours: Measurement(ours.all), floor: Measurement(floor.all))
    notes.append(
      "\(grouped(words.count)) shared words make a key \(milliseconds(all.ours.p50 - all.floor.p50)) longer, and "
        + "\(milliseconds(all.ours.p99 - all.floor.p99)) at p99, of \(all.ours.count) keys")
    cluster.nodes[0].kill()
    rows.append(try row("while a primary has been killed"))
    let second = cluster.nodes[1]
    try FailoverBenchmark.send("STOP", to: second)
    rows.append(try row("while a primary stands still"))
    try FailoverBenchmark.send("CONT", to: second)
    for node in cluster.nodes { node.kill() }
    rows.append(try row("while no node is there"))
    return rows
  }

  private func milliseconds(_ time: Duration) -> String { "\(readable(time.microseconds / 1000)) ms" }

  /// Sends a signal to a node.
  private static func send(_ signal: String, to node: MeasuredCluster.Node) throws {
    let program = try ChildProcess(["kill", "-\(signal)", "\(node.id)"])
    guard program.waitForExit(.seconds(5)) == 0 else { throw PageStoreError("a node takes no signal") }
  }

  /// The times of keys: of those at which the cluster is asked, and of all.
  private struct Times {
    var asking: [Duration] = []
    var all: [Duration] = []
  }

  /// Types words into both servers, which take turns in being first, and returns the times of the keys at which the cluster is
  /// asked.
  ///
  /// - Parameter name: What happens meanwhile.
  private func type(_ name: String, for time: Duration) throws -> (ours: Times, floor: Times) {
    var times = (ours: Times(), floor: Times())
    var (offered, lost, isFirst) = (0, 0, false)
    let end = ContinuousClock.now + time
    while .now < end {
      let word = words[random.number(below: words.count)]
      isFirst.toggle()
      if isFirst { _ = try type(word, into: plain, &times.floor) }
      let isOffered = try type(word, into: server, &times.ours)
      if !isFirst { _ = try type(word, into: plain, &times.floor) }
      if isOffered { offered += 1 } else if !hasTooManyRivals(word) { lost += 1 }
    }
    let asking = times.ours.asking
    let late = asking.count { $0 > FailoverBenchmark.bound }
    let slowest = milliseconds(asking.max() ?? .zero)
    notes.append(
      "\(name): \(offered) of \(offered + lost) words offered; of \(asking.count) keys \(late) over 15 ms, the slowest \(slowest)"
    )
    let isServed = cluster.nodes.contains(where: \.isThere)
    if late > 0, isServed, case .strict = options.checking {
      failures.append("\(name), \(late) of \(asking.count) keys took longer than 15 ms, the slowest \(slowest)")
    }
    if lost > 0, isServed { failures.append("\(name), \(lost) of \(offered + lost) words were not offered") }
    return times
  }

  /// True when so many words begin like this one but for its last letter that it is not among those that are offered.
  private func hasTooManyRivals(_ word: String) -> Bool {
    let typed = word.dropLast().lowercased()
    return words.count { $0.utf8.count >= typed.utf8.count && $0.lowercased().hasPrefix(typed) } > PageQuestion.enough
  }

  /// Types a word but for its last letter, and deletes it.
  ///
  /// - Returns: Whether the word was offered, if need be when asked once more, as editors do when the server says that there is
  ///   more.
  private func type(_ word: String, into server: PipedServer, _ times: inout Times) throws -> Bool {
    let (line, letters) = (FailoverBenchmark.lines, word.dropLast())
    var answer: PipedServer.Answer?
    for (column, letter) in letters.enumerated() {
      let key = try server.key(line: line, column: column, letter)
      if FailoverBenchmark.asking.contains(column + 1) { times.asking.append(key.time) }
      times.all.append(key.time)
      answer = key
      try server.listen(for: FailoverBenchmark.pace)
    }
    if answer?.labels?.contains(word) != true, answer?.message["result"]?["isIncomplete"] == true {
      let id = server.nextID()
      try server.ask(id, server.completion(id, line: line, column: letters.count))
      answer = try server.wait(for: id)
    }
    try server.pipe.send(server.edit(line: line, from: 0, to: letters.count, ""))
    return answer?.labels?.contains(word) == true
  }
}
