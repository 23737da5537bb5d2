import CatchwordRPC
import CatchwordText

/// Instructions of a byte each, with their operands, for a client that mostly knows the protocol: so that few bytes of
/// an input go a long way into the server.
struct DialogueProgram {
  private var held: ContiguousArray<UInt8> = []
  private var steps: [DialogueStep] = []
  private var nextID = 1
  private var version = 1

  /// A client that introduces itself.
  init(_ input: inout InputBytes) {
    let encodings: [JSONValue] = [
      [], ["utf-8"], ["utf-16"], ["utf-32"], ["utf-16", "utf-8"], ["utf-32", "utf-16"], ["utf-7"], .null,
    ]
    let clients: [JSONValue] = ["", "helix", "Neovim", "vim-lsp", "Visual Studio Code"]
    let kind = input.byte()
    let isRich = input.byte() & 1 == 1
    let item: JSONValue = [
      "insertReplaceSupport": .bool(kind & 16 == 0), "labelDetailsSupport": true,
      "documentationFormat": ["markdown"], "resolveSupport": ["properties": ["documentation"]],
      "insertTextModeSupport": ["valueSet": [1, 2]],
    ]
    let completion: JSONValue = [
      "completionItem": item, "contextSupport": true,
      "completionList": ["itemDefaults": kind & 32 == 0 ? ["editRange", "insertTextMode"] : []],
    ]
    let general: JSONValue = [
      "positionEncodings": encodings[Int(kind & 7)], "staleRequestSupport": ["cancel": .bool(kind & 8 != 0)],
    ]
    var capabilities: [String: JSONValue] = ["general": general]
    if isRich { capabilities["textDocument"] = ["completion": completion] }
    request(
      "initialize",
      [
        "capabilities": .object(capabilities), "clientInfo": ["name": clients[input.number(below: clients.count)]],
        "processId": kind & 64 == 0 ? nil : 42, "trace": kind & 128 == 0 ? "off" : "verbose",
      ])
    send()
  }

  /// The steps of the whole input.
  mutating func steps(_ input: inout InputBytes) -> [DialogueStep] {
    while !input.isEmpty {
      let instruction = input.byte()
      perform(instruction & 0x1F, &input)
      // Held back, to be sent together with what follows.
      if instruction & 0xC0 != 0 { send() }
    }
    send()
    return steps
  }

  private mutating func send() {
    if !held.isEmpty { steps.append(.send(held)) }
    held = []
  }

  private mutating func perform(_ instruction: UInt8, _ input: inout InputBytes) {
    switch instruction {
    case 0...7: change(&input)
    case 8...13: complete(&input)
    case 14, 15: open(&input)
    case 16: notify("textDocument/didClose", ["textDocument": ["uri": uri(&input)]])
    case 17, 18: notify("$/cancelRequest", ["id": id(&input)])
    case 19, 20:
      send()
      steps.append(
        .wait(.milliseconds([0, 1, 5, 10, 19, 20, 30, 31, 40, 100, 500, 1000, 6000][input.number(below: 13)])))
    case 21: configure(&input)
    case 22: resolve(&input)
    case 23: completeInline(&input)
    case 24: held += OutgoingMessage.frame(input.bytes(Int(input.byte())))
    case 25: held += input.bytes(Int(input.byte()))
    case 26: notify(["initialized", "textDocument/didSave", "$/unheardOf", "exit "][input.number(below: 4)], [:])
    case 27: notify("$/setTrace", ["value": ["off", "messages", "verbose", "loud"][input.number(below: 4)]])
    case 28: request("textDocument/unheardOf", nil, id: id(&input))
    case 29: request("textDocument/completion", nil, id: id(&input))
    case 30: if input.byte() & 3 == 0 { request("shutdown", nil) } else { request("initialize", ["capabilities": [:]]) }
    default: if input.byte() & 7 == 0 { notify("exit", nil) }
    }
  }

  // MARK: Messages

