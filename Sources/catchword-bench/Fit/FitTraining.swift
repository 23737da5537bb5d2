import CatchwordPrediction
import Foundation

/// Fits a network to samples: maximises the likelihood of the typed words among their alternatives.
///
/// This is conditional logit with one hidden layer, by stochastic gradient descent with Adam (Kingma and Ba 2015) and a
/// learning rate that falls to zero along half a cosine.
struct FitTraining {
  private static let rate: Float = 0.008
  private static let decay: Float = 0.00002
  private static let batch = 128

  private let questions: [FitSamples.Question]
  private let mean: Features.Vector
  private let scale: Features.Vector
  private var random: SoakRandom

  init(_ questions: [FitSamples.Question], seed: UInt64) {
    self.questions = questions
    random = SoakRandom(seed: seed)
    var (count, sum, squares) = (Float(0), SIMD32<Double>(), SIMD32<Double>())
    for question in questions {
      for word in question.words {
        count += 1
        sum += SIMD32<Double>(word)
        squares += SIMD32<Double>(word) * SIMD32<Double>(word)
      }
    }
    let average = sum / Double(count)
    let variance = squares / Double(count) - average * average
    mean = Features.Vector(average)
    // A constant feature carries no information, and its deviation must not divide by zero.
    scale = Features.Vector(variance.replacing(with: 1, where: variance .< 1e-8).squareRoot())
  }

  /// - Parameter passes: The number of passes over all questions.
  mutating func run(passes: Int, progress: (Int) -> Void) -> Network {
    var network = Network()
    for lane in network.columns.indices {
      for unit in network.columns[lane].indices { network.columns[lane][unit] = 0.2 * normal() }
    }
    var (first, second) = (Network(), Network())
    var order = Array(questions.indices)
    let steps = passes * (order.count / FitTraining.batch + 1)
    var step = 0
    for pass in 0..<passes {
      order.shuffle(using: &random)
      for start in stride(from: 0, to: order.count, by: FitTraining.batch) {
        var gradient = Network()
        let batch = order[start..<min(order.count, start + FitTraining.batch)]
        for index in batch { add(questions[index], to: &gradient, network) }
        step += 1
        let part = Float(step) / Float(steps)
        let rate = FitTraining.rate * (1 + Float(cos(Double(part) * .pi))) / 2
        let corrections = (1 - Float(pow(0.9, Double(step))), 1 - Float(pow(0.999, Double(step))))
        network.update(gradient, &first, &second) { weight, gradient, first, second in
          let gradient = gradient / Float(batch.count) + FitTraining.decay * weight
          first = 0.9 * first + 0.1 * gradient
          second = 0.999 * second + 0.001 * gradient * gradient
          weight -= rate * (first / corrections.0) / ((second / corrections.1).squareRoot() + 1e-8)
        }
      }
      progress(pass + 1)
    }
    return unscaled(network)
  }

  private mutating func normal() -> Float {
    // The sum of twelve uniform numbers is close enough to normal.
    (0..<12).reduce(-6) { sum, _ in sum + Float.random(in: 0..<1, using: &random) }
  }

  private func add(_ question: FitSamples.Question, to gradient: inout Network, _ network: Network) {
    let step = Network.step(letters: question.letters)
    let inputs = question.words.map { ($0 - mean) / scale }
    let hidden = inputs.map(network.hidden)
    var scores = zip(inputs, hidden).map { network.score($0, $1, step: step) }
    let greatest = scores.max() ?? 0
    scores = scores.map { Float(exp(Double($0 - greatest))) }
    let sum = scores.reduce(0, +)
    for index in inputs.indices {
      let error = (scores[index] / sum - (index == 0 ? 1 : 0)) * question.weight
      gradient.direct[step] += error * inputs[index]
      gradient.output[step] += error * hidden[index]
      let back = (error * network.output[step]).replacing(with: 0, where: hidden[index] .<= 0)
      gradient.bias += back
      for lane in gradient.columns.indices { gradient.columns[lane] += back * inputs[index][lane] }
    }
  }

  /// Returns an equivalent network for features that are not normalised.
  private func unscaled(_ network: Network) -> Network {
    var plain = network
    for step in plain.direct.indices { plain.direct[step] /= scale }
    for lane in plain.columns.indices {
      plain.columns[lane] /= scale[lane]
      plain.bias -= plain.columns[lane] * mean[lane]
    }
    return plain
  }
}

extension Network {
  /// Calls `body` with each weight, its gradient and its two moments.
  fileprivate mutating func update(
    _ gradient: Network, _ first: inout Network, _ second: inout Network,
    _ body: (inout Float, Float, inout Float, inout Float) -> Void
  ) {
    for step in direct.indices {
      for lane in columns.indices {
        body(&direct[step][lane], gradient.direct[step][lane], &first.direct[step][lane], &second.direct[step][lane])
      }
      for unit in bias.indices {
        body(&output[step][unit], gradient.output[step][unit], &first.output[step][unit], &second.output[step][unit])
      }
    }
    for unit in bias.indices {
      body(&bias[unit], gradient.bias[unit], &first.bias[unit], &second.bias[unit])
      for lane in columns.indices {
        body(
          &columns[lane][unit], gradient.columns[lane][unit], &first.columns[lane][unit], &second.columns[lane][unit])
      }
    }
  }
}
