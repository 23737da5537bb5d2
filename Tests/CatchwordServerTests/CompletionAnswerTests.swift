import CatchwordLSP
import CatchwordRPC
import CatchwordText
import Dispatch
import Synchronization
import Testing

@testable import CatchwordCompletion
@testable import CatchwordServer

/// The parts of an answer, made on one thread while the request ends on another.
@Suite(.timeLimit(.minutes(10)))
struct CompletionAnswerTests {
  /// What ends a request while one of its parts is being made.
  enum Ending: CaseIterable {
    case cancellation, emptyList
  }

  /// Keeps what is sent, and holds up who asks whether the client is far behind, as is done for each part.
  private final class HeldSink: MessageSink {
    private let beginning = AsyncStream<Void>.makeStream()
    private let gate = DispatchSemaphore(value: 0)
    let bodies = Mutex<[ContiguousArray<UInt8>]>([])

    func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { bodies.withLock { $0.append(body) } }

    var isStalled: Bool {
      beginning.continuation.yield()
      gate.wait()
      return false
    }

    func flush() {}

    /// Waits until a part is being made.
    func begun() async {
      for await _ in beginning.stream { return }
    }

    func release() { gate.signal() }
  }

  @Test(arguments: Ending.allCases)
  func theEndWaitsForNoPartAndNoneFollows(ending: Ending) async throws {
    let sink = HeldSink()
    let server = Server(ServerConfiguration(sources: []), input: InputQueue(), output: sink)
    let answer = try await server.answerInParts()
    let document = OpenDocument(uri: "a", languageID: "c", version: 1, text: "he").snapshot
    let query = CompletionQuery(document: document, offset: 2)
    let item = CompletionResult.Item(candidate: Candidate("help"), source: "s", signals: RankingSignals())
    let part = CompletionResult(query: query, items: [item], isIncomplete: true)
    let isMade = AsyncStream<Void>.makeStream()
    DispatchQueue(label: "part").async {
      answer.take(.partial(part))
      isMade.continuation.finish()
    }
    await sink.begun()
    switch ending {
    case .cancellation: answer.stop()
    case .emptyList:
      let nothing = CompletionResult(query: query, items: [], isIncomplete: true)
      answer.take(.end(.stale(nothing)))
    }
    sink.release()
    for await _ in isMade.stream {}
    let messages = try sink.bodies.withLock { $0 }.map { try JSONValue(parsing: $0) }
    #expect(messages.count { $0["method"] != nil } == 0)
    #expect(messages.count == (ending == .emptyList ? 1 : 0))
  }
}

extension Server {
  /// The answer to a request whose client takes parts, and is told that there is work.
  fileprivate func answerInParts() throws -> CompletionAnswer {
    let body: JSONValue = [
      "textDocument": ["uri": "a"], "position": ["line": 0, "character": 2], "partialResultToken": "parts",
      "workDoneToken": "work",
    ]
    var reader = JSONReader(ContiguousArray(body.json.utf8))
    let params = try CompletionParams(from: &reader)
    let request = try #require(inFlight.insert(.int(1)))
    let times = CompletionAnswer.Times(arrived: .zero, begun: .zero)
    return CompletionAnswer(request, params, times: times, server: self)
  }
}
