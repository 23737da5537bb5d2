import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

/// The evidence from what is written again.
struct RepetitionsTests {
  @Test func whatFilesRepeatAtADistanceIsLikelyThere() {
    let model = languageModel(of: ["a": "self.ship = ship\nself.sail = sail\nself.mast = mast\n"])
    let found = features(of: ["kettle", "water", "self"], behind: "water = 1\nself.kettle = ", model)
    #expect(found[0][.repeated] > found[1][.repeated] + 1)
    #expect(found[0][.repeated] > found[2][.repeated] + 1)
  }

  @Test func aLongerShapeCountsMore() {
    // Behind "=" it is mostly another word; behind a dot, a word and "=" always the same.
    let others = (0..<12).map { "x\($0) = y\($0)\n" }.joined()
    let model = languageModel(of: ["a": others + "self.ship = ship\nself.sail = sail\nself.mast = mast\n"])
    let repeated = features(of: "kettle", behind: "self.kettle = ", model)[.repeated]
    #expect(repeated > features(of: "kettle", behind: "kettle = ", model)[.repeated] + 1)
  }

  @Test func whatWasIntroducedIsUsedNext() {
    let model = languageModel(of: ["a": (0..<8).map { "let n\($0) = f()\nif n\($0) { stop() }\n" }.joined()])
    let found = features(of: ["kettle", "f", "stop"], behind: "stop()\nlet kettle = f()\nif ", model)
    #expect(found[0][.role] > found[1][.role] + 1)
    #expect(found[0][.role] > found[2][.role] + 1)
  }

  @Test func whatStandsBehindTheCursorSaysNothing() {
    let rest = "self.ship = ship\nself.sail = sail\nself.mast = mast\n"
    let found = features(of: ["kettle"], behind: "self.kettle = ", languageModel(of: [:]), rest: rest)[0]
    #expect(found[.repeated] == 0 && found[.role] == 0)
  }

  @Test func filesAreCountedWithoutTheOneThatIsOpen() {
    let model = languageModel(of: ["a": "water water water", "b": "kettle", "c": "kettle water", "d": "kettle"])
    func files(_ word: String, _ path: String) -> Float {
      features(of: [word], behind: "x ", model, path: path)[0][.files]
    }
    func logarithm(_ number: Double) -> Float { Float(SystemMath.logarithm(of: number)) }
    #expect(files("water", "new") == logarithm(3))
    #expect(files("kettle", "new") == logarithm(4))
    #expect(files("kettle", "c") == logarithm(3))
    #expect(files("water", "a") == logarithm(2))
    // A closed document is a file again; an open one counts by what it has now.
    #expect(files("kettle", "new") == logarithm(4))
    model.documentDidOpen(DocumentSnapshot(uri: "d", languageID: "swift", version: 0, text: Text("water")))
    #expect(files("kettle", "new") == logarithm(3))
    #expect(files("water", "new") == logarithm(4))
  }

  @Test func openDocumentsCountToo() {
    let model = languageModel(of: [:])
    let text = Text("self.ship = ship\nself.sail = sail\nself.mast = mast\n")
    model.documentDidOpen(DocumentSnapshot(uri: "other", languageID: "swift", version: 0, text: text))
    let found = features(of: ["kettle", "water"], behind: "water = 1\nself.kettle = ", model)
    #expect(found[0][.repeated] > found[1][.repeated] + 1)
  }

  /// Texts against the plain definition: some marks are frequent, and some words are as far apart as is read.
  @Test func isAsDefined() {
    var random = SeededRandom()
    for _ in 0..<40 {
      let tokens = (0..<random.below(1500) + 2).map { _ in
        switch random.below(6) {
        case 0, 1: "="
        case 2: ["(", ",", "+"][random.below(3)]
        case 3, 4: "w\(random.below(6))"
        default: "w\(random.below(200))"
        }
      }
      let words = Set(tokens.filter { $0.hasPrefix("w") }).sorted()
      let found = features(of: words, behind: tokens.joined(separator: " ") + " ", languageModel(of: [:]))
      for (word, features) in zip(words, found) {
        let expected = Definition(tokens).evidence(for: word)
        #expect(abs(features[.repeated] - expected.distance) < 0.001)
        #expect(abs(features[.role] - expected.role) < 0.001)
      }
    }
  }

  @Test func theLastIndexIsThatOfAPlainSearch() {
    var random = SeededRandom()
    for _ in 0..<500 {
      let tokens = ContiguousArray((0..<random.below(60) + 1).map { _ in Token(random.below(20)) })
      let start = random.below(tokens.count)
      let range = start..<start + random.below(tokens.count - start + 1)
      let word = Token(random.below(20) + 1)
      let last = tokens[range].lastIndex { $0 == word || $0 == .separator }
      #expect(TokenSearch.lastIndex(of: word, in: tokens, range) == last.flatMap { tokens[$0] == word ? $0 : nil })
    }
  }
}

/// What `Repetitions` say of words of one text, counted one place after the other.
private struct Definition {
  private let tokens: [String]
  private let places: [Int]

  init(_ tokens: [String]) {
    self.tokens = tokens
    let all = tokens.indices.dropFirst().filter { tokens[$0 - 1] == tokens[tokens.count - 1] }
    places = all.suffix(96).filter { tokens[$0].hasPrefix("w") }
  }

  private func lastUse(of word: String, before place: Int) -> (distance: Int, role: String)? {
    let use = tokens[max(0, place - Repetitions.reach)..<place].lastIndex(of: word)
    return use.map { (place - $0, $0 == 0 ? "" : tokens[$0 - 1]) }
  }

  private func shape(at place: Int) -> Int {
    func token(_ index: Int) -> String { index < 0 ? "" : tokens[index].hasPrefix("w") ? "w" : tokens[index] }
    let length = (1..<Repetitions.longestShape).first { token(place - 1 - $0) != token(tokens.count - 1 - $0) }
    return length ?? Repetitions.longestShape
  }

  func evidence(for word: String) -> Repetitions.Evidence {
    guard let use = lastUse(of: word, before: tokens.count) else { return Repetitions.Evidence() }
    var likelihood = 0.0
    for length in 1...Repetitions.longestShape {
      let known = places.filter { shape(at: $0) >= length }
      if known.isEmpty { continue }
      let equal = known.count { lastUse(of: tokens[$0], before: $0)?.distance == use.distance }
      likelihood = (4 * Double(equal) + 6 * likelihood) / (4 * Double(known.count) + 6)
    }
    var evidence = Repetitions.Evidence()
    if use.distance <= Repetitions.longestDistance {
      evidence.distance = Features.logarithmic(share: Float(likelihood))
    }
    let words = Set(tokens.filter { $0.hasPrefix("w") })
    let sharers = words.count { lastUse(of: $0, before: tokens.count)?.role == use.role }
    func weight(_ places: [Int]) -> Double { places.reduce(0) { $0 + 4 * Double(shape(at: $1)) } }
    let votes = weight(places.filter { lastUse(of: tokens[$0], before: $0)?.role == use.role })
    evidence.role = Features.logarithmic(share: Float(votes / ((weight(places) + 8) * Double(sharers))))
    return evidence
  }
}
