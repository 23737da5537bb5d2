/// How often ghost text was there, and how often it was right.
struct GhostTally {
  /// One answer.
  struct Answer {
    let confidence: Double
    let isRight: Bool
    /// How many letters it has.
    let length: Int
  }

  /// How certain an answer had to be.
  let confidence: Double
  /// How many places were asked about.
  private(set) var places = 0
  /// What was there to be shown.
  private(set) var answers: [Answer] = []

  /// Less is not worth showing, in visible letters.
  static let leastLength = 2
  /// The answers are put into so many groups, of equal size, by how certain they were.
  private static let groups = 8

  init(confidence: Double) { self.confidence = confidence }

  mutating func add(_ answer: Answer?) {
    places += 1
    if let answer { answers.append(answer) }
  }

  /// At what share of the places there was something.
  var shownShare: Double { places == 0 ? 0 : Double(answers.count) / Double(places) }

  /// What share of what was shown was what the file went on with, all of it.
  var precision: Double {
    answers.isEmpty ? 0 : Double(answers.count { $0.isRight }) / Double(answers.count)
  }

  /// How many letters what was right had, in the mean.
  var rightLength: Double {
    let right = answers.filter(\.isRight)
    return right.isEmpty ? 0 : Double(right.reduce(0) { $0 + $1.length }) / Double(right.count)
  }

  /// How far the confidence is from the share that was right: the mean over groups of answers that were equally certain.
  ///
  /// Known as the expected calibration error, here with groups of equal size.
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
