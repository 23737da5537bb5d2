import CatchwordMatching
import CatchwordPrediction
import TestSupport
import Testing

@testable import CatchwordCompletion

/// What comes first when some words are commoner than others.
struct RankingSignalsTests {
  typealias Word = (text: String, frequency: Double)

  /// What was typed, and what is wanted, the likeliest first, with how common each word is.
  static let cases: [(typed: String, ranked: [Word])] = [
    // The common one of two words that match alike.
    ("th", [("this", 0.9), ("thus", 0.2)]), ("co", [("course", 0.6), ("coarse", 0.1)]),
    ("des", [("desk", 0.8), ("desi", 0)]), ("Ba", [("Bahn", 0.7), ("Bach", 0.3), ("Bast", 0.1)]),
    // The commoner one, although it is a little longer, or typed with a wider gap.
    ("th", [("there", 0.9), ("thaw", 0.05)]), ("pls", [("please", 0.8), ("pulse", 0.1)]),
    ("py3", [("python3", 0.7), ("pypy3", 0.1)]), ("wh", [("which", 0.9), ("whet", 0)]),
    ("в", [("время", 0.9), ("ваза", 0.1)]), ("北", [("北京市", 0.9), ("北斗", 0)]),
    // What is typed is what is meant, and what begins with it comes before what does not, however common.
    ("for", [("for", 0), ("forward", 1)]), ("the", [("theta", 0), ("other", 1)]),
    ("np", [("npm", 0.1), ("input", 1)]),
    // The kind of a match is worth more than how common a word is.
    ("fb", [("fooBar", 0), ("feedback", 1)]), ("bar", [("fooBar", 0), ("embargo", 1)]),
    ("schon", [("schon", 0.5), ("schön", 0.5)]),
  ]

  @Test(arguments: cases)
  func frequency(typed: String, ranked: [Word]) {
    var random = SeededRandom("frequency \(typed)")
    var matcher = Matcher(Pattern(typed))
    let found = ranked.shuffled(using: &random).compactMap { word in
      matcher.score(word.text).map { match in
        var signals = RankingSignals()
        signals.isPrefix = match.kind >= .prefix
        signals.matchKind = match.kind
        signals.isWrittenAlike = word.text.hasPrefix(typed)
        signals.beginsAlike = word.text.lowercased().first == typed.lowercased().first
        signals.typedLength = typed.count
        signals.matchQuality = match.quality
        signals.candidate.frequency = word.frequency
        return (text: word.text, score: signals.score)
      }
    }
    let ordered = found.sorted { $0.score > $1.score }
    #expect(ordered.map(\.text) == ranked.map(\.text))
    #expect(Set(found.map(\.score)).count == found.count)
  }

  private static func random(_ random: inout SeededRandom, isPrefix: Bool) -> RankingSignals {
    func value() -> Double { [0, 1, Double.random(in: 0...1, using: &random)][random.below(3)] }
    var signals = RankingSignals()
    signals.isPrefix = isPrefix
    // As the matcher gives them: the bands of kinds that begin with what was typed are above the others.
    let kinds = MatchKind.allCases.filter { ($0 >= .prefix) == isPrefix }
    let kind = kinds[random.below(kinds.count)]
    signals.matchKind = kind
    signals.matchQuality = (Double(kind.rawValue) + value()) / Double(MatchKind.allCases.count)
    signals.candidate = CandidateSignals(frequency: value(), recency: value(), affinity: value())
    signals.isWrittenAlike = isPrefix && random.below(2) == 0
    signals.lacksCapitals = isPrefix && random.below(2) == 0
    signals.isOfChange = random.below(2) == 0
    signals.typedLength = random.below(8)
    signals.prediction.score = -20 * value()
    signals.accepted = value()
    signals.priority = 2 * value() - 1
    return signals
  }

  @Test func theExplanationAddsUp() {
    var random = SeededRandom()
    for _ in 0..<1000 {
      let signals = Self.random(&random, isPrefix: random.below(2) == 0)
      let explained = signals.explained
      #expect(explained.reduce(0) { $0 + $1.contribution } == signals.score)
      #expect(Set(explained.map(\.name)).count == explained.count)
    }
    #expect(RankingSignals().explained.allSatisfy { $0.value == 0 && $0.contribution == 0 })
  }

  @Test func everySignalIsExplained() {
    var signals = RankingSignals()
    signals.isPrefix = true
    signals.matchQuality = 0.5
    signals.candidate = CandidateSignals(frequency: 0.5, recency: 0.5, affinity: 0.5, cohesion: 0.5)
    signals.prediction.score = 0.5
    signals.matchKind = .prefix
    signals.accepted = 0.5
    signals.priority = 0.5
    signals.isOfChange = true
    #expect(signals.explained.allSatisfy { $0.contribution != 0 })
    // How it matches, how it is written and begins, whether it is mended, new, doubtful, a symbol or a whole name, and how
    // much has been typed are one, and the candidate's are four.
    #expect(signals.explained.count == Mirror(reflecting: signals).children.count - 9 + 3)
  }

  @Test func whatWasAcceptedNeverComesBeforeABeginning() {
    var random = SeededRandom()
    for _ in 0..<5000 {
      #expect(Self.random(&random, isPrefix: true).score > Self.random(&random, isPrefix: false).score)
    }
  }

  @Test func whatWasAcceptedComesFirstAmongEquals() {
    var accepted = RankingSignals()
    accepted.accepted = 0.5
    #expect(accepted.score > RankingSignals().score)
  }
}
