import CatchwordMatching
import CatchwordPrediction
import CatchwordText

/// Makes one ranked list of what the sources answered.
struct Composer: Sendable {
  /// What one source answered.
  struct Part: Sendable {
    let source: SourceDescriptor
    let answer: SourceAnswer
  }

  let query: CompletionQuery
  var parts: [Part]
  /// True when a source has not answered yet.
  let isMissingAnswers: Bool
  var settings = CompletionSettings()
  var learned = LearnedWords()
  var model = LanguageModel()
  /// True to offer the words that the model would write, too.
  var offersPredictions = false
  var cancellation = Cancellation()

  /// The same question, without an answer to it.
  var withoutParts: Composer {
    var composer = self
    composer.parts = []
    composer.offersPredictions = false
    return composer
  }

  /// Matches, merges and ranks. Looks for cancellation every 1024 candidates, and then makes do with what it has.
  ///
  /// What is a slip of the finger away is looked for only when nothing begins as it was typed: else it was no slip.
  ///
  /// - Complexity: O(*n*) matches, plus O(*n* log limit).
  func compose() -> CompletionResult {
    // Nobody waits for a list, or there is nothing to make one of: then the model is left alone, too.
    if parts.isEmpty && !offersPredictions { return CompletionResult(query: query, items: [], isIncomplete: true) }
    let isCut = isMissingAnswers || parts.contains { $0.answer.isIncomplete }
    let prediction = model.prediction(at: query.offset, in: query.document)
    var gathered = Gathered(prediction, for: query)
    let count = parts.reduce(0) { $0 + $1.answer.candidates.count }
    gathered.entries.reserveCapacity(count)
    gathered.places.reserveCapacity(count)
    guard gather(parts, into: &gathered, Matchers(query)) else { return result(of: gathered, isCut: true) }
    let predicted = predictedPart(prediction, lead: gathered.lead) { gathered.places[$0] != nil }.map { [$0] } ?? []
    guard gather(predicted, into: &gathered, Matchers(query)) else { return result(of: gathered, isCut: true) }
    let matched = gathered.entries.count
    if gathered.hasBeginnings { return result(of: gathered, isCut: isCut) }
    let allowsTypos = Pattern(query.typed).allowedEdits > 0
    let isDone =
      !allowsTypos || gather(parts, into: &gathered, after: matched, Matchers(query, allowsTypos: true))
    addSlips(to: &gathered)
    // As the user types on, a slip becomes one too many, or what was taken for a slip a word of its own.
    return result(of: gathered, isCut: isCut || !isDone || gathered.entries.count > matched)
  }

  /// Adds what matches; the entries before `first` are complete, and left alone.
  ///
  /// - Returns: False when the task was cancelled.
  private func gather(
    _ parts: [Part], into gathered: inout Gathered, after first: Int = 0, _ matchers: consuming Matchers
  ) -> Bool {
    var matchers = matchers
    let caseTransfer =
      settings.rules(for: query.document.languageID).transfersCase ? CaseTransfer(typed: query.typed) : nil
    var seen = 0
    for (rank, part) in parts.enumerated() {
      for offered in part.answer.candidates where !offered.text.isEmpty {
        let candidate = gathered.shortened(offered)
        seen += 1
        if seen & 1023 == 0, cancellation.isCancelled { return false }
        // In the case that was typed it may be another one's text.
        guard let caseTransfer else {
          add(candidate, from: part, rank: rank, to: &gathered, after: first, &matchers)
          continue
        }
        guard let match = matchers.score(candidate) else { continue }
        let shown =
          caseTransfer.applied(to: candidate, match: match.kind).flatMap { changed in
            // Capitals can be more letters, and then a slip too many.
            matchers.score(changed) == nil ? nil : changed
          } ?? candidate
        // What is there already, only in small letters, is no help.
        if shown.text == query.typed, candidate.text != query.typed { continue }
        if !settings.filter.allows(candidate) || isBanned(candidate) { continue }
        add(shown, from: part, rank: rank, to: &gathered, after: first, &matchers)
      }
    }
    return true
  }

  private func add(
    _ candidate: Candidate, from part: Part, rank: Int, to gathered: inout Gathered, after first: Int,
    _ matchers: inout Matchers
  ) {
    let identity = candidate.identity
    if let place = gathered.places[identity] {
      if place < first { return }
      // What one language server offers twice has something unlike that is not seen here.
      if candidate.attachment == nil || gathered.entries[place].rank != rank {
        return gathered.entries[place].merge(candidate, from: part.source)
      }
    }
    guard let match = matchers.score(candidate), settings.filter.allows(candidate), !isBanned(candidate) else { return }
    if query.wantsBeginningsOnly, match.kind < .prefix { return }
    gathered.places[identity] = gathered.places[identity] ?? gathered.entries.count
    gathered.hasBeginnings = gathered.hasBeginnings || match.kind >= .prefix
    gathered.hasAttachments = gathered.hasAttachments || candidate.attachment != nil
    let signals = signals(of: candidate, match, from: part.source, typed: matchers.typed(for: candidate), gathered)
    gathered.entries.append(Entry(candidate, from: part.source, rank: rank, signals))
  }

