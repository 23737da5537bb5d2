import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordProxy

/// Responses of the server behind the proxy that cannot be read: whoever waits for one is told so at once.
struct LostResponseTests {
  @Test(arguments: BrokenResponse.all, [true, false])
  func theIDIsFoundBeforeAndBehindTheFault(response: BrokenResponse, isIDFirst: Bool) {
    let message = PassingMessage(response.body(id: 7, isIDFirst: isIDFirst))
    guard case .invalid = message.kind else {
      Issue.record("\(message.kind)")
      return
    }
    #expect(LostResponse(message.body) == .one(7))
  }

  @Test(
    arguments: [
      ("{]}", .notAwaited), ("{}", .notAwaited), ("", .notAwaited), ("null", .notAwaited),
      (#"[{"id":1,"result":NaN}]"#, .unknown),
      (#"{"id":null,"result":NaN}"#, .unknown), (#"{"id":"x","result":NaN}"#, .notAwaited),
      (#"{"method":"a","params":NaN,"id":1}"#, .notAwaited), (#"{"params":NaN,"method":"a"}"#, .notAwaited),
      (#"{"id":1.0,"result":NaN}"#, .one(1)), (#"{"result":{"id":2,"x":NaN},"id":3}"#, .one(3)),
      (#"{"result":"\"id\":2\\","x":NaN,"id":3}"#, .one(3)), (#"{"id":4,"result":"a\"#, .one(4)),
    ] as [(String, LostResponse)])
  func tellsWhoseResponseItMayBe(text: String, expected: LostResponse) {
    #expect(LostResponse(ContiguousArray(text.utf8)) == expected)
  }

  @Test(arguments: BrokenResponse.all)
  func theClientIsAnsweredAtOnce(response: BrokenResponse) throws {
    let dialogue = ProxyDialogue.completing([["label": "printf"]], text: "pri")
    let other = dialogue.begin("x/other", [:])
    let hover = dialogue.begin("textDocument/hover", [:])
    let number = try #require(dialogue.upstream.received.last?["id"]?.intValue)
    dialogue.upstream.emit(response.frame(id: number))
    let error = try #require(dialogue.answer(hover)?["error"])
    #expect(error["code"] == -32803)
    #expect(error["message"]?.stringValue?.hasPrefix("other has sent an answer that could not be taken: ") == true)
    #expect(dialogue.answer(other) == nil)
  }

  @Test(arguments: BrokenResponse.all)
  func ourItemsComeAtOnce(response: BrokenResponse) throws {
    let asked = Box<JSONValue>()
    let dialogue = ProxyDialogue.answering { message in
      asked.value = message
      return []
    }
    dialogue.open("words", "printable")
    dialogue.open("a", "pr")
    let place: JSONValue = ["line": 0, "character": 2]
    let id = dialogue.begin("textDocument/completion", ["textDocument": ["uri": "a"], "position": place])
    dialogue.time.advance(by: .milliseconds(10))
    #expect(dialogue.answer(id) == nil)
    dialogue.upstream.emit(response.frame(id: try #require(asked.value?["id"]?.intValue)))
    let items = try #require(dialogue.answer(id)?["result"]?["items"]?.arrayValue)
    #expect(items.compactMap { $0["label"]?.stringValue } == ["printable"])
  }

  /// After a tenth of a second, and not after the time that a silent server is given.
  @Test(arguments: BrokenResponse.all)
  func anAnswerToInitializeThatIsLostEndsTheServer(response: BrokenResponse) throws {
    let dialogue = ProxyDialogue { _, _ in [] }
    let id = dialogue.begin("initialize", ["capabilities": [:]])
    dialogue.upstream.emit(response.frame(id: try #require(dialogue.upstream.received.first?["id"]?.intValue)))
    dialogue.time.advance(by: .milliseconds(100))
    #expect(dialogue.answer(id)?["result"]?["serverInfo"]?["name"] == "catchword")
    #expect(dialogue.upstream.hasEnded)
    let shown = dialogue.messages.filter { $0["method"] == "window/showMessage" }
    #expect(shown.count == 1)
    #expect(shown.first?["params"]?["message"]?.stringValue?.contains("could not be taken: ") == true)
    #expect(dialogue.request("textDocument/hover", [:])?["error"]?["code"] == -32803)
  }

  @Test func anAnswerToShutdownThatIsLostIsAnAnswer() throws {
    var proxy = ReferenceProxy()
    proxy.start()
    proxy.client(["jsonrpc": "2.0", "id": 9, "method": "shutdown"])
    proxy.embedded(["jsonrpc": "2.0", "id": proxy.toEmbedded.last?["id"] ?? nil, "result": nil])
    #expect(proxy.toClient == [])
    let number = try #require(proxy.toUpstream.last?["id"]?.intValue)
    proxy.perform(proxy.router.upstreamSent(PassingMessage(BrokenResponse.all[0].body(id: number))))
    #expect(proxy.toClient == [["jsonrpc": "2.0", "id": 9, "result": nil]])
  }

  @Test func withoutAnIDItMayBeAnybodys() {
    var proxy = ReferenceProxy()
    proxy.start()
    for id in 1...2 { proxy.client(["jsonrpc": "2.0", "id": .int(id), "method": "textDocument/hover"]) }
    proxy.perform(proxy.router.sourceAsked(5, "textDocument/completion", ContiguousArray("{}".utf8)))
    // What is no response answers nobody.
    let notification = ContiguousArray(#"{"method":"window/logMessage","params":NaN}"#.utf8)
    proxy.perform(proxy.router.upstreamSent(PassingMessage(notification)))
    #expect(proxy.toClient.isEmpty && proxy.answers.isEmpty)
    proxy.perform(proxy.router.upstreamSent(PassingMessage(ContiguousArray(#"[{"id":1,"result":NaN}]"#.utf8))))
    #expect(proxy.toClient.map { $0["id"] } == [1, 2] && proxy.answers.keys.sorted() == [5])
    // The answers after all.
    for request in proxy.toUpstream { proxy.upstream(ScriptedUpstream.answer(request, nil)) }
    #expect(proxy.toClient.count == 2 && proxy.secondAnswers == 0)
  }

  /// To some servers, all numbers are floating-point numbers.
  @Test func aNumberIsTheSameHoweverItIsWritten() throws {
    var proxy = ReferenceProxy()
    proxy.start()
    proxy.client(["jsonrpc": "2.0", "id": 1, "method": "textDocument/hover"])
    let number = try #require(proxy.toUpstream.last?["id"]?.intValue)
    proxy.upstream(["jsonrpc": "2.0", "id": .number("\(number).0"), "result": "a"])
    #expect(proxy.toClient == [["jsonrpc": "2.0", "id": 1, "result": "a"]])
    proxy.upstream(["jsonrpc": "2.0", "id": "q", "method": "workspace/configuration"])
    let question = try #require(proxy.toClient.last?["id"]?.intValue)
    proxy.client(["jsonrpc": "2.0", "id": .number("\(question).0"), "result": "b"])
    #expect(proxy.toUpstream.last == ["jsonrpc": "2.0", "id": "q", "result": "b"])
  }
}
