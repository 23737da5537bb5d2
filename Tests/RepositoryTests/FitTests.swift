import CatchwordPrediction
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import catchword_bench

/// `catchword-bench fit`, on what is quickly learned.
@Suite(.blocking) struct FitTests {
  @Test func whatSpeaksForAWordIsLearned() {
    // Wanted is the word that has followed, unless it stands on the line already.
    var random = SoakRandom(seed: 3)
    let questions = (0..<400).map { _ in
      var words = (0..<8).map { _ in
        var features = Features()
        features[.share1] = Float(random.number(below: 60)) / 10
        features[.sameLine] = Float(random.number(below: 2))
        return features
      }
      func worth(_ features: Features) -> Float { features[.sameLine] == 1 ? -1 : features[.share1] }
      let target = words.indices.max { worth(words[$0]) < worth(words[$1]) } ?? 0
      words.swapAt(0, target)
      return FitSamples.Question(
        letters: random.number(below: 4), words: words.map(\.vector), weight: 1)
    }
    var training = FitTraining(questions, seed: 1)
    let network = training.run(passes: 20) { _ in }
    let right = questions.count { question in
      let scores = question.words.map { network.score(Features($0), letters: question.letters) }
      return scores.max() == scores[0]
    }
    #expect(right > questions.count * 9 / 10, "\(right)")
    #expect(Network(network.description) != nil)
  }

  @Test func printsANetworkForAFolder() throws {
    let home = try TemporaryFolder()
    for number in 0..<4 {
      let lines = (0..<60).map { "let value\($0 % 7) = make\(number)(value\($0 % 5), other\($0 % 3))\n" }
      try home.write(lines.joined() + "own\(number) words\(number)\n", to: "texts/f\(number).swift")
    }
    try home.write((0..<60).map { "lone\($0) wolf\($0)" }.joined(separator: " "), to: "texts/other.txt")
    let folder = home.url.path + "/texts"
    let outcome = try Program.run("catchword-bench", ["fit", "--files", "3", "--words", "8", folder], home: home)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(Network(outcome.output) != nil, "\(outcome.output)")
    #expect(outcome.errors.contains("round 3, "))
    let nowhere = try Program.run("catchword-bench", ["fit", home.url.path + "/nowhere"], home: home)
    #expect(nowhere.code == 1)
    #expect(nowhere.errors.contains("nowhere: there is no such folder"))
  }
}
