import CatchwordPrediction
import CatchwordRPC

/// `catchword-bench fit`: finds the numbers by which words are ranked, from how people write.
enum FitCommand {
  private static let passes = 6

  static func run(_ options: FitOptions) throws -> Int32 {
    var network = Network.fitted
    var questions: [FitSamples.Question] = []
    var tests = try self.questions(options.tests, network, seed: options.seed, options)
    if !tests.isEmpty { StandardStream.error.write("as it is: \(figures(tests, network))\n") }
    for round in 1...options.rounds {
      // Each network ranks words first that the one before did not, and has to learn which of them are wrong.
      questions += try self.questions(options.folders, network, seed: options.seed &+ UInt64(round), options)
      guard !questions.isEmpty else { throw ReplayFolder.Failure(description: "there is nothing to learn from") }
      var training = FitTraining(questions, seed: options.seed)
      let trained = training.run(passes: passes) { _ in StandardStream.error.write(".") }
      // The network as it will be read from its description.
      network = Network(trained.description) ?? trained
      tests = try self.questions(options.tests, network, seed: options.seed, options)
      StandardStream.error.write(
        "\nround \(round), \(grouped(questions.count)) questions: \(figures(tests, network))\n")
    }
    StandardStream.output.write(network.description + "\n")
    return 0
  }

  private static func questions(
    _ folders: [String], _ network: Network, seed: UInt64, _ options: FitOptions
  ) throws -> [FitSamples.Question] {
    try folders.flatMap { path in
      var samples = FitSamples(network, seed: seed)
      samples.add(try ReplayFolder(path: path), files: options.files, words: options.words)
      return samples.questions
    }
  }

  /// Returns the mean reciprocal ranks of the typed words: before the first letter, after one, two and three.
  private static func figures(_ questions: [FitSamples.Question], _ network: Network) -> String {
    var (sums, weights) = ([Float](repeating: 0, count: Network.steps), [Float](repeating: 0, count: Network.steps))
    for question in questions {
      let scores = question.words.map { network.score(Features($0), letters: question.letters) }
      let rank = scores.count { $0 > scores[0] } + 1
      let step = Network.step(letters: question.letters)
      sums[step] += question.weight / Float(rank)
      weights[step] += question.weight
    }
    return zip(sums, weights).map { QualityReport.digits(Double($0 / max($1, 1e-9))) }.joined(separator: " ")
  }
}

/// The options of `catchword-bench fit`.
struct FitOptions {
  let folders: [String]
  /// Folders that are used only for the figures.
  let tests: [String]
  /// The number of files of each folder that are typed.
  let files: Int
  /// The number of words of each file that are asked for.
  let words: Int
  /// The number of networks that are fitted, each also to what the one before ranked first.
  let rounds: Int
  let seed: UInt64

  init(_ arguments: [String]) throws(BenchInvocation.Failure) {
    let values: [String: String]
    (values, folders) = try BenchInvocation.operands(
      arguments,
      known: [
        "--files": "a number of files", "--words": "a number of words", "--seed": "a number",
        "--rounds": "a number of rounds", "--test": "folders with commas between them",
      ], flags: [])
    if folders.isEmpty { throw BenchInvocation.Failure(message: "fit needs folders: catchword-bench fit DIR...") }
    tests = (values["--test"] ?? "").split(separator: ",").map(String.init)
    files = try BenchInvocation.number(values, "--files", in: 1...10_000, otherwise: 40)
    words = try BenchInvocation.number(values, "--words", in: 1...10_000, otherwise: 40)
    rounds = try BenchInvocation.number(values, "--rounds", in: 1...10, otherwise: 3)
    seed = try BenchInvocation.number(values, "--seed", in: 0...UInt64.max, otherwise: 1)
  }
}
