import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordProxy

/// Whole dialogues through the proxy: servers that are slow, silent, dead or mad, and clients too.
struct ProxyDialogueTests {
  private func labels(_ list: JSONValue?) -> [String] {
    (list?["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }.sorted()
  }

  @Test func aSlowServersItemsComeWithTheNextKey() throws {
    let late = Box<JSONValue>()
    let dialogue = ProxyDialogue.answering { message in
      late.value = message
      return []
    }
    dialogue.open("a", "pr")
    dialogue.open("words", "printable")
    let first = dialogue.complete(at: 2)
    #expect(labels(first) == ["printable"])
    #expect(first?["isIncomplete"] == true)
    dialogue.type("i", at: 2)
    let asked = try #require(late.value)
    let range: JSONValue = ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 2]]
    dialogue.upstream.say(
      ScriptedUpstream.answer(
        asked,
        ["isIncomplete": false, "items": [["label": "printf", "textEdit": ["newText": "printf", "range": range]]]]))
    let second = dialogue.complete(at: 3)
    #expect(labels(second) == ["printable", "printf"])
    let item = second?["items"]?.arrayValue?.first { $0["label"] == "printf" }
    #expect(item?["textEdit"]?["range"]?["end"]?["character"] == 3)
    #expect(dialogue.upstream.methods.count { $0 == "textDocument/completion" } == 1)
  }

  @Test func aServerThatHasReadTheDocumentIsAskedAnew() {
    let members = Box<JSONValue>()
    let dialogue = ProxyDialogue.answering { message in
      [ScriptedUpstream.answer(message, ["isIncomplete": false, "items": members.value ?? []])]
    }
    dialogue.open("a", "wi")
    // It is still reading what the document includes, and calls what it guesses complete.
    #expect(labels(dialogue.complete(at: 2)) == [])
    members.value = [["label": "width"]]
    dialogue.upstream.say(
      ["jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": ["uri": "a", "diagnostics": []]])
    #expect(labels(dialogue.complete(at: 2)) == ["width"])
    dialogue.type("d", at: 2)
    #expect(labels(dialogue.complete(at: 3)) == ["width"])
    #expect(dialogue.upstream.methods.count { $0 == "textDocument/completion" } == 2)
  }

  @Test func anEditElsewhereCancelsTheQuestion() {
    let dialogue = ProxyDialogue.answering { _ in [] }
    dialogue.open("a", "x pr")
    _ = dialogue.complete(at: 4)
    dialogue.type("y", at: 0)
    let asked = dialogue.upstream.received.first { $0["method"] == "textDocument/completion" }
    let cancelled = dialogue.upstream.received.first { $0["method"] == "$/cancelRequest" }
    #expect(asked?["id"] != nil && cancelled?["params"]?["id"] == asked?["id"])
  }

  @Test func aDeathIsToldOnceAndOursStay() {
    let dialogue = ProxyDialogue.completing([["label": "printf"]], text: "pri")
    dialogue.open("words", "printable")
    #expect(labels(dialogue.complete(at: 3)) == ["printable", "printf"])
    let hover = dialogue.begin("textDocument/hover", [:])
    dialogue.upstream.die()
    #expect(dialogue.answer(hover)?["error"]?["code"] == -32803)
    #expect(labels(dialogue.complete(at: 3)) == ["printable"])
    let told = dialogue.messages.filter { $0["method"] == "window/showMessage" }
    #expect(told.count == 1 && told[0]["params"]?["type"] == 1)
    #expect(dialogue.request("textDocument/hover", [:])?["error"]?["code"] == -32803)
    #expect(dialogue.request("shutdown", nil)?["result"] == .some(.null))
    dialogue.notify("exit", nil)
    #expect(dialogue.exitCode == 0)
  }

  @Test func aServerThatIsNotThereLeavesOurs() {
    let dialogue = ProxyDialogue { _, _ in [] }
    dialogue.upstream.die("other could not be started: there is no such program.")
    let answer = dialogue.request("initialize", ["capabilities": [:]])
    #expect(answer?["result"]?["serverInfo"]?["name"] == "catchword")
    dialogue.open("a", "printable pri")
    #expect(labels(dialogue.complete(at: 13)) == ["printable"])
    #expect(dialogue.messages.contains { $0["params"]?["message"]?.stringValue?.contains("no such program") == true })
  }

