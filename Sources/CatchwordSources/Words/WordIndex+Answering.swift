import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// The words that are offered, of the documents whose words count, and where they are from.
extension WordIndex {

  /// Returns the words that come before others: those just written, those of this document, those of its language.
  func preferred(for query: CompletionQuery) -> [RowSet] {
    [recent.rows, documents[query.document.uri]?.rows ?? RowSet(), languages[query.document.languageID] ?? RowSet()]
  }

  /// Returns the answer for the rows that a search of `candidates` has found.
  func answer(_ found: IndexAnswer, in snapshot: CandidateIndex, to query: CompletionQuery) -> SourceAnswer {
    let document = documents[query.document.uri]
    let language = languages[query.document.languageID]
    let isOffered = offering(to: query)
    var words: [Candidate] = []
    words.reserveCapacity(found.matches.count)
    for match in found.matches where isOffered(match) {
      // Since the search began, the row may have become another word's.
      var text = snapshot[match.row]
      guard text.withUTF8({ candidates.holds($0, at: match.row) }), !query.isStrayNumber(text) else { continue }
      let affinity =
        (document?.counts[match.row] ?? 0) > 0 ? 1 : language?.contains(match.row) == true ? 0.5 : 0
      words.append(Candidate(text, kind: .text, signals: signals(of: match.row, affinity: affinity)))
    }
    return SourceAnswer(words, isIncomplete: found.isCut || found.isInterrupted)
  }

  /// True when a word among those that a search has found begins as it was typed, besides what is being typed.
  func hasBeginnings(_ found: IndexAnswer, for query: CompletionQuery) -> Bool {
    found.matches.prefix { $0.kind >= .prefix }.contains(where: offering(to: query))
  }

  /// True when any word that a search has found is offered.
  func hasOffers(_ found: IndexAnswer, for query: CompletionQuery) -> Bool {
    found.matches.contains(where: offering(to: query))
  }

  /// Returns a rule that is true for matches that are offered: a word that is typed already is no help, and a word that is only
  /// being typed is not one yet.
  private func offering(to query: CompletionQuery) -> (IndexAnswer.Match) -> Bool {
    let typed = row(of: query.typed)
    let halfTyped = halfTypedRows(query)
    let visible = visibleCounts(query)
    return { match in
      match.row != typed && match.row < counts.count
        && count(of: match.row, visible) > (halfTyped.contains(match.row) ? 1 : 0)
    }
  }

  /// Returns the words in rows that a search of `candidates` has found, and their counts in the open documents.
  ///
  /// The occurrence that is being typed does not count.
  func words(
    at rows: [CandidateIndex.Row], in snapshot: CandidateIndex, for query: CompletionQuery
  ) -> [(text: String, count: Int)] {
    let halfTyped = halfTypedRows(query)
    let visible = visibleCounts(query)
    return rows.compactMap { row in
      guard row < counts.count else { return nil }
      var text = snapshot[row]
      guard text.withUTF8({ candidates.holds($0, at: row) }) else { return nil }
      return (text, count(of: row, visible) - (halfTyped.contains(row) ? 1 : 0))
    }
  }

  /// Which documents' words are offered somewhere: those of all but some, or those of some.
  private enum VisibleCounts {
    case allBut([RowCounts])
    case only([RowCounts])
  }

  private func visibleCounts(_ query: CompletionQuery) -> VisibleCounts {
    let own = query.document.uri
    switch scope {
    case .all: return .allBut(documents.filter { $0.value.isPrivate && $0.key != own }.map(\.value.counts))
    case .language:
      let language = query.document.languageID
      return .only(
        documents.filter { $0.key == own || !$0.value.isPrivate && $0.value.languageID == language }.map(\.value.counts)
      )
    case .document: return .only(documents[own].map { [$0.counts] } ?? [])
    }
  }

  /// Returns how often a word occurs in the documents whose words are offered.
  private func count(of row: CandidateIndex.Row, _ visible: VisibleCounts) -> Int {
    switch visible {
    case .allBut(let hidden): hidden.reduce(Int(counts[row])) { $0 - $1[row] }
    case .only(let shown): shown.reduce(0) { $0 + $1[row] }
    }
  }

  /// Returns the rows of the words being typed at the query: at most two, as the user may have typed on meanwhile.
  private func halfTypedRows(_ query: CompletionQuery) -> [CandidateIndex.Row] {
    let whole = row(of: query.document.text.string(in: query.wordRange))
    guard let typing = documents[query.document.uri]?.typing, typing.start == query.wordRange.lowerBound else {
      return [whole].compactMap { $0 }
    }
    return [whole, row(of: typing.text)].compactMap { $0 }
  }

  private func signals(of row: CandidateIndex.Row, affinity: Double) -> CandidateSignals {
    var signals = CandidateSignals(affinity: affinity)
    signals.frequency = min(1, Double(WordIndex.weight(counts[row]) + 1) / 10)
    if stamps[row] > 0 { signals.recency = max(0, 1 - Double(clock - stamps[row]) / WordIndex.recentEdits) }
    return signals
  }

  /// Returns the documents in which a word occurs, and its counts, except for documents that may hold secrets.
  func occurrences(of word: String) -> [(uri: String, count: Int)] {
    guard let row = row(of: word) else { return [] }
    return documents.filter { !$0.value.isPrivate }.map { (uri: $0.key, count: $0.value.counts[row]) }
      .filter { $0.count > 0 }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0.uri < $1.uri }
  }
}
