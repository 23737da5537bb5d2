import CatchwordPrediction
import CatchwordText
import TestSupport
import Testing

@testable import CatchwordCompletion

/// What stands once and is one edit from what stands often comes behind it.
struct MisspellingTests {
  private func shown(_ words: String, typed: String, _ candidates: [String], limit: Int = 100) -> [String] {
    composer(words, typed: typed, candidates, limit: limit).compose().items.map(\.candidate.text)
  }

  private func composer(_ words: String, typed: String, _ candidates: [String], limit: Int = 100) -> Composer {
    let document = DocumentSnapshot(uri: "a", languageID: "swift", version: 1, text: Text(words + "\n" + typed))
    let model = LanguageModel()
    model.documentDidOpen(document)
    var composer = Composer(
      query: CompletionQuery(document: document, offset: document.text.count, limit: limit),
      parts: [
        Composer.Part(source: SourceDescriptor(name: "s"), answer: SourceAnswer(candidates.map { Candidate($0) }))
      ],
      isMissingAnswers: false)
    composer.model = model
    return composer
  }

  @Test(arguments: [
    // The misspelling was written last, and would come first.
    ("receive receive receive receive receive\nx = recieve", "rec", ["recieve", "receive"], ["receive", "recieve"]),
    ("length length length length length lenght", "len", ["lenght", "length"], ["length", "lenght"]),
    ("buffer buffer buffer buffer buffer bufer", "buf", ["bufer", "buffer"], ["buffer", "bufer"]),
  ])
  func aMisspellingComesBehindTheWord(text: String, typed: String, offered: [String], expected: [String]) {
    #expect(shown(text, typed: typed, offered) == expected)
  }

  @Test func theEditsThatCount() {
    func isOneEdit(_ left: String, _ right: String) -> Bool { Composer.isOneEdit(Array(left.utf8), Array(right.utf8)) }
    for (left, right) in [("abcd", "abd"), ("abcd", "abxd"), ("abcd", "acbd"), ("abcd", "abcde"), ("abcd", "xbcd")] {
      #expect(isOneEdit(left, right) && isOneEdit(right, left))
    }
    for (left, right) in [("abcd", "abcd"), ("abcd", "ab"), ("abcd", "dcba"), ("abcd", "axyd"), ("", "ab")] {
      #expect(!isOneEdit(left, right) && !isOneEdit(right, left))
    }
  }

  @Test func whatNobodyWaitsForIsLeftAsItIs() {
    let composer = composer(
      "length length length length length lenght", typed: "len", ["lenght", "length"])
    let items = Array(
      composer.compose().items.sorted { $0.candidate.text == "lenght" && $1.candidate.text == "length" })
    let prediction = composer.model.prediction(at: composer.query.offset, in: composer.query.document)
    let gathered = Composer.Gathered(prediction, for: composer.query)
    #expect(composer.withMisspellingsLast(items, gathered).map(\.candidate.text) == ["length", "lenght"])
    composer.cancellation.cancel()
    #expect(composer.withMisspellingsLast(items, gathered).map(\.candidate.text) == ["lenght", "length"])
  }

  /// A list may have 10,000 items.
  @Test func inALongListEachMisspellingComesBehindTheWord() {
    let words = (0..<300).map { "word\($0 * 37 % 1000)s" }
    let misspelt = words.map { $0.replacing("word", with: "wrod") } + words.map { $0.replacing("s", with: "ss") }
    let text = String(repeating: words.joined(separator: "\n") + "\n", count: 5) + misspelt.joined(separator: "\n")
    let list = shown(text, typed: "w", misspelt + words, limit: 10_000)
    #expect(Set(list) == Set(misspelt + words))
    let places = Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, $0) })
    for (number, word) in words.enumerated() {
      for other in [misspelt[number], misspelt[number + words.count]] {
        #expect(places[word, default: .max] < places[other, default: 0])
      }
    }
  }

  /// Among few frequent words, those that differ from all of them in too many letters are not looked up.
  @Test func eachMisspellingComesBehindTheLastWordOneEditAway() {
    var random = SeededRandom()
    let composer = composer("", typed: "x", [])
    let gathered = Composer.Gathered(
      composer.model.prediction(at: composer.query.offset, in: composer.query.document), for: composer.query)
    for round in 0..<200 {
      let letters = round % 2 == 0 ? "ab" : "abcdefü"
      let words = Set(
        (0..<1 + random.below(200)).map { _ in
          String((0..<3 + random.below(5)).map { _ in letters.randomElement(using: &random) ?? "a" })
        })
      let items = words.sorted().shuffled(using: &random).map { word in
        var signals = RankingSignals()
        signals.prediction.occurrences = [1, 1, 4, 5, 9][random.below(5)]
        return CompletionResult.Item(candidate: Candidate(word), source: "s", signals: signals)
      }
      // Without any shortcut: each rare word behind the last frequent one behind it that is one edit away.
      var expected = items.indices.map { [$0] }
      for (index, item) in items.enumerated().reversed() {
        let bytes = Array(item.candidate.text.utf8)
        guard bytes.count >= 4, item.signals.prediction.occurrences == 1 else { continue }
        let meant = items.indices.last { other in
          let word = Array(items[other].candidate.text.utf8)
          return other > index && word.count >= 4 && items[other].signals.prediction.occurrences ?? 0 >= 5
            && Composer.isOneEdit(bytes, word)
        }
        guard let meant else { continue }
        expected[meant].insert(index, at: 1)
        expected[index].removeFirst()
      }
      #expect(
        composer.withMisspellingsLast(items, gathered).map(\.candidate.text)
          == expected.joined().map { items[$0].candidate.text })
    }
  }

  @Test func theLastWordThatIsOneEditAwayIsFound() {
    var random = SeededRandom()
    func word() -> [UInt8] { (0..<random.below(7)).map { _ in UInt8(ascii: "a") + UInt8(random.below(3)) } }
    for _ in 0..<50 {
      let words = (0..<40).map { _ in word() }
      var index = OneEditIndex()
      for (number, word) in words.enumerated() { index.add(word, number: number) }
      for _ in 0..<20 {
        // A word that is there itself would hide another one behind the same hash.
        let other = word()
        if words.contains(other) { continue }
        let found = index.numbers(near: other)
        #expect(found.allSatisfy { Composer.isOneEdit(other, words[$0]) })
        #expect(found.max() == words.lastIndex { Composer.isOneEdit(other, $0) })
      }
    }
  }

  /// How many words are compared does not depend on how many there are.
  @Test func amongManyWordsFewAreCompared() {
    var index = OneEditIndex()
    for number in 0..<10_000 { index.add(Array("word\(10_000 + number)".utf8), number: number) }
    let word = Array("word1234x".utf8)
    let found = index.numbers(near: word)
    #expect(found.max() == 2349)
    #expect(found.count <= 1 + 3 * word.count)
  }
}
