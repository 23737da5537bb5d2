import CatchwordRPC

/// Measurements of documents of several megabytes.
extension Latency {
  /// Measures the opening of a large document, and edits of it.
  func measureLargeDocument(megabytes: Int, _ rows: [String]) throws {
    let word = corpus.word(MadeUpWords.capacity - 1)
    let (text, lines) = largeDocument(bytes: megabytes * 1_000_000, first: word)
    try measureOpening(rows[0], text, word)
    try measureEdits(rows[1], text, lines, word)
  }

  /// Measures the time from `didOpen` to the first completion with a word of the document's last line.
  private func measureOpening(_ name: String, _ text: String, _ word: String) throws {
    var (ours, floor) = ([Duration](), [Duration]())
    let deadline = ContinuousClock.now + options.time
    for round in 0..<3 where round == 0 || ContinuousClock.now < deadline {
      let (server, time) = try open(text, with: word)
      try server.end()
      guard let time else {
        // A server that offers no words cannot pass; for any other it is a failure.
        return offersWords == false
          ? note("\(name): no completion has a word of it.") : complain("\(name): no word of it")
      }
      ours.append(time)
      let plain = try startPlain(items: 10, bytes: 1000)
      let start = try plain.open(text)
      let id = plain.nextID()
      try plain.ask(id, plain.completion(id, line: 0, column: 1))
      floor.append(try plain.wait(for: id, since: start).time)
      try plain.end()
    }
    add(LatencyRow(name, ours: ours, floor: floor))
  }

  /// Waits until a server has read all of a document: until it uses next to no processor time.
  private func waitUntilIdle(_ server: PipedServer) throws {
    let deadline = ContinuousClock.now + options.timeout
    var last = Duration.zero
    while let time = server.pipe.processorTime, time > last + .milliseconds(5), ContinuousClock.now < deadline {
      last = time
      try server.listen(for: .milliseconds(100))
    }
  }

  private func open(_ text: String, with word: String) throws -> (server: PipedServer, time: Duration?) {
    let server = try startServer()
    _ = try server.initialize([:])
    let start = try server.open(text)
    let patience = offersWords == false ? .zero : options.timeout
    let found = try waitForWord(word, from: server, line: 0, within: patience)
    return (server, found.map { $0.asked + $0.time - start })
  }

  /// Measures single letters typed at random places, each with a completion.
  private func measureEdits(_ name: String, _ text: String, _ lines: Int, _ word: String) throws {
    let (server, _) = try open(text, with: word)
    try waitUntilIdle(server)
    var random = SoakRandom(seed: options.seed)
    let letters = Array("aceimnoprst")
    let places = (0..<400).map { _ in
      (
        line: 1 + random.number(below: lines), column: random.number(below: 40),
        letter: letters[random.number(below: 11)]
      )
    }
    let warm = try places.prefix(5).map { try server.key(line: $0.line, column: $0.column, $0.letter) }
    let plain = try startPlain(like: warm, opening: text)
    var (ours, floor) = ([PipedServer.Answer](), [Duration]())
    let deadline = ContinuousClock.now + options.time
    let before = server.pipe.processorTime
    for (round, place) in places.dropFirst(5).enumerated() where round < 20 || ContinuousClock.now < deadline {
      floor.append(try plain.key(line: place.line, column: place.column, place.letter).time)
      ours.append(try server.key(line: place.line, column: place.column, place.letter))
    }
    add(LatencyRow(name, keys: ours, to: server, since: before, floor: floor))
    try plain.end()
    try server.end()
  }

  /// Returns lines of 100 bytes or more, with 50,000 different words, between a line with most of `first` and `first`.
  private func largeDocument(bytes count: Int, first: String) -> (text: String, lines: Int) {
    var random = SoakRandom(seed: options.seed)
    var text = ContiguousArray((first.dropLast() + "\n").utf8)
    text.reserveCapacity(count + 1000)
    var lines = 0
    while text.count < count {
      let start = text.count
      while text.count - start < 100 {
        corpus.append(random.number(below: 50_000), to: &text)
        text.append(0x20)
      }
      text[text.count - 1] = 0x0A
      lines += 1
    }
    text += (first + "\n").utf8
    return (String(decoding: text, as: UTF8.self), lines)
  }
}
