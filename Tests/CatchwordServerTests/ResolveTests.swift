import CatchwordCompletion
import CatchwordRPC
import CatchwordServer
import CatchwordTranscript
import TestSupport
import Testing

/// Which source tells more about an item, and what becomes of one that cannot.
struct ResolveTests {
  /// A source of one word that fails when it is asked about it.
  private actor Failing: CompletionSource {
    nonisolated let descriptor = SourceDescriptor(name: "failing")

    struct Failure: Error, CustomStringConvertible {
      let description = "no disk"
    }

    func completions(for query: CompletionQuery) async throws -> SourceAnswer { SourceAnswer(["heron"]) }

    func documentation(for candidate: Candidate) async throws -> String? { throw Failure() }
  }

  private let time = VirtualTime()

  /// Starts a server of some sources, which completes `he` in a document.
  private func complete(_ sources: [any CompletionSource]) -> InProcessPeer {
    var configuration = ServerConfiguration.scripted([], time: time)
    configuration.sources = sources
    let peer = InProcessPeer(configuration, time: time)
    let item: JSONValue = ["documentationFormat": ["markdown"]]
    let capabilities: JSONValue = ["textDocument": ["completion": ["completionItem": item]]]
    send(["id": 0, "method": "initialize", "params": ["capabilities": capabilities]], to: peer)
    send(["method": "initialized", "params": [:]], to: peer)
    let document: JSONValue = ["uri": "a", "languageId": "c", "version": 0, "text": "he"]
    send(["method": "textDocument/didOpen", "params": ["textDocument": document]], to: peer)
    let place: JSONValue = ["textDocument": ["uri": "a"], "position": ["line": 0, "character": 2]]
    send(["id": 1, "method": "textDocument/completion", "params": place], to: peer)
    peer.wait(.milliseconds(100))
    return peer
  }

  private func send(_ message: JSONValue, to peer: InProcessPeer) {
    var fields = message.objectValue ?? [:]
    fields["jsonrpc"] = "2.0"
    peer.send(OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8)))
  }

  /// What the server has sent: its answers by their ids, and what it has logged.
  private func received(_ peer: InProcessPeer) -> (answers: [Int: JSONValue], log: [String]) {
    var (answers, log): ([Int: JSONValue], [String]) = ([:], [])
    while case .message(let message) = peer.receive(within: nil) {
      if let id = message["id"]?.intValue { answers[id] = message["result"] }
      if let text = message["params"]?["message"]?.stringValue { log.append(text) }
    }
    return (answers, log)
  }

  /// An item says by the name of its source who is to be asked for more, so a name is that of one source.
  @Test func ofSourcesWithOneNameTheFirstIsAsked() {
    let scripts: [JSONValue] = [
      ["name": "birds", "words": ["hen"], "documentation": "first"],
      ["name": "birds", "words": ["heron"], "documentation": "second"],
      ["name": "more", "words": ["heron"], "documentation": "third"],
      ["name": "birds", "words": ["hemp"], "documentation": "fourth"],
    ]
    let sources = scripts.map { ScriptedSource($0, clock: time.engineClock, executor: time.executor) }
    let peer = complete(sources)
    send(["id": 2, "method": "completionItem/resolve", "params": ["label": "hen", "data": 1]], to: peer)
    send(["id": 3, "method": "completionItem/resolve", "params": ["label": "heron", "data": 1]], to: peer)
    // Settings change the sources, and say nothing new about them.
    send(["method": "workspace/didChangeConfiguration", "params": ["settings": ["limit": 50]]], to: peer)
    let (answers, log) = received(peer)
    let labels = (answers[1]?["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
    #expect(labels.sorted() == ["hen", "heron"])
    #expect(answers[2]?["documentation"]?["value"] == "first hen")
    #expect(answers[3]?["documentation"]?["value"] == "third heron")
    #expect(log == ["Several sources are called \"birds\", and only the first is asked; give each its own name."])
    #expect(sources.map(\.asked.isEmpty) == [false, true, false, true])
  }

  @Test func documentationThatFailsIsLoggedOnce() {
    let peer = complete([Failing()])
    for id in 2..<6 {
      let item: JSONValue = ["label": "heron", "data": 1]
      send(["id": .int(id), "method": "completionItem/resolve", "params": item], to: peer)
    }
    let (answers, log) = received(peer)
    for id in 2..<6 { #expect(answers[id]?["label"] == "heron") }
    #expect(log == ["Source \"failing\" gave no documentation: no disk."])
  }
}
