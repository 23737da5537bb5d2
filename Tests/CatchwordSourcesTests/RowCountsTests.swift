import CatchwordMatching
import TestSupport
import Testing

@testable import CatchwordSources

struct RowCountsTests {
  /// As a table and as a column, against a dictionary.
  @Test(arguments: [300, 40_000, 1_000_000])
  func countsAsADictionaryDoes(rows: Int) {
    var random = SeededRandom()
    var counts = RowCounts()
    var expected: [CandidateIndex.Row: Int] = [:]
    for _ in 0..<20_000 {
      // Rows of one document come near each other, as a rule.
      let row = random.below(4) == 0 ? random.below(rows) : random.below(min(rows, 6000))
      let change = expected[row, default: 0] > 0 && random.below(3) == 0 ? -1 : 1
      expected[row, default: 0] += change
      #expect(counts.add(change, to: row) == expected[row])
    }
    for row in 0..<min(rows, 50_000) where counts[row] != expected[row, default: 0] { Issue.record("row \(row)") }
    var found: [CandidateIndex.Row: Int] = [:]
    var place = 0
    while place < counts.places {
      for (row, count) in counts.take(1 + random.below(5000), from: &place) {
        found[row] = count
        #expect(counts[row] == 0)
      }
    }
    #expect(found == expected.filter { $0.value > 0 })
    let none = counts.take(1, from: &place)
    #expect(none.isEmpty && place == counts.places)
    #expect(counts.add(1, to: 7) == 1)
  }

  @Test func wordsAreFoundByTheirBytes() {
    var random = SeededRandom()
    var table = RowTable(seed: random.next())
    var rows: [String: Int] = [:]
    var words: [Int: String] = [:]
    func row(of word: String) -> (hash: UInt32, row: Int?) {
      var word = word
      let copy = word
      return word.withUTF8 { bytes in
        let hash = table.hash(bytes)
        return (hash, table.row(hash) { words[$0] == copy })
      }
    }
    for step in 0..<20_000 {
      let word = "w\(random.below(3000))\(String(repeating: "x", count: random.below(20)))"
      let (hash, found) = row(of: word)
      #expect(found == rows[word])
      if let found {
        if random.below(2) == 0 {
          table.remove(hash, row: found)
          rows[word] = nil
          words[found] = nil
        }
      } else {
        table.insert(hash, row: step)
        rows[word] = step
        words[step] = word
      }
    }
    #expect(rows.allSatisfy { row(of: $0.key).row == $0.value })
  }
}
