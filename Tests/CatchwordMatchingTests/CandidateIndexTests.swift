import TestSupport
import Testing

@testable import CatchwordMatching

struct CandidateIndexTests {
  /// Random candidates, spread at random over segments and rows that come and go, against looking at all of them.
  @Test(arguments: [(corpora: 300, words: 150), (corpora: 8, words: 5000)])
  func findsWhatLookingAtAllFinds(_ corpora: Int, words: Int) throws {
    var random = SeededRandom()
    var kinds: Set<MatchKind> = []
    for _ in 0..<corpora {
      var corpus = Corpus(&random, upTo: words)
      // Among many words, hardly any pattern that is made up has typos only: this one has.
      corpus.insert("zyga")
      for number in 0..<8 {
        let pattern = number == 0 ? "zygo" : Corpus.word(&random, upTo: 5)
        let limit = 1 + random.below(random.below(2) == 0 ? 50 : corpus.rows.count + 5)
        let preferred = (0..<random.below(3)).map { _ in corpus.someRows(&random) }
        let allowsTypos = number == 0 || random.below(2) == 0
        // What is known of a shorter pattern may be used, and must not change anything.
        let shorter = Pattern(String(pattern.unicodeScalars.prefix(2).map(Character.init)))
        let narrowing = random.below(2) == 0 ? try corpus.index.narrowing(for: shorter, from: nil) { true } : nil
        let answer = try corpus.index.search(
          Pattern(pattern), limit: limit, allowsTypos: allowsTypos, preferred: preferred,
          narrowing: narrowing.flatMap { $0.covers(Pattern(pattern)) ? $0 : nil })
        let expected = corpus.search(pattern, preferred: preferred, allowsTypos: allowsTypos)
        let found = answer.matches.map { Found(row: $0.row, kind: $0.kind) }
        #expect(found == Array(expected.prefix(limit)), "\(pattern), limit \(limit)")
        #expect(answer.isCut || expected.count <= limit)
        kinds.formUnion(found.map(\.kind))
      }
    }
    #expect(kinds == Set(MatchKind.allCases).subtracting([.exact]))
  }

