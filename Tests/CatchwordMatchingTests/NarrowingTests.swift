import TestSupport
import Testing

@testable import CatchwordMatching

struct NarrowingTests {
  /// A pattern is typed on, deleted and changed while candidates come, go and take the rows of others: with what the searches
  /// before have noted, each finds what looking at all finds.
  ///
  /// Nothing is noted where there are too many rows; what others may hold is then only looked at.
  @Test(arguments: [(corpora: 80, words: 150), (corpora: 2, words: 5000)], [SearchNotes.maximumRows, 0])
  func whatWasNotedChangesNoAnswer(_ size: (corpora: Int, words: Int), notedRows: Int) throws {
    let (corpora, words) = size
    var random = SeededRandom()
    var used = 0
    for _ in 0..<corpora {
      var corpus = Corpus(&random, upTo: words)
      var history = NarrowingHistory()
      var typed = ""
      // A copy that is held makes the rows that change other rows.
      var held: CandidateIndex?
      for _ in 0..<40 {
        switch random.below(5) {
        case 0: typed = String(typed.dropLast())
        case 1: typed = Corpus.word(&random, upTo: 1) + typed
        default: typed += Corpus.word(&random, upTo: 1)
        }
        if random.below(12) == 0 { typed = "" }
        for _ in 0..<random.below(4) { corpus.change(&random) }
        if random.below(4) == 0 { held = random.below(2) == 0 ? corpus.index : nil }
        let pattern = Pattern(typed)
        let known = history.best(for: pattern)
        if known != nil { used += 1 }
        let limit = 1 + random.below(random.below(2) == 0 ? 20 : corpus.rows.count + 5)
        let preferred = (0..<random.below(3)).map { _ in corpus.someRows(&random) }
        var looks = random.below(4)
        let isStopped = random.below(6) == 0
        let answer = try corpus.index.search(
          pattern, limit: limit, allowsTypos: true, preferred: preferred, narrowing: known, notedRows: notedRows
        ) {
          looks -= 1
          return !isStopped || looks >= 0
        }
        #expect(notedRows > 0 || answer.narrowing == nil)
        if let narrowing = answer.narrowing { history.append(narrowing) }
        if random.below(6) == 0, let all = try corpus.index.narrowing(for: pattern, from: known, checkpoint: { true }) {
          history.append(all)
        }
        if answer.isInterrupted { continue }
        let expected = corpus.search(typed, preferred: preferred, allowsTypos: true)
        let found = answer.matches.map { Found(row: $0.row, kind: $0.kind) }
        #expect(found == Array(expected.prefix(limit)), "\(typed), limit \(limit)")
        #expect(answer.isCut || expected.count <= limit)
      }
      withExtendedLifetime(held) {}
    }
    #expect(used > (notedRows > 0 ? 10 : 2) * corpora)
  }

  /// What does not match is read once: a letter more is looked for among what is left, also where the words change meanwhile.
  @Test(arguments: [true, false]) func whatDoesNotMatchIsNotReadAgain(isMutable: Bool) throws {
    var builder = SegmentBuilder()
    var index = CandidateIndex()
    for number in 0..<100_000 {
      if isMutable { _ = index.insert("a-word\(number)x") } else { builder.append("a-word\(number)x") }
    }
    if !isMutable { index = CandidateIndex(segments: [builder.build()]) }
    func looks(_ typed: String, _ known: Narrowing?) throws -> (count: Int, narrowing: Narrowing?) {
      var count = 0
      let answer = try index.search(Pattern(typed), limit: 100, narrowing: known) {
        count += 1
        return true
      }
      return (count, answer.narrowing)
    }
    let first = try looks("x1", nil)
    _ = index.insert("another")
    let again = try looks("x12", nil)
    let next = try looks("x12", first.narrowing)
    #expect(first.count > 20 && again.count > 20)
    #expect(next.count < again.count / 4)
    let narrowing = try #require(first.narrowing)
    #expect(!narrowing.isComplete && narrowing.patternLength == 2)
  }
}
