import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// The words of all open documents, counted.
///
/// A value: copying it is the snapshot to search. Every word has as many references as it occurs, so an edit adds and
/// removes just the words it touched, and closing a document takes its words with it.
struct WordIndex: Sendable {
  /// A word that may be half typed.
  struct TypedWord: Sendable {
    let start: Int
    let text: String
  }

  private struct Occurrences: Sendable {
    let languageID: String
    var counts: [CandidateIndex.Row: Int] = [:]
    /// The word that the last edit ended in, and where it begins: it may be half typed.
    var typing: TypedWord?
  }

  private var candidates = CandidateIndex()
  private var rows: [String: CandidateIndex.Row] = [:]
  private var counts: [CandidateIndex.Row: Int] = [:]
  private var stamps: [CandidateIndex.Row: Int] = [:]
  private var documents: [String: Occurrences] = [:]
  private var languages: [String: [CandidateIndex.Row: Int]] = [:]
  private var clock = 0

  /// After how many edits a word no longer counts as recent.
  private static let recentEdits = 512.0

  /// The number of different words.
  var count: Int { candidates.count }

  mutating func open(_ uri: String, languageID: String) {
    close(uri)
    documents[uri] = Occurrences(languageID: languageID)
  }

  mutating func close(_ uri: String) {
    guard let document = documents.removeValue(forKey: uri) else { return }
    for (row, count) in document.counts { release(row, count: count, languageID: document.languageID) }
  }

  /// Takes over what an edit changed.
  ///
  /// - Parameter typing: The word in which the edit ended.
  mutating func apply(_ change: WordChange, to uri: String, typing: TypedWord?) {
    guard documents[uri] != nil else { return }
    clock += 1
    for word in change.added where WordIndex.isWorthOffering(word) { add(word, to: uri, isRecent: typing != nil) }
    for word in change.removed where WordIndex.isWorthOffering(word) { remove(word, from: uri) }
    documents[uri]?.typing = typing
  }

  /// At least two characters, one of them not a digit: nobody completes `7` or `x`.
  private static func isWorthOffering(_ word: String) -> Bool {
    var scalars = 0
    var hasLetter = false
    for scalar in word.unicodeScalars {
      scalars += 1
      hasLetter = hasLetter || !(scalar.value < 0x80 && (0x30...0x39).contains(scalar.value))
      if scalars > 1 && hasLetter { return true }
    }
    return false
  }

  private mutating func add(_ word: String, to uri: String, isRecent: Bool) {
    guard let languageID = documents[uri]?.languageID else { return }
    let row: CandidateIndex.Row
    if let known = rows[word] {
      row = known
    } else {
      row = candidates.insert(word)
      rows[word] = row
    }
    counts[row, default: 0] += 1
    documents[uri]?.counts[row, default: 0] += 1
    languages[languageID, default: [:]][row, default: 0] += 1
    if isRecent { stamps[row] = clock }
  }

  private mutating func remove(_ word: String, from uri: String) {
    guard let row = rows[word], let languageID = documents[uri]?.languageID,
      let count = documents[uri]?.counts[row]
    else { return }
    documents[uri]?.counts[row] = count > 1 ? count - 1 : nil
    release(row, count: 1, languageID: languageID)
  }

  private mutating func release(_ row: CandidateIndex.Row, count: Int, languageID: String) {
    let left = (languages[languageID]?[row] ?? 0) - count
    languages[languageID]?[row] = left > 0 ? left : nil
    let total = (counts[row] ?? 0) - count
    guard total <= 0 else {
      counts[row] = total
      return
    }
    counts[row] = nil
    stamps[row] = nil
    rows[candidates[row]] = nil
    candidates.remove(row)
  }

  // MARK: Searching

  /// The best words for a query.
  ///
  /// - Throws: `CancellationError`.
  func answer(to query: CompletionQuery, limit: Int) throws -> SourceAnswer {
    let document = documents[query.document.uri]
    var halfTyped: Set = [query.document.text.string(in: query.wordRange)]
    // The user may have typed on since the query was made.
    if let typing = document?.typing, typing.start == query.wordRange.lowerBound { halfTyped.insert(typing.text) }
    var best = BestSelection<(score: Double, candidate: Candidate)>(capacity: limit) { left, right in
      left.score != right.score ? left.score > right.score : left.candidate.text < right.candidate.text
    }
    var isIncomplete = false
    try candidates.forEachMatch(of: Pattern(query.typed)) { row, match in
      let text = candidates[row]
      let total = counts[row] ?? 0
      // What is typed already is no help, and what is only being typed is no word yet.
      guard text != query.typed, total > (halfTyped.contains(text) ? 1 : 0) else { return }
      let signals = signals(of: row, total: total, in: document, languageID: query.document.languageID)
      let score = match.quality + 0.1 * signals.affinity + 0.05 * (signals.recency + signals.frequency)
      if best.insert((score, Candidate(text, kind: .text, signals: signals))) { isIncomplete = true }
    }
    return SourceAnswer(best.sorted().map(\.candidate), isIncomplete: isIncomplete)
  }

  private func signals(
    of row: CandidateIndex.Row, total: Int, in document: Occurrences?, languageID: String
  ) -> CandidateSignals {
    var signals = CandidateSignals()
    // Doubling the count adds a tenth: the tenth occurrence says less than the second.
    signals.frequency = min(1, Double(Int.bitWidth - total.leadingZeroBitCount) / 10)
    if let stamp = stamps[row] { signals.recency = max(0, 1 - Double(clock - stamp) / WordIndex.recentEdits) }
    if document?.counts[row] != nil {
      signals.affinity = 1
    } else if languages[languageID]?[row] != nil {
      signals.affinity = 0.5
    }
    return signals
  }

  /// In which documents a word occurs, and how often.
  func occurrences(of word: String) -> [(uri: String, count: Int)] {
    guard let row = rows[word] else { return [] }
    return documents.compactMap { uri, document in document.counts[row].map { (uri, $0) } }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0.uri < $1.uri }
  }
}
