import CatchwordRPC
import Testing

@testable import CatchwordProxy

/// A server that answers nothing, and a client that cancels what it does not want any more.
struct CancelledRequestTests {
  private var proxy = ReferenceProxy()

  private func request(_ id: JSONValue, _ method: String) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": [:]]
  }

  /// Sends as many requests as may be open.
  private mutating func fill(isCancelled: (Int) -> Bool) {
    for id in 0..<PassedRequests.maximumOpen {
      proxy.client(request(.int(id), "never"))
      guard isCancelled(id) else { continue }
      proxy.client(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": .int(id)]])
    }
  }

  @Test mutating func theyMakeRoomForMore() {
    proxy.start()
    fill { $0 > 0 }
    let asked = proxy.toUpstream.filter { $0["method"] == "never" }
    #expect(asked.count == PassedRequests.maximumOpen && proxy.toClient.isEmpty)
    // The server may answer them until the room is needed.
    proxy.upstream(ScriptedUpstream.answer(asked[1], "one"))
    #expect(proxy.toClient == [["jsonrpc": "2.0", "id": 1, "result": "one"]])
    for name in ["a", "b"] { proxy.client(request(.string(name), "x/\(name)")) }
    #expect(proxy.toUpstream.suffix(2).map { $0["method"] } == ["x/a", "x/b"])
    let refused = proxy.toClient.dropFirst()
    #expect(refused.count == PassedRequests.maximumOpen - 2)
    #expect(refused.first?["id"] == 2 && refused.allSatisfy { $0["error"]?["code"] == -32800 })
    // What it answers then is dropped; the request that was not cancelled is still open.
    let count = proxy.toClient.count
    for request in [asked[2], asked[0]] { proxy.upstream(ScriptedUpstream.answer(request, "late")) }
    #expect(Array(proxy.toClient.dropFirst(count)) == [["jsonrpc": "2.0", "id": 0, "result": "late"]])
  }

  @Test mutating func theyMakeRoomForOurQuestions() {
    proxy.start()
    fill { _ in true }
    proxy.perform(proxy.router.sourceAsked(1, "textDocument/completion", ContiguousArray("{}".utf8)))
    #expect(proxy.toUpstream.last?["method"] == "textDocument/completion" && proxy.answers.isEmpty)
    #expect(proxy.toClient.count == PassedRequests.maximumOpen)
  }

  @Test mutating func withoutRoomThereAreStillCompletionsAndShutdown() {
    proxy.start()
    fill { _ in false }
    proxy.client(request("list", "textDocument/completion"))
    #expect(proxy.toEmbedded.last?["method"] == "textDocument/completion")
    proxy.client(request("end", "shutdown"))
    #expect(proxy.toClient.isEmpty)
    proxy.perform(proxy.router.patienceDidEnd(.rest))
    #expect(proxy.toUpstream.last?["method"] == "shutdown" && proxy.toEmbedded.last?["method"] == "shutdown")
    #expect(proxy.toClient.isEmpty)
  }
}
