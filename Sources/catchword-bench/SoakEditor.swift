import CatchwordRPC

/// An editor with many documents and much activity: its next message is chosen at random.
struct SoakEditor {
  /// One message, with its effect on the ledger of requests.
  struct Message {
    let json: JSONValue
    /// The id of the request; nil for a notification.
    var asks: Int?
    /// The id of the request that this message cancels.
    var cancels: Int?
  }

  private var random: SoakRandom
  private var documents: [SoakDocument]
  /// The last change to each document, as long as it can be undone.
  private var undoable: [SoakDocument.Change?]
  private var lastID = 0
  /// Items of recent answers, to be resolved.
  private var items: [JSONValue] = []

  init(seed: UInt64, documents count: Int) {
    var random = SoakRandom(seed: seed)
    let languages = ["plaintext", "swift", "markdown", "python"]
    documents = (0..<count).map { number in
      SoakDocument(
        uri: "file:///soak/\(number).txt", languageID: languages[number % languages.count],
        text: random.text(words: 1000))
    }
    undoable = Array(repeating: nil, count: count)
    self.random = random
  }

  /// Returns the messages that open all documents.
  func opening() -> [Message] { documents.map(opening) }

  /// Creates a request that is not chosen at random.
  mutating func request(_ method: String, _ params: JSONValue?) -> Message {
    lastID += 1
    var json: [String: JSONValue] = ["jsonrpc": "2.0", "id": .int(lastID), "method": .string(method)]
    json["params"] = params
    return Message(json: .object(json), asks: lastID)
  }

  /// Keeps the first items of an answer, as a menu would.
  mutating func see(_ answer: JSONValue) {
    guard let list = answer["result"]?["items"]?.arrayValue ?? answer["result"]?.arrayValue else { return }
    items = Array(list.prefix(8)) + items.prefix(24)
  }

  /// Types a word and the beginning of the same word again, so that there is a candidate.
  mutating func typeTwice() -> Message { replace(0, from: documents[0].cursor, with: "\nrequest\nreq") }

  /// Completes at the last change.
  mutating func completeThere() -> Message { complete(0, at: documents[0].cursor) }

  // MARK: Random messages

  /// Returns the next messages, which are sent together.
  mutating func next() -> [Message] {
    let index = random.number(below: documents.count)
    if documents[index].units > SoakDocument.maximumUnits { return [trim(index)] }
    switch random.number(below: 100) {
    case 0..<50: return [type(index)]
    case 50..<70: return [complete(index, at: documents[index].cursor)]
    case 70..<74:
      let asking = complete(index, at: documents[index].cursor)
      return [asking, cancel(lastID)]
    case 74..<77: return [cancel(max(1, lastID - random.number(below: 20)))]
    case 77..<82: return [resolve(index)]
    case 82..<88: return [erase(index)]
    case 88..<90: return [cut(index)]
    case 90..<92: return [paste(index)]
    case 92..<94: return [undo(index)]
    case 94..<96: return [changeInSeveralPlaces(index)]
    case 96: return [rewrite(index)]
    case 97: return reopen(index)
    case 98: return [complete(index, at: documents[index].place(&random))]
    default:
      documents[index].cursor = documents[index].place(&random)
      documents[index].unfinished = ""
      return [type(index)]
    }
  }

  private mutating func complete(_ index: Int, at position: SoakDocument.Position) -> Message {
    request(
      "textDocument/completion",
      ["textDocument": ["uri": .string(documents[index].uri)], "position": position.json])
  }

  private mutating func resolve(_ index: Int) -> Message {
    guard !items.isEmpty else { return complete(index, at: documents[index].cursor) }
    return request("completionItem/resolve", items[random.number(below: items.count)])
  }

  private func cancel(_ id: Int) -> Message {
    Message(json: SoakEditor.notification("$/cancelRequest", ["id": .int(id)]), cancels: id)
  }

  // MARK: Editing

  private mutating func type(_ index: Int) -> Message {
    if documents[index].unfinished.isEmpty {
      documents[index].unfinished = (random.word() + random.separator())[...]
    }
    let key = String(documents[index].unfinished.removeFirst())
    return replace(index, from: documents[index].cursor, with: key)
  }

  private mutating func erase(_ index: Int) -> Message {
    let document = documents[index]
    let count = random.number(below: 4) == 0 ? 12 : 1
    return replace(index, from: document.place(count, before: document.cursor), to: document.cursor, with: "")
  }

  private mutating func cut(_ index: Int) -> Message {
    let places = [documents[index].place(&random), documents[index].place(&random)].sorted()
    let isNear = places[1].line - places[0].line < 20
    return replace(index, from: places[0], to: isNear ? places[1] : places[0], with: random.word())
  }

  private mutating func paste(_ index: Int) -> Message {
    let count = random.number(below: 40) + 1
    return replace(index, from: documents[index].place(&random), with: random.text(words: count))
  }

  private mutating func undo(_ index: Int) -> Message {
    guard let change = undoable[index] else { return type(index) }
    let (start, end, text) = change.undone
    return replace(index, from: start, to: end, with: text)
  }

  private mutating func changeInSeveralPlaces(_ index: Int) -> Message {
    let word = random.word()
    let changes = (0..<3).map { _ in
      let place = documents[index].place(&random)
      return documents[index].replace(from: place, to: place, with: word).json
    }
    return change(index, changes, undo: nil)
  }

  private mutating func rewrite(_ index: Int) -> Message {
    let text = String(documents[index].text.dropFirst(random.number(below: 200))) + random.text(words: 10)
    return change(index, [documents[index].replaceAll(with: text)], undo: nil)
  }

  /// Removes the first half, so that the document can grow again.
  private mutating func trim(_ index: Int) -> Message {
    let document = documents[index]
    let start = SoakDocument.Position(line: 0, column: 0)
    let middle = SoakDocument.Position(line: document.lines.count / 2, column: 0)
    // A document of one line has no first half of lines.
    if middle.line == 0 {
      return change(index, [documents[index].replaceAll(with: random.text(words: 500))], undo: nil)
    }
    return change(index, [documents[index].replace(from: start, to: middle, with: "").json], undo: nil)
  }

  private mutating func reopen(_ index: Int) -> [Message] {
    let closing = Message(
      json: SoakEditor.notification(
        "textDocument/didClose", ["textDocument": ["uri": .string(documents[index].uri)]]))
    documents[index].version = 1
    undoable[index] = nil
    return [closing, opening(documents[index])]
  }

  private mutating func replace(
    _ index: Int, from start: SoakDocument.Position, to end: SoakDocument.Position? = nil, with text: String
  ) -> Message {
    let made = documents[index].replace(from: start, to: end ?? start, with: text)
    return change(index, [made.json], undo: made)
  }

  private mutating func change(_ index: Int, _ changes: [JSONValue], undo: SoakDocument.Change?) -> Message {
    documents[index].version += 1
    undoable[index] = undo
    let document = documents[index]
    return Message(
      json: SoakEditor.notification(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string(document.uri), "version": .int(document.version)],
          "contentChanges": .array(changes),
        ]))
  }

  private func opening(_ document: SoakDocument) -> Message {
    Message(
      json: SoakEditor.notification(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": .string(document.uri), "languageId": .string(document.languageID),
            "version": .int(document.version), "text": .string(document.text),
          ]
        ]))
  }

  static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }
}
