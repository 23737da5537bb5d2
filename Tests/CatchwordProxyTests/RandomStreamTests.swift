import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordProxy

/// Random streams from three sides at once, against what must hold whatever comes.
struct RandomStreamTests {
  private static let methods = [
    "textDocument/hover", "textDocument/completion", "textDocument/inlineCompletion", "completionItem/resolve",
    "initialize", "x/y", "shutdown",
  ]
  /// Of a client that is answered before the other server has answered.
  private static let late: JSONValue = [
    "textDocument": ["synchronization": ["dynamicRegistration": true], "completion": ["dynamicRegistration": true]]
  ]
  private static let notifications = ["textDocument/didOpen", "textDocument/didChange", "$/progress", "initialized"]

  @Test func eachRequestIsAnsweredOnce() {
    var random = SeededRandom()
    for _ in 0..<300 { run(&random) }
  }

  private func run(_ random: inout SeededRandom) {
    var proxy = ReferenceProxy()
    var asked: [JSONValue] = []
    var open: Set<JSONValue> = []
    var sources = 0
    var upstreamQuestions: [JSONValue] = []
    for step in 0..<random.below(120) {
      switch random.below(14) {
      case 0, 1, 2, 3:
        let method = Self.methods[random.below(step == 0 ? 7 : 6)]
        // A small set of ids, so that some are used again, of both kinds, and like those of the proxy.
        let id: JSONValue = random.below(2) == 0 ? .int(random.below(12)) : .string("\(random.below(12))")
        if open.contains(id) { continue }
        open.insert(id)
        asked.append(id)
        let params: JSONValue = method == "initialize" && random.below(2) == 0 ? ["capabilities": Self.late] : [:]
        proxy.client(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
      case 4:
        let method = Self.notifications[random.below(Self.notifications.count)]
        proxy.client(["jsonrpc": "2.0", "method": .string(method), "params": ["n": .int(step)]])
      case 5:
        let id: JSONValue = .int(random.below(12))
        proxy.client(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]])
      case 6, 7: answer(from: proxy.toUpstream, &random) { proxy.upstream($0) }
      case 8, 9: answer(from: proxy.toEmbedded, &random) { proxy.embedded($0) }
      case 10:
        sources += 1
        proxy.perform(proxy.router.sourceAsked(sources, "textDocument/completion", ContiguousArray("{}".utf8)))
        if random.below(3) == 0 { proxy.perform(proxy.router.sourceCancelled(sources)) }
      case 11:
        let id: JSONValue = .int(random.below(5))
        upstreamQuestions.append(id)
        proxy.upstream(["jsonrpc": "2.0", "id": id, "method": "workspace/configuration", "params": [:]])
      case 12: answer(from: proxy.toClient, &random) { proxy.client($0) }
      default:
        if random.below(8) == 0 { proxy.perform(proxy.router.upstreamDidEnd("It has ended.")) }
        if random.below(8) == 0 { proxy.perform(proxy.router.patienceDidEnd(.initialize)) }
        if random.below(3) == 0 { proxy.perform(proxy.router.patienceDidEnd(.answer)) }
        if random.below(8) == 0 { proxy.perform(proxy.router.upstreamLost("It is gone.", isMessage: true)) }
        if random.below(3) == 0, let id = proxy.toUpstream.last?["id"]?.intValue {
          proxy.perform(proxy.router.upstreamSent(PassingMessage(BrokenResponse.all[0].body(id: id))))
        }
      }
      open = Set(open.filter { id in count(id, in: proxy.toClient) < asked.count { $0 == id } })
    }
    proxy.perform(proxy.router.clientDidEnd())
    for _ in 0..<random.below(20) {
      answer(from: proxy.toUpstream, &random) { proxy.upstream($0) }
      answer(from: proxy.toEmbedded, &random) { proxy.embedded($0) }
    }
    proxy.perform(proxy.router.patienceDidEnd(.rest))
    #expect(proxy.code != nil)
    for id in Set(asked) {
      #expect(count(id, in: proxy.toClient) == asked.count { $0 == id }, "answers to \(id)")
    }
    // What is open never has an id twice, on any side.
    for messages in [proxy.toUpstream, proxy.toEmbedded, proxy.toClient] {
      let ids = messages.filter { $0["method"] != nil }.compactMap { $0["id"] }
      #expect(Set(ids).count == ids.count)
    }
    #expect(proxy.secondAnswers == 0)
    #expect(proxy.router.requests.entries.isEmpty)
    // Edits stay in order.
    for messages in [proxy.toUpstream, proxy.toEmbedded] {
      let numbers = messages.compactMap { $0["params"]?["n"]?.intValue }
      #expect(numbers == numbers.sorted())
    }
  }

  /// Answers one of the requests, or one that nobody asked, or the same twice.
  private func answer(
    from requests: [JSONValue], _ random: inout SeededRandom, _ send: (JSONValue) -> Void
  ) {
    let open = requests.filter { $0["method"] != nil && $0["id"] != nil }
    guard !open.isEmpty else { return }
    let id = random.below(10) == 0 ? .int(1_000_000) : open[random.below(open.count)]["id"] ?? nil
    let isError = random.below(4) == 0
    send(
      isError
        ? ["jsonrpc": "2.0", "id": id, "error": ["code": -32001, "message": "no"]]
        : ["jsonrpc": "2.0", "id": id, "result": ["capabilities": ["completionProvider": [:]]]])
  }

  private func count(_ id: JSONValue, in messages: [JSONValue]) -> Int {
    messages.count { $0["id"] == id && $0["method"] == nil }
  }
}
