import CatchwordCompletion
import CatchwordMatching

/// The entries of a word-list file, ready to be searched.
struct WordList: Sendable {
  /// The number of lines that were left out because they are too long.
  let skippedLines: Int
  /// The problems of the file, one sentence each; known only when the file has just been read.
  var problems: [String] = []
  private let index: CandidateIndex
  /// The narrowing between keys.
  let narrowing = NarrowingTask()
  private let heaviest: Double

  /// - Parameter segments: The segments, in the order of the file.
  init(_ segments: [IndexSegment], skippedLines: Int) {
    self.skippedLines = skippedLines
    index = CandidateIndex(segments: segments)
    heaviest = ListWeight.weight(segments.map(\.maximumWeight).max() ?? 0)
  }

  /// The number of entries.
  var count: Int { index.count }

  /// Calls `body` with each entry.
  func forEachEntry(_ body: (_ text: String, _ weight: UInt8, _ description: String?) -> Void) {
    index.forEachSegmentRow { body(index[$0], index.weight(of: $0), index.detail(of: $0)) }
  }

  /// Returns the best entries for the typed text.
  ///
  /// - Parameters:
  ///   - name: The name of the list.
  ///   - deadline: The time to stop with the matches found so far.
  /// - Throws: `CancellationError`.
  func answer(
    to query: CompletionQuery, name: String, clock: EngineClock, deadline: Duration
  ) async throws -> SourceAnswer {
    let search = CandidateSearch(index, for: query, clock: clock, deadline: deadline)
    let found = try await search.run(narrowing)
    narrowing.prepare(search, after: found)
    let before = PrecedingWords(query)
    let candidates = try found.matches.map { match in
      try Task.checkCancellation()
      let whole = index[match.row]
      let rest = before.rest(of: whole)
      return Candidate(
        rest ?? whole, kind: .value, detail: index.detail(of: match.row) ?? (rest == nil ? nil : whole),
        signals: CandidateSignals(frequency: frequency(of: match.row)), key: name)
    }
    return SourceAnswer(candidates, isIncomplete: found.isCut || found.isInterrupted)
  }

  private func frequency(of row: CandidateIndex.Row) -> Double {
    heaviest > 0 ? ListWeight.weight(index.weight(of: row)) / heaviest : 0
  }
}
