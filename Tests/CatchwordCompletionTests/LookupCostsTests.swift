import Testing

@testable import CatchwordCompletion

struct LookupCostsTests {
  private func delay(after costs: [Int]) -> Duration {
    var recorded = LookupCosts()
    for cost in costs { recorded.record(.milliseconds(cost)) }
    return recorded.delay(budget: .milliseconds(30))
  }

  @Test func isTheMedianOfTheLastFifteen() {
    #expect(delay(after: []) == .zero)
    #expect(delay(after: [40]) == .milliseconds(40))
    #expect(delay(after: [1, 45, 40]) == .milliseconds(40))
    #expect(delay(after: Array(repeating: 45, count: 15) + Array(repeating: 35, count: 8)) == .milliseconds(35))
    #expect(delay(after: Array(repeating: 45, count: 15) + Array(repeating: 35, count: 7)) == .milliseconds(45))
  }

  @Test func isNeverLong() {
    #expect(delay(after: [4000]) == .milliseconds(50))
  }

  /// Its answers would come too late for the requests that wait for them.
  @Test(arguments: [[1, 1, 1], [20, 20], [30], [300, 1]])
  func isNothingForASourceThatAnswersInTime(costs: [Int]) {
    #expect(delay(after: costs) == .zero)
  }
}
