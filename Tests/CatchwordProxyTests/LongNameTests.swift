import CatchwordRPC
import Testing

@testable import CatchwordProxy

/// Names that a language server makes long: to compare or hash a text of combining marks alone takes the square of its
/// length, which would be billions of steps while nobody else is heard.
struct LongNameTests {
  private static let marks =
    "q" + String(repeating: "\u{301}", count: 62_000) + String(repeating: "\u{316}", count: 62_000)

  private static let letters = String(repeating: "x", count: UpstreamTraces.maximumLength + 1)

  private var proxy = ReferenceProxy()

  /// Sends what the other server has written; a value would hash its names here.
  private mutating func upstream(_ text: String) {
    proxy.perform(proxy.router.upstreamSent(PassingMessage(ContiguousArray(text.utf8))))
  }

  private mutating func diagnose(_ uri: String) {
    upstream(
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\","
        + "\"params\":{\"uri\":\"\(uri)\",\"diagnostics\":[{\"message\":\"m\"}]}}")
  }

  /// The methods of what the client is sent when the other server ends.
  private mutating func endings() -> [String] {
    proxy.toClient = []
    proxy.perform(proxy.router.upstreamDidEnd("other has ended."))
    return proxy.toClient.compactMap { $0["method"]?.stringValue }
  }

  @Test(arguments: [false, true])
  mutating func aLongURIIsPassedOnAndNotKept(isOfMarks: Bool) {
    let uri = isOfMarks ? Self.marks : Self.letters
    proxy.start()
    diagnose("a")
    diagnose(uri)
    #expect(proxy.toClient.map { $0["params"]?["uri"]?.stringValue?.utf8.count } == [1, uri.utf8.count])
    #expect(proxy.router.traces.reports == 2)
    #expect(endings() == ["textDocument/publishDiagnostics", "window/showMessage"])
  }

  /// To a client, two spellings of one character are two documents.
  @Test mutating func spellingsOfAURIStayApart() {
    proxy.start()
    diagnose("\u{E9}")
    diagnose("e\u{301}")
    #expect(endings().count { $0 == "textDocument/publishDiagnostics" } == 2)
  }

  @Test(arguments: [false, true])
  mutating func aLongTokenIsPassedOnAndNotKept(isOfMarks: Bool) {
    let token = isOfMarks ? Self.marks : Self.letters
    proxy.start()
    for (id, token) in [(1, "t"), (2, token)] {
      upstream(
        "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"window/workDoneProgress/create\","
          + "\"params\":{\"token\":\"\(token)\"}}")
    }
    #expect(proxy.toClient.map { $0["params"]?["token"]?.stringValue?.utf8.count } == [1, token.utf8.count])
    #expect(endings().count { $0 == "$/progress" } == 1)
  }

  /// What a server registers is looked into while the client waits for the proxy.
  @Test mutating func aRegistrationOfLongNamesIsPassedOn() {
    proxy.start(ownInline: true)
    for entry in ["{\"id\":\"i\",\"method\":\"\(Self.marks)\"}", "{\"id\":\"i\",\"method\":\"m\",\"\(Self.marks)\":1}"]
    {
      upstream(
        "{\"jsonrpc\":\"2.0\",\"id\":\"\(entry.utf8.count)\",\"method\":\"client/registerCapability\","
          + "\"params\":{\"registrations\":[\(entry)]}}")
    }
    #expect(proxy.toClient.count == 2)
    #expect(proxy.router.abilities?.completesInline == false)
  }

  @Test func noCommandAndNoCharacterIsLong() {
    let names = JSONValue.array([.string(Self.marks), "a"])
    let abilities = UpstreamAbilities([
      "capabilities": [
        "completionProvider": ["triggerCharacters": names, "allCommitCharacters": names],
        "executeCommandProvider": ["commands": names],
      ]
    ])
    #expect(abilities.triggerCharacters == ["a"] && abilities.commitCharacters == ["a"])
    #expect(abilities.commands == ["a"])
  }

  @Test mutating func aMessageOfALongMethodIsPassedOnAsItIs() {
    proxy.start()
    let body = ContiguousArray("{\"jsonrpc\":\"2.0\",\"method\":\"\(Self.marks)\"}".utf8)
    let message = PassingMessage(body)
    guard case .notification(let method) = message.kind else {
      Issue.record("It is no notification.")
      return
    }
    #expect(method.utf8.count < 512)
    guard case .toClient(let sent, _)? = proxy.router.upstreamSent(message).first else {
      Issue.record("It is not passed on.")
      return
    }
    #expect(sent == body)
  }
}
