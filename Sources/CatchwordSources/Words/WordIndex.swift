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
  /// By row: how often the word occurs, and at which edit it was last written.
  private var counts: ContiguousArray<Int32> = []
  private var stamps: ContiguousArray<Int32> = []
  private var documents: [String: Occurrences] = [:]
  /// By language and row: how often the word occurs in documents of the language.
  private var languages: [String: ContiguousArray<Int32>] = [:]
  private var clock: Int32 = 0

  /// After how many edits a word no longer counts as recent.
  private static let recentEdits = 512.0

  /// What the context may add to the quality of a match, at most: less than lies between a word that begins with what was
  /// typed and one that does not.
  private static let mostFromContext = 0.1

  /// The number of different words.
  var count: Int { candidates.count }

  mutating func open(_ uri: String, languageID: String) {
    close(uri)
    documents[uri] = Occurrences(languageID: languageID)
  }

  mutating func close(_ uri: String) {
    guard let document = documents.removeValue(forKey: uri) else { return }
    for (row, count) in document.counts { release(row, count: count, languageID: document.languageID) }
    if !documents.values.contains(where: { $0.languageID == document.languageID }) {
      languages[document.languageID] = nil
    }
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
    if row == counts.count {
      counts.append(0)
      stamps.append(0)
    }
    counts[row] += 1
    documents[uri]?.counts[row, default: 0] += 1
    let missing = row + 1 - (languages[languageID]?.count ?? 0)
    if missing > 0 { languages[languageID, default: []].append(contentsOf: repeatElement(0, count: missing)) }
    languages[languageID]?[row] += 1
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
    languages[languageID]?[row] -= Int32(count)
    counts[row] -= Int32(count)
    guard counts[row] <= 0 else { return }
    stamps[row] = 0
    rows[candidates[row]] = nil
    candidates.remove(row)
  }

  // MARK: Searching

  /// The best words for a query.
  ///
  /// - Throws: `CancellationError`.
  func answer(to query: CompletionQuery, limit: Int) throws -> SourceAnswer {
    let document = documents[query.document.uri]
    let language = languages[query.document.languageID] ?? []
    let typed = rows[query.typed]
    let halfTyped = halfTypedRows(query)
    var best = BestSelection<Found>(capacity: limit) { $0.score > $1.score }
    var isIncomplete = false
    let sawAll = try candidates.forEachMatch(of: Pattern(query.typed)) { row, match in
      let least = (best.threshold?.score ?? 0) - WordIndex.mostFromContext
      // What is typed already is no help, and what is only being typed is no word yet.
      guard row != typed, counts[row] > (halfTyped.contains(row) ? 1 : 0) else { return least }
      guard match.quality > least else {
        isIncomplete = true
        return least
      }
      let signals = signals(of: row, isHere: document?.counts[row] != nil, language)
      let context = 0.5 * signals.affinity + 0.25 * (signals.recency + signals.frequency)
      let score = match.quality + WordIndex.mostFromContext * context
      if best.insert(Found(score: score, row: row, signals: signals)) { isIncomplete = true }
      return least
    }
    isIncomplete = isIncomplete || !sawAll
    let found = best.sorted().map { Candidate(candidates[$0.row], kind: .text, signals: $0.signals) }
    return SourceAnswer(found, isIncomplete: isIncomplete)
  }

  private struct Found {
    let score: Double
    let row: CandidateIndex.Row
    let signals: CandidateSignals
  }

  /// The words that are being typed where a query asks: at most two, since the user may have typed on meanwhile.
  private func halfTypedRows(_ query: CompletionQuery) -> [CandidateIndex.Row] {
    let whole = rows[query.document.text.string(in: query.wordRange)]
    guard let typing = documents[query.document.uri]?.typing, typing.start == query.wordRange.lowerBound else {
      return [whole].compactMap { $0 }
    }
    return [whole, rows[typing.text]].compactMap { $0 }
  }

  private func signals(
    of row: CandidateIndex.Row, isHere: Bool, _ language: ContiguousArray<Int32>
  ) -> CandidateSignals {
    var signals = CandidateSignals()
    // Doubling the count adds a tenth: the tenth occurrence says less than the second.
    signals.frequency = min(1, Double(Int32.bitWidth - counts[row].leadingZeroBitCount) / 10)
    if stamps[row] > 0 { signals.recency = max(0, 1 - Double(clock - stamps[row]) / WordIndex.recentEdits) }
    signals.affinity = isHere ? 1 : row < language.count && language[row] > 0 ? 0.5 : 0
    return signals
  }

  /// In which documents a word occurs, and how often.
  func occurrences(of word: String) -> [(uri: String, count: Int)] {
    guard let row = rows[word] else { return [] }
    return documents.compactMap { uri, document in document.counts[row].map { (uri, $0) } }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0.uri < $1.uri }
  }
}
