import CatchwordLSP
import CatchwordRPC
import TestSupport

/// What a dialogue asks of a server, found without a server: how often each id must be answered, and what the documents
/// must be in the end.
///
/// Numbers come in pairs, the least and the most: what stands behind an `exit` need not be looked at.
struct ExpectedClient {
  private(set) var asked: [RequestID: (least: Int, most: Int)] = [:]
  private(set) var unreadable = (least: 0, most: 0)
  private var reference: ReferenceDocuments?
  private var cancelled: Set<RequestID> = []
  private var isExited = false
  private var isOver = false
  private var isAmbiguous = false

  /// The documents' texts; nil when they depend on which of two messages wins a race.
  var texts: [String: String]? { isAmbiguous ? nil : reference?.texts ?? [:] }

  init(_ steps: [DialogueStep]) {
    var decoder = FrameDecoder()
    var events: [FrameDecoder.Event] = []
    for case .send(let bytes) in steps {
      decoder.append(bytes)
      while let event = decoder.next() { events.append(event) }
    }
    let messages = events.map { event in
      switch event {
      case .body(let body): Message(body)
      case .skipped: Message.response(id: nil, result: nil)
      case .problem(let error): Message.invalid(id: nil, error.responseError)
      }
    }
    for case .notification("$/cancelRequest", let params) in messages {
      let id = try? params.decode { (reader) throws(JSONError) in try CancelParams(from: &reader) }.id
      if let id { cancelled.insert(id) }
    }
    // From that setting on a long message may be skipped: whether it is depends on what comes in one read.
    let isLimited = events.contains { event in
      guard case .body(let body) = event else { return false }
      return String(decoding: body, as: UTF8.self).contains("maximumMessageSize")
    }
    // The last message may be refused by its header, and never come.
    if isLimited { unreadable.most += 1 }
    for (event, message) in zip(events, messages) {
      guard case .body(let body) = event, isLimited, body.count > 1024 else {
        follow(message)
        continue
      }
      isAmbiguous = true
      let (least, refused) = (asked, unreadable.least)
      follow(message)
      for id in asked.keys { asked[id]?.least = least[id]?.least ?? 0 }
      unreadable = (refused, unreadable.most + 1)
    }
  }

  private mutating func follow(_ message: Message) {
    switch message {
    case .invalid(nil, _): unreadable = (unreadable.least + (isExited ? 0 : 1), unreadable.most + 1)
    case .invalid(let id?, _): count(id)
    // To what the server has asked it is an answer; its questions have numbers from 1.
    case .unclear(.int(let number), _) where number > 0: asked[.int(number), default: (0, 0)].most += 1
    case .unclear(let id, _): count(id)
    case .response: break
    case .notification("exit", _):
      isExited = true
      isOver = true
    case .notification(let method, let params): edit(method, params)
    case .request(let id, let method, let params):
      count(id)
      followRequest(id, method, params)
    }
  }

  private mutating func count(_ id: RequestID) {
    let (least, most) = asked[id] ?? (0, 0)
    asked[id] = (least + (isExited ? 0 : 1), most + 1)
  }

  /// Beginning and end; a request whose id is cancelled, or used twice, may be either taken or refused.
  private mutating func followRequest(_ id: RequestID, _ method: String, _ params: Message.Params) {
    guard !isOver, (method == "initialize" && reference == nil) || (method == "shutdown" && reference != nil) else {
      return
    }
    if cancelled.contains(id) || (method == "shutdown" && asked[id]?.most != 1) { isAmbiguous = true }
    if method == "shutdown" {
      isOver = true
    } else if let params = try? params.decode({ (reader) throws(JSONError) in try InitializeParams(from: &reader) }) {
      let offered = params.capabilities.positionEncodings
      let silent = params.clientName.lowercased() == "vim-lsp" ? "utf-32" : "utf-16"
      let encoding = ["utf-8", "utf-32", "utf-16"].first { offered.contains($0) }
      // Who offers nothing may be taken for a client that counts otherwise, by a setting or by what it declares.
      let isOther =
        params.initializationOptions?.json.contains("\"client\"") == true
        || params.capabilities.completion.refusesContext
      if encoding == nil && isOther { isAmbiguous = true }
      reference = ReferenceDocuments(encoding: encoding ?? silent)
    }
  }

  /// Edits as the server's own types understand them, handed to the model in plain words.
  private mutating func edit(_ method: String, _ params: Message.Params) {
    guard !isOver, reference != nil else { return }
    var fields: JSONValue?
    switch method {
    case "textDocument/didOpen":
      let open = try? params.decode { (reader) throws(JSONError) in try DidOpenTextDocumentParams(from: &reader) }
      fields = open.map { ["textDocument": ["uri": .string($0.uri), "text": .string($0.text)]] }
    case "textDocument/didClose":
      let close = try? params.decode { (reader) throws(JSONError) in try TextDocumentParams(from: &reader) }
      fields = close.map { ["textDocument": ["uri": .string($0.textDocument.uri)]] }
    case "textDocument/didChange":
      let change = try? params.decode { (reader) throws(JSONError) in try DidChangeTextDocumentParams(from: &reader) }
      fields = change.map { change in
        [
          "textDocument": ["uri": .string(change.textDocument.uri)],
          "contentChanges": .array(change.contentChanges.map(ExpectedClient.plain)),
        ]
      }
    default: break
    }
    if let fields { reference?.apply(["method": .string(method), "params": fields]) }
  }

  private static func plain(_ change: ContentChange) -> JSONValue {
    guard let range = change.range else { return ["text": .string(change.text)] }
    let places = [range.start, range.end].map { place -> JSONValue in
      ["line": .int(place.line), "character": .int(place.character)]
    }
    return ["range": ["start": places[0], "end": places[1]], "text": .string(change.text)]
  }
}
