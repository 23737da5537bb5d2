import CatchwordMatching

/// Benchmarks of the candidate index: its construction, its memory, searches, and searches while a word is typed.
struct IndexBenchmarks {
  private static let count = 1_000_000
  /// The number of searches for each length.
  private static let searches = 32

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
    let plain = Measurement(5) { precondition(scan("con") > 0) }
    for length in [1, 2, 3, 4, 6, 8] {
      let times = try typed.map { word in
        let pattern = Pattern(String(word.prefix(length)))
        // The fastest of three: other programs may slow down a search, whatever the word.
        return try (0..<3).map { _ in try time { _ = try index.search(pattern, limit: 200) } }.min() ?? .zero
      }
      rows.append(row("match \(length) letters in 1,000,000 words", times, plain))
    }
    rows.append(row("a letter more of 1,000,000 words", try typing(in: index), plain))
    return rows
  }

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
  private func typing(in index: CandidateIndex) throws -> [Duration] {
    var times: [Duration] = []
    for word in typed {
      var history = NarrowingHistory()
      for length in 1...8 {
        let pattern = Pattern(String(word.prefix(length)))
        let known = history.best(for: pattern)
        times.append(try time { _ = try index.search(pattern, limit: 200, narrowing: known) })
        let narrowing = try index.narrowing(for: pattern, from: known) { true }
        if let narrowing { history.append(narrowing) }
      }
    }
    return times
  }

  private func row(_ name: String, _ times: [Duration], _ plain: Measurement) -> Row {
    Row(name: name, ours: Measurement(times), reference: plain, referenceName: "a plain loop over the bytes")
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