  @Test func aServerThatNeverAnswersInitializeIsEndedAfterAWhile() {
    let dialogue = ProxyDialogue { _, _ in [] }
    let id = dialogue.begin("initialize", ["capabilities": [:]])
    dialogue.notify("initialized", [:])
    dialogue.open("a", "printable pri")
    dialogue.time.advance(by: .seconds(14))
    #expect(dialogue.answer(id) == nil)
    dialogue.time.advance(by: .seconds(2))
    #expect(dialogue.answer(id)?["result"]?["capabilities"]?["completionProvider"] != nil)
    #expect(labels(dialogue.complete(at: 13)) == ["printable"])
  }

  @Test func anErrorOfInitializeIsTheClients() {
    let dialogue = ProxyDialogue { _, message in
      [
        [
          "jsonrpc": "2.0", "id": message["id"] ?? nil,
          "error": ["code": -32803, "message": "no", "data": ["retry": true]],
        ]
      ]
    }
    let answer = dialogue.request("initialize", ["capabilities": [:]])
    #expect(answer?["error"]?["data"] == ["retry": true])
    // Again, as it says.
    #expect(dialogue.request("initialize", ["capabilities": [:]])?["error"] != nil)
    #expect(dialogue.upstream.methods == ["initialize", "initialize"])
  }

  @Test func theServersQuestionsAreAnsweredByTheClient() throws {
    let dialogue = ProxyDialogue.completing([])
    dialogue.upstream.say([
      "jsonrpc": "2.0", "id": "q", "method": "workspace/configuration", "params": ["items": [[:]]],
    ])
    dialogue.listen()
    let question = try #require(dialogue.messages.last)
    #expect(question["params"] == ["items": [[:]]])
    dialogue.send(["jsonrpc": "2.0", "id": question["id"] ?? nil, "result": [["a": .number("1.0")]]])
    #expect(dialogue.upstream.received.last == ["jsonrpc": "2.0", "id": "q", "result": [["a": .number("1.0")]]])
  }

  @Test func shutdownAndExitReachIt() {
    let dialogue = ProxyDialogue.completing([])
    #expect(dialogue.request("shutdown", nil)?["result"] == .some(.null))
    dialogue.notify("exit", nil)
    #expect(Array(dialogue.upstream.methods.suffix(2)) == ["shutdown", "exit"])
    #expect(dialogue.exitCode == 0)
  }

  @Test func aClientThatIsGoneIsTheEnd() {
    let dialogue = ProxyDialogue { _, _ in [] }
    dialogue.closeInput()
    // The server is asked to end when it does not by itself.
    dialogue.time.advance(by: .seconds(5))
    #expect(dialogue.exitCode == 1)
  }

  @Test func garbageFromTheServerCostsNothingElse() {
    let dialogue = ProxyDialogue.completing([["label": "printf"]], text: "pri")
    let frames: [String] = [
      "hello\n", "Content-Length: 3\r\n\r\n{]}", "Content-Length: 2\r\n\r\n{}", "Content-Length: 4\r\n\r\nnull",
      "Content-Length: -1\r\n\r\n", "Content-Length: 9999999999999\r\n\r\n",
    ]
    // All but the last, which swallows whatever follows.
    for frame in frames.dropLast() { dialogue.upstream.emit(ContiguousArray(frame.utf8)) }
    for message: JSONValue in [
      ["jsonrpc": "2.0", "id": 1, "result": 3], ["jsonrpc": "2.0", "id": 99, "result": 3],
      ["jsonrpc": "2.0", "id": "x", "error": [:]], ["jsonrpc": "2.0", "id": nil, "error": [:]],
    ] { dialogue.upstream.say(message) }
    #expect(labels(dialogue.complete(at: 3)) == ["printf"])
    let hover = dialogue.begin("textDocument/hover", [:])
    dialogue.upstream.emit(ContiguousArray(frames[5].utf8))
    #expect(dialogue.answer(hover)?["error"]?["code"] == -32803)
  }

