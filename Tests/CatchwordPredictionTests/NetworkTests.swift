import TestSupport
import Testing

@testable import CatchwordPrediction

struct NetworkTests {
  private func random(_ random: inout SeededRandom) -> Network {
    func number() -> Float { Float(random.below(4001) - 2000) / 1000 }
    var network = Network()
    for step in network.direct.indices {
      for lane in network.columns.indices { network.direct[step][lane] = number() }
      for unit in network.bias.indices { network.output[step][unit] = number() }
    }
    for unit in network.bias.indices {
      network.bias[unit] = number()
      for lane in network.columns.indices { network.columns[lane][unit] = number() }
    }
    return network
  }

  @Test func theNumbersThatAreKeptAreWhole() {
    #expect(Network.fitted != Network())
    #expect(Network(Network.fitted.description) == Network.fitted)
    #expect(Features.Lane.allCases.count <= Features.Vector.scalarCount)
  }

  @Test func isReadAsItIsWritten() throws {
    var random = SeededRandom()
    for _ in 0..<20 {
      let network = self.random(&random)
      #expect(Network(network.description) == network)
      #expect(Network(network.description.split(separator: "\n").dropLast().joined(separator: "\n")) == nil)
    }
    #expect(Network("") == nil)
    #expect(Network("a b c") == nil)
  }

  @Test func countsAsPlainLoopsDo() {
    var random = SeededRandom()
    for _ in 0..<50 {
      let network = self.random(&random)
      var features = Features()
      for lane in Features.Lane.allCases { features[lane] = Float(random.below(100) - 50) / 10 }
      for letters in [-3, 0, 1, 2, 3, 4, 1000] {
        let step = max(0, min(letters, 3))
        var expected = 0.0
        for lane in Features.Lane.allCases {
          expected += Double(network.direct[step][lane.rawValue]) * Double(features[lane])
        }
        for unit in network.bias.indices {
          var sum = Double(network.bias[unit])
          for lane in Features.Lane.allCases {
            sum += Double(network.columns[lane.rawValue][unit]) * Double(features[lane])
          }
          expected += Double(network.output[step][unit]) * max(0, sum)
        }
        #expect(abs(Double(network.score(features, letters: letters)) - expected) < 0.01)
      }
    }
  }
}
