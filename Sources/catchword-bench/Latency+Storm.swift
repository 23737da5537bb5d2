import CatchwordRPC

/// Measurements of clients that do not wait for answers.
extension Latency {
  static let keysAtOnce = 50

  /// Measures fifty keys sent without waiting: the time from the last key to its answer.
  ///
  /// - Parameter isCancelling: True for a client that cancels each request before it makes the next.
  func measureStorm(_ words: Words, isCancelling: Bool, _ name: String) throws {
    let pair = try begin(words)
    var (ours, floor, items) = ([Duration](), [Duration](), [Int]())
    var (answered, filled) = (0, 0)
    let deadline = ContinuousClock.now + options.time
    for round in 0..<40 where round < 2 || ContinuousClock.now < deadline {
      let keys = storm(pair.typed, from: round)
      if round % 2 == 1 { floor.append(try play(keys, to: pair.plain, pair.line, isCancelling).newest.time) }
      let (newest, all) = try play(keys, to: pair.server, pair.line, isCancelling)
      if round % 2 == 0 { floor.append(try play(keys, to: pair.plain, pair.line, isCancelling).newest.time) }
      ours.append(newest.time)
      items.append(newest.itemCount)
      answered += all.count
      filled += all.count { $0.itemCount > 0 }
    }
    var row = LatencyRow(name, ours: ours, floor: floor)
    row.items = items.median
    // Only the newest answer needs items: the others are about texts that no longer exist.
    row.itemShare = Double(items.count { $0 > 0 }) / Double(items.count)
    row.remark = "\(answered) of \(ours.count * Latency.keysAtOnce) answered once, \(filled) with items"
    add(row)
    try pair.plain.end()
    try pair.server.end()
  }

  /// Returns words and spaces whose last key is in the middle of a word.
  private func storm(_ words: [String], from start: Int) -> [Character] {
    var rest = words[start...]
    while let word = rest.popFirst() {
      let keys = Array(([word] + rest).joined(separator: " ").prefix(Latency.keysAtOnce))
      if keys.count == Latency.keysAtOnce, !keys.suffix(2).contains(" ") { return keys }
    }
    return Array(repeating: "s", count: Latency.keysAtOnce)
  }

  private func play(
    _ keys: [Character], to server: PipedServer, _ line: Int, _ isCancelling: Bool
  ) throws -> (newest: PipedServer.Answer, all: [PipedServer.Answer]) {
    var ids: [Int] = []
    for (column, letter) in keys.enumerated() {
      let id = server.nextID()
      var bytes = server.edit(line: line, from: column, to: column, String(letter))
      if isCancelling, let last = ids.last { bytes += server.cancellation(last) }
      try server.ask(id, bytes + server.completion(id, line: line, column: column + 1))
      ids.append(id)
    }
    // The newest answer is awaited first: parsing the others takes time.
    let newest = try server.wait(for: ids.removeLast())
    let all = try ids.map { try server.wait(for: $0) } + [newest]
    try server.pipe.send(server.edit(line: line, from: 0, to: keys.count, ""))
    try server.listen(for: .milliseconds(10))
    return (newest, all)
  }

  /// Measures the time from the cancellation of a completion, sent at once, to its answer; beside a key of the plain
  /// server, which answers before it could be cancelled.
  ///
  /// Now and then a completion is finished before its cancellation arrives. Its time says nothing about cancellations, so
  /// it is left out, unless that happens to more than one in twenty.
  func measureCancellation(_ words: Words, _ name: String) throws {
    let pair = try begin(words)
    var (answers, floor) = ([PipedServer.Answer](), [Duration]())
    for (round, word) in pair.typed.prefix(60).enumerated() {
      let letter = word.first ?? "s"
      if round % 2 == 1 { floor += try type(String(letter), into: pair.plain, line: pair.line).map(\.time) }
      answers.append(try cancel(String(letter), in: pair.server, line: pair.line))
      if round % 2 == 0 { floor += try type(String(letter), into: pair.plain, line: pair.line).map(\.time) }
    }
    let cancelled = answers.filter { $0.labels == nil }
    let ours = cancelled.count * 20 >= answers.count * 19 ? cancelled : answers
    var row = LatencyRow(name, ours: ours.map(\.time), floor: floor)
    row.remark = "\(cancelled.count) of \(answers.count) answered as cancelled"
    add(row)
    for each in [pair.plain, pair.server] { try each.end() }
  }

  private func cancel(_ letter: String, in server: PipedServer, line: Int) throws -> PipedServer.Answer {
    let id = server.nextID()
    try server.ask(
      id, server.edit(line: line, from: 0, to: 0, letter) + server.completion(id, line: line, column: 1))
    let start = try server.pipe.send(server.cancellation(id))
    let answer = try server.wait(for: id, since: start)
    try server.pipe.send(server.edit(line: line, from: 0, to: 1, ""))
    try server.listen(for: .milliseconds(5))
    return answer
  }
}
