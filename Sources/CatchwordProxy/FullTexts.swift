import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// The open documents, for a server that wants whole texts while the client was told to send edits.
struct FullTexts: Sendable {
  private var documents: [String: OpenDocument] = [:]

  /// Converts the client's notification about a document into the server's; nil when the server gets none.
  ///
  /// - Complexity: O(length of the document), as for a client that sends whole texts itself.
  mutating func convert(_ method: String, _ message: PassingMessage) -> ContiguousArray<UInt8>? {
    if method == "textDocument/didChange" { return change(message) }
    guard let document = message.paramsValue?["textDocument"], let uri = document["uri"]?.stringValue else {
      return message.body
    }
    switch method {
    case "textDocument/didOpen":
      documents[uri] = OpenDocument(uri: uri, languageID: "", version: 0, text: document["text"]?.stringValue ?? "")
    case "textDocument/didClose": documents[uri] = nil
    default: break
    }
    return message.body
  }

  /// Returns a message with the whole text after the edits; nil for edits that cannot be read, and for ranges in a
  /// document that is not open, since a server that wants whole texts would take each edit for one.
  private mutating func change(_ message: PassingMessage) -> ContiguousArray<UInt8>? {
    guard let params = message.params else { return nil }
    var reader = JSONReader(message.body, range: params)
    guard let change = try? DidChangeTextDocumentParams(from: &reader) else { return nil }
    let uri = change.textDocument.uri
    // Removed from the table, so that the document is uniquely referenced and the edits copy nothing.
    guard var document = documents.removeValue(forKey: uri) else {
      return change.contentChanges.contains { $0.range != nil } ? nil : message.body
    }
    for edit in change.contentChanges {
      let range = edit.range.map { range in
        (
          start: TextPosition(line: range.start.line, column: range.start.character),
          end: TextPosition(line: range.end.line, column: range.end.character)
        )
      }
      _ = document.apply(replacing: range, with: edit.text, version: 0, encoding: .utf16)
    }
    documents[uri] = document
    let changes: [String: JSONValue] = ["contentChanges": [["text": .string(document.snapshot.text.string)]]]
    return JSONObjectEdit(message.body).setting(changes, inObjectAt: ["params"])
  }
}
