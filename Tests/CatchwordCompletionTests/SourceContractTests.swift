import CatchwordCompletion
import CatchwordRPC
import SourceContract
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
      (["after": 400, "isDeaf": true, "deadline": 50], .answersInTime),
      (["after": 400, "isDeaf": true, "deadline": 50], .stopsWhenCancelled),
    ] as [(JSONValue, SourceContract.Rule)] {
      let violations = await contract.violations(of: ScriptedSource(script, clock: EngineClock()))
      #expect(violations.contains { $0.rule == rule }, "\(script.json) should break \(rule), but broke \(violations)")
    }
  }
}
