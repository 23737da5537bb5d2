import CatchwordRPC

/// The cost of a key press: an edit and a completion through the whole server, beside a request that does nothing and a
/// plain search.
struct KeyBenchmark {
  private static let uri = "file:///edited"
  private let words: Int

  /// - Parameter words: The number of words in the open documents.
  init(words: Int) { self.words = words }

  func run() async -> Row {
    let server = await ServerInProcess(["capabilities": [:]])
    server.open("file:///words", (0..<words).map(Benchmarks.identifier).joined(separator: " ") + "\n")
    server.open(KeyBenchmark.uri, "")
    // The first answers come while the words are still being read.
    while JSONValue(answer: await server.complete(1, KeyBenchmark.uri, column: 0)).completionItems?.isEmpty != false {}
    let search = PlainSearch()
    let floor = await measure(400) { id in
      await search.run()
      return await server.ask(id, "nothing", nil)
    }
    var column = 0
    let key = await measure(400) { id in
      if column == 4 {
        server.notify("textDocument/didChange", KeyBenchmark.edit(from: 0, to: column, ""))
        column = 0
      }
      let letter = String(Array("conf")[column])
      server.notify("textDocument/didChange", KeyBenchmark.edit(from: column, to: column, letter))
      column += 1
      return await server.complete(id, KeyBenchmark.uri, column: column)
    }
    await server.end()
    return Row(
      name: "a key press among \(words) words", ours: key, reference: floor, referenceName: "a plain search")
  }

  private func measure(_ count: Int, _ action: (Int) async -> ContiguousArray<UInt8>) async -> Measurement {
    let clock = ContinuousClock()
    var times: [Duration] = []
    for number in 0..<count {
      let start = clock.now
      let answer = await action(number + 10)
      times.append(clock.now - start)
      precondition(JSONValue(answer: answer)["id"]?.intValue == number + 10)
    }
    return Measurement(times)
  }

  private static func edit(from start: Int, to end: Int, _ text: String) -> JSONValue {
    let range: JSONValue = [
      "start": ["line": 0, "character": .int(start)], "end": ["line": 0, "character": .int(end)],
    ]
    return [
      "textDocument": ["uri": .string(uri), "version": 2],
      "contentChanges": [["range": range, "text": .string(text)]],
    ]
  }
}
