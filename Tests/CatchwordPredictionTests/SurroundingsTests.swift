import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

/// The evidence from the words around the cursor, and from the kinds of words and files.
struct SurroundingsTests {
  @Test func whatStandsSoonBehindAWordIsNear() throws {
    let filler = String(repeating: "x ", count: 20)
    let model = languageModel(of: [
      "a": "kettle ( 1 ) ; water\n\(filler) sand", "b": "\(filler) kettle", "c": "plate kettle + 2\nwater",
    ])
    let text = "kettle =\n  1 +\n  "
    #expect(features(of: "water", behind: text, model)[.nearby] > 0)
    // Too far behind, in the next file, and near nothing that stands here.
    #expect(features(of: "sand", behind: text, model)[.nearby] == 0)
    #expect(features(of: "plate", behind: text, model)[.nearby] == 0)
    #expect(features(of: "water", behind: "spoon = ", model)[.nearby] == 0)
  }

  @Test func whatStandsNearInOpenDocumentsCountsToo() throws {
    let model = languageModel(of: ["other": "nothing"])
    let far = String(repeating: "x\n", count: 30)
    #expect(features(of: "water", behind: "kettle = water\n\(far)kettle . ", model)[.nearby] > 0)
    #expect(features(of: "water", behind: "\(far)kettle . ", model)[.nearby] == 0)
    // What stands behind the cursor was no reason to write it again.
    #expect(features(of: "water", behind: "kettle ; kettle ", model, rest: "water")[.nearby] == 0)
    model.documentDidOpen(DocumentSnapshot(uri: "other", languageID: "swift", version: 0, text: Text("kettle . water")))
    #expect(features(of: "water", behind: "\(far)kettle . ", model)[.nearby] > 0)
  }

  @Test func frequentWordsSayNothing() throws {
    let often = languageModel(of: ["a": String(repeating: "the water\n", count: 2048)])
    #expect(features(of: "water", behind: "the ", often)[.nearby] > 0)
    let tooOften = languageModel(of: ["a": String(repeating: "the water\n", count: 2049)])
    #expect(features(of: "water", behind: "the ", tooOften)[.nearby] == 0)
  }

  @Test func onlyTheNearestWordsCount() throws {
    let numbers = (0..<20).map { "w\($0)" }
    let model = languageModel(of: Dictionary(uniqueKeysWithValues: numbers.map { ($0, "\($0) near\($0)") }))
    let text = numbers.joined(separator: " ") + " "
    #expect(features(of: "nearw8", behind: text, model)[.nearby] > 0)
    #expect(features(of: "nearw7", behind: text, model)[.nearby] == 0)
  }

  @Test func filesThatHaveChangedOrAreOpenDoNotVote() throws {
    let often = String(repeating: "kettle . water\n", count: 1000)
    let model = languageModel(of: ["a": often, "b": "water", "c": "kettle . sand"])
    #expect(features(of: "water", behind: "kettle . ", model)[.nearby] > 0)
    // The one place that is left is found among a thousand that no longer count.
    model.documentDidOpen(DocumentSnapshot(uri: "a", languageID: "swift", version: 0, text: Text("nothing")))
    #expect(features(of: "water", behind: "kettle . ", model)[.nearby] == 0)
    model.documentDidClose(uri: "a")
    #expect(features(of: "water", behind: "kettle . ", model)[.nearby] > 0)
    _ = model.update([("a", ContiguousArray("nothing".utf8))])
    #expect(features(of: "water", behind: "kettle . ", model)[.nearby] == 0)
  }

  @Test func theFormFollowsFromTheTokensBefore() throws {
    let model = languageModel(of: [
      "a": "let one: Kettle\nlet two: Water\nlet three: Spoon\nlet four: Plate\nsugar", "b": "Sugar sugar",
    ])
    let capital = features(of: "Sugar", behind: "let five: ", model)[.form]
    let small = features(of: "sugar", behind: "let five: ", model)[.form]
    #expect(capital > small + 1)
    // Of a word that nobody has written the form is not held against others; and a mark has none.
    #expect(features(of: "unheard", behind: "let five: ", model)[.form] == Features.usualForm)
    #expect(features(of: ":", behind: "let five: ", model)[.form] == Features.usualForm)
  }

