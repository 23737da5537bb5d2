import CatchwordRPC
import CatchwordServer
import CatchwordText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A dialogue like an editor's about one document, in this process.
final class Session {
  private let client: InProcessClient
  private let uri: String
  private let path: String
  private let text: String
  private let languageID: String

  /// - Parameter path: The document's absolute path.
  init(
    _ configuration: ServerConfiguration, path: String, text: String, languageID: String? = nil, isQuiet: Bool = false
  ) {
    // What a command reports in another way need not be printed, too.
    client = InProcessClient(configuration) { message in if !isQuiet { Printer.complain(message) } }
    uri = URL(fileURLWithPath: path).absoluteString
    self.path = path
    self.text = text
    self.languageID = languageID ?? Language.id(forPath: path)
  }

  /// Initializes the server, with settings as from an editor, and opens the document.
  func begin(_ settings: [String: JSONValue]) async {
    // Nobody is typing, so slow sources may take longer, but not without limit, because somebody waits.
    let options = settings.merging(["budget": 2500]) { own, _ in own }
    let root = Project.root(of: path).map { JSONValue.string(URL(fileURLWithPath: $0).absoluteString) }
    _ = await client.request(
      "initialize",
      [
        "processId": nil, "rootUri": root ?? .null, "clientInfo": ["name": "catchword complete"],
        "capabilities": [
          "general": ["positionEncodings": ["utf-32"]],
          "textDocument": ["completion": ["completionItem": ["labelDetailsSupport": true]]],
        ],
        "initializationOptions": .object(options),
      ])
    client.notify("initialized", [:])
    client.open(uri, languageID: languageID, text: text)
  }

  /// Requests completions at a place, in Unicode scalars from 0.
  func complete(line: Int, character: Int) async -> JSONValue {
    await client.request(
      "textDocument/completion",
      ["textDocument": ["uri": .string(uri)], "position": ["line": .int(line), "character": .int(character)]])
  }

  /// Ends the server.
  func end() async { await client.end() }
}
