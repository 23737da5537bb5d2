import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordProxy

/// A server that takes its time to answer `initialize`, or never does, and a client that takes later what it can do.
struct EarlyStartTests {
  private static let dynamic: JSONValue = ["dynamicRegistration": true]
  private static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-8", "utf-16"]], "offsetEncoding": ["utf-8", "utf-16"],
    "textDocument": ["synchronization": dynamic, "completion": dynamic, "hover": dynamic],
    "workspace": ["executeCommand": dynamic],
  ]

  /// What the server is asked first, until it is answered.
  private let asked = Box<JSONValue>()

  /// A dialogue with a server that leaves `initialize` open, and completes with one list.
  private func dialogue(_ script: @escaping ScriptedUpstream.Script = { _, _ in [] }) -> ProxyDialogue {
    ProxyDialogue { [asked] method, message in
      switch method {
      case "initialize":
        asked.value = message
        return []
      case "textDocument/completion": return [ScriptedUpstream.answer(message, [["label": "printf"]])]
      case "textDocument/hover": return [ScriptedUpstream.answer(message, ["contents": "hovered"])]
      case "shutdown": return [ScriptedUpstream.answer(message, nil)]
      default: return script(method, message)
      }
    }
  }

  private func answerInitialize(_ dialogue: ProxyDialogue, _ capabilities: JSONValue) throws {
    dialogue.upstream.say(ScriptedUpstream.answer(try #require(asked.value), ["capabilities": capabilities]))
    dialogue.listen()
  }

  private func labels(_ list: JSONValue?) -> [String] {
    (list?["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }.sorted()
  }

  /// What the client has been asked to register or to take back: methods, and by them the options.
  private func registrations(_ dialogue: ProxyDialogue) -> [String: JSONValue] {
    dialogue.listen()
    var registered: [String: JSONValue] = [:]
    for message in dialogue.messages {
      for entry in message["params"]?["unregisterations"]?.arrayValue ?? [] {
        registered[entry["method"]?.stringValue ?? ""] = nil
      }
      for entry in message["params"]?["registrations"]?.arrayValue ?? [] {
        #expect(registered[entry["method"]?.stringValue ?? ""] == nil, "registered twice")
        registered[entry["method"]?.stringValue ?? ""] = entry["registerOptions"]
      }
    }
    return registered
  }

  @Test func theClientIsAnsweredAtOnceAndToldMoreLater() throws {
    let dialogue = dialogue()
    let id = dialogue.begin("initialize", ["capabilities": Self.capabilities])
    #expect(dialogue.answer(id) == nil)
    dialogue.time.advance(by: .milliseconds(100))
    let result = try #require(dialogue.answer(id)?["result"])
    #expect(result["capabilities"]?["textDocumentSync"] == ["openClose": true, "change": 2])
    #expect(result["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(asked.value?["params"]?["capabilities"]?["general"]?["positionEncodings"] == ["utf-16"])
    #expect(asked.value?["params"]?["capabilities"]?["offsetEncoding"] == ["utf-16"])
    #expect(registrations(dialogue).isEmpty)
    dialogue.notify("initialized", [:])
    #expect(registrations(dialogue).keys.sorted() == ["textDocument/completion", "textDocument/didSave"])

    // Ours are there, and what is for the other server waits.
    dialogue.open("words", "printable")
    dialogue.open("a", "pr")
    dialogue.type("i", at: 2)
    let hover = dialogue.begin("textDocument/hover", ["textDocument": ["uri": "a"]])
    #expect(labels(dialogue.complete(at: 3)) == ["printable"])
    #expect(dialogue.upstream.methods == ["initialize"])

    dialogue.time.advance(by: .seconds(4))
    try answerInitialize(
      dialogue, ["hoverProvider": true, "textDocumentSync": 2, "completionProvider": ["triggerCharacters": ["."]]])
    let told = dialogue.upstream.methods.filter { $0 != "$/cancelRequest" }
    #expect(
      Array(told.prefix(6)) == [
        "initialize", "initialized", "textDocument/didOpen", "textDocument/didOpen", "textDocument/didChange",
        "textDocument/hover",
      ])
    #expect(dialogue.answer(hover)?["result"] == ["contents": "hovered"])
    let registered = registrations(dialogue)
    #expect(registered["textDocument/hover"] == ["documentSelector": nil])
    #expect(registered["textDocument/completion"]?["triggerCharacters"]?.arrayValue?.contains(".") == true)
    #expect(labels(dialogue.complete(at: 3)) == ["printable", "printf"])
  }

  @Test func oneThatNeverAnswersIsEndedAfterAWhileAndOursGoOn() throws {
    let dialogue = dialogue()
    let id = dialogue.begin("initialize", ["capabilities": Self.capabilities])
    dialogue.time.advance(by: .milliseconds(100))
    #expect(dialogue.answer(id)?["result"] != nil)
    dialogue.notify("initialized", [:])
    dialogue.open("words", "printable")
    dialogue.open("a", "pr")
    let hover = dialogue.begin("textDocument/hover", [:])
    dialogue.time.advance(by: .seconds(14))
    #expect(dialogue.answer(hover) == nil)
    #expect(labels(dialogue.complete(at: 2)) == ["printable"])
    dialogue.time.advance(by: .seconds(2))
    #expect(dialogue.answer(hover)?["error"]?["code"] == -32803)
    #expect(dialogue.messages.contains { $0["method"] == "window/showMessage" })
    #expect(labels(dialogue.complete(at: 2)) == ["printable"])
    #expect(dialogue.upstream.methods == ["initialize"])
  }

  @Test func aQuickServerIsMergedAsForAnyClient() throws {
    let dialogue = dialogue()
    let id = dialogue.begin("initialize", ["capabilities": Self.capabilities])
    dialogue.time.advance(by: .milliseconds(50))
    try answerInitialize(dialogue, ["hoverProvider": true, "textDocumentSync": 1, "x": 1])
    let capabilities = dialogue.answer(id)?["result"]?["capabilities"]
    #expect(capabilities?["hoverProvider"] == true && capabilities?["x"] == 1)
    #expect(capabilities?["completionProvider"] != nil && capabilities?["textDocumentSync"] == 1)
    dialogue.notify("initialized", [:])
    dialogue.time.advance(by: .seconds(1))
    #expect(registrations(dialogue).isEmpty)
  }

  /// For one that says of something that it must know it at once, everything waits.
  @Test(
    arguments: [["hover": [:]], ["hover": ["dynamicRegistration": false]], ["completion": [:]], ["x": nil]]
      as [JSONValue])
  func aClientThatTakesNothingLaterWaits(_ changes: JSONValue) throws {
    var document = try #require(Self.capabilities["textDocument"]?.objectValue)
    for (name, value) in changes.objectValue ?? [:] { document[name] = value == .null ? nil : value }
    if changes["x"] != nil { document["synchronization"] = nil }
    let dialogue = dialogue()
    let id = dialogue.begin("initialize", ["capabilities": ["textDocument": .object(document)]])
    dialogue.time.advance(by: .seconds(4))
    #expect(dialogue.answer(id) == nil)
    try answerInitialize(dialogue, ["hoverProvider": true])
    #expect(dialogue.answer(id)?["result"]?["capabilities"]?["hoverProvider"] == true)
  }

  /// The client sends edits, as it was told to, and the server gets what it wants.
  @Test func aServerThatWantsWholeTextsGetsThem() throws {
    let dialogue = dialogue()
    _ = dialogue.request("initialize", ["capabilities": Self.capabilities])
    dialogue.notify("initialized", [:])
    dialogue.open("a", "é𝄞p\n")
    dialogue.type("r", at: 4)
    try answerInitialize(dialogue, ["textDocumentSync": 1])
    dialogue.type("i", at: 5)
    let changes = dialogue.upstream.received.filter { $0["method"] == "textDocument/didChange" }
      .map { $0["params"]?["contentChanges"] }
    #expect(changes == [[["text": "é𝄞pr\n"]], [["text": "é𝄞pri\n"]]])
  }

  /// A number is read as our own server reads it, and an edit that cannot be understood is not the whole text.
  @Test(
    arguments: [
      ("1e300", "abcx"), ("1.7976931348623157e+308", "abcx"), ("9223372036854775808", "abcx"), ("1.0", "axbc"),
      ("1e0", "axbc"), ("0.5", nil), ("-1", nil), ("null", nil),
    ] as [(String, String?)])
  func aServerThatWantsWholeTextsGetsNoOthers(_ number: String, _ text: String?) throws {
    let dialogue = dialogue()
    _ = dialogue.request("initialize", ["capabilities": Self.capabilities])
    dialogue.notify("initialized", [:])
    dialogue.open("a", "abc")
    try answerInitialize(dialogue, ["textDocumentSync": 1])
    let place: JSONValue = ["line": 0, "character": number == "null" ? .null : .number(number)]
    for uri in ["a", "not open"] {
      dialogue.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string(uri), "version": 2],
          "contentChanges": [["range": ["start": place, "end": place], "text": "x"]],
        ])
    }
    dialogue.type("y", at: 0)
    let changes = dialogue.upstream.received.filter { $0["method"] == "textDocument/didChange" }
      .map { $0["params"]?["contentChanges"] }
    let texts = [text, "y" + (text ?? "abc")].compactMap { $0 }
    let expected: [JSONValue?] = texts.map { text in [["text": .string(text)]] }
    #expect(changes == expected)
  }

  @Test func aServerThatWantsNoTextsGetsNone() throws {
    let dialogue = dialogue()
    _ = dialogue.request("initialize", ["capabilities": Self.capabilities])
    dialogue.notify("initialized", [:])
    dialogue.open("a", "p")
    _ = dialogue.begin(
      "textDocument/completion", ["textDocument": ["uri": "a"], "position": ["line": 0, "character": 1]])
    try answerInitialize(dialogue, ["hoverProvider": ["workDoneProgress": true, "id": "h"]])
    dialogue.type("r", at: 1)
    #expect(dialogue.upstream.methods == ["initialize", "initialized"])
    let entries = dialogue.messages.flatMap { $0["params"]?["registrations"]?.arrayValue ?? [] }
    // By the name under which it may take it back.
    #expect(
      entries.contains([
        "id": "h", "method": "textDocument/hover",
        "registerOptions": ["workDoneProgress": true, "documentSelector": nil],
      ]))
  }

  /// Positions would mean other places.
  @Test func aServerThatCountsInAnotherWayThanWasAgreedIsEnded() throws {
    let dialogue = dialogue()
    _ = dialogue.request("initialize", ["capabilities": Self.capabilities])
    dialogue.notify("initialized", [:])
    dialogue.open("a", "printable pri")
    let hover = dialogue.begin("textDocument/hover", [:])
    try answerInitialize(dialogue, ["positionEncoding": "utf-8", "hoverProvider": true])
    #expect(dialogue.answer(hover)?["error"]?["code"] == -32803)
    let shown = dialogue.messages.first { $0["method"] == "window/showMessage" }
    #expect(shown?["params"]?["message"]?.stringValue?.contains("utf-8") == true)
    #expect(dialogue.upstream.hasEnded && !dialogue.upstream.methods.contains("textDocument/didOpen"))
    #expect(labels(dialogue.complete(at: 13)) == ["printable"])
  }

  @Test func aRequestThatWaitsCanBeCancelled() throws {
    let dialogue = dialogue()
    _ = dialogue.request("initialize", ["capabilities": Self.capabilities])
    dialogue.notify("initialized", [:])
    let hover = dialogue.begin("textDocument/hover", [:])
    let other = dialogue.begin("textDocument/hover", [:])
    dialogue.notify("$/cancelRequest", ["id": hover])
    #expect(dialogue.answer(hover)?["error"]?["code"] == -32800)
    try answerInitialize(dialogue, ["hoverProvider": true])
    #expect(dialogue.answer(other)?["result"] != nil)
    #expect(dialogue.upstream.methods == ["initialize", "initialized", "textDocument/hover"])
  }

  @Test func shutdownDoesNotWaitForWhatWaits() {
    let dialogue = dialogue()
    _ = dialogue.request("initialize", ["capabilities": Self.capabilities])
    dialogue.notify("initialized", [:])
    let hover = dialogue.begin("textDocument/hover", [:])
    #expect(dialogue.request("shutdown", nil)?["result"] == .some(.null))
    #expect(dialogue.answer(hover)?["error"]?["code"] == -32800)
    dialogue.notify("exit", nil)
    #expect(dialogue.exitCode == 0)
    #expect(dialogue.upstream.methods == ["initialize", "shutdown", "exit"])
  }

  @Test func anErrorOfInitializeThatComesTooLateIsItsEnd() throws {
    let dialogue = dialogue()
    _ = dialogue.request("initialize", ["capabilities": Self.capabilities])
    dialogue.notify("initialized", [:])
    let error: JSONValue = ["code": -32002, "message": "no workspace"]
    dialogue.upstream.say(["jsonrpc": "2.0", "id": try #require(asked.value)["id"] ?? nil, "error": error])
    dialogue.listen()
    let shown = dialogue.messages.first { $0["method"] == "window/showMessage" }
    #expect(shown?["params"]?["message"]?.stringValue?.contains("no workspace") == true)
    #expect(dialogue.upstream.hasEnded)
  }

  /// It stands in each refusal from then on.
  @Test func ofALongErrorOfInitializeLittleIsKept() throws {
    let dialogue = dialogue()
    _ = dialogue.request("initialize", ["capabilities": Self.capabilities])
    dialogue.notify("initialized", [:])
    let text = "no\n\u{1B}[1mworkspace " + String(repeating: "e\u{301}", count: 100_000)
    let error: JSONValue = ["code": -32002, "message": .string(text)]
    dialogue.upstream.say(["jsonrpc": "2.0", "id": try #require(asked.value)["id"] ?? nil, "error": error])
    let refusal = dialogue.request("textDocument/hover", [:])?["error"]?["message"]?.stringValue ?? ""
    #expect(refusal.contains("no \u{FFFD}[1mworkspace "))
    #expect(refusal.unicodeScalars.count < 400 && !refusal.utf8.contains { $0 < 0x20 })
  }
}
