import CatchwordMatching
import Testing

struct CandidateIndexTests {
  @Test func findsWhatANaiveSearchFinds() throws {
    var random = SystemRandomNumberGenerator()
    let letters = Array("abcAB_12éÜ東")
    var index = CandidateIndex()
    var rows: [Int: String] = [:]
    for step in 0..<2000 {
      if step % 3 == 2, let row = rows.keys.randomElement(using: &random) {
        index.remove(row)
        rows[row] = nil
      } else {
        let word = String((0..<Int.random(in: 1...8)).map { _ in letters.randomElement()! })
        rows[index.insert(word)] = word
      }
    }
    #expect(index.count == rows.count)
    for pattern in ["a", "ab", "A1", "e", "u_", "東", "zz", ""] {
      var found: [Int: Double] = [:]
      let sawAll = try index.forEachMatch(of: Pattern(pattern)) {
        found[$0] = $1.quality
        return 0
      }
      #expect(sawAll)
      var matcher = Matcher(Pattern(pattern))
      let expected = rows.compactMapValues { matcher.match($0)?.quality }
      #expect(found == expected)
    }
  }

  @Test func passesOverOnlyWhatCannotReachTheWantedQuality() throws {
    var index = CandidateIndex()
    for word in ["abc", "xabc", "Abd", "ábe", "a_b_c", "bab"] { _ = index.insert(word) }
    for least in [0, 0.3, 0.6, 0.7, 0.9] {
      var found: Set<String> = []
      var expected: Set<String> = []
      try index.forEachMatch(of: Pattern("ab")) { row, score in
        if score.quality >= least { found.insert(index[row]) }
        return least
      }
      try index.forEachMatch(of: Pattern("ab")) { row, score in
        if score.quality >= least { expected.insert(index[row]) }
        return 0
      }
      #expect(found == expected)
    }
  }

  @Test func bestSelectionKeepsTheBest() {
    for _ in 0..<100 {
      let numbers = (0..<Int.random(in: 0...50)).map { _ in Int.random(in: 0...30) }
      let capacity = Int.random(in: 0...12)
      var best = BestSelection<Int>(capacity: capacity) { $0 > $1 }
      var wasCut = false
      for number in numbers where best.insert(number) { wasCut = true }
      #expect(best.sorted() == Array(numbers.sorted(by: >).prefix(capacity)))
      #expect(wasCut == (numbers.count > capacity))
    }
  }

  @Test func stopsWhenCancelled() async {
    var index = CandidateIndex()
    for number in 0..<5000 { _ = index.insert("word\(number)") }
    let (filled, pattern) = (index, Pattern("w"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try filled.forEachMatch(of: pattern) { _, _ in 0 }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
