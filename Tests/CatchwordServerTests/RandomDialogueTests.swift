import CatchwordRPC
import CatchwordServer
import CatchwordTranscript
import TestSupport
import Testing

/// Random dialogues, well-formed and not, cut into random pieces: every request is answered once, the text is the
/// client's, and nothing is left over.
struct RandomDialogueTests {
  private static let scripts: [JSONValue] = [
    ["name": "slow", "words": ["almond", "alto"], "after": 40, "anchor": true],
    ["name": "broken", "fails": "always"],
    ["inline": [["text": "al mond(\n)"]], "after": 15],
  ]

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func neverGoesOutOfStep(encoding: String) throws {
    var random = SeededRandom()
    for _ in 0..<8 {
      let time = VirtualTime()
      let peer = InProcessPeer(.scripted(Self.scripts, time: time), time: time)
      var editor = RandomEditor(peer: peer, encoding: encoding)
      editor.begin(isPatient: Bool.random(using: &random))
      for _ in 0..<200 { editor.step(&random) }
      time.advance(by: .seconds(1))
      #expect(editor.problems() == [])
      #expect(peer.problemsAtEnd() == [])
      editor.end()
      #expect(peer.exitCode() == 0)
    }
  }
}

/// An editor that does anything an editor can do, and some things that none should.
private struct RandomEditor {
  let peer: InProcessPeer
  let encoding: String
  private var version = 0
  private var isOpen: Set<String> = []
  private var asked: [JSONValue: Int] = [:]
  private var next = 1

  init(peer: InProcessPeer, encoding: String) {
    self.peer = peer
    self.encoding = encoding
  }

  mutating func begin(isPatient: Bool) {
    request(
      "initialize",
      [
        "capabilities": [
          "general": [
            "positionEncodings": [.string(encoding)], "staleRequestSupport": ["cancel": .bool(isPatient)],
          ]
        ]
      ])
  }

  mutating func end() {
    request("shutdown", nil)
    send(["method": "exit"])
  }

  mutating func step(_ random: inout SeededRandom) {
    let uri = "file:///\(["a", "b"].randomElement(using: &random)!)"
    switch Int.random(in: 0..<14, using: &random) {
    case 0...5: change(uri, &random)
    case 6, 7: complete(uri, &random)
    case 8: completeInline(uri, &random)
    case 9: send(["method": "$/cancelRequest", "params": ["id": .int(Int.random(in: 0...next, using: &random))]])
    case 10: peer.wait(.milliseconds(Int.random(in: 0...50, using: &random)))
    case 11: if Int.random(in: 0..<4, using: &random) == 0 { toggle(uri, &random) }
    case 12: request("textDocument/unheardOf", nil)
    default: peer.send(ContiguousArray("garbage \(Int.random(in: 0...9, using: &random))\n".utf8))
    }
    if !isOpen.contains(uri) { toggle(uri, &random) }
  }

  private mutating func toggle(_ uri: String, _ random: inout SeededRandom) {
    if isOpen.remove(uri) != nil {
      send(["method": "textDocument/didClose", "params": ["textDocument": ["uri": .string(uri)]]])
    } else {
      isOpen.insert(uri)
      send([
        "method": "textDocument/didOpen",
        "params": [
          "textDocument": [
            "uri": .string(uri), "languageId": "plaintext", "version": 1, "text": .string(random.text(upTo: 60)),
          ]
        ],
      ])
    }
  }

  private mutating func change(_ uri: String, _ random: inout SeededRandom) {
    version += 1
    let changes = (0...Int.random(in: 0...2, using: &random)).map { _ -> JSONValue in
      if Int.random(in: 0..<12, using: &random) == 0 { return ["text": .string(random.text(upTo: 40))] }
      return [
        "range": ["start": position(&random), "end": position(&random)], "text": .string(random.text(upTo: 4)),
      ]
    }
    send([
      "method": "textDocument/didChange",
      "params": ["textDocument": ["uri": .string(uri), "version": .int(version)], "contentChanges": .array(changes)],
    ])
  }

  private mutating func complete(_ uri: String, _ random: inout SeededRandom) {
    request("textDocument/completion", ["textDocument": ["uri": .string(uri)], "position": position(&random)])
  }

  private mutating func completeInline(_ uri: String, _ random: inout SeededRandom) {
    var context: [String: JSONValue] = ["triggerKind": .int(Int.random(in: 1...2, using: &random))]
    if Int.random(in: 0..<4, using: &random) == 0 {
      let range: JSONValue = ["start": position(&random), "end": position(&random)]
      context["selectedCompletionInfo"] = ["range": range, "text": .string(random.text(upTo: 4))]
    }
    request(
      "textDocument/inlineCompletion",
      ["textDocument": ["uri": .string(uri)], "position": position(&random), "context": .object(context)])
  }

  /// Often inside the text, sometimes far outside.
  private func position(_ random: inout SeededRandom) -> JSONValue {
    let limit = Int.random(in: 0..<10, using: &random) == 0 ? 1_000_000_000 : 12
    return [
      "line": .int(Int.random(in: 0...limit, using: &random)),
      "character": .int(Int.random(in: 0...limit, using: &random)),
    ]
  }

  private mutating func request(_ method: String, _ params: JSONValue) {
    next += 1
    asked[.int(next), default: 0] += 1
    send(["id": .int(next), "method": .string(method), "params": params])
  }

  private func send(_ message: JSONValue) {
    guard case .object(var fields) = message else { return }
    fields["jsonrpc"] = "2.0"
    peer.send(OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8)))
  }

  /// Requests that were not answered once.
  func problems() -> [String] {
    var answered: [JSONValue: Int] = [:]
    while case .message(let message) = peer.receive(within: nil) {
      if message["method"] == nil, let id = message["id"], id != .null { answered[id, default: 0] += 1 }
    }
    return Set(asked.keys).union(answered.keys).filter { asked[$0] != answered[$0] }
      .map { "\($0.json) was asked \(asked[$0] ?? 0) times and answered \(answered[$0] ?? 0) times" }
  }
}
