package import CatchwordRPC

/// What the documents must be after a dialogue, by the simplest means: whole texts as arrays, edited by counting.
package struct ReferenceDocuments {
  package private(set) var texts: [String: String] = [:]
  private let encoding: String

  /// Documents of a client that counts columns in `encoding`.
  package init(encoding: String) { self.encoding = encoding }

  /// Takes a message that the client sends; a request changes no document.
  package mutating func apply(_ message: JSONValue) {
    guard message["id"] == nil else { return }
    let document = message["params"]?["textDocument"]
    guard let uri = document?["uri"]?.stringValue else { return }
    switch message["method"]?.stringValue {
    case "textDocument/didOpen": texts[uri] = document?["text"]?.stringValue
    case "textDocument/didClose": texts[uri] = nil
    case "textDocument/didChange":
      for change in message["params"]?["contentChanges"]?.arrayValue ?? [] { edit(uri, change) }
    default: break
    }
  }

  private mutating func edit(_ uri: String, _ change: JSONValue) {
    guard let old = texts[uri], let text = change["text"]?.stringValue else { return }
    guard let range = change["range"], range != .null else {
      texts[uri] = text
      return
    }
    let scalars = Array(old.unicodeScalars)
    let places = [range["start"], range["end"]].map { index(of: $0, in: scalars) }.sorted()
    let new = scalars[..<places[0]] + Array(text.unicodeScalars) + scalars[places[1]...]
    texts[uri] = String(String.UnicodeScalarView(new))
  }

  /// The index of a position, as LSP says: beyond the line is the line's end, before its break.
  private func index(of position: JSONValue?, in scalars: [Unicode.Scalar]) -> Int {
    var line = position?["line"]?.intValue ?? 0
    var index = 0
    while line > 0 {
      guard let end = scalars[index...].firstIndex(where: { $0 == "\n" || $0 == "\r" }) else { return scalars.count }
      index = end + 1
      if scalars[end] == "\r", index < scalars.count, scalars[index] == "\n" { index += 1 }
      line -= 1
    }
    var column = position?["character"]?.intValue ?? 0
    while column > 0, index < scalars.count, scalars[index] != "\n", scalars[index] != "\r" {
      column -= width(scalars[index])
      // Inside a character is before it.
      if column < 0 { break }
      index += 1
    }
    return index
  }

  private func width(_ scalar: Unicode.Scalar) -> Int {
    switch encoding {
    case "utf-8": UTF8.width(scalar)
    case "utf-32": 1
    default: UTF16.width(scalar)
    }
  }
}
