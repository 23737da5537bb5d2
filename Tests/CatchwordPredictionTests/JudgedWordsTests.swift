import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

struct JudgedWordsTests {
  /// What is known of a word by the last key changes no score: each is that of a prediction which was never asked.
  @Test func wordsCountAsIfNeverAskedFor() {
    var random = SeededRandom()
    let words = (0..<1500).map { "word\($0)" }
    let model = languageModel(of: ["a": words[..<1200].joined(separator: " "), "b": "word1 word2\nword1 word7"])
    let text = "word1 = word2\nword3 word3 word1 "
    let document = DocumentSnapshot(uri: "here", languageID: "swift", version: 0, text: Text(text))
    model.documentDidOpen(document)
    let asked = model.prediction(at: text.utf8.count, in: document)
    // More than are kept.
    for word in words { _ = asked.score(of: word, letters: 1) }
    for _ in 0..<600 {
      let word = words[random.below(random.below(2) == 0 ? 10 : words.count)]
      let (letters, uses) = (random.below(8), Double(random.below(4)) * 40)
      let leastUses = random.below(2) == 0 ? 0 : uses
      // A document that was opened anew gets a new prediction.
      model.documentDidOpen(document)
      let fresh = model.prediction(at: text.utf8.count, in: document)
      #expect(fresh.judged !== asked.judged)
      let expected = fresh.signals(of: word, letters: letters, uses: uses, leastUses: leastUses)
      #expect(asked.signals(of: word, letters: letters, uses: uses, leastUses: leastUses) == expected)
    }
  }

  @Test func keepsNoMoreThanItHasRoomFor() {
    let judged = JudgedWords()
    func word(_ length: Int) -> JudgedWord {
      JudgedWord(features: Features(), sums: Network.Hidden(), isUsed: true, length: length, occurrences: 0)
    }
    func assumption(_ number: Int) -> JudgedWord.Assumption {
      JudgedWord.Assumption(uses: Double(number % 3), leastUses: Double(number % 5))
    }
    func length(_ number: Int, _ assumption: JudgedWord.Assumption) -> Int? {
      judged.read(Token(number), assumption) { $0.length }
    }
    for number in 0..<5000 {
      judged.keep(word(number), Token(number), assumption(number))
      #expect(length(number, assumption(number)) ?? number == number)
      #expect(length(number, JudgedWord.Assumption(uses: -1)) == nil)
    }
    let kept = (0..<5000).count { length($0, assumption($0)) == $0 }
    #expect(kept > 500 && kept <= 1024)
  }
}
