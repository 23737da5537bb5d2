import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

struct NearBeginningsTests {
  /// Words typed letter by letter, some letters taken back: what was found for fewer letters hides no word.
  @Test func typosAreThoseOfAPredictionThatWasNeverAsked() {
    var random = SeededRandom()
    let letters = ["a", "b", "c", "A", "_", "é", "1"]
    func word(_ length: Int) -> String { (0..<length).map { _ in letters[random.below(letters.count)] }.joined() }
    let words = (0..<400).map { _ in word(1 + random.below(7)) }
    let model = languageModel(of: ["a": words.joined(separator: " ")])
    let text = "b = "
    let document = DocumentSnapshot(uri: "here", languageID: "swift", version: 0, text: Text(text))
    model.documentDidOpen(document)
    let asked = model.prediction(at: text.utf8.count, in: document)
    var found = 0
    for _ in 0..<40 {
      var typed = ""
      for _ in 0..<(2 + random.below(8)) {
        if random.below(5) == 0, !typed.isEmpty { typed.removeLast() } else { typed += word(1) }
        model.documentDidOpen(document)
        let expected = model.prediction(at: text.utf8.count, in: document).typos(typed: typed, limit: 20)
        let typos = asked.typos(typed: typed, limit: 20)
        #expect(typos.map(\.text) == expected.map(\.text), "\(typed)")
        #expect(typos.map(\.signals) == expected.map(\.signals), "\(typed)")
        found += typos.count
      }
    }
    #expect(found > 100)
  }
}
