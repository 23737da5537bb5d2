import CatchwordCompletion
import CatchwordRPC
import CatchwordTesting
import CatchwordText
import Synchronization
import TestSupport
import Testing

struct SourceContractTests {
  @Test func aGoodSourceKeepsIt() async {
    let good = ScriptedSource(["words": ["a", "b"], "anchor": true], clock: EngineClock())
    #expect(await SourceContract(clock: .unhurried).violations(of: good).isEmpty)
  }

  @Test func brokenSourcesAreFoundOut() async {
    let contract = SourceContract(cancellationPatience: .milliseconds(100))
    for (script, rule) in [
      (["name": "two words"], .describesItself),
      (["words": [""]], .offersWholeCandidates),
      (["words": ["a\nb"]], .offersWholeCandidates),
      (["words": ["@"], "anchor": true], .dependsOnWhatItSays),
      (["after": 60_000, "isDeaf": true, "deadline": 50], .answersInTime),
      (["after": 60_000, "isDeaf": true, "deadline": 50], .stopsWhenCancelled),
      (["fails": "always"], .answersSomewhere),
    ] as [(JSONValue, SourceContract.Rule)] {
      let violations = await contract.violations(of: ScriptedSource(script, clock: EngineClock()))
      #expect(violations.contains { $0.rule == rule }, "\(script.json) should break \(rule), but broke \(violations)")
    }
  }

  /// Each mistake is said once, however many places show it.
  @Test func aRuleIsNamedOnce() async {
    let violations = await SourceContract().violations(of: ScriptedSource(["words": [""]], clock: EngineClock()))
    #expect(violations.map(\.rule) == [.offersWholeCandidates])
    #expect(violations.first?.message.hasSuffix(" other places") == true)
  }

  /// Its deadline is not waited for in each of more than fifty places, and twenty times more.
  @Test func aSourceThatNeverAnswersIsNotAskedForLong() async {
    let silent = ScriptedSource(["after": 60_000, "deadline": 50], clock: EngineClock())
    let violations = await SourceContract().violations(of: silent)
    let message = violations.first { $0.rule == .answersInTime }?.message
    #expect(message?.hasSuffix(" before the deadline, and so in 1 other place") == true, "\(violations)")
    #expect(!violations.contains { $0.rule == .answersConcurrently }, "\(violations)")
    // Three lookups are cancelled, and two are waited for.
    #expect(silent.asked.count <= 5)
  }

  /// A source that notes how long its documentation is waited for.
  private actor Documented: CompletionSource {
    nonisolated let descriptor = SourceDescriptor(name: "documented", deadline: .seconds(5))
    private let clock: ManualClock
    private nonisolated let limit = Mutex<Duration?>(nil)

    init(clock: ManualClock) { self.clock = clock }

    nonisolated var patience: Duration? { limit.withLock(\.self) }

    func completions(for query: CompletionQuery) async throws -> SourceAnswer { SourceAnswer(["word"]) }

    func documentation(for candidate: Candidate) async throws -> String? {
      // The clock stands still, so the contract's timer is the only one that is left.
      while clock.nextDeadline == nil { await Task.yield() }
      let deadline = clock.nextDeadline
      limit.withLock { $0 = deadline?.offset }
      return nil
    }
  }

  /// As the server does, whatever the deadline of its lookups is.
  @Test(.timeLimit(.minutes(10))) func documentationIsWaitedForAsInAServer() async {
    let clock = ManualClock()
    let source = Documented(clock: clock)
    let violations = await SourceContract(clock: EngineClock(clock)).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
    #expect(source.patience == .seconds(1))
  }

  /// A source that cannot be cancelled while it loads, and can be afterwards, or before if it looks at first. It loads
  /// until it is asked about another text, which is when the contract has gone on.
  private actor Cold: CompletionSource {
    nonisolated let descriptor = SourceDescriptor(name: "cold")
    private let (loading, loaded) = AsyncStream.makeStream(of: Never.self)
    private var load: Task<Void, Never>?
    private var text: String?
    private let looksAtFirst: Bool

    init(looksAtFirst: Bool) { self.looksAtFirst = looksAtFirst }

    func completions(for query: CompletionQuery) async throws -> SourceAnswer {
      if looksAtFirst { try Task.checkCancellation() }
      if let text, text != query.document.text.string { loaded.finish() }
      text = text ?? query.document.text.string
      let task = load ?? Task { [loading] in for await _ in loading {} }
      load = task
      await task.value
      return SourceAnswer(["warm"])
    }
  }

  @Test(arguments: [false, true]) func aSourceThatCannotBeCancelledWhileItLoadsIsFoundOut(looksAtFirst: Bool) async {
    let contract = SourceContract(cancellationPatience: .milliseconds(50))
    let violations = await contract.violations(of: Cold(looksAtFirst: looksAtFirst))
    #expect(violations.map(\.rule) == [.stopsWhenCancelled])
  }
}
