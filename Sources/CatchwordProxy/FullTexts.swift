import CatchwordRPC
import CatchwordText

/// The open documents, for a server that wants whole texts, between it and a client that was told to send edits.
struct FullTexts: Sendable {
  private var documents: [String: OpenDocument] = [:]

  /// What the server is told instead of what the client says about a document.
  ///
  /// - Complexity: O(length of the document), as for a client that sends whole texts itself.
  mutating func convert(_ method: String, _ message: PassingMessage) -> ContiguousArray<UInt8> {
    guard let params = message.paramsValue, let uri = params["textDocument"]?["uri"]?.stringValue else {
      return message.body
    }
    switch method {
    case "textDocument/didOpen":
      documents[uri] = OpenDocument(
        uri: uri, languageID: "", version: 0, text: params["textDocument"]?["text"]?.stringValue ?? "")
    case "textDocument/didClose": documents[uri] = nil
    case "textDocument/didChange":
      guard let text = text(of: uri, after: params["contentChanges"]?.arrayValue ?? []) else { break }
      let changes: [String: JSONValue] = ["contentChanges": [["text": .string(text)]]]
      return JSONObjectEdit(message.body).setting(changes, inObjectAt: ["params"])
    default: break
    }
    return message.body
  }

  /// The whole text after edits; nil for a document that is not open, or an edit that cannot be understood.
  private mutating func text(of uri: String, after changes: [JSONValue]) -> String? {
    // Alone in the table, so that the edits copy nothing.
    guard var document = documents.removeValue(forKey: uri) else { return nil }
    for change in changes {
      guard let text = change["text"]?.stringValue else { return nil }
      var range: (start: TextPosition, end: TextPosition)?
      if let told = change["range"], told != .null {
        guard let start = FullTexts.position(told["start"]), let end = FullTexts.position(told["end"]) else {
          return nil
        }
        range = (start, end)
      }
      _ = document.apply(replacing: range, with: text, version: 0, encoding: .utf16)
    }
    documents[uri] = document
    return document.snapshot.text.string
  }

  private static func position(_ value: JSONValue?) -> TextPosition? {
    guard let line = value?["line"]?.intValue, let column = value?["character"]?.intValue else { return nil }
    return TextPosition(line: line, column: column)
  }
}
