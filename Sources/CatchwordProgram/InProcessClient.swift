import CatchwordRPC
import CatchwordServer

/// A client of a server in the same process, in the role of an editor, without pipes.
final class InProcessClient {
  private let input = InputQueue()
  private let output = MemorySink()
  private let server: Task<Void, Never>
  private let isQuiet: Bool
  private var nextID = 0

  /// - Parameter isQuiet: True when the server's messages are not printed, because they are reported in another way.
  init(_ configuration: ServerConfiguration, isQuiet: Bool = false) {
    self.isQuiet = isQuiet
    let server = Server(configuration, input: input, output: output)
    self.server = Task(name: "server") { [output] in
      _ = await server.run()
      output.end()
    }
  }

  func notify(_ method: String, _ params: JSONValue) {
    input.append(OutgoingMessage.frame(OutgoingMessage.notification(method, params)))
  }

  /// Sends a request and waits for its answer; log messages that come meanwhile are printed to standard error.
  ///
  /// - Returns: The result; `null` when there is none.
  func request(_ method: String, _ params: JSONValue) async -> JSONValue {
    nextID += 1
    let id = nextID
    input.append(OutgoingMessage.frame(OutgoingMessage.request(method, params, id: .int(id))))
    for await body in output.bodies {
      guard let message = try? JSONValue(parsing: body) else { continue }
      if message["id"] == .int(id) { return message["result"] ?? .null }
      if !isQuiet, let text = message["params"]?["message"]?.stringValue { Printer.complain(text) }
    }
    return .null
  }

  /// Waits until the server has ended.
  func end() async { await server.value }
}
