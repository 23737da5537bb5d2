import TestSupport
import Testing

@testable import CatchwordPrediction

struct WordNumbersTests {
  private func number(_ word: String, in table: inout WordNumbers) -> Int? {
    var word = word
    return word.withUTF8 { table.insert($0) }
  }

  private func known(_ word: String, in table: WordNumbers) -> Int? {
    var word = word
    return word.withUTF8 { table.number(of: $0) }
  }

  @Test func isADictionaryInTheOrderOfComing() {
    var random = SeededRandom()
    for seed in [0, UInt64.max, random.next()] {
      var table = WordNumbers(seed: seed)
      var expected: [String] = []
      for _ in 0..<3000 {
        let word = "w\(random.below(1500))" + (random.below(2) == 0 ? "é" : "")
        let number = number(word, in: &table)
        if let index = expected.firstIndex(of: word) {
          #expect(number == index)
        } else {
          #expect(number == expected.count)
          expected.append(word)
        }
      }
      #expect(table.count == expected.count)
      #expect(expected.indices.allSatisfy { table.text(of: $0) == expected[$0] })
      #expect(known("absent", in: table) == nil)
      // As many as there were, and what comes then is numbered on.
      table.removeAll(from: 100)
      #expect(expected.indices.allSatisfy { known(expected[$0], in: table) == ($0 < 100 ? $0 : nil) })
      #expect(number("new", in: &table) == 100)
      #expect(table.text(of: 100) == "new" && table.text(of: 99) == expected[99])
    }
  }

  @Test(arguments: [
    ("a", true), ("_", true), ("Éa", true), ("東", true), ("1", false), ("(", false), ("–", false), ("“", false),
    ("🎉", false), ("", false),
  ])
  func initialsTellWordsFromMarks(_ text: String, _ isWord: Bool) {
    var text = text
    let initial = text.withUTF8 { Initial($0) }
    #expect(initial.isWord == isWord)
  }
}
