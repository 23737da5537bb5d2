import TestSupport
import Testing

@testable import CatchwordPrediction

struct UseOrderTests {
  @Test func isAListWithTheLastUsedFirst() {
    var random = SeededRandom()
    var order = UseOrder()
    var expected: [String] = []
    for _ in 0..<2000 {
      let name = "\(random.below(12))"
      expected.removeAll { $0 == name }
      if random.below(3) == 0 {
        order.remove(name)
      } else {
        order.use(name)
        expected.insert(name, at: 0)
      }
      let limit = random.below(14)
      #expect(order.lastUsed(limit) == Array(expected.prefix(limit)))
      #expect(order.count == expected.count)
    }
  }
}