  @Test func lookingAheadFindsTheSameRows() {
    var random = SeededRandom()
    for round in 0..<12 {
      var builder = SegmentBuilder()
      for _ in 0..<1 + random.below(5000) { builder.append(Corpus.word(&random, upTo: 7), weight: 0) }
      let segment = builder.build()
      let rows = segment.rows
      let groups = "abc".unicodeScalars.map { CharacterGroup.of($0.value) }
      // What is known leaves no rows in whole blocks, and in every other word elsewhere.
      let known = RowBits(rows: rows.rowCount, repeating: 0)
      for word in 0..<known.count where word / RowFilter.blockSize % 3 > 0 && random.below(2) == 0 {
        known.words[word] = UInt64.random(in: 0...UInt64.max, using: &random)
      }
      var filter = RowFilter()
      switch round % 3 {
      case 0: filter.begin(rows)
      case 1: filter.begin(rows, among: UnsafePointer(known.words))
      default: filter.begin(rows, beginningsOf: [groups[0], groups[1]], lackingAtMost: 1 + round % 2, of: groups)
      }
      if round % 3 < 2 { filter.require(BitPlanes.present + groups[0], of: rows) }
      if round % 2 == 0 { filter.exclude(BitPlanes.wordStarts + groups[2], of: rows) }
      var ahead = RowLookahead(rows, leastRows: 0)
      var seen = 0
      while let block = ahead.next() {
        #expect(block.lowerBound == seen)
        seen = block.upperBound
        let hasRows = ahead.look(at: block, filter)
        for word in block { #expect((hasRows ? ahead.bits(word) : 0) == filter.bits(word)) }
      }
      #expect(seen == BitPlanes.words(forRows: rows.rowCount))
      #expect(ahead.cost == 0)
      withExtendedLifetime((segment, known)) {}
    }
  }

  /// A search goes on with a copy while words come and go, so it may ask for rows that are gone.
  @Test func holdsNothingWhereRowsWereGivenBack() {
    var index = CandidateIndex()
    let rows = (0...MutableRows.capacity).map { index.insert("word\($0)") }
    var last = "word\(MutableRows.capacity)"
    #expect(last.withUTF8 { index.holds($0, at: rows[MutableRows.capacity]) })
    for row in rows.reversed() { index.remove(row) }
    #expect(!last.withUTF8 { index.holds($0, at: rows[MutableRows.capacity]) })
    var first = "word0"
    #expect(!first.withUTF8 { index.holds($0, at: rows[0]) })
  }

  @Test func doesNotDependOnTheSegments() throws {
    var random = SeededRandom()
    for _ in 0..<60 {
      let words = (0..<200).map { _ in Corpus.Word(text: Corpus.word(&random, upTo: 8), weight: UInt8(random.below(3)))
      }
      let whole = Corpus(words, cuts: [], mutableFrom: words.count)
      let cut = Corpus(
        words, cuts: [random.below(200), random.below(200), random.below(200)].sorted(), mutableFrom: random.below(200))
      for _ in 0..<8 {
        let pattern = Pattern(Corpus.word(&random, upTo: 4))
        let limit = 1 + random.below(100)
        let texts = try [whole, cut].map { corpus in
          try corpus.index.search(pattern, limit: limit).matches.map { corpus.index[$0.row] }
        }
        #expect(texts[0] == texts[1], "\(pattern.text)")
      }
    }
  }

  @Test func keepsTextsWeightsAndDetails() throws {
    var builder = SegmentBuilder()
    builder.append("later", weight: 1)
    builder.append("New York", weight: 9, detail: "a city")
    builder.append("short", detail: String(repeating: "long ", count: 200))
    let index = CandidateIndex(segments: [builder.build()])
    let rows = try index.search(Pattern(""), limit: 10).matches.map(\.row)
    #expect(rows.map { index[$0] } == ["New York", "later", "short"])
    #expect(rows.map { index.weight(of: $0) } == [9, 1, 0])
    #expect(rows.map { index.detail(of: $0) } == ["a city", nil, String(repeating: "long ", count: 200)])
  }

  @Test func rowsAreUsedAgain() {
    var random = SeededRandom()
    var index = CandidateIndex()
    var rows: [CandidateIndex.Row: String] = [:]
    for step in 0..<20_000 {
      if step % 3 == 2, let row = rows.keys.randomElement(using: &random) {
        index.remove(row)
        rows[row] = nil
      } else {
        let word = Corpus.word(&random, upTo: 40)
        rows[index.insert(word)] = word
      }
    }
    #expect(index.count == rows.count)
    #expect(rows.allSatisfy { index[$0.key] == $0.value })
    #expect(rows.keys.max() ?? 0 < 8192)
  }

  @Test func emptyChunksAreGivenBack() throws {
    var random = SeededRandom()
    var index = CandidateIndex()
    for _ in 0..<3 {
      var rows = (0..<9000).map { index.insert("word\($0)") }
      rows.shuffle(using: &random)
      for row in rows { index.remove(row) }
      #expect(index.count == 0 && index.parts.isEmpty)
    }
    let row = index.insert("again")
    #expect(row == 0 && index[row] == "again")
  }

  @Test func aCopyStaysAsItIs() throws {
    var index = CandidateIndex()
    let row = index.insert("before")
    let copy = index
    index.remove(row)
    _ = index.insert("after")
    #expect(try copy.search(Pattern(""), limit: 5).matches.map { copy[$0.row] } == ["before"])
    #expect(try index.search(Pattern(""), limit: 5).matches.map { index[$0.row] } == ["after"])
  }

  /// Nobody waits for more than a little work, whatever is being done, and wherever the candidates are.
  @Test(arguments: [false, true])
  func looksUpOften(isMutable: Bool) throws {
    var builder = SegmentBuilder()
    var index = CandidateIndex()
    for number in 0..<100_000 {
      if isMutable { _ = index.insert("word\(number)x") } else { builder.append("word\(number)x") }
    }
    if !isMutable { index = CandidateIndex(segments: [builder.build()]) }
    for pattern in ["", "w", "0x", "wx"].map(Pattern.init) {
      var looks = 0
      _ = try index.search(pattern, limit: 100_000) {
        looks += 1
        return true
      }
      #expect(looks >= 100, "\(pattern.text)")
      let stopped = try index.search(pattern, limit: 100_000) { false }
      #expect(stopped.isInterrupted)
      #expect(stopped.matches.count < 2000)
      #expect(throws: CancellationError.self) {
        try index.search(pattern, limit: 100_000) { throw CancellationError() }
      }
    }
    #expect(try index.narrowing(for: Pattern("wx"), from: nil) { false } == nil)
    #expect(throws: CancellationError.self) {
      try index.narrowing(for: Pattern("wx"), from: nil) { throw CancellationError() }
    }
  }

  /// Whatever bytes a file has, there is an answer.
  @Test func damagedSegmentsAreNoTrouble() throws {
    var random = SeededRandom()
    var builder = SegmentBuilder()
    for number in 0..<300 {
      builder.append("wörd\(number)", weight: UInt8(number % 5), detail: number % 2 == 0 ? "x" : nil)
    }
    var good: [UInt8] = []
    try builder.build { good = Array($0) }
    for _ in 0..<400 {
      var bytes = good
      for _ in 0..<1 + random.below(20) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      let memory = SegmentMemory(count: bytes.count) { $0.copyBytes(from: bytes) }
      guard let segment = IndexSegment(in: memory) else { continue }
      let index = CandidateIndex(segments: [segment])
      for pattern in ["", "w", "wö3", "Wd", "wrod1"] {
        for match in try index.search(Pattern(pattern), limit: 50, allowsTypos: true).matches {
          _ = (index[match.row], index.detail(of: match.row), index.weight(of: match.row))
        }
      }
    }
    // What the planes call ASCII may be none, wherever it stands.
    var plain = SegmentBuilder()
    plain.append("wonderland0001")
    try plain.build { good = Array($0) }
    let place = try #require(good.indices.last { good[$0] == UInt8(ascii: "d") })
    good.replaceSubrange(place...place + 1, with: [0xC3, 0xA9])
    let memory = SegmentMemory(count: good.count) { $0.copyBytes(from: good) }
    let index = CandidateIndex(segments: [try #require(IndexSegment(in: memory))])
    for pattern in ["wonderland0001", "Wonderland0001", "onderland0001", "wonderlandd01"] {
      _ = try index.search(Pattern(pattern), limit: 5, allowsTypos: true)
    }
    for count in [0, 1, 63, 64, 200] {
      let memory = SegmentMemory(count: count) { $0.copyBytes(from: good.prefix(count)) }
      #expect(IndexSegment(in: memory) == nil)
    }
  }

  /// Where a damaged file says that rows are as long as all its texts together, an answer is no longer than others.
  @Test func rowsOfADamagedSegmentAreNoLongerThanOthers() throws {
    var builder = SegmentBuilder()
    for number in 0..<20_000 { builder.append("wörd\(number)") }
    var bytes: [UInt8] = []
    try builder.build { bytes = Array($0) }
    let layout = try #require(bytes.withUnsafeBytes { SegmentLayout(from: $0) })
    #expect(layout.textBytes > 10 * RowView.maximumBytes)
    bytes.withUnsafeMutableBytes { bytes in
      for row in 0...layout.rowCount {
        let start = row % 2 == 0 ? 0 : UInt32(layout.textBytes)
        bytes.storeBytes(of: start, toByteOffset: layout.starts + 4 * row, as: UInt32.self)
      }
    }
    let memory = SegmentMemory(count: bytes.count) { $0.copyBytes(from: bytes) }
    let index = CandidateIndex(segments: [try #require(IndexSegment(in: memory))])
    for pattern in ["", "w", "rd", "wrödx"] {
      let matches = try index.search(Pattern(pattern), limit: 200, allowsTypos: true).matches
      #expect(matches.allSatisfy { index[$0.row].utf8.count <= RowView.maximumBytes }, "\(pattern)")
    }
  }

  @Test func theLongestRowIsKeptWhole() throws {
    var builder = SegmentBuilder()
    let (text, detail) = (String(repeating: "w", count: 5000), String(repeating: "d", count: 5000))
    builder.append(text, detail: detail)
    let index = CandidateIndex(segments: [builder.build()])
    let match = try #require(try index.search(Pattern("w"), limit: 1).matches.first)
    #expect(index[match.row] == String(text.prefix(CandidateIndex.maximumTextBytes)))
    #expect(index.detail(of: match.row) == String(detail.prefix(RowDetail.maximumLength)))
  }

  /// What is decoded takes as long as it is long: there is a look at the clock every few rows.
  @Test func looksUpOftenWhereTextsAreLong() throws {
    let rowCount = 512
    var builder = SegmentBuilder()
    let text = String(repeating: "ж", count: CandidateIndex.maximumTextBytes / 2)
    for _ in 0..<rowCount { builder.append(text) }
    let index = CandidateIndex(segments: [builder.build()])
    // The planes do not tell v from ж, so all texts are read: once for beginnings, once for words within, once for typos.
    #expect(CharacterGroup.of(0x76) == CharacterGroup.of(0x436))
    for (typed, passes) in [("v", 2), ("vv", 2), ("vvvv", 3)] {
      var looks = 0
      let answer = try index.search(Pattern(typed), limit: 10, allowsTypos: true) {
        looks += 1
        return true
      }
      #expect(answer.matches.isEmpty)
      #expect(looks >= passes * rowCount / 4, "\(typed)")
    }
    var looks = 0
    _ = try index.narrowing(for: Pattern("vv"), from: nil) {
      looks += 1
      return true
    }
    #expect(looks >= rowCount / 4)
    looks = 0
    #expect(try index.row(of: String(text.dropLast()) + "з") { looks += 1 } == nil)
    #expect(looks >= rowCount / 4)
  }

  @Test func bestSelectionKeepsTheBest() {
    var random = SeededRandom()
    for _ in 0..<100 {
      let numbers = (0..<random.below(51)).map { _ in random.below(31) }
      let capacity = random.below(13)
      var best = BestSelection<Int>(capacity: capacity) { $0 > $1 }
      var wasCut = false
      for number in numbers where best.insert(number) { wasCut = true }
      #expect(best.sorted() == Array(numbers.sorted(by: >).prefix(capacity)))
      #expect(wasCut == (numbers.count > capacity))
    }
  }
}
