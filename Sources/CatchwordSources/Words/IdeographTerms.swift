import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// The lookup for typing Chinese or Japanese: it finds terms that stand within the words of an index.
///
/// Between two words of grammar there may be several terms (北京大学学习计算机科学), and no rule tells where they begin
/// and end. The other occurrences of the letters that are being typed tell that; see `IdeographPlaces`.
struct IdeographTerms: Sendable {
  /// The last typed letters: as many as matter, then one less, down to the last one.
  let endings: [String]
  private let query: CompletionQuery

  /// The maximum number of typed letters that matter: a term with more of them is nearly complete.
  private static let maximumTyped = 4
  /// The maximum number of words to look at for each ending.
  private static let maximumWords = 256
  /// The maximum number of terms that are offered for each ending.
  private static let maximumTerms = 40
  /// The weight of a term from an ending that is shorter than another with terms.
  private static let shorterEnding = 0.3

  /// Takes the Han being typed; nil when there are none, or when the document's language does not segment them.
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

  /// Returns the rows of an index that hold an ending, and some that do not, for each ending.
  ///
  /// - Parameters:
  ///   - preferred: The sets of rows that come first when there are too many.
  ///   - goesOn: Returns false when time is up; it may throw.
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

  /// Returns the terms that begin with one of the endings.
  ///
  /// - Parameter words: For each ending, the words that may hold it, and the number of their occurrences.
  /// - Complexity: O(length of the words).
  func candidates(_ words: [[(text: String, count: Int)]]) -> [Candidate] {
    var candidates: [Candidate] = []
    var weight = 1.0
    // The text to insert is the same, however many of the typed letters belong to the term; it is offered once.
    var written: Set<Substring> = []
    for (ending, words) in zip(endings, words) {
      var places = IdeographPlaces(of: ending)
      for word in words where word.count > 0 { places.add(word.text, count: word.count) }
      let terms = places.terms(limit: IdeographTerms.maximumTerms)
      for term in terms where written.insert(term.text.dropFirst(ending.count)).inserted {
        candidates.append(candidate(term, ending: ending, weight: weight))
      }
      if !terms.isEmpty { weight = IdeographTerms.shorterEnding }
    }
    return candidates
  }

  private func candidate(_ term: IdeographPlaces.Term, ending: String, weight: Double) -> Candidate {
    let bits = Int.bitWidth - term.count.leadingZeroBitCount
    var candidate = Candidate(
      term.text,
      signals: CandidateSignals(frequency: min(1, Double(bits) / 10), cohesion: weight * term.cohesion))
    if ending != query.typed { candidate.start = query.offset - ending.utf8.count }
    return candidate
  }
}
