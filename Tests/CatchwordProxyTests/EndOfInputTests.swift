import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordProxy

/// A client that writes all it has to say and closes the stream, as `printf … | catchword proxy -- SERVER` does.
struct EndOfInputTests {
  private static let place: JSONValue = [
    "textDocument": ["uri": "a"], "position": ["line": 0, "character": 3], "context": ["triggerKind": 1],
  ]

  /// A dialogue with a server that answers hovers and completions only when it is told to.
  private func slowly(shutdown: Bool = true) -> ProxyDialogue {
    ProxyDialogue { method, message in
      switch method {
      case "initialize":
        [
          ScriptedUpstream.answer(message, ["capabilities": ["completionProvider": [:], "textDocumentSync": 2]])
        ]
      case "shutdown" where shutdown: [ScriptedUpstream.answer(message, nil)]
      default: []
      }
    }
  }

  private func begin(_ dialogue: ProxyDialogue) {
    _ = dialogue.request("initialize", ["capabilities": [:]])
    dialogue.notify("initialized", [:])
    dialogue.open("a", "pri printable")
  }

  /// The server answers what it was asked last.
  private func answer(_ method: String, _ result: JSONValue, _ dialogue: ProxyDialogue) throws {
    let question = try #require(dialogue.upstream.received.last { $0["method"]?.stringValue == method })
    dialogue.upstream.say(ScriptedUpstream.answer(question, result))
    dialogue.listen()
  }

  /// The code with which the proxy ends, once the server behind it has; nil when it does not end.
  private func codeAtEnd(of dialogue: ProxyDialogue) -> Int32? {
    dialogue.upstream.die()
    dialogue.listen()
    return dialogue.exitCode
  }

  @Test func whatWasAskedIsAnsweredBeforeTheEnd() throws {
    let dialogue = slowly()
    begin(dialogue)
    let hover = dialogue.begin("textDocument/hover", Self.place)
    let completion = dialogue.begin("textDocument/completion", Self.place)
    dialogue.closeInput()
    #expect(dialogue.exitCode == nil)
    try answer("textDocument/completion", [["label": "printf"]], dialogue)
    #expect(dialogue.answer(completion)?["result"]?["items"]?.arrayValue?.isEmpty == false)
    #expect(dialogue.exitCode == nil)
    try answer("textDocument/hover", ["contents": "text"], dialogue)
    #expect(dialogue.answer(hover)?["result"]?["contents"] == "text")
    #expect(codeAtEnd(of: dialogue) == 1)
  }

  @Test func whoDoesNotAnswerDoesNotPutOffTheEnd() {
    let dialogue = slowly()
    begin(dialogue)
    let hover = dialogue.begin("textDocument/hover", Self.place)
    dialogue.closeInput()
    dialogue.time.advance(by: .milliseconds(499))
    #expect(dialogue.answer(hover) == nil)
    dialogue.time.advance(by: .milliseconds(1))
    #expect(dialogue.answer(hover)?["error"]?["code"] == -32800)
    #expect(codeAtEnd(of: dialogue) == 1)
  }

  /// A whole dialogue in one write.
  @Test func exitWaitsForTheAnswerToShutdown() throws {
    let dialogue = slowly(shutdown: false)
    begin(dialogue)
    let completion = dialogue.begin("textDocument/completion", Self.place)
    let shutdown = dialogue.begin("shutdown", nil)
    dialogue.notify("exit", nil)
    dialogue.closeInput()
    #expect(dialogue.answer(shutdown) == nil)
    #expect(dialogue.upstream.methods.last == "textDocument/completion")
    try answer("textDocument/completion", [["label": "printf"]], dialogue)
    #expect(dialogue.answer(completion)?["result"]?["items"]?.arrayValue?.isEmpty == false)
    #expect(dialogue.answer(shutdown) == nil)
    #expect(dialogue.upstream.methods.last == "shutdown")
    try answer("shutdown", nil, dialogue)
    #expect(dialogue.answer(shutdown)?["result"] == .some(.null))
    #expect(dialogue.upstream.methods.last == "exit")
    dialogue.listen()
    #expect(dialogue.exitCode == 0)
  }

  /// The end comes before the other server has answered `initialize`.
  @Test func initializeIsAnsweredToo() {
    let dialogue = ProxyDialogue { _, _ in [] }
    let id = dialogue.begin("initialize", ["capabilities": [:]])
    dialogue.closeInput()
    dialogue.time.advance(by: .milliseconds(500))
    #expect(dialogue.answer(id) != nil)
    #expect(codeAtEnd(of: dialogue) == 1)
  }

  /// As above, with a server that has not answered `initialize` when all has been written.
  @Test func aWholeDialogueIsAnsweredThoughTheServerHasNotBegun() throws {
    let dialogue = ProxyDialogue { method, message in
      method == "shutdown" ? [ScriptedUpstream.answer(message, nil)] : []
    }
    let initialize = dialogue.begin("initialize", ["capabilities": [:]])
    dialogue.notify("initialized", [:])
    dialogue.open("a", "pri printable")
    let completion = dialogue.begin("textDocument/completion", Self.place)
    let hover = dialogue.begin("textDocument/hover", Self.place)
    let shutdown = dialogue.begin("shutdown", nil)
    dialogue.notify("exit", nil)
    dialogue.closeInput()
    try answer(
      "initialize", ["capabilities": ["completionProvider": [:], "hoverProvider": true, "textDocumentSync": 2]],
      dialogue)
    #expect(dialogue.answer(initialize)?["result"] != nil)
    try answer("textDocument/hover", ["contents": "text"], dialogue)
    #expect(dialogue.answer(hover)?["result"]?["contents"] == "text")
    // The list waits no longer than ever for the server.
    dialogue.time.advance(by: .milliseconds(150))
    #expect(dialogue.answer(completion)?["result"]?["items"]?.arrayValue?.isEmpty == false)
    #expect(dialogue.answer(shutdown)?["result"] == .some(.null))
    dialogue.listen()
    #expect(dialogue.exitCode == 0)
  }

  @Test func shutdownWaitsForTheRestAndIsAnswered() {
    let dialogue = slowly()
    begin(dialogue)
    let hover = dialogue.begin("textDocument/hover", Self.place)
    let shutdown = dialogue.begin("shutdown", nil)
    let late = dialogue.begin("textDocument/hover", Self.place)
    #expect(dialogue.answer(late)?["error"]?["code"] == -32600)
    dialogue.time.advance(by: .milliseconds(500))
    #expect(dialogue.answer(shutdown)?["result"] == .some(.null))
    dialogue.notify("exit", nil)
    #expect(dialogue.answer(hover)?["error"]?["code"] == -32800)
    #expect(dialogue.exitCode == 0)
  }

  /// What is waited for behind `exit` or the end of the input is not waited for behind `shutdown` alone.
  @Test func shutdownAloneIsNoEnd() throws {
    let dialogue = slowly(shutdown: false)
    begin(dialogue)
    let shutdown = dialogue.begin("shutdown", nil)
    dialogue.time.advance(by: .seconds(2))
    #expect(dialogue.answer(shutdown) == nil)
    try answer("shutdown", nil, dialogue)
    #expect(dialogue.answer(shutdown)?["result"] == .some(.null))
    dialogue.time.advance(by: .seconds(60))
    #expect(dialogue.exitCode == nil)
    dialogue.notify("exit", nil)
    #expect(dialogue.exitCode == 0)
  }
}
