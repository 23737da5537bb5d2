/// Counts of how often ghost text was shown, and how often it was right.
struct GhostTally {
  /// One ghost text that could be shown.
  struct Answer {
    let confidence: Double
    let isRight: Bool
    /// The length in letters.
    let length: Int
  }

  /// The minimum confidence of an answer.
  let confidence: Double
  /// The number of places that were asked about.
  private(set) var places = 0
  /// The answers that could be shown.
  private(set) var answers: [Answer] = []

  /// The minimum length of an answer worth showing, in visible letters.
  static let leastLength = 2
  /// The number of groups, of equal size, into which answers are divided by their confidence.
  private static let groups = 8

  init(confidence: Double) { self.confidence = confidence }

  mutating func add(_ answer: Answer?) {
    places += 1
    if let answer { answers.append(answer) }
  }

  /// The share of the places with an answer.
  var shownShare: Double { places == 0 ? 0 : Double(answers.count) / Double(places) }

  /// The share of the answers that match the file's continuation completely.
  var precision: Double {
    answers.isEmpty ? 0 : Double(answers.count { $0.isRight }) / Double(answers.count)
  }

  /// The mean length of the right answers, in letters.
  var rightLength: Double {
    let right = answers.filter(\.isRight)
    return right.isEmpty ? 0 : Double(right.reduce(0) { $0 + $1.length }) / Double(right.count)
  }

  /// The deviation of the confidence from the share that was right: the mean over groups of equally confident answers.
  ///
  /// This is the expected calibration error, with groups of equal size.
  var calibrationError: Double {
    let sorted = answers.sorted { $0.confidence < $1.confidence }
    var error = 0.0
    for group in 0..<GhostTally.groups {
      let members = sorted[sorted.count * group / GhostTally.groups..<sorted.count * (group + 1) / GhostTally.groups]
      let expected = members.reduce(0) { $0 + $1.confidence }
      error += abs(expected - Double(members.count { $0.isRight }))
    }
    return sorted.isEmpty ? 0 : error / Double(sorted.count)
  }
}
