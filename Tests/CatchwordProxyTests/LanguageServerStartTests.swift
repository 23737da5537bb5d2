import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import Dispatch
import TestSupport
import Testing

@testable import CatchwordProxy

/// A server that takes long to be started.
@Suite(.timeLimit(.minutes(10)))
struct LanguageServerStartTests {
  private let started = Box<ScriptedUpstream>()

  /// - Parameter gate: What a start waits for, on a thread of its own.
  private func surroundings(_ gate: DispatchSemaphore, _ begun: DispatchSemaphore) -> LanguageServerClient.Surroundings
  {
    let server = ScriptedUpstream { method, message in
      switch method {
      case "initialize":
        [ScriptedUpstream.answer(message, ["capabilities": ["completionProvider": [:], "textDocumentSync": 2]])]
      case "textDocument/completion": [ScriptedUpstream.answer(message, [["label": "void"]])]
      default: []
      }
    }
    started.value = server
    return LanguageServerClient.Surroundings(
      launch: { _ in
        begun.signal()
        gate.wait()
        return server
      },
      onThread: { work in DispatchQueue(label: "launch").async(execute: work) }, processID: 1, clock: EngineClock(),
      executor: nil, log: EventLog())
  }

  /// What comes meanwhile returns at once, or this would wait for ever; and it arrives in order.
  @Test func whoEditsDoesNotWaitForIt() async throws {
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let source = LanguageServerSource(LanguageServerSettings(command: ["x"]), surroundings(gate, begun))
    var document = OpenDocument(uri: "a", languageID: "c", version: 1, text: "v")
    source.documentDidOpen(document.snapshot)
    begun.wait()
    func type(_ text: String) {
      let end = TextPosition(line: 0, column: document.snapshot.text.count)
      let change = document.apply(replacing: (start: end, end: end), with: text, version: 2, encoding: .utf8)
      source.documentDidChange(change, in: document.snapshot)
    }
    for letter in ["o", "i"] { type(letter) }
    #expect(source.loadState.isLoading && source.generation > 0)
    gate.signal()
    type("d")
    let query = CompletionQuery(document: document.snapshot, offset: document.snapshot.text.count)
    #expect(try await source.completions(for: query).candidates.map(\.text) == ["void"])
    let received = try #require(started.value).received
    let opened = try #require(received.first { $0["method"] == "textDocument/didOpen" })
    var text = opened["params"]?["textDocument"]?["text"]?.stringValue ?? ""
    #expect(["voi", "void"].contains(text))
    for change in received where change["method"] == "textDocument/didChange" {
      text += change["params"]?["contentChanges"]?[0]?["text"]?.stringValue ?? ""
    }
    #expect(text == "void")
    let methods = received.compactMap { $0["method"]?.stringValue }
    #expect(Array(methods.prefix(3)) == ["initialize", "initialized", "textDocument/didOpen"])
    #expect(methods.last == "textDocument/completion")
  }

  @Test func oneThatIsNotWantedAnyMoreEndsAsSoonAsItIsThere() async throws {
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let source = LanguageServerSource(LanguageServerSettings(command: ["x"]), surroundings(gate, begun))
    source.documentDidOpen(DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("")))
    begun.wait()
    source.end()
    gate.signal()
    try await Breather.wait(for: "its end") { source.loadState.isLoading == false }
    #expect(try #require(started.value).hasEnded)
  }

  /// A change of settings or folders lets go of the server before.
  @Test func sourcesOfServersThatAreNotWantedAreLetGoOf() {
    let time = VirtualTime()
    let surroundings = LanguageServerClient.Surroundings(
      launch: { _ in
        ScriptedUpstream { method, message in
          switch method {
          case "initialize": [ScriptedUpstream.answer(message, ["capabilities": ["completionProvider": [:]]])]
          case "textDocument/completion": [ScriptedUpstream.answer(message, [["label": "word"]])]
          default: []
          }
        }
      }, onThread: { work in Task(executorPreference: time.executor) { work() } }, processID: 1,
      clock: time.engineClock, executor: time.executor, log: EventLog())
    let servers = LanguageServers(surroundings)
    let scheduler = CompletionScheduler(sources: [], clock: time.engineClock, executor: time.executor)
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("wo"))
    var released: [() -> Bool] = []
    for number in 0..<100 {
      let sources = servers.sources(for: [LanguageServerSettings(command: ["x\(number)"])], folders: [])
      weak let source = sources[0]
      released.append { source == nil }
      scheduler.sources = sources
      sources[0].documentDidOpen(document)
      scheduler.request(PendingCompletion(CompletionQuery(document: document, offset: 2)) { _ in })
      time.settle()
    }
    time.advance(by: .seconds(10))
    #expect(released.count { !$0() } == 1)
  }
}
