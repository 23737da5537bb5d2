/// A network that scores a word by its features: one hidden layer, beside a weighted sum.
///
/// A weighted sum cannot express that an earlier use of a word means little in a text where everything is new, but much
/// where everything is repeated; a few units that are off below a threshold (rectified linear units) can.
package struct Network: Equatable, Sendable {
  package typealias Hidden = SIMD32<Float>

  /// The number of steps of typed letters: none, one, two, and more.
  package static let steps = 4

  /// The weights of the sum, by the step of typed letters.
  package var direct: [Features.Vector]
  /// The weights of each feature in the hidden units.
  package var columns: [Hidden]
  /// The bias of the hidden units.
  package var bias: Hidden
  /// The weights of the hidden units in the score, by the step of typed letters.
  package var output: [Hidden]

  /// Creates a network whose weights are all 0.
  package init() {
    direct = Array(repeating: Features.Vector(), count: Network.steps)
    columns = Array(repeating: Hidden(), count: Features.Lane.allCases.count)
    bias = Hidden()
    output = Array(repeating: Hidden(), count: Network.steps)
  }

  /// Returns the step of a number of typed letters.
  package static func step(letters: Int) -> Int { max(0, min(letters, steps - 1)) }

  /// Returns the score of a word, in nats: a difference of 1 makes one word about *e* times as likely as another.
  package func score(_ features: Features, letters: Int) -> Float {
    score(features.vector, hidden(features.vector), step: Network.step(letters: letters))
  }

  /// Returns the score for known values of the hidden units.
  package func score(_ vector: Features.Vector, _ hidden: Hidden, step: Int) -> Float {
    // In halves, because a product of 32 numbers is computed one by one.
    (direct[step].lowHalf * vector.lowHalf + direct[step].highHalf * vector.highHalf
      + output[step].lowHalf * hidden.lowHalf + output[step].highHalf * hidden.highHalf).total
  }

  /// Returns the values of the hidden units.
  package func hidden(_ vector: Features.Vector) -> Hidden { Network.rectified(sums(vector)) }

  /// Returns the score of a word of which the sums are known without `left` and `isNearlyDone`.
  func score(_ features: Features, sums: Hidden, letters: Int) -> Float {
    var (low, high) = (sums.lowHalf, sums.highHalf)
    for lane in [Features.Lane.left, .isNearlyDone] where features[lane] != 0 {
      low += columns[lane.rawValue].lowHalf * features[lane]
      high += columns[lane.rawValue].highHalf * features[lane]
    }
    return score(
      features.vector, Network.rectified(Hidden(lowHalf: low, highHalf: high)), step: Network.step(letters: letters))
  }

  /// Returns the weighted sums of the features in the hidden units.
  func sums(_ vector: Features.Vector) -> Hidden {
    var (low, high) = (bias.lowHalf, bias.highHalf)
    // Of a word, half of the features are 0.
    for lane in columns.indices where vector[lane] != 0 {
      low += columns[lane].lowHalf * vector[lane]
      high += columns[lane].highHalf * vector[lane]
    }
    return Hidden(lowHalf: low, highHalf: high)
  }

  private static func rectified(_ sums: Hidden) -> Hidden {
    let (low, high) = (sums.lowHalf, sums.highHalf)
    return Hidden(
      lowHalf: low.replacing(with: 0, where: low .< 0), highHalf: high.replacing(with: 0, where: high .< 0))
  }
}

extension SIMD16<Float> {
  /// The sum of all numbers, in an order that is fast on processors.
  package var total: Float {
    let eight = lowHalf + highHalf
    return (eight.lowHalf + eight.highHalf).sum()
  }
}

extension Network: LosslessStringConvertible {
  /// Creates a network from its numbers: a line for each feature, with its weights by step of typed letters and for
  /// each hidden unit, one with the biases, and one for each step with the weights of the hidden units.
  package init?(_ description: String) {
    self.init()
    // By bytes: to find where Characters end takes twenty times as long, which the first key would wait for.
    let rows = description.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: " ")).compactMap { Float(Substring($0)) }
    }
    let lanes = columns.count
    guard rows.count == lanes + 1 + Network.steps,
      rows[..<lanes].allSatisfy({ $0.count == Network.steps + Hidden.scalarCount }),
      rows[lanes...].allSatisfy({ $0.count == Hidden.scalarCount })
    else { return nil }
    for lane in 0..<lanes {
      for step in 0..<Network.steps { direct[step][lane] = rows[lane][step] }
      columns[lane] = Hidden(rows[lane][Network.steps...])
    }
    bias = Hidden(rows[lanes])
    for step in 0..<Network.steps { output[step] = Hidden(rows[lanes + 1 + step]) }
  }

  /// The numbers, rounded to three decimal places.
  package var description: String {
    func row(_ numbers: [Float]) -> String { numbers.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " ") }
    let lanes = columns.indices.map { lane in
      row(direct.map { $0[lane] } + columns[lane].indices.map { columns[lane][$0] })
    }
    return (lanes + ([bias] + output).map { hidden in row(hidden.indices.map { hidden[$0] }) }).joined(separator: "\n")
  }
}
