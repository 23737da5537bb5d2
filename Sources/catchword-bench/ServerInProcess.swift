import CatchwordCompletion
import CatchwordRPC
import CatchwordServer
import CatchwordSources

/// A server in this process with the words of open documents, and a client that waits for each answer.
struct ServerInProcess {
  private let input = InputQueue()
  private let sink = MemorySink()
  private let task: Task<Void, Never>

  /// - Parameter initialize: The client's parameters for `initialize`.
  init(_ initialize: JSONValue) async {
    let server = Server(ServerConfiguration(sources: [WordsSource()]), input: input, output: sink)
    task = Task { _ = await server.run() }
    _ = await ask(0, "initialize", initialize)
  }

  /// - Returns: The whole answer, as it is sent over the wire.
  func ask(_ id: Int, _ method: String, _ params: JSONValue) async -> ContiguousArray<UInt8> {
    input.append(OutgoingMessage.frame(OutgoingMessage.request(method, params, id: .int(id))))
    for await body in sink.bodies { return body }
    return []
  }

  func notify(_ method: String, _ params: JSONValue) {
    input.append(OutgoingMessage.frame(OutgoingMessage.notification(method, params)))
  }

  func open(_ uri: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": "plaintext", "version": 1, "text": .string(text)]])
  }

  func complete(_ id: Int, _ uri: String, line: Int = 0, column: Int) async -> ContiguousArray<UInt8> {
    let place: JSONValue = ["line": .int(line), "character": .int(column)]
    return await ask(id, "textDocument/completion", ["textDocument": ["uri": .string(uri)], "position": place])
  }

  /// Closes the input and waits for the server to end.
  func end() async {
    input.end()
    await task.value
  }
}

extension JSONValue {
  /// Parses an answer from the wire; null when it is not JSON.
  init(answer: ContiguousArray<UInt8>) { self = (try? JSONValue(parsing: answer)) ?? .null }

  /// The items of an answer to a completion, whether it is a list object or an array.
  var completionItems: [JSONValue]? { self["result"]?["items"]?.arrayValue ?? self["result"]?.arrayValue }
}
