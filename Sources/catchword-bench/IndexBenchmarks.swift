import CatchwordMatching

/// Benchmarks of the candidate index: its construction, its memory, searches, and searches while a word is typed.
struct IndexBenchmarks {
  private static let count = 1_000_000
  /// The number of words that are searched for, by their first letters.
  private static let searches = 64
  /// The number of searches of each word, and of words between two measurements of the floor.
  private static let (repetitions, wordsInTurn) = (5, 8)

  private let corpus = MadeUpWords(seed: 1)
  /// The words, one per line.
  private var text: ContiguousArray<UInt8> = []
  private var lines: ContiguousArray<Range<Int>> = []
  private var typed: [String] = []

  init() {
    for number in 0..<IndexBenchmarks.count {
      let start = text.count
      corpus.append(number, to: &text)
      lines.append(start..<text.count)
      text.append(0x0A)
    }
    var random = SoakRandom(seed: 2)
    while typed.count < IndexBenchmarks.searches {
      let word = corpus.word(random.number(below: IndexBenchmarks.count)).lowercased()
      if word.utf8.count >= 8 { typed.append(word) }
    }
  }

  func rows() throws -> [Row] {
    var segments: [IndexSegment] = []
    var rows = [
      Row(
        name: "index a list of 1,000,000 words", ours: Measurement(3) { segments = build() },
        reference: Measurement(3) { precondition(scan("") == IndexBenchmarks.count) },
        referenceName: "looking at each line")
    ]
    rows.append(memory(of: segments))
    let index = CandidateIndex(segments: segments)
    for length in [1, 2, 3, 4, 6, 8] { rows.append(try searching(length, in: index)) }
    rows.append(try typing(in: index))
    return rows
  }

  /// Measures searches for the first letters of words, in turns with the floor: the machine's speed may change meanwhile.
  private func searching(_ length: Int, in index: CandidateIndex) throws -> Row {
    var (times, floor): ([Duration], [Duration]) = ([], [])
    for (number, word) in typed.enumerated() {
      if number % IndexBenchmarks.wordsInTurn == 0 { floor.append(timeOfFloor()) }
      let pattern = Pattern(String(word.prefix(length)))
      // The fastest: other programs may slow down a search, whatever the word.
      let own = try (0..<IndexBenchmarks.repetitions).map { _ in
        try time { _ = try index.search(pattern, limit: 200) }
      }
      times.append(own.min() ?? .zero)
    }
    return row("match \(length) letters in 1,000,000 words", times, floor)
  }

  private func timeOfFloor() -> Duration { time { precondition(scan("con") > 0) } }

  private func build() -> [IndexSegment] {
    var builder = SegmentBuilder()
    var segments: [IndexSegment] = []
    text.withUnsafeBufferPointer { text in
      for line in lines {
        builder.append(UnsafeBufferPointer(rebasing: text[line]))
        if builder.isFull { segments.append(builder.build()) }
      }
    }
    if builder.count > 0 { segments.append(builder.build()) }
    return segments
  }

  private func memory(of segments: [IndexSegment]) -> Row {
    let megabytes = { (bytes: Int) in Measurement([.microseconds(Double(bytes) / 1e6)]) }
    return Row(
      name: "memory of an index of 1,000,000 words, in MB",
      ours: megabytes(segments.reduce(0) { $0 + $1.byteCount }),
      reference: megabytes(segments.reduce(0) { $0 + $1.textByteCount }), referenceName: "its texts", unit: "MB")
  }

  /// Measures the keys of typed words; between two keys, the index is narrowed as far as possible.
  private func typing(in index: CandidateIndex) throws -> Row {
    var (times, floor): ([Duration], [Duration]) = ([], [])
    for (number, word) in typed.enumerated() {
      if number % IndexBenchmarks.wordsInTurn == 0 { floor.append(timeOfFloor()) }
      var history = NarrowingHistory()
      for length in 1...8 {
        let pattern = Pattern(String(word.prefix(length)))
        let known = history.best(for: pattern)
        times.append(try time { _ = try index.search(pattern, limit: 200, narrowing: known) })
        let narrowing = try index.narrowing(for: pattern, from: known) { true }
        if let narrowing { history.append(narrowing) }
      }
    }
    return row("a letter more of 1,000,000 words", times, floor)
  }

  private func row(_ name: String, _ times: [Duration], _ floor: [Duration]) -> Row {
    Row(
      name: name, ours: Measurement(times), reference: Measurement(floor),
      referenceName: "a plain loop over the bytes")
  }

  private func time(_ action: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(action) }

  /// Returns the number of lines that contain these letters in order, whatever their case.
  private func scan(_ letters: String) -> Int {
    let letters = Array(letters.utf8)
    var count = 0
    for line in lines {
      var next = 0
      for index in line where next < letters.count && text[index] | 0x20 == letters[next] { next += 1 }
      if next == letters.count { count += 1 }
    }
    return count
  }
}