  @Test func garbageFromTheClientNeverReachesTheServer() {
    let dialogue = ProxyDialogue.completing([["label": "printf"]], text: "pri")
    let count = dialogue.upstream.received.count
    for frame in [
      "Content-Length: 3\r\n\r\n{]}", "Content-Length: 2\r\n\r\n[]", "junk\r\n\r\n", "Content-Length: 4\r\n\r\n{}  ",
    ] {
      dialogue.emit(ContiguousArray(frame.utf8))
    }
    dialogue.send(["jsonrpc": "2.0", "id": 12345, "result": nil])
    dialogue.listen()
    #expect(dialogue.upstream.received.count == count)
    #expect(dialogue.messages.count { $0["error"] != nil && $0["id"] == .some(.null) } == 4)
    #expect(labels(dialogue.complete(at: 3)) == ["printf"])
  }

  /// A number of the client's is not one of those under which its requests go on.
  @Test func garbageThatHasAnIDAnswersNobodysRequest() throws {
    let asked = Box<JSONValue>()
    let dialogue = ProxyDialogue { method, message in
      switch method {
      case "initialize":
        return [ScriptedUpstream.answer(message, ["capabilities": ["completionProvider": [:], "textDocumentSync": 2]])]
      case "textDocument/completion":
        asked.value = message
        return []
      default: return []
      }
    }
    _ = dialogue.request("initialize", ["capabilities": [:]])
    dialogue.open("a", "pr")
    let place: JSONValue = ["line": 0, "character": 2]
    let id = dialogue.begin("textDocument/completion", ["textDocument": ["uri": "a"], "position": place])
    dialogue.time.advance(by: .milliseconds(10))
    for number in 1...20 { dialogue.send(["jsonrpc": "2.0", "id": .int(number), "method": 5]) }
    dialogue.upstream.say(ScriptedUpstream.answer(try #require(asked.value), [["label": "printf"]]))
    dialogue.time.advance(by: .seconds(1))
    #expect(labels(dialogue.answer(id)?["result"]) == ["printf"])
    #expect(dialogue.messages.count { $0["error"]?["code"] == -32600 && $0["id"] == .some(.null) } == 20)
  }

  @Test func aByteAtATimeIsAllTheSame() {
    let dialogue = ProxyDialogue.completing([["label": "printf"]], text: "pri")
    let body = #"{"jsonrpc":"2.0","id":1.0,"method":"x/é","params":[1e2]}"#
    for byte in "Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8 { dialogue.emit([byte]) }
    let asked = dialogue.upstream.received.last
    #expect(asked?["method"] == "x/é" && asked?["params"] == [.number("1e2")])
    let answer = "{\"id\":\(asked?["id"]?.json ?? ""),\"result\":[]}"
    for byte in "Content-Length: \(answer.utf8.count)\r\n\r\n\(answer)".utf8 { dialogue.upstream.emit([byte]) }
    dialogue.listen()
    #expect(dialogue.messages.last == ["id": .number("1.0"), "result": []])
  }

  @Test func whoFloodsAClientThatDoesNotReadMustWait() {
    let dialogue = ProxyDialogue.completing([["label": "printf"]], text: "pri")
    dialogue.listen()
    dialogue.sink.congest()
    for number in 0..<1000 {
      dialogue.upstream.say(["jsonrpc": "2.0", "method": "$/x", "params": [.int(number)]])
      dialogue.time.settle()
    }
    #expect(dialogue.sink.count <= 1)
    // Nor is more taken from the client, whose answers would add to it.
    let count = dialogue.upstream.received.count
    for _ in 0..<100 { _ = dialogue.begin("x/y", [:]) }
    #expect(dialogue.upstream.received.count == count)
    dialogue.sink.release()
    dialogue.listen()
    #expect(dialogue.messages.filter { $0["method"] == "$/x" }.map { $0["params"]?[0]?.intValue } == Array(0..<1000))
    #expect(dialogue.upstream.received.count == count + 100)
  }

  @Test func rulesAboutSourcesAreNotAboutTheServerBehind() {
    let dialogue = ProxyDialogue.completing([["label": "p"], ["label": "printf"]], text: "p ")
    dialogue.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["catchword": ["sources": ["words"], "minimumPrefix": 5]]])
    #expect(labels(dialogue.complete(at: 1)).contains("printf"))
    // Nor is it left out where the list is asked for again and no word has begun.
    #expect(labels(dialogue.complete(at: 2, context: ["triggerKind": 3])) == ["p", "printf"])
  }
}
