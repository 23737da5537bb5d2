import CatchwordCompletion
import CatchwordRPC
import CatchwordServer
import CatchwordSources

/// What a key press costs: an edit and a completion through the whole server, beside a request that does nothing.
struct KeyBenchmark {
  private let input = InputQueue()
  private let sink = MemorySink()
  private let words: Int

  /// - Parameter words: How many words the open documents hold.
  init(words: Int) { self.words = words }

  func run() async -> Row {
    let server = Server(ServerConfiguration(sources: [WordsSource()]), input: input, output: sink)
    let task = Task { await server.run() }
    _ = await ask(0, "initialize", ["capabilities": [:]])
    let text = (0..<words).map(Benchmarks.identifier).joined(separator: " ") + "\n"
    open("file:///words", text)
    open("file:///edited", "")
    // The first answers come while the words are still being read.
    while await ask(1, "textDocument/completion", place(0))["result"]?["items"]?[0] == nil {}
    let floor = await measure(400) { await ask($0, "nothing", nil) }
    var column = 0
    let key = await measure(400) { id in
      if column == 4 {
        edit(from: 0, to: column, "")
        column = 0
      }
      edit(from: column, to: column, String(Array("conf")[column]))
      column += 1
      return await ask(id, "textDocument/completion", place(column))
    }
    input.end()
    _ = await task.value
    return Row(
      name: "a key press among \(words) words", ours: key, reference: floor, referenceName: "an unknown method")
  }

  private func measure(_ count: Int, _ action: (Int) async -> JSONValue) async -> Measurement {
    let clock = ContinuousClock()
    var times: [Duration] = []
    for number in 0..<count {
      let start = clock.now
      let answer = await action(number + 10)
      times.append(clock.now - start)
      precondition(answer["id"]?.intValue == number + 10)
    }
    return Measurement(times)
  }

  private func ask(_ id: Int, _ method: String, _ params: JSONValue) async -> JSONValue {
    input.append(OutgoingMessage.frame(OutgoingMessage.request(method, params, id: .int(id))))
    for await body in sink.bodies { return (try? JSONValue(parsing: body)) ?? .null }
    return .null
  }

  private func notify(_ method: String, _ params: JSONValue) {
    input.append(OutgoingMessage.frame(OutgoingMessage.notification(method, params)))
  }

  private func open(_ uri: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": "c", "version": 1, "text": .string(text)]])
  }

  private func edit(from start: Int, to end: Int, _ text: String) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": "file:///edited", "version": 2],
        "contentChanges": [
          [
            "range": [
              "start": ["line": 0, "character": .int(start)], "end": ["line": 0, "character": .int(end)],
            ],
            "text": .string(text),
          ]
        ],
      ])
  }

  private func place(_ column: Int) -> JSONValue {
    ["textDocument": ["uri": "file:///edited"], "position": ["line": 0, "character": .int(column)]]
  }
}
