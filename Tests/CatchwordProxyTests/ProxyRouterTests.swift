import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordProxy

struct ProxyRouterTests {
  private var proxy = ReferenceProxy()

  private func request(_ id: JSONValue, _ method: String, _ params: JSONValue = [:]) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
  }

  private func notification(_ method: String, _ params: JSONValue = [:]) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  private func result(_ id: JSONValue?, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id ?? nil, "result": result]
  }

  @Test mutating func whatItDoesNotKnowGoesToTheOtherServerAndBack() {
    proxy.start()
    proxy.client(request("x", "rust-analyzer/expandMacro", ["n": .number("1.50e1"), "workDoneToken": 7]))
    #expect(proxy.toUpstream.count == 1)
    #expect(proxy.toUpstream[0]["params"] == ["n": .number("1.50e1"), "workDoneToken": 7])
    #expect(proxy.toEmbedded == [])
    proxy.upstream(notification("$/progress", ["token": 7, "value": ["kind": "begin", "title": "a"]]))
    proxy.upstream(result(proxy.toUpstream[0]["id"], ["expansion": "…"]))
    #expect(
      proxy.toClient == [
        notification("$/progress", ["token": 7, "value": ["kind": "begin", "title": "a"]]),
        result("x", ["expansion": "…"]),
      ])
  }

  @Test mutating func whatCameBeforeAnInitializeThatFailedIsRefused() {
    proxy.client(request("init", "initialize", ["capabilities": [:]]))
    proxy.client(request(2, "textDocument/completion"))
    let error: JSONValue = ["code": -32603, "message": "no"]
    proxy.upstream(["jsonrpc": "2.0", "id": proxy.toUpstream[0]["id"] ?? nil, "error": error])
    #expect(proxy.toClient.map { $0["id"] } == ["init", 2])
    #expect(proxy.toClient.map { $0["error"]?["code"]?.intValue } == [-32603, -32002])
    #expect(proxy.toEmbedded == [])
    // The id is free again.
    proxy.client(request(2, "textDocument/hover"))
    #expect(proxy.toUpstream.count == 2)
  }

  @Test mutating func editsReachBothBeforeTheQuestionsAboutThem() {
    proxy.start()
    let edit = notification("textDocument/didChange", ["textDocument": ["uri": "a"]])
    proxy.client(edit)
    proxy.client(request(1, "textDocument/completion"))
    proxy.perform(proxy.router.sourceAsked(1, "textDocument/completion", ContiguousArray("{}".utf8)))
    #expect(proxy.toUpstream.map { $0["method"] } == ["textDocument/didChange", "textDocument/completion"])
    #expect(proxy.toEmbedded.map { $0["method"] } == ["textDocument/didChange", "textDocument/completion"])
    #expect(proxy.toUpstream[0] == edit && proxy.toEmbedded[0] == edit)
  }

  @Test mutating func aCancellationGoesToWhoseTheRequestIs() {
    proxy.start()
    proxy.client(request("a", "textDocument/hover"))
    proxy.client(request("b", "textDocument/completion"))
    for id in ["a", "b", "unknown"] { proxy.client(notification("$/cancelRequest", ["id": .string(id)])) }
    #expect(proxy.toUpstream.last == notification("$/cancelRequest", ["id": proxy.toUpstream[0]["id"] ?? nil]))
    #expect(proxy.toEmbedded.last == notification("$/cancelRequest", ["id": proxy.toEmbedded[0]["id"] ?? nil]))
    #expect(proxy.toUpstream.count == 2 && proxy.toEmbedded.count == 2)
  }

  @Test mutating func twoServersMayAskTheSameUnderTheSameID() {
    proxy.start()
    proxy.upstream(request(1, "workspace/configuration"))
    proxy.embedded(request(1, "workspace/configuration"))
    let ids = proxy.toClient.map { $0["id"] }
    #expect(Set(ids).count == 2)
    proxy.client(result(ids[1], ["ours"]))
    proxy.client(result(ids[0], ["theirs"]))
    proxy.client(result(ids[0], ["again"]))
    #expect(proxy.toUpstream == [result(1, ["theirs"])])
    #expect(proxy.toEmbedded == [result(1, ["ours"])])
  }

  @Test mutating func anAnswerWithoutAResultGoesToWhoAsked() {
    proxy.start()
    proxy.client(request(7, "textDocument/formatting"))
    proxy.upstream(["jsonrpc": "2.0", "id": proxy.toUpstream[0]["id"] ?? nil])
    #expect(proxy.toClient == [["jsonrpc": "2.0", "id": 7]])

    (proxy.toClient, proxy.toUpstream) = ([], [])
    proxy.upstream(request("q", "client/registerCapability"))
    let answer: JSONValue = ["jsonrpc": "2.0", "id": proxy.toClient[0]["id"] ?? nil]
    proxy.client(answer)
    #expect(proxy.toUpstream == [["jsonrpc": "2.0", "id": "q"]])
    #expect(proxy.toEmbedded == [])
    // Nobody has asked by now.
    proxy.client(answer)
    #expect(proxy.toUpstream.count == 1 && proxy.toEmbedded == [])
    #expect(proxy.toClient.last?["id"] == answer["id"] && proxy.toClient.last?["error"]?["code"] == -32600)
    // Nor is it an answer to what the client itself has asked under that number.
    proxy.client(request(answer["id"] ?? nil, "textDocument/hover"))
    proxy.client(answer)
    #expect(proxy.toClient.last?["id"] == .some(.null) && proxy.toClient.last?["error"]?["code"] == -32600)
  }

  @Test mutating func garbageReachesOursWithoutItsID() {
    proxy.start()
    for method: JSONValue in [nil, 5] { proxy.client(["jsonrpc": "2.0", "id": 5, "method": method]) }
    #expect(proxy.toEmbedded.map { $0["id"] } == [.null, .null])
    #expect(proxy.toUpstream == [])
  }

  @Test mutating func whatADeadServerOwesIsAnsweredOnce() {
    proxy.start()
    proxy.client(request(1, "textDocument/hover"))
    proxy.client(request(2, "textDocument/completion"))
    proxy.perform(proxy.router.sourceAsked(5, "textDocument/completion", ContiguousArray("{}".utf8)))
    proxy.upstream(request("p", "window/workDoneProgress/create", ["token": "t"]))
    proxy.upstream(notification("textDocument/publishDiagnostics", ["uri": "a", "diagnostics": [["message": "m"]]]))
    proxy.toClient = []
    proxy.perform(proxy.router.upstreamDidEnd("other has ended."))
    #expect(proxy.answers[5] == .failure(.ended("other has ended.")))
    #expect(proxy.toClient.first?["id"] == 1)
    #expect(proxy.toClient.first?["error"]?["code"] == -32803)
    let methods = proxy.toClient.compactMap { $0["method"]?.stringValue }
    #expect(
      methods == ["$/cancelRequest", "$/progress", "textDocument/publishDiagnostics", "window/showMessage"])
    proxy.toClient = []
    // Its own goes on, and everything else is refused at once.
    proxy.embedded(result(proxy.toEmbedded.last?["id"], ["items": []]))
    proxy.client(request(3, "textDocument/hover"))
    proxy.perform(proxy.router.upstreamDidEnd("other has ended."))
    #expect(proxy.toClient.map { $0["id"] } == [2, 3])
    #expect(proxy.toClient[1]["error"]?["code"] == -32803)
  }

  @Test mutating func aServerThatNeverBeginsCostsNobodyCompletions() {
    proxy.client(request(0, "initialize", ["capabilities": [:]]))
    proxy.client(notification("initialized"))
    #expect(!proxy.hasEmbedded)
    proxy.perform(proxy.router.patienceDidEnd(.initialize))
    #expect(proxy.hasEmbedded)
    #expect(proxy.toEmbedded.map { $0["method"] } == ["initialize", "initialized"])
    // Nobody is told before it has been said that the server is there.
    #expect(proxy.toClient.isEmpty)
    proxy.embedded(result(proxy.toEmbedded.first?["id"], ["capabilities": ["completionProvider": [:]]]))
    #expect(proxy.toClient.first == result(0, ["capabilities": ["completionProvider": [:]]]))
    #expect(proxy.toClient.dropFirst().map { $0["method"] } == ["window/showMessage"])
    // Its answer comes after all.
    proxy.upstream(result(1, ["capabilities": [:]]))
    #expect(proxy.toClient.count == 2)
  }

  @Test(
    arguments: [
      // What the other server and ours say, and who is asked.
      (nil, true, "embedded"), (false, true, "embedded"), (true, true, "upstream"), (true, nil, "upstream"),
      ([:], true, "upstream"), (nil, nil, "upstream"),
    ] as [(JSONValue?, JSONValue?, String)])
  mutating func ghostTextIsAskedOfWhoHasIt(theirs: JSONValue?, ours: JSONValue?, expected: String) {
    var capabilities: [String: JSONValue] = ["textDocumentSync": 2]
    capabilities["inlineCompletionProvider"] = theirs
    proxy.start(capabilities: .object(capabilities), ownInline: ours)
    let params: JSONValue = ["position": ["line": .number("1.0")], "x": 1]
    proxy.client(request(1, "textDocument/inlineCompletion", params))
    #expect(proxy.toUpstream.count == (expected == "upstream" ? 1 : 0))
    #expect(proxy.toEmbedded.count == (expected == "embedded" ? 1 : 0))
    #expect((proxy.toUpstream + proxy.toEmbedded)[0]["params"] == params)
    proxy.client(notification("$/cancelRequest", ["id": 1]))
    #expect(proxy.toUpstream.count == (expected == "upstream" ? 2 : 0))
    // Without the other server there is only ours.
    proxy.perform(proxy.router.upstreamDidEnd("other has ended."))
    proxy.client(request(2, "textDocument/inlineCompletion", params))
    #expect(proxy.toEmbedded.last?["method"] == "textDocument/inlineCompletion")
  }

  @Test mutating func ghostTextThatIsRegisteredLaterIsTheOtherServers() {
    proxy.start(ownInline: true)
    let entry: JSONValue = ["id": "i", "method": "textDocument/inlineCompletion"]
    proxy.upstream(request(1, "client/registerCapability", ["registrations": [["id": "h", "method": "x"], entry]]))
    proxy.client(request(1, "textDocument/inlineCompletion"))
    #expect(proxy.toUpstream.last?["method"] == "textDocument/inlineCompletion")
    proxy.upstream(request(2, "client/unregisterCapability", ["unregisterations": [["id": "h", "method": "x"]]]))
    proxy.client(request(2, "textDocument/inlineCompletion"))
    #expect(proxy.toEmbedded.isEmpty)
    proxy.upstream(request(3, "client/unregisterCapability", ["unregisterations": [entry]]))
    proxy.client(request(3, "textDocument/inlineCompletion"))
    #expect(proxy.toEmbedded.last?["method"] == "textDocument/inlineCompletion")
  }

  @Test mutating func shutdownWaitsForBothAndForNobodyTooLong() {
    proxy.start()
    proxy.client(request(9, "shutdown", nil))
    #expect(proxy.toUpstream.last?["method"] == "shutdown" && proxy.toEmbedded.last?["method"] == "shutdown")
    proxy.upstream(result(proxy.toUpstream.last?["id"], nil))
    #expect(proxy.toClient == [])
    proxy.embedded(result(proxy.toEmbedded.last?["id"], nil))
    #expect(proxy.toClient == [result(9, nil)])
    proxy.client(notification("exit"))
    #expect(proxy.toUpstream.last?["method"] == "exit")
    #expect(proxy.code == 0)

    var other = ReferenceProxy()
    other.start()
    other.client(request(9, "shutdown", nil))
    other.embedded(result(other.toEmbedded.last?["id"], nil))
    #expect(other.toClient == [])
    other.perform(other.router.patienceDidEnd(.shutdown))
    #expect(other.toClient == [result(9, nil)])
  }

  @Test mutating func settingsOfTheOtherServerAreNotOurs() {
    proxy.start()
    let settings: JSONValue = ["settings": ["clangd": ["limit": 3], "catchword": ["budget": 5]]]
    proxy.client(notification("workspace/didChangeConfiguration", settings))
    proxy.client(notification("workspace/didChangeConfiguration", ["settings": ["clangd": [:]]]))
    #expect(proxy.toUpstream[0]["params"] == settings)
    #expect(proxy.toEmbedded.map { $0["params"]?["settings"] } == [["catchword": ["budget": 5]], .some(.null)])
  }

  @Test mutating func documentsAreNotForcedOnAServerThatWantsNone() {
    proxy.start(capabilities: ["textDocumentSync": 0])
    for method in ["didOpen", "didChange", "didSave"] { proxy.client(notification("textDocument/\(method)")) }
    #expect(proxy.toUpstream.map { $0["method"] } == ["textDocument/didSave"])
    #expect(proxy.toEmbedded.count == 3)
  }

  @Test mutating func tooManyOpenRequestsAreRefused() {
    proxy.start()
    for id in 0...PassedRequests.maximumOpen { proxy.client(request(.int(id), "never")) }
    #expect(proxy.toUpstream.count == PassedRequests.maximumOpen)
    #expect(proxy.toClient.count == 1 && proxy.toClient[0]["error"] != nil)
    for id in 0...PassedQuestions.maximumOpen { proxy.upstream(request(.int(id), "never")) }
    #expect(proxy.toUpstream.last?["error"] != nil)
  }
}
