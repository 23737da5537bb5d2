import CatchwordCompletion
import CatchwordMatching

/// One search of an index for a lookup: on a snapshot, off the source's actor, and within a given time.
struct CandidateSearch: Sendable {
  let index: CandidateIndex
  let pattern: Pattern
  private let limit: Int
  let preferred: [RowSet]
  private let clock: EngineClock
  private let deadline: Duration

  /// Returns the time to stop with the matches found so far: before the request ends, so that they can be ranked.
  static func deadline(of query: CompletionQuery, _ clock: EngineClock) -> Duration {
    clock.now + query.budget * 2 / 3
  }

  /// The minimum number of matches to look for, however few are shown.
  private static let leastLimit = 100

  init(
    _ index: CandidateIndex, for query: CompletionQuery, preferred: [RowSet] = [], clock: EngineClock,
    deadline: Duration
  ) {
    self.index = index
    // More than are shown, so that the nearest of the good ones can still come to the top. With twice as many, lists of nine
    // kinds of text are as good: what is likely here the model offers, too.
    limit = max(min(query.limit, Int.max / 5) * 5 / 4, CandidateSearch.leastLimit)
    self.preferred = preferred
    self.clock = clock
    self.deadline = deadline
    pattern = Pattern(query.typed)
  }

  /// Returns the best matches in the index.
  ///
  /// - Throws: `CancellationError`, within 50 µs of the cancellation.
  @concurrent
  func run(_ narrowing: NarrowingTask) async throws -> IndexAnswer {
    try index.search(
      pattern, limit: limit, allowsTypos: true, preferred: preferred, narrowing: narrowing.best(for: pattern),
      checkpoint: goesOn)
  }

  /// True until the time is up.
  ///
  /// - Throws: `CancellationError` when the lookup is cancelled.
  func goesOn() throws -> Bool {
    try Task.checkCancellation()
    return clock.now < deadline
  }
}
