import CatchwordRPC
import CatchwordText

/// The open documents as a server knows them, and the messages that bring them up to date.
struct SyncedDocuments: Sendable {
  /// The way in which a server wants to be told of edits.
  enum Kind: Sendable {
    case none, full, incremental
  }

  private struct Entry {
    var snapshot: DocumentSnapshot
    /// Our own version number: several edits may share one version of the client.
    var version = 1
    /// True when the document has changed since the server was told.
    var isStale = false
  }

  private let kind: Kind
  private let encoding: PositionEncoding
  private var entries: [String: Entry] = [:]

  init(_ abilities: UpstreamAbilities) {
    kind = abilities.editsAreIncremental ? .incremental : abilities.followsEdits ? .full : .none
    encoding = abilities.encoding
  }

  mutating func open(_ document: DocumentSnapshot) -> [ContiguousArray<UInt8>] {
    var messages = close(document.uri)
    entries[document.uri] = Entry(snapshot: document)
    messages.append(
      notification(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": .string(document.uri), "languageId": .string(document.languageID), "version": 1,
            "text": .string(document.text.string),
          ]
        ]))
    return messages
  }

  /// Applies an edit; a server that takes edits is told at once, one that takes whole texts before its next request.
  ///
  /// - Complexity: O(log *n* + length of the edit).
  mutating func change(_ change: TextChange, in document: DocumentSnapshot) -> [ContiguousArray<UInt8>] {
    guard var entry = entries[document.uri], !change.isEmpty else { return [] }
    entry.snapshot = document
    entry.version += 1
    entry.isStale = kind == .full
    entries[document.uri] = entry
    guard kind == .incremental else { return [] }
    let (start, end) = SyncedDocuments.nameable(change, encoding)
    let inserted = start..<change.after.count - (change.before.count - end)
    return [
      didChange(
        entry,
        [
          "range": ["start": position(start, in: change.before), "end": position(end, in: change.before)],
          "text": .string(change.after.string(in: inserted)),
        ])
    ]
  }

  /// Returns the messages that must precede a request about a document.
  mutating func refresh(_ uri: String) -> [ContiguousArray<UInt8>] {
    guard let entry = entries[uri], entry.isStale else { return [] }
    entries[uri]?.isStale = false
    return [didChange(entry, ["text": .string(entry.snapshot.text.string)])]
  }

  mutating func close(_ uri: String) -> [ContiguousArray<UInt8>] {
    guard entries.removeValue(forKey: uri) != nil else { return [] }
    return [notification("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])]
  }

  /// Returns the replaced bytes, widened to offsets that a position can express: none is inside a `\r\n`.
  private static func nameable(_ change: TextChange, _ encoding: PositionEncoding) -> (start: Int, end: Int) {
    var (start, end) = (change.replaced.lowerBound, change.replaced.upperBound)
    // An offset that cannot be named in the text before the edit would be misread by the server.
    while start > 0, !isNameable(start, change.before, encoding) { start -= 1 }
    while end < change.before.count, !isNameable(end, change.before, encoding) { end += 1 }
    return (start, end)
  }

  private static func isNameable(_ offset: Int, _ text: Text, _ encoding: PositionEncoding) -> Bool {
    text.offset(of: text.position(of: offset, encoding: encoding), encoding: encoding) == offset
  }

  private func position(_ offset: Int, in text: Text) -> JSONValue {
    let position = text.position(of: offset, encoding: encoding)
    return ["line": .int(position.line), "character": .int(position.column)]
  }

  private func didChange(_ entry: Entry, _ change: JSONValue) -> ContiguousArray<UInt8> {
    notification(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(entry.snapshot.uri), "version": .int(entry.version)],
        "contentChanges": [change],
      ])
  }

  private func notification(_ method: String, _ params: JSONValue) -> ContiguousArray<UInt8> {
    OutgoingMessage.notification(method, params)
  }
}