  private mutating func open(_ input: inout InputBytes) {
    let languages: [JSONValue] = ["plaintext", "css", "php", "c"]
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri(&input), "languageId": languages[input.number(below: 4)], "version": 1,
          "text": .string(input.text()),
        ]
      ])
  }

  private mutating func change(_ input: inout InputBytes) {
    version += 1
    let kind = input.byte()
    let uri = uri(&input)
    let changes = (0...kind % 3).map { _ -> JSONValue in
      let start = TextPosition(line: input.coordinate(), column: input.coordinate())
      // A key press, for the most part.
      let end = kind & 0x30 == 0 ? TextPosition(line: input.coordinate(), column: input.coordinate()) : start
      return EditMessage.change(kind >= 0xF0 ? nil : (start, end), input.text())
    }
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri, "version": kind == 0 ? nil : .int(version)], "contentChanges": .array(changes),
      ])
  }

  private mutating func complete(_ input: inout InputBytes) {
    let contexts: [JSONValue] = [
      nil, ["triggerKind": 1], ["triggerKind": 2, "triggerCharacter": "."], ["triggerKind": 3], ["triggerKind": 9],
    ]
    request(
      "textDocument/completion",
      [
        "textDocument": ["uri": uri(&input)],
        "position": ["line": .int(input.coordinate()), "character": .int(input.coordinate())],
        "context": contexts[input.number(below: contexts.count)],
      ])
  }

  private mutating func completeInline(_ input: inout InputBytes) {
    let range: JSONValue = [
      "start": ["line": 0, "character": .int(input.coordinate())], "end": ["line": 0, "character": 2],
    ]
    let contexts: [JSONValue] = [
      nil, ["triggerKind": 1], ["triggerKind": 2], ["triggerKind": 9],
      ["triggerKind": 2, "selectedCompletionInfo": ["range": range, "text": .string(input.text())]],
    ]
    request(
      "textDocument/inlineCompletion",
      [
        "textDocument": ["uri": uri(&input)],
        "position": ["line": .int(input.coordinate()), "character": .int(input.coordinate())],
        "context": contexts[input.number(below: contexts.count)],
      ])
  }

  private mutating func resolve(_ input: inout InputBytes) {
    let (list, place) = (input.number(below: 16), input.number(below: 8))
    let data: JSONValue = input.byte() < 0xF0 ? .int(list) : "else"
    request("completionItem/resolve", ["label": "almond", "sortText": .string(String(place)), "data": data])
  }

  private mutating func configure(_ input: inout InputBytes) {
    let settings: [JSONValue] = [
      ["identity": "anchor"], ["identity": "cursor"], ["identity": 3], ["budget": 1], ["budget": 10_000],
      ["budget": -1],
      ["limit": 1], ["limit": 3], ["limit": "many"], ["lists": ["/words", "gone"]], ["lists": []], ["lists": [:]],
      ["catchword": ["lists": [["path": "/tabbed", "name": "t"], 5]]], ["catchword": nil], nil, [],
      ["ghostText": ["enabled": false]], ["ghostText": ["confidence": 1]], ["ghostText": 1],
      ["ban": ["words": ["mond"]]],
    ]
    notify("workspace/didChangeConfiguration", ["settings": settings[input.number(below: settings.count)]])
  }

  // MARK: Pieces

  private func uri(_ input: inout InputBytes) -> JSONValue { ["file:///a", "file:///b", "ü"][input.number(below: 3)] }

  /// Mostly one that was used lately.
  private func id(_ input: inout InputBytes) -> JSONValue {
    let byte = input.byte()
    switch byte {
    case 0xF0...0xF7: return .string(String(byte & 3))
    case 0xF8...: return [-1, .number("1.5"), nil, [], true, 9_007_199_254_740_993, "", "é"][Int(byte & 7)]
    default: return .int(max(0, nextID - Int(byte % 12)))
    }
  }

  private mutating func request(_ method: String, _ params: JSONValue, id: JSONValue? = nil) {
    frame(["jsonrpc": "2.0", "id": id ?? .int(nextID), "method": .string(method), "params": params])
    nextID += 1
  }

  private mutating func notify(_ method: String, _ params: JSONValue) {
    frame(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  private mutating func frame(_ message: JSONValue) {
    held += OutgoingMessage.frame(ContiguousArray(message.json.utf8))
  }
}
