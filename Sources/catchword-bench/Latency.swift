import CatchwordRPC
import Foundation

/// The measurements of one server over its pipes.
///
/// Each row has a floor: a plain server that gets the same bytes and answers with as many. The two are asked in turns,
/// so that other load on the machine slows down both.
final class Latency {
  let options: LatencyOptions
  let folder: URL
  let corpus: MadeUpWords
  private(set) var rows: [LatencyRow] = []
  /// Remarks for the reader of the table.
  private(set) var notes: [String] = []
  /// The faults of the server, one sentence each.
  private(set) var problems: [String] = []
  /// True when the words of a document are offered; nil before that is known.
  var offersWords: Bool?
  private var lists: [Int: String] = [:]
  private var running: [PipedServer] = []

  init(_ options: LatencyOptions, folder: URL) {
    self.options = options
    self.folder = folder
    corpus = MadeUpWords(seed: options.seed)
  }

  /// Measures all rows; a row in which the server fails is left out, and the others follow.
  ///
  /// - Throws: `ChildProcess.LaunchError`, and errors of the file system.
  func measureAll() throws {
    var lists: [Int] = []
    try measure("a small list") { lists = try offersLists() ? options.lists : [] }
    for step in options.steps(lists: lists) { try measure(step.name) { try measure(step) } }
  }

  private func measure(_ step: LatencyStep) throws {
    switch step {
    case .start(let list): try measureStart(list: list, step.rows)
    case .keys(let words): try measureKeys(words, step.rows[0])
    case .storm(let words, let isCancelling): try measureStorm(words, isCancelling: isCancelling, step.rows[0])
    case .cancellation(let words): try measureCancellation(words, step.rows[0])
    case .largeDocument(let megabytes): try measureLargeDocument(megabytes: megabytes, step.rows)
    }
  }

  private func measure(_ name: String, _ body: () throws -> Void) throws {
    do { try body() } catch let failure as PipeClient.Failure { complain("\(name): \(failure)") }
    for problem in running.flatMap(\.problems) { complain("\(name): \(problem)") }
    running = []
  }

  func add(_ row: LatencyRow) { rows.append(row) }

  func note(_ note: String) { notes.append(note) }

  /// Adds a fault of the server, unless it is there already.
  func complain(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  // MARK: Processes

  /// A source of words, with the number of its words.
  enum Words {
    case document(Int)
    case list(Int)

    var count: Int {
      switch self {
      case .document(let count), .list(let count): count
      }
    }

    var name: String {
      switch self {
      case .document(let count): "\(grouped(count)) words"
      case .list(let count): "\(grouped(count)) words of a list"
      }
    }
  }

  /// Starts the server.
  func startServer() throws -> PipedServer {
    let server = try PipedServer(options.command, folder: folder, patience: options.timeout)
    running.append(server)
    return server
  }

  /// Starts the floor: a plain server with answers of the given size.
  func startPlain(items: Int, bytes: Int) throws -> PipedServer {
    let program = ProcessInfo.processInfo.arguments[0]
    let command = [program, "plain", String(items), String(bytes)]
    let plain = try PipedServer(command, folder: folder, patience: options.timeout)
    _ = try plain.initialize([:])
    return plain
  }

  /// Starts the floor for a server: answers of the median size of the given ones, and the same document.
  func startPlain(like answers: [PipedServer.Answer], opening text: String) throws -> PipedServer {
    let plain = try startPlain(items: answers.map(\.itemCount).median, bytes: answers.map(\.bytes).median)
    try plain.open(text)
    return plain
  }

  // MARK: Words

  /// Returns the settings that name a list of `count` words; the file is written when it is first needed.
  func settings(list count: Int) throws -> JSONValue {
    if lists[count] == nil {
      let path = folder.appendingPathComponent("words-\(count).txt").path
      guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
      else { throw CocoaError(.fileWriteUnknown) }
      var bytes: ContiguousArray<UInt8> = []
      for number in 0..<count {
        corpus.append(number, to: &bytes)
        bytes.append(0x0A)
        guard bytes.count > 1 << 20 || number == count - 1 else { continue }
        try file.write(contentsOf: Data(bytes))
        bytes.removeAll(keepingCapacity: true)
      }
      try file.close()
      lists[count] = path
    }
    return ["lists": [.string(lists[count] ?? "")]]
  }

  /// Waits until a server offers a word.
  ///
  /// - Parameters:
  ///   - line: The line of the document that begins with all but the last letter of the word.
  ///   - patience: The maximum time to wait.
  /// - Returns: The time of the answer with the word, and when it was asked for; nil when none has it in time.
  func waitForWord(
    _ word: String, from server: PipedServer, line: Int, within patience: Duration
  ) throws -> (asked: ContinuousClock.Instant, time: Duration)? {
    let deadline = ContinuousClock.now + patience
    repeat {
      let id = server.nextID()
      let asked = ContinuousClock.now
      try server.ask(id, server.completion(id, line: line, column: word.count - 1))
      let answer = try server.wait(for: id)
      if answer.labels?.contains(where: { $0.hasSuffix(word) }) == true { return (asked, answer.time) }
      // A pause, because a server that is kept busy gets ready later.
      try server.listen(for: .milliseconds(1))
    } while ContinuousClock.now < deadline
    return nil
  }

  /// The maximum time for a server to show that it offers words at all.
  var probation: Duration { options.timeout / 24 }

  private func offersLists() throws -> Bool {
    guard !options.lists.isEmpty else { return false }
    let server = try startServer()
    _ = try server.initialize(try settings(list: 100))
    let word = corpus.word(99)
    try server.open(word.dropLast() + "\n")
    let found = try waitForWord(word, from: server, line: 0, within: probation)
    try server.end()
    if found == nil { note("the words of a list are not offered, so there are no rows with lists.") }
    return found != nil
  }
}
