import CatchwordCompletion
import CatchwordRPC
import CatchwordTesting
import CatchwordText
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
