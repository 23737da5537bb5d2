import CatchwordRPC

@testable import CatchwordProxy

/// A client, another server and our own, as plain as can be, around a router: they note what they get, in order.
struct ReferenceProxy {
  var router = ProxyRouter(name: "other")
  var toClient: [JSONValue] = []
  var toUpstream: [JSONValue] = []
  var toEmbedded: [JSONValue] = []
  var answers: [Int: Result<String, UpstreamError>] = [:]
  /// Answers to one question of the source's that came again.
  var secondAnswers = 0
  var hasEmbedded = false
  var code: Int32?

  mutating func client(_ message: JSONValue) { perform(router.clientSent(passing(message))) }
  mutating func upstream(_ message: JSONValue) { perform(router.upstreamSent(passing(message))) }
  mutating func embedded(_ message: JSONValue) { perform(router.embeddedSent(passing(message), urgency: .required)) }

  mutating func perform(_ actions: [ProxyAction]) {
    for action in actions + router.endWhenDone() {
      switch action {
      case .toClient(let body, _): toClient.append(value(body))
      case .toUpstream(let body): toUpstream.append(value(body))
      case .toEmbedded(let body): toEmbedded.append(value(body))
      case .startEmbedded: hasEmbedded = true
      case .answer(let number, let result):
        if answers[number] != nil { secondAnswers += 1 }
        answers[number] = result.map { String(decoding: $0, as: UTF8.self) }
      case .finish(let code): self.code = code
      case .wait, .endUpstream, .log: break
      }
    }
  }

  /// Goes through `initialize`, and forgets it.
  mutating func start(
    capabilities: JSONValue = ["completionProvider": [:], "textDocumentSync": 2], ownInline: JSONValue? = nil
  ) {
    client(["jsonrpc": "2.0", "id": "init", "method": "initialize", "params": ["capabilities": [:]]])
    upstream(["jsonrpc": "2.0", "id": toUpstream[0]["id"] ?? nil, "result": ["capabilities": capabilities]])
    var own: [String: JSONValue] = ["completionProvider": ["triggerCharacters": ["/"]]]
    own["inlineCompletionProvider"] = ownInline
    embedded([
      "jsonrpc": "2.0", "id": toEmbedded[0]["id"] ?? nil, "result": ["capabilities": .object(own)],
    ])
    (toClient, toUpstream, toEmbedded) = ([], [], [])
  }

  private func passing(_ message: JSONValue) -> PassingMessage { PassingMessage(ContiguousArray(message.json.utf8)) }

  private func value(_ body: ContiguousArray<UInt8>) -> JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}
