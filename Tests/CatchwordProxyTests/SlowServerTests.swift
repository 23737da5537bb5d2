import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import TestSupport
import Testing

@testable import CatchwordProxy

/// A server that takes longer than a list waits when there is something else in it.
struct SlowServerTests {
  private static let initialized: JSONValue = [
    "capabilities": ["completionProvider": ["triggerCharacters": ["."]], "textDocumentSync": 2]
  ]

  private let asked = Box<JSONValue>()

  private func script(_ method: String, _ message: JSONValue) -> [JSONValue] {
    switch method {
    case "initialize": return [ScriptedUpstream.answer(message, Self.initialized)]
    case "textDocument/completion":
      asked.value = message
      return []
    default: return []
    }
  }

  private func labels(_ answer: JSONValue?) -> [String]? {
    (answer?["result"]?["items"]?.arrayValue)?.compactMap { $0["label"]?.stringValue }
  }

  /// At its own character, after which there is nothing of ours: the list is not empty.
  @Test func behindTheProxyItIsWaitedFor() throws {
    let dialogue = ProxyDialogue { [self] in script($0, $1) }
    _ = dialogue.request("initialize", ["capabilities": [:]])
    dialogue.open("a", "x.")
    let params: JSONValue = [
      "textDocument": ["uri": "a"], "position": ["line": 0, "character": 2],
      "context": ["triggerKind": 2, "triggerCharacter": "."],
    ]
    let id = dialogue.begin("textDocument/completion", params)
    dialogue.time.advance(by: .milliseconds(300))
    #expect(dialogue.answer(id) == nil)
    dialogue.upstream.say(ScriptedUpstream.answer(try #require(asked.value), [["label": "member"]]))
    #expect(labels(dialogue.answer(id)) == ["member"])
    // Not for ever.
    dialogue.type("m", at: 2)
    dialogue.type(".", at: 3)
    let never = dialogue.begin(
      "textDocument/completion",
      [
        "textDocument": ["uri": "a"], "position": ["line": 0, "character": 4],
        "context": ["triggerKind": 2, "triggerCharacter": "."],
      ])
    dialogue.time.advance(by: .seconds(1))
    let answer = dialogue.answer(never)?["result"]
    #expect(answer?["items"] == [] && answer?["isIncomplete"] == true)
  }

  @Test func asAServerOfTheUsersItIsWaitedFor() throws {
    let time = VirtualTime()
    let server = ScriptedUpstream { [self] in script($0, $1) }
    let surroundings = LanguageServerClient.Surroundings(
      launch: { _ in server }, onThread: { work in Task(executorPreference: time.executor) { work() } }, processID: 1,
      clock: time.engineClock, executor: time.executor, log: EventLog())
    let source = try #require(
      LanguageServers(surroundings).sources(for: [LanguageServerSettings(command: ["x"])], folders: []).first)
    let scheduler = CompletionScheduler(sources: [source], clock: time.engineClock, executor: time.executor)
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("x."))
    source.documentDidOpen(document)
    let list = Box<[String]>()
    scheduler.request(
      PendingCompletion(CompletionQuery(document: document, offset: 2, trigger: .character("."))) {
        if case .end(let end) = $0 { list.value = end.result.items.map(\.candidate.text) }
      })
    time.advance(by: .milliseconds(300))
    #expect(list.value == nil)
    server.say(ScriptedUpstream.answer(try #require(asked.value), [["label": "member"]]))
    time.settle()
    #expect(list.value == ["member"])
  }
}
