import CatchwordText
import Synchronization
import TestSupport
import Testing

@testable import CatchwordCompletion

/// Sources that settings have made, and that other settings have taken away.
struct RetiredSourceTests {
  private actor Hanging: CompletionSource {
    nonisolated let descriptor = SourceDescriptor(name: "hanging")
    private let gate: AsyncStream<Void>

    init(_ gate: AsyncStream<Void>) { self.gate = gate }

    func completions(for query: CompletionQuery) async throws -> SourceAnswer {
      // As long as it takes, cancelled or not.
      await Task { [gate] in for await _ in gate {} }.value
      return SourceAnswer([Candidate("word")])
    }
  }

  private actor Quick: CompletionSource {
    nonisolated let descriptor = SourceDescriptor(name: "quick")

    func completions(for query: CompletionQuery) async throws -> SourceAnswer { SourceAnswer([Candidate("word")]) }
  }

  private final class Weak {
    weak var source: (any CompletionSource)?
    init(_ source: any CompletionSource) { self.source = source }
  }

  private let time = VirtualTime()

  private func query(_ text: String) -> CompletionQuery {
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text(text))
    return CompletionQuery(document: document, offset: text.utf8.count)
  }

  @Test func areLetGoOf() {
    let scheduler = CompletionScheduler(sources: [], clock: time.engineClock, executor: time.executor)
    let lists = Box<Int>()
    var retired: [Weak] = []
    for number in 0..<100 {
      let source = Quick()
      retired.append(Weak(source))
      scheduler.sources = [source]
      let text = ["w", "wo", "wor"][number % 3]
      scheduler.request(
        PendingCompletion(query(text)) { end in
          if case .end(.done(let list)) = end, !list.items.isEmpty { lists.update { ($0 ?? 0) + 1 } }
        })
      time.settle()
    }
    #expect(retired.count { $0.source != nil } == 1)
    #expect(lists.value == 100)
    scheduler.sources = []
    #expect(retired.allSatisfy { $0.source == nil })
  }

  /// Its last question is seen to its end.
  @Test func oneThatIsAskedLivesUntilItHasAnswered() async throws {
    let scheduler = CompletionScheduler(sources: [])
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    weak var source: Hanging?
    do {
      let hanging = Hanging(gate)
      source = hanging
      scheduler.sources = [hanging]
    }
    scheduler.request(PendingCompletion(query("w")) { _ in })
    try await Breather.wait(for: "the question") {
      scheduler.state.withLock { $0.sources[0].outstanding == 1 }
    }
    scheduler.sources = []
    #expect(source != nil && scheduler.sources.isEmpty)
    opener.finish()
    try await Breather.wait(for: "its end") { source == nil }
  }
}
