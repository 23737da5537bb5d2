import CatchwordCompletion
import CatchwordRPC
import CatchwordServer
import CatchwordTranscript
import Synchronization
import TestSupport
import Testing

struct BurstTests {
  /// Fifty keys in one write: every request is answered, the newest with the right words.
  @Test func aBurstOfKeysIsAnsweredWholly() throws {
    let time = VirtualTime()
    let counter = RequestCounter()
    var configuration = ServerConfiguration.scripted([], time: time)
    configuration.sources.append(counter)
    let peer = InProcessPeer(configuration, time: time)
    var stream: ContiguousArray<UInt8> = []
    func add(_ message: JSONValue) {
      stream += OutgoingMessage.frame(ContiguousArray(message.json.utf8))
    }
    add(["jsonrpc": "2.0", "id": 0, "method": "initialize", "params": ["capabilities": [:]]])
    let word = String(repeating: "ab", count: 25)
    add([
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": ["textDocument": ["uri": "a", "languageId": "c", "version": 0, "text": .string("\(word)c\n")]],
    ])
    for (index, character) in word.enumerated() {
      let place: JSONValue = ["line": 1, "character": .int(index)]
      add([
        "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": [
          "textDocument": ["uri": "a", "version": .int(index + 1)],
          "contentChanges": [["range": ["start": place, "end": place], "text": .string(String(character))]],
        ],
      ])
      add([
        "jsonrpc": "2.0", "id": .int(index + 1), "method": "textDocument/completion",
        "params": ["textDocument": ["uri": "a"], "position": ["line": 1, "character": .int(index + 1)]],
      ])
    }
    peer.send(stream)
    var answers: [Int: JSONValue] = [:]
    while case .message(let message) = peer.receive(within: nil) {
      answers[try #require(message["id"]?.intValue)] = message["result"]
    }
    #expect(answers.count == 51)
    #expect(answers[50]?["items"]?[0]?["label"]?.stringValue == word + "c")
    for index in 1..<50 { #expect(answers[index]?["isIncomplete"] == true) }
    // Only the newest reached the engine: nothing was begun for the others.
    #expect(counter.requests == 1)
  }
}

/// A source that counts the requests for which it is considered.
private actor RequestCounter: CompletionSource {
  nonisolated let descriptor = SourceDescriptor(name: "counter")
  private nonisolated let counter = Mutex(0)

  nonisolated var requests: Int { counter.withLock { $0 } }

  nonisolated var state: SourceState {
    counter.withLock { $0 += 1 }
    return SourceState(isEmpty: true)
  }

  func completions(for query: CompletionQuery) async throws -> SourceAnswer { SourceAnswer([]) }
}
