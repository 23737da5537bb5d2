import Testing

@testable import CatchwordCompletion

struct LookupCostsTests {
  private func delay(after costs: [Int]) -> Duration {
    var recorded = LookupCosts()
    for cost in costs { recorded.record(.milliseconds(cost)) }
    return recorded.delay
  }

  @Test func isTheMedianOfTheLastFifteen() {
    #expect(delay(after: []) == .zero)
    #expect(delay(after: [20]) == .milliseconds(20))
    #expect(delay(after: [1, 40, 20]) == .milliseconds(20))
    #expect(delay(after: Array(repeating: 40, count: 15) + Array(repeating: 10, count: 8)) == .milliseconds(10))
    #expect(delay(after: Array(repeating: 40, count: 15) + Array(repeating: 10, count: 7)) == .milliseconds(40))
  }

  @Test func isNeverLong() {
    #expect(delay(after: [4000]) == .milliseconds(50))
  }

  @Test func isNothingForACheapSource() {
    #expect(delay(after: [1, 1, 1]) == .zero)
  }
}
