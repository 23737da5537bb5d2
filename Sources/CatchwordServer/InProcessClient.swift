package import CatchwordRPC
import CatchwordText

/// A client of a server in the same process, in the role of an editor, without pipes; for the tests of a server.
///
/// ```swift
/// @Test func offersCities() async {
///   let client = InProcessClient(ServerConfiguration(sources: [Cities { ["Berlin", "New York"] }]))
///   #expect(await client.completions(in: "I live in New Y|") == ["York"])
///   await client.end()
/// }
/// ```
///
/// One task at a time may use a client.
public final class InProcessClient {
  private let input = InputQueue()
  private let output = MemorySink()
  private let server: Task<Void, Never>
  private let report: (String) -> Void
  private var isInitialized = false
  private var documents = 0
  private var nextID = 0

  /// Starts a server.
  ///
  /// - Parameter configuration: Its configuration.
  public convenience init(_ configuration: ServerConfiguration) { self.init(configuration) { _ in } }

  /// Starts a server.
  ///
  /// - Parameter report: Called with each message that the server logs, while a request waits for its answer.
  package init(_ configuration: ServerConfiguration, report: @escaping (String) -> Void) {
    self.report = report
    let server = Server(configuration, input: input, output: output)
    self.server = Task(name: "server") { [output] in
      _ = await server.run()
      output.end()
    }
  }

  deinit { input.end() }

  // MARK: Completing

  /// Opens a text as a document of its own, requests completions in it as by hand, and closes it.
  ///
  /// - Parameters:
  ///   - text: The text, with a `|` where the cursor is; without one, the cursor is at its end.
  ///   - languageID: The document's language, as LSP names it.
  /// - Returns: What is offered, best first, as a menu shows it.
  public func completions(in text: String, languageID: String = "plaintext") async -> [String] {
    if !isInitialized {
      isInitialized = true
      _ = await request(
        "initialize",
        [
          "processId": nil, "rootUri": nil, "clientInfo": ["name": "catchword complete"],
          "capabilities": ["general": ["positionEncodings": ["utf-32"]]],
        ])
      notify("initialized", [:])
    }
    let cursor = text.lastIndex(of: "|") ?? text.endIndex
    let before = text[..<cursor]
    let opened = Text("\(before)\(text[cursor...].dropFirst())")
    let position = opened.position(of: before.utf8.count, encoding: .utf32)
    documents += 1
    let document: JSONValue = ["uri": .string("untitled:\(documents)")]
    open("untitled:\(documents)", languageID: languageID, text: opened.string)
    let list = await request(
      "textDocument/completion",
      ["textDocument": document, "position": ["line": .int(position.line), "character": .int(position.column)]])
    notify("textDocument/didClose", ["textDocument": document])
    return (list["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
  }

  /// Ends the server and waits for its end.
  public func end() async {
    _ = await request("shutdown", nil)
    notify("exit", nil)
    await server.value
  }

  // MARK: Messages

  /// Opens a document, as version 1.
  package func open(_ uri: String, languageID: String, text: String) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": .string(languageID), "version": 1, "text": .string(text),
        ]
      ])
  }

  package func notify(_ method: String, _ params: JSONValue) {
    input.append(OutgoingMessage.frame(OutgoingMessage.notification(method, params)))
  }

  /// Sends a request and waits for its answer.
  ///
  /// - Returns: The result; `null` when there is none.
  package func request(_ method: String, _ params: JSONValue) async -> JSONValue {
    nextID += 1
    let id = nextID
    input.append(OutgoingMessage.frame(OutgoingMessage.request(method, params, id: .int(id))))
    for await body in output.bodies {
      guard let message = try? JSONValue(parsing: body) else { continue }
      if message["id"] == .int(id) { return message["result"] ?? .null }
      if let text = message["params"]?["message"]?.stringValue { report(text) }
    }
    return .null
  }
}
