import CatchwordRPC

/// Measurements of words that are typed letter by letter, with a completion for each letter.
extension Latency {
  /// A server that offers words, a plain server beside it, and the words to type.
  struct Pair {
    let server: PipedServer
    let plain: PipedServer
    /// The number of the last line, which is empty.
    let line: Int
    let typed: [String]
  }

  /// Measures keys: each is a change and a completion in one write, whose answer is awaited.
  func measureKeys(_ words: Words, _ row: String) throws {
    let pair = try begin(words)
    var (ours, floor) = ([PipedServer.Answer](), [Duration]())
    let deadline = ContinuousClock.now + options.time
    let before = pair.server.pipe.processorTime
    for (round, word) in pair.typed.enumerated() where round < 4 || ContinuousClock.now < deadline {
      // The two servers take turns, and take turns in being first.
      if round % 2 == 1 { floor += try type(word, into: pair.plain, line: pair.line).map(\.time) }
      ours += try type(word, into: pair.server, line: pair.line)
      if round % 2 == 0 { floor += try type(word, into: pair.plain, line: pair.line).map(\.time) }
    }
    add(LatencyRow(row, keys: ours, to: pair.server, since: before, floor: floor))
    try pair.plain.end()
    try pair.server.end()
  }

  /// Types a word on an empty line, and deletes it.
  func type(_ word: String, into server: PipedServer, line: Int) throws -> [PipedServer.Answer] {
    var answers: [PipedServer.Answer] = []
    for (column, letter) in word.enumerated() {
      answers.append(try server.key(line: line, column: column, letter))
    }
    try server.pipe.send(server.edit(line: line, from: 0, to: word.count, ""))
    try server.listen(for: .milliseconds(2))
    return answers
  }

  /// Starts a server, waits until it offers the words, and starts a plain server with answers of the same size.
  func begin(_ words: Words) throws -> Pair {
    let server = try startServer()
    let text: ContiguousArray<UInt8>
    let first = corpus.word(0)
    switch words {
    case .document(let count):
      _ = try server.initialize([:])
      text = document(count, first: first)
    case .list(let count):
      _ = try server.initialize(try settings(list: count))
      text = ContiguousArray((first.dropLast() + "\n").utf8)
    }
    let string = String(decoding: text, as: UTF8.self)
    let line = text.count { $0 == 0x0A }
    try server.open(string)
    try waitUntilReady(server, first, words)
    var random = SoakRandom(seed: options.seed)
    let typed = (0..<200).map { _ in corpus.word(random.number(below: words.count)) }
    // The first words are not measured: a server may only now begin to work.
    let warm = try typed.prefix(2).flatMap { try type($0, into: server, line: line) }
    let plain = try startPlain(like: warm, opening: string)
    _ = try type(typed[0], into: plain, line: line)
    return Pair(server: server, plain: plain, line: line, typed: Array(typed.dropFirst(2)))
  }

  private func waitUntilReady(_ server: PipedServer, _ word: String, _ words: Words) throws {
    guard case .document = words else {
      let found = try waitForWord(word, from: server, line: 0, within: options.timeout)
      return found == nil ? complain("\(words.name) are not offered in time") : ()
    }
    guard offersWords != false else { return }
    let patience = offersWords == nil ? probation : options.timeout
    let found = try waitForWord(word, from: server, line: 0, within: patience)
    if found == nil && offersWords == true { complain("\(words.name) are not offered in time") }
    if found == nil && offersWords == nil { note("the words of a document are not offered.") }
    offersWords = offersWords ?? (found != nil)
  }

  /// Returns a document whose first line is a word without its last letter; later lines have that word and others.
  private func document(_ count: Int, first: String) -> ContiguousArray<UInt8> {
    var text = ContiguousArray((first.dropLast() + "\n").utf8)
    for number in 0..<count {
      corpus.append(number, to: &text)
      text.append(number % 10 == 9 || number == count - 1 ? 0x0A : 0x20)
    }
    return text
  }
}
