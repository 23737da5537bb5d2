/// How much all that is known about a word speaks for it: a network with one hidden layer, beside a weighted sum.
///
/// A weighted sum cannot tell that a word which stood here once means little where everything is new, but much where
/// everything comes again; a few units that are off below a threshold (rectified linear ones) can.
package struct Network: Equatable, Sendable {
  package typealias Hidden = SIMD16<Float>

  /// Counted are no letters, one, two, and more.
  package static let steps = 4

  /// The weights of the sum, by typed letters.
  package var direct: [Features.Vector]
  /// What each feature means to the hidden units.
  package var columns: [Hidden]
  /// What the hidden units begin with.
  package var bias: Hidden
  /// What the hidden units mean, by typed letters.
  package var output: [Hidden]

  /// A network that knows nothing.
  package init() {
    direct = Array(repeating: Features.Vector(), count: Network.steps)
    columns = Array(repeating: Hidden(), count: Features.Lane.allCases.count)
    bias = Hidden()
    output = Array(repeating: Hidden(), count: Network.steps)
  }

  /// The step of a number of typed letters.
  package static func step(letters: Int) -> Int { max(0, min(letters, steps - 1)) }

  /// How much speaks for a word, in nats: a difference of 1 makes one word about *e* times as likely as another.
  package func score(_ features: Features, letters: Int) -> Float {
    score(features.vector, hidden(features.vector), step: Network.step(letters: letters))
  }

  /// The same, when it is known what the hidden units say.
  package func score(_ vector: Features.Vector, _ hidden: Hidden, step: Int) -> Float {
    // By halves, as a product of 32 numbers is made one by one.
    (direct[step].lowHalf * vector.lowHalf + direct[step].highHalf * vector.highHalf + output[step] * hidden).total
  }

  /// What the hidden units say.
  package func hidden(_ vector: Features.Vector) -> Hidden {
    var sum = bias
    for lane in columns.indices { sum += columns[lane] * vector[lane] }
    return sum.replacing(with: 0, where: sum .< 0)
  }
}

extension SIMD16<Float> {
  /// The sum of all, in an order that processors like.
  package var total: Float {
    let eight = lowHalf + highHalf
    return (eight.lowHalf + eight.highHalf).sum()
  }
}

extension Network: LosslessStringConvertible {
  /// A network by its numbers: a line for each feature with its weights by typed letters and for each hidden unit, one for
  /// what the units begin with, and one for each number of typed letters with what they mean.
  package init?(_ description: String) {
    self.init()
    let rows = description.split(separator: "\n").map { line in line.split(separator: " ").compactMap { Float($0) } }
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

  /// The numbers, to three digits behind the point.
  package var description: String {
    func row(_ numbers: [Float]) -> String { numbers.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " ") }
    let lanes = columns.indices.map { lane in
      row(direct.map { $0[lane] } + columns[lane].indices.map { columns[lane][$0] })
    }
    return (lanes + ([bias] + output).map { hidden in row(hidden.indices.map { hidden[$0] }) }).joined(separator: "\n")
  }
}
