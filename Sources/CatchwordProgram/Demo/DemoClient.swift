import CatchwordRPC
import CatchwordServer

/// The server of `catchword demo`, asked as our clients for editors ask it.
final class DemoClient {
  struct Item: Equatable {
    let label: String
    /// What is shown behind it.
    let note: String
    let start: DemoText.Position
    let text: String
  }

  private let client: InProcessClient
  private let uri: String
  private var version = 1

  /// - Parameter uri: That of the document.
  init(_ configuration: ServerConfiguration, uri: String) {
    self.uri = uri
    client = InProcessClient(configuration) { _ in }
  }

  func begin(_ text: String, languageID: String, root: String?) async {
    _ = await client.request(
      "initialize",
      [
        "processId": nil, "rootUri": root.map(JSONValue.string) ?? .null, "clientInfo": ["name": "catchword demo"],
        "capabilities": [
          "general": ["positionEncodings": ["utf-32"]],
          "textDocument": [
            "completion": ["contextSupport": true, "completionItem": ["labelDetailsSupport": true]],
            "inlineCompletion": ["dynamicRegistration": false],
          ],
        ],
        // Nothing of what is tried is to be remembered, and whoever types does not wait long.
        "initializationOptions": ["learning": false, "emptyBudget": 100],
      ])
    client.notify("initialized", [:])
    client.open(uri, languageID: languageID, text: text)
  }

  func change(_ change: DemoText.Change) {
    version += 1
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": .int(version)],
        "contentChanges": [
          ["range": ["start": json(change.start), "end": json(change.end)], "text": .string(change.text)]
        ],
      ])
  }

  /// Asks for the menu; by hand, or because something was typed.
  func items(at position: DemoText.Position, isByHand: Bool) async -> [Item] {
    let list = await client.request("textDocument/completion", params(position, triggerKind: isByHand ? 1 : 3))
    return (list["items"]?.arrayValue ?? []).compactMap { item in
      guard let label = item["label"]?.stringValue else { return nil }
      let start = place(item["textEdit"]?["range"]?["start"]) ?? position
      let notes = [item["labelDetails"]?["detail"], item["labelDetails"]?["description"], item["detail"]]
      return Item(
        label: label, note: notes.compactMap { $0?.stringValue }.first ?? "", start: start,
        text: item["textEdit"]?["newText"]?.stringValue ?? item["insertText"]?.stringValue ?? label)
    }
  }

  /// Asks for ghost text; returns what comes behind the cursor, the first text first.
  func ghost(at position: DemoText.Position, isByHand: Bool) async -> [String] {
    let result = await client.request(
      "textDocument/inlineCompletion", params(position, triggerKind: isByHand ? 1 : 2))
    return (result["items"]?.arrayValue ?? result.arrayValue ?? []).compactMap { item in
      guard let text = item["insertText"]?.stringValue else { return nil }
      let start = place(item["range"]?["start"]) ?? position
      let typed = max(0, position.column - start.column)
      return DemoText.string(text.unicodeScalars.dropFirst(typed))
    }
  }

  func end() async { await client.end() }

  private func params(_ position: DemoText.Position, triggerKind: Int) -> JSONValue {
    [
      "textDocument": ["uri": .string(uri)], "position": json(position),
      "context": ["triggerKind": .int(triggerKind)],
    ]
  }

  private func json(_ position: DemoText.Position) -> JSONValue {
    ["line": .int(position.line), "character": .int(position.column)]
  }

  private func place(_ value: JSONValue?) -> DemoText.Position? {
    guard let line = value?["line"]?.intValue, let column = value?["character"]?.intValue else { return nil }
    return DemoText.Position(line: line, column: column)
  }
}
