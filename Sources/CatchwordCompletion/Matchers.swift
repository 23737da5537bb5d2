import CatchwordMatching

/// The matchers of a query: one for the word being typed, and one for each other place at which candidates begin.
struct Matchers {
  let allowsTypos: Bool
  private let query: CompletionQuery
  private var word: Matcher
  private var others: [Int: Matcher] = [:]

  init(_ query: CompletionQuery, allowsTypos: Bool = false) {
    self.query = query
    self.allowsTypos = allowsTypos
    word = Matcher(Pattern(query.typed), allowsTypos: allowsTypos)
  }

  /// The pattern of the word being typed.
  var pattern: Pattern { word.pattern }

  /// Returns the text that has been typed from the start of a candidate on.
  func typed(for candidate: Candidate) -> String {
    guard let start = candidate.start, start != query.typedRange.lowerBound else { return query.typed }
    return query.typed(from: start)
  }

  mutating func score(_ candidate: Candidate) -> MatchScore? {
    guard let start = candidate.start, start != query.typedRange.lowerBound else {
      return word.score(candidate.matched)
    }
    return others[
      start, default: Matcher(Pattern(query.typed(from: start)), allowsTypos: allowsTypos)
    ].score(candidate.matched)
  }
}