  @Test(arguments: [
    ("KettleView", 1), ("kettle", 1), ("viewer", 0), ("KettleLid", 0.5), ("Kitchen", 0.5), ("kitchenKettle", 0.75),
    ("spoon", 0), ("unheard", 0), ("küche", 0),
  ])
  func theNamesOfFileAndFolderCount(_ word: String, _ share: Float) throws {
    let model = languageModel(of: ["a": "KettleView kettle viewer KettleLid Kitchen kitchenKettle spoon küche"])
    let path = "/home/kitchen/KettleView.test.swift"
    #expect(features(of: word, behind: "", model, path: path)[.fileName] == share)
  }

  @Test(arguments: [
    "", "/", "//", "kettle", "/kettle", ".kettle", "/a/", "/kettle/.", String(repeating: "a/", count: 9999),
  ])
  func anyPathHasNames(_ path: String) throws {
    let share = features(of: "kettle", behind: "kettle ", languageModel(of: [:]), path: path)[.fileName]
    let expected: Float = ["kettle": 1, "/kettle": 1, "/kettle/.": 0.5][path] ?? 0
    #expect(share == expected)
  }

  /// The votes of random texts are those of a plain search.
  @Test func nearbyVotesAreThoseOfAPlainSearch() throws {
    var random = SeededRandom()
    for _ in 0..<30 {
      var builder = CorpusBuilder(seed: random.next())
      for file in 0..<1 + random.below(3) {
        let words = (0..<random.below(30)).map { _ in ["a", "b", "c", "d", ".", "\n"][random.below(6)] }
        #expect(add(ContiguousArray(words.joined(separator: " ").utf8), path: "\(file)", to: &builder))
      }
      let corpus = try #require(builder.build())
      let vocabulary = Vocabulary(corpus, seed: 1)
      let tokens = ContiguousArray((0..<random.below(60)).map { _ in Token(1 + random.below(vocabulary.end - 1)) })
      let cursor = random.below(tokens.count + 1)
      var counts = TokenTable<Int32>(none: 0)
      for token in tokens { counts[token] += 1 }
      let document = Evidence.Document(
        tokens: tokens, gaps: ContiguousArray(repeating: 1, count: tokens.count), cursor: cursor, weight: 1)
      let input = PredictionInput(
        wordStart: 0, path: nil, evidence: Evidence(corpus: corpus, dead: DeadFiles(), documents: [document]),
        vocabulary: vocabulary, counts: counts, otherCounts: [],
        context: Context(document, beginsText: true, vocabulary), indent: nil, isProse: false)
      let votes = input.nearbyVotes()
      let expected = SurroundingsTests.nearby(corpus.tokens, tokens, cursor, vocabulary)
      for token in 0..<Token(vocabulary.end) {
        #expect(abs(votes.weights[token] - expected[token, default: 0]) < 0.0001)
      }
    }
  }

  /// Counts as the model does, where there are so few words that it leaves nothing out.
  private static func nearby(
    _ corpus: ContiguousArray<Token>, _ document: ContiguousArray<Token>, _ cursor: Int, _ vocabulary: Vocabulary
  ) -> [Token: Float] {
    func isWord(_ token: Token) -> Bool { vocabulary.initial(of: token).isWord }
    func window(_ tokens: ContiguousArray<Token>.SubSequence, _ place: Int) -> [Token] {
      tokens[place...].prefix(16).prefix { $0 != .separator }.filter(isWord)
    }
    var votes: [Token: Float] = [:]
    for word in Set(document[..<cursor].suffix(40)).filter(isWord) {
      let last = document[..<cursor].lastIndex(of: word) ?? 0
      let elsewhere = corpus.indices.filter { corpus[$0] == word }
      let here = document[..<last].indices.filter { document[$0] == word }.suffix(32)
      let total = Float(elsewhere.count + 4 * here.count)
      let nearness = Float(SystemMath.exponential(of: Double(last - cursor) / 20))
      for place in elsewhere {
        for token in window(corpus[...], place + 1) { votes[token, default: 0] += nearness / (total + 2) }
      }
      for place in here {
        for token in window(document[..<cursor], place + 1) { votes[token, default: 0] += 4 * nearness / (total + 2) }
      }
    }
    return votes
  }
}