  /// What speaks for a candidate that matches what was typed.
  private func signals(
    of candidate: Candidate, _ match: MatchScore, from source: SourceDescriptor, typed: String, _ gathered: Gathered
  ) -> RankingSignals {
    var signals = RankingSignals()
    signals.matchKind = match.kind
    signals.isPrefix = match.kind >= .prefix
    signals.matchQuality = match.quality
    signals.candidate = candidate.signals
    signals.isWrittenAlike = candidate.matched.utf8.starts(with: typed.utf8)
    signals.beginsAlike = candidate.matched.first.map { typed.first?.lowercased() == $0.lowercased() } ?? false
    signals.typedLength = query.typed.unicodeScalars.count
    signals.prediction = gathered.prediction.signals(
      of: candidate, lead: gathered.lead, letters: signals.typedLength)
    signals.accepted = learned[query.document.languageID, candidate.learnedName]
    signals.priority = source.priority
    return signals
  }

  /// Adds the words that the model knows from which what was typed is one slip away.
  private func addSlips(to gathered: inout Gathered) {
    guard wantsPredictions, query.typed.unicodeScalars.count >= Composer.leastSlipped, !query.wantsBeginningsOnly
    else { return }
    let match = MatchScore(kind: .typo, quality: Composer.slipQuality)
    for word in gathered.prediction.slips(typed: query.typed, limit: query.limit) {
      let candidate = Candidate(word.text)
      guard gathered.places[word.text] == nil, settings.filter.allows(candidate), !isBanned(candidate) else { continue }
      gathered.places[word.text] = gathered.entries.count
      let signals = signals(of: candidate, match, from: Composer.predicted, typed: query.typed, gathered)
      gathered.entries.append(Entry(candidate, from: Composer.predicted, rank: parts.count, signals))
    }
  }

  /// About what the matcher gives for one slip.
  private static let slipQuality = 0.12
  /// Of fewer letters one may well be wrong, but nobody can tell which.
  private static let leastSlipped = 3

  private func isBanned(_ candidate: Candidate) -> Bool {
    learned.isBanned(candidate.text, languageID: query.document.languageID)
      || candidate.label.map { learned.isBanned($0, languageID: query.document.languageID) } == true
  }

  private func result(of gathered: Gathered, isCut: Bool) -> CompletionResult {
    let entries = gathered.hasAttachments ? Entry.withWordsMerged(into: gathered.entries) : gathered.entries
    // The one word that is there already is no help.
    if entries.count == 1, entries[0].candidate.text == query.typed, entries[0].candidate.attachment == nil {
      return CompletionResult(query: query, items: [], isIncomplete: true)
    }
    // By index: what is moved about in a selection should be small.
    var best = BestSelection<Int>(capacity: query.limit) { entries[$0].precedes(entries[$1]) }
    var isCut = isCut
    for index in entries.indices where best.insert(index) { isCut = true }
    let items = best.sorted().map { index in
      CompletionResult.Item(
        candidate: entries[index].candidate, source: entries[index].source, signals: entries[index].signals)
    }
    return CompletionResult(query: query, items: items, isIncomplete: isCut || items.isEmpty)
  }
}

/// The entries so far, and the place of each by its text.
private struct Gathered {
  let prediction: Prediction
  /// See `Prediction.lead(of:)`.
  let lead: String
  var entries: [Composer.Entry] = []
  var places: [String: Int] = [:]
  /// True when a candidate begins as it was typed.
  var hasBeginnings = false
  /// True when a candidate carries something, as a language server's do.
  var hasAttachments = false

  private let isCompound: Bool

  init(_ prediction: Prediction, for query: CompletionQuery) {
    self.prediction = prediction
    lead = prediction.lead(of: query)
    isCompound = query.isCompound(behind: lead)
  }

  /// In prose only what is to come of a compound word: behind `left-` it is `hand`, whether or not the whole is known.
  func shortened(_ candidate: Candidate) -> Candidate {
    guard isCompound, candidate.start == nil, candidate.attachment == nil, candidate.snippet == nil,
      candidate.label == nil, candidate.filter == nil, candidate.text.hasPrefix(lead), candidate.text != lead
    else { return candidate }
    var rest = candidate
    rest.text = String(candidate.text.dropFirst(lead.count))
    rest.original = candidate.original ?? candidate.text
    rest.start = prediction.anchor
    return rest
  }
}

/// The matchers of a query: one for the word being typed, and one for each other place at which candidates begin.
private struct Matchers {
  private let query: CompletionQuery
  private let allowsTypos: Bool
  private var word: Matcher
  private var others: [Int: Matcher] = [:]

  init(_ query: CompletionQuery, allowsTypos: Bool = false) {
    self.query = query
    self.allowsTypos = allowsTypos
    word = Matcher(Pattern(query.typed), allowsTypos: allowsTypos)
  }

  /// What has been typed from where a candidate begins.
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
