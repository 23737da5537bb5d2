import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// What is looked up where Chinese or Japanese is being typed: terms that stand within the words of an index.
///
/// Between two words of grammar there may be several terms (北京大学学习计算机科学), of which no rule tells where they begin
/// and end. The other places tell in which the letters stand that are being typed; see `IdeographPlaces`.
struct IdeographTerms: Sendable {
  /// The last letters that have been typed: all that matter, then one less, down to the last one.
  let endings: [String]
  private let query: CompletionQuery

  /// A term that has begun so long ago is nearly complete.
  private static let maximumTyped = 4
  /// Of so many words is seen how they go on.
  private static let maximumWords = 256
  /// The most terms that are offered of each ending.
  private static let maximumTerms = 40
  /// How much less a term is trusted that goes on from fewer of the letters typed than another.
  private static let shorterEnding = 0.3

  /// Looks at what is being typed; nil where that is no Han.
  init?(_ query: CompletionQuery) {
    guard query.document.scanner.rules.segmentsIdeographs else { return nil }
    let typed = query.typed.unicodeScalars.suffix(IdeographTerms.maximumTyped)
    let han = typed.reversed().prefix { WordScanner.isHan($0) }.reversed()
    if han.isEmpty { return nil }
    self.query = query
    endings = han.indices.map { index in
      var ending = String.UnicodeScalarView()
      ending.append(contentsOf: han[index...])
      return String(ending)
    }
  }

  /// The rows of an index that hold an ending, and some that do not, for each ending.
  ///
  /// - Parameters:
  ///   - preferred: Which rows come first where there are too many.
  ///   - goesOn: False when time is up; it may throw.
  /// - Complexity: As that of a search for each ending.
  @concurrent
  func rows(
    in index: CandidateIndex, preferred: [RowSet] = [], goesOn: @escaping @Sendable () throws -> Bool
  ) async throws -> [[CandidateIndex.Row]] {
    try endings.map { ending in
      try index.search(
        Pattern(ending), limit: IdeographTerms.maximumWords, preferred: preferred, checkpoint: goesOn
      ).matches.map(\.row)
    }
  }

  /// The terms that begin with one of the endings.
  ///
  /// - Parameter words: The words that may hold an ending, with how often each stands somewhere, for each ending.
  /// - Complexity: O(length of the words).
  func candidates(_ words: [[(text: String, count: Int)]]) -> [Candidate] {
    var candidates: [Candidate] = []
    var trust = 1.0
    // What would be written is the same, however much of what has been typed is thought to be a part of it.
    var written: Set<Substring> = []
    for (ending, words) in zip(endings, words) {
      var places = IdeographPlaces(of: ending)
      for word in words where word.count > 0 { places.add(word.text, count: word.count) }
      let terms = places.terms(limit: IdeographTerms.maximumTerms)
      for term in terms where written.insert(term.text.dropFirst(ending.count)).inserted {
        candidates.append(candidate(term, ending: ending, trust: trust))
      }
      if !terms.isEmpty { trust = IdeographTerms.shorterEnding }
    }
    return candidates
  }

  private func candidate(_ term: IdeographPlaces.Term, ending: String, trust: Double) -> Candidate {
    let bits = Int.bitWidth - term.count.leadingZeroBitCount
    var candidate = Candidate(
      term.text,
      signals: CandidateSignals(frequency: min(1, Double(bits) / 10), cohesion: trust * term.cohesion))
    if ending != query.typed { candidate.start = query.offset - ending.utf8.count }
    return candidate
  }
}
