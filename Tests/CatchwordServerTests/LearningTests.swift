import CatchwordCompletion
import CatchwordLearning
import CatchwordRPC
import CatchwordServer
import CatchwordSources
import CatchwordTranscript
import Foundation
import TestSupport
import Testing

/// A server that remembers what its user accepts and bans.
struct LearningTests {
  private let time = VirtualTime()
  private let folder: TemporaryFolder
  private let peer: InProcessPeer

  init() throws {
    folder = try TemporaryFolder()
    let store = AcceptanceStore(
      folder: folder.url.appendingPathComponent("state").path, now: { 1_800_000_000 }, clock: time.engineClock,
      executor: time.executor)
    peer = LearningTests.peer(remembering: store, time)
  }

  private static func peer(remembering memory: any WordMemory, _ time: VirtualTime) -> InProcessPeer {
    var configuration = ServerConfiguration.scripted(
      [
        ["name": "scripted", "words": ["holland", "hollow"]],
        ["inline": [["behind": "ho", "text": "me hollow way"]]],
      ], time: time)
    configuration.memory = memory
    return InProcessPeer(configuration, time: time)
  }

  private func send(_ message: JSONValue) {
    var fields = message.objectValue ?? [:]
    fields["jsonrpc"] = "2.0"
    peer.send(OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8)))
  }

  /// Sends a request, and waits for its response.
  private func ask(_ id: Int, _ method: String, _ params: JSONValue) -> JSONValue? {
    send(["id": .int(id), "method": .string(method), "params": params])
    peer.wait(.milliseconds(100))
    while case .message(let message) = peer.receive(within: nil) {
      if message["id"] == .int(id) { return message }
    }
    return nil
  }

  private func start(_ capabilities: JSONValue, text: String, uri: String = "file:///a.txt") -> JSONValue? {
    let reply = ask(0, "initialize", ["capabilities": capabilities])
    send(["method": "initialized", "params": [:]])
    let document: JSONValue = ["uri": .string(uri), "languageId": "plaintext", "version": 0, "text": .string(text)]
    send(["method": "textDocument/didOpen", "params": ["textDocument": document]])
    return reply?["result"]?["capabilities"]
  }

  private func labels(_ id: Int, _ line: Int, _ character: Int, uri: String = "file:///a.txt") -> [String] {
    let reply = ask(
      id, "textDocument/completion",
      ["textDocument": ["uri": .string(uri)], "position": ["line": .int(line), "character": .int(character)]])
    return reply?["result"]?["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? []
  }

  private func change(_ line: Int, _ start: Int, _ end: Int, _ text: String, uri: String = "file:///a.txt") {
    let range: JSONValue = [
      "start": ["line": .int(line), "character": .int(start)], "end": ["line": .int(line), "character": .int(end)],
    ]
    send([
      "method": "textDocument/didChange",
      "params": [
        "textDocument": ["uri": .string(uri), "version": 1],
        "contentChanges": [["range": range, "text": .string(text)]],
      ],
    ])
  }

  private static let client: JSONValue = [
    "workspace": ["executeCommand": [:]],
    "textDocument": ["codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]]],
  ]

  @Test func whatIsAcceptedComesFirstThen() {
    _ = start([:], text: "\n\nho")
    #expect(labels(1, 2, 2) == ["hollow", "holland"])
    // Typed out, it changes nothing.
    for (index, letter) in "lland".enumerated() { change(2, 2 + index, 2 + index, String(letter)) }
    change(2, 2, 7, "")
    #expect(labels(2, 2, 2) == ["hollow", "holland"])
    #expect(folder.read("state/accepted") == nil)
    for round in 0..<3 {
      _ = labels(10 + round, 2, 2)
      change(2, 0, 2, "holland")
      change(2, 7, 7, " ")
      change(2, 2, 8, "")
    }
    #expect(folder.read("state/accepted")?.contains("plaintext\tholland") == true)
    #expect(labels(20, 2, 2) == ["holland", "hollow"])
    _ = ask(21, "workspace/executeCommand", ["command": "catchword.forget", "arguments": []])
    #expect(labels(22, 2, 2) == ["hollow", "holland"])
    #expect(folder.read("state/accepted") == "")
  }

  private static let resolvingClient: JSONValue = [
    "workspace": ["executeCommand": [:]],
    "textDocument": ["completion": ["completionItem": ["resolveSupport": ["properties": ["documentation"]]]]],
  ]

  /// How a client puts an item into the text.
  enum Insertion: CaseIterable {
    case letterByLetter, atOnce, withALineAbove
  }

  /// What a client tells by command counts once, whatever its edits look like.
  @Test(arguments: Insertion.allCases)
  func whatTheClientSaysIsAcceptedCountsOnce(insertion: Insertion) {
    _ = start(Self.resolvingClient, text: "\n\nho")
    let reply = ask(
      1, "textDocument/completion",
      ["textDocument": ["uri": "file:///a.txt"], "position": ["line": 2, "character": 2]])
    let item = reply?["result"]?["items"]?.arrayValue?.last
    #expect(item?["label"] == "holland" && item?["data"] != nil)
    switch insertion {
    case .letterByLetter:
      for (index, letter) in "lland".enumerated() { change(2, 2 + index, 2 + index, String(letter)) }
    case .atOnce: change(2, 0, 2, "holland")
    case .withALineAbove:
      change(2, 0, 2, "holland")
      change(0, 0, 0, "import x\n")
    }
    let told = ask(
      2, "workspace/executeCommand", ["command": "catchword.accept", "arguments": [item ?? .null]])
    #expect(told?["result"] == .null && told?["error"] == nil)
    let line = insertion == .withALineAbove ? 3 : 2
    change(line, 7, 7, " ")
    send(["method": "textDocument/didClose", "params": ["textDocument": ["uri": "file:///a.txt"]]])
    peer.wait(.seconds(1))
    let records = folder.read("state/accepted")?.split(separator: "\n") ?? []
    #expect(records.count { $0.hasSuffix("plaintext\tholland") } == 1 && records.count == 1)
  }

  /// Letters that are typed fast come in one edit, and look like an item that was put in.
  @Test func aClientThatTellsOnceIsNotGuessedAbout() {
    _ = start(Self.resolvingClient, text: "\n\nho")
    let place: JSONValue = ["textDocument": ["uri": "file:///a.txt"], "position": ["line": 2, "character": 2]]
    let item = ask(1, "textDocument/completion", place)?["result"]?["items"]?.arrayValue?.last
    change(2, 0, 2, "holland")
    _ = ask(2, "workspace/executeCommand", ["command": "catchword.accept", "arguments": [item ?? .null]])
    change(2, 0, 7, "ho")
    #expect(labels(3, 2, 2).contains("hollow"))
    change(2, 2, 2, "llow ")
    send(["method": "textDocument/didClose", "params": ["textDocument": ["uri": "file:///a.txt"]]])
    peer.wait(.seconds(1))
    let records = folder.read("state/accepted")?.split(separator: "\n") ?? []
    #expect(records.map { $0.split(separator: "\t").last } == ["holland"])
  }

  @Test func anItemThatIsUnknownIsNotLearned() {
    _ = start(Self.resolvingClient, text: "\n\nhollow")
    let reply = ask(
      1, "textDocument/completion",
      ["textDocument": ["uri": "file:///a.txt"], "position": ["line": 2, "character": 2]])
    var item = reply?["result"]?["items"]?[0]?.objectValue ?? [:]
    item["data"] = 99
    let told = ask(
      2, "workspace/executeCommand", ["command": "catchword.accept", "arguments": [.object(item)]])
    #expect(told?["result"] == .null)
    peer.wait(.seconds(1))
    #expect(folder.read("state/accepted") == nil)
  }

  @Test func tellsWhatIsBanned() {
    _ = start(Self.client, text: "hollow holland\nho")
    _ = ask(1, "workspace/executeCommand", ["command": "catchword.ban", "arguments": ["Hollow"]])
    _ = ask(
      2, "workspace/executeCommand",
      ["command": "catchword.ban", "arguments": [["word": "holland", "language": "c"]]])
    let bans = ask(3, "workspace/executeCommand", ["command": "catchword.bans"])
    #expect(bans?["result"] == [["word": "holland", "language": "c"], ["word": "hollow"]])
  }

  /// A client that shows in the text what the user only looks at, and one that ends without a further edit.
  @Test(arguments: [nil, "textDocument/didClose", "shutdown", "workspace/executeCommand"])
  func whatIsOnlyLookedAtIsNotLearned(ending: String?) {
    _ = start([:], text: "\n\nho")
    #expect(labels(1, 2, 2) == ["hollow", "holland"])
    change(2, 2, 2, "llow")
    change(2, 4, 6, "and")
    peer.wait(.seconds(1))
    #expect(folder.read("state/accepted") == nil)
    switch ending {
    case nil: change(2, 7, 7, " ")
    case "textDocument/didClose":
      send(["method": "textDocument/didClose", "params": ["textDocument": ["uri": "file:///a.txt"]]])
    case "shutdown": _ = ask(2, "shutdown", [:])
    default:
      _ = ask(2, "workspace/executeCommand", ["command": "catchword.forget", "arguments": []])
      change(2, 7, 7, " ")
      peer.wait(.seconds(1))
      #expect((folder.read("state/accepted") ?? "") == "")
      return
    }
    peer.wait(.seconds(1))
    let learned = folder.read("state/accepted")
    #expect(learned?.contains("plaintext\tholland") == true && learned?.contains("hollow") == false)
  }

  @Test func bannedWordsAreNotShownInTheText() {
    func shown(_ id: Int) -> JSONValue? {
      let place: JSONValue = ["line": 0, "character": 2]
      return ask(
        id, "textDocument/inlineCompletion",
        ["textDocument": ["uri": "file:///a.txt"], "position": place, "context": ["triggerKind": 2]])?["result"]?[
          "items"]
    }
    _ = start(Self.client, text: "ho")
    #expect(shown(1)?[0]?["insertText"] == "home hollow way")
    // What is shown already ends before it too.
    _ = ask(2, "workspace/executeCommand", ["command": "catchword.ban", "arguments": ["Hollow"]])
    #expect(shown(3)?[0]?["insertText"] == "home")
    _ = ask(4, "workspace/executeCommand", ["command": "catchword.ban", "arguments": ["home"]])
    #expect(shown(5) == [])
  }

  @Test func nothingIsLearnedInFilesWithSecrets() {
    _ = start([:], text: "hollow\nho", uri: "file:///x/.env")
    #expect(labels(1, 1, 2, uri: "file:///x/.env").contains("hollow"))
    change(1, 0, 2, "hollow", uri: "file:///x/.env")
    change(1, 6, 6, " ", uri: "file:///x/.env")
    peer.wait(.seconds(1))
    #expect(folder.read("state/accepted") == nil)
  }

  @Test func bannedWordsAreNotOfferedAtOnce() {
    let capabilities = start(Self.client, text: "hollow holland\nho")
    #expect(
      capabilities?["executeCommandProvider"]?["commands"] == [
        "catchword.accept", "catchword.bans", "catchword.ban", "catchword.unban", "catchword.forget",
      ])
    #expect(capabilities?["codeActionProvider"]?["codeActionKinds"] == ["catchword.ban"])
    #expect(labels(1, 1, 2).count == 2)
    let place: JSONValue = ["line": 0, "character": 3]
    var params: [String: JSONValue] = [
      "textDocument": ["uri": "file:///a.txt"], "range": ["start": place, "end": place],
      "context": ["diagnostics": [], "triggerKind": 2],
    ]
    // Not to a client that only looks whether there is something.
    #expect(ask(2, "textDocument/codeAction", .object(params))?["result"] == [])
    params["context"] = ["diagnostics": [], "only": ["refactor", "quickfix"], "triggerKind": 1]
    #expect(ask(3, "textDocument/codeAction", .object(params))?["result"] == [])
    params["context"] = ["diagnostics": [], "only": ["catchword"]]
    #expect(ask(4, "textDocument/codeAction", .object(params))?["result"]?.arrayValue?.count == 1)
    params["context"] = ["diagnostics": [], "triggerKind": 1]
    let action = ask(5, "textDocument/codeAction", .object(params))?["result"]?[0]
    #expect(action?["title"] == "Never offer “hollow” again" && action?["kind"] == "catchword.ban")
    let done = ask(
      6, "workspace/executeCommand",
      ["command": action?["command"]?["command"] ?? .null, "arguments": action?["command"]?["arguments"] ?? .null])
    #expect(done?["result"] == .null && done?["error"] == nil)
    #expect(labels(7, 1, 2) == ["holland"])
    let undo = ask(8, "textDocument/codeAction", .object(params))?["result"]?[0]
    #expect(undo?["title"] == "Offer “hollow” again")
    _ = ask(9, "workspace/executeCommand", ["command": "catchword.unban", "arguments": ["Hollow"]])
    #expect(labels(10, 1, 2).count == 2)
  }

  /// Memories refuse longer words, so the action would only fail.
  @Test func nobodyIsAskedAboutAnEndlessWord() {
    _ = start(Self.client, text: String(repeating: "a", count: 257))
    let place: JSONValue = ["line": 0, "character": 257]
    let params: JSONValue = [
      "textDocument": ["uri": "file:///a.txt"], "range": ["start": place, "end": place],
      "context": ["diagnostics": [], "triggerKind": 1],
    ]
    #expect(ask(1, "textDocument/codeAction", params)?["result"] == [])
  }

  /// A memory that takes longer over a ban than over its end.
  private final class SlowMemory: WordMemory {
    let calls = Box<[Bool]>()

    func whenChanged(_ listener: @escaping @Sendable (LearnedWords) -> Void) {}
    func note(_ acceptance: Acceptance) {}
    func refresh() {}
    func forget(_ word: String?) async throws -> Int { 0 }

    func setBanned(_ isBanned: Bool, _ word: String, languageID: String?) async throws {
      for _ in 0..<(isBanned ? 100 : 0) { await Task.yield() }
      calls.update { ($0 ?? []) + [isBanned] }
    }
  }

  @Test func whatIsReadFirstIsWrittenDownFirst() {
    let memory = SlowMemory()
    let peer = LearningTests.peer(remembering: memory, time)
    let command = { (id: Int, name: String) -> JSONValue in
      [
        "jsonrpc": "2.0", "id": .int(id), "method": "workspace/executeCommand",
        "params": ["command": .string(name), "arguments": ["holland"]],
      ]
    }
    let initialize: JSONValue = [
      "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": ["capabilities": Self.client],
    ]
    let frames = [initialize, command(1, "catchword.ban"), command(2, "catchword.unban")].map {
      OutgoingMessage.frame(ContiguousArray($0.json.utf8))
    }
    // In one write, so that the second command is read while the first one is carried out.
    peer.send(frames.reduce([], +))
    peer.wait(.seconds(1))
    #expect(memory.calls.value == [true, false])
  }

  @Test func aWordIsBannedInOneLanguage() {
    _ = start(Self.client, text: "hollow holland\nho")
    let ban = { (id: Int, language: JSONValue) in
      ask(
        id, "workspace/executeCommand",
        ["command": "catchword.ban", "arguments": [["word": "hollow", "language": language]]])
    }
    _ = ban(1, "c")
    #expect(labels(2, 1, 2).count == 2)
    _ = ban(3, "plaintext")
    #expect(labels(4, 1, 2) == ["holland"])
  }

  @Test(arguments: [
    ("catchword.bann", "[\"x\"]", "There is no command"), ("catchword.ban", "[]", "wants a word"),
    ("catchword.ban", "[7]", "wants a word"), ("catchword.accept", "[]", "wants a completion item"),
    ("catchword.accept", "[\"x\"]", "wants a completion item"), ("catchword.forget", "[{}]", "wants a word"),
    ("catchword.ban", "[\"\"]", "This is no word"), ("catchword.ban", "[\"a\\nb\"]", "This is no word"),
    ("catchword.ban", "[\"22c562429a61bb77172039e480873fb239dd8c03\"]", "looks like a secret"),
  ])
  func mistakesAreExplained(command: String, arguments: String, reason: String) throws {
    _ = start(Self.client, text: "")
    let reply = ask(
      1, "workspace/executeCommand", ["command": .string(command), "arguments": try JSONValue(parsing: arguments)])
    #expect(reply?["error"]?["message"]?.stringValue?.contains(reason) == true)
  }

  @Test func whoCannotUseItIsNotToldOfIt() {
    let capabilities = start(["workspace": [:]], text: "")
    #expect(capabilities?["executeCommandProvider"] == nil && capabilities?["codeActionProvider"] == nil)
  }
}
