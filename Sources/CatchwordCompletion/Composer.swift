import CatchwordMatching
import CatchwordPrediction
import CatchwordText

/// Makes one ranked list of the sources' answers.
struct Composer: Sendable {
  /// The answer of one source.
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
  /// True to offer also the words that the model would write.
  var offersPredictions = false
  var cancellation = Cancellation()

  /// The same composer without any answers or predictions.
  var withoutParts: Composer {
    var composer = self
    composer.parts = []
    composer.offersPredictions = false
    return composer
  }

  /// Matches, merges and ranks. Checks for cancellation every 1024 candidates, and then uses what it has so far.
  ///
  /// Words that are a typo away are looked for only when nothing begins as it was typed; and not while a source has unread
  /// text that may contain a word which does, as a client that asks once would keep the typos.
  ///
  /// - Complexity: O(*n*) matches, plus O(*n* log limit).
  func compose() -> CompletionResult {
    // Without a waiting request, or anything to make a list of, the model is not asked either.
    if parts.isEmpty && !offersPredictions { return CompletionResult(query: query, items: [], isIncomplete: true) }
    var isCut = isMissingAnswers || parts.contains { $0.answer.isIncomplete }
    var gathered = Gathered(model.prediction(at: query.offset, in: query.document), for: query)
    // Includes room for the model's words: an array that grows moves its entries.
    let count = parts.reduce(offersPredictions ? Composer.maximumPredicted : 0) { $0 + $1.answer.candidates.count }
    gathered.entries.reserveCapacity(count)
    gathered.places.reserveCapacity(count)
    var matchers = Matchers(query)
    guard gather(parts, into: &gathered, &matchers) else { return result(of: gathered, isCut: true) }
    let predicted = predictedPart(besides: gathered, matchers.pattern).map { [$0] } ?? []
    guard gather(predicted, into: &gathered, &matchers) else { return result(of: gathered, isCut: true) }
    let further = furtherParts(besides: gathered)
    if further.isEmpty { isCut = isCut || parts.contains { $0.answer.further != nil } }
    guard gather(further, into: &gathered, &matchers) else { return result(of: gathered, isCut: true) }
    let matched = gathered.entries.count
    var isDone = true
    let mayBeTypo = gathered.hasBeginnings || !parts.contains(where: \.answer.isBehind)
    if mayBeTypo, !gathered.hasBeginnings, !gathered.isTypedKnown, looksLoosely, matchers.pattern.allowedEdits > 0 {
      var matchers = Matchers(query, allowsTypos: true)
      isDone = gather(parts, into: &gathered, after: matched, &matchers)
    }
    let hasTypos = mayBeTypo && addTypos(to: &gathered)
    addNewNames(to: &gathered)
    if !gathered.hasAttachments, isFinished(gathered) || lacksBeginnings(gathered) {
      return CompletionResult(query: query, items: [], isIncomplete: true)
    }
    // As the user types on, one typo becomes one too many, or the supposed typo becomes a word of its own.
    return result(of: gathered, isCut: isCut || !isDone || hasTypos || gathered.entries.count > matched)
  }

  /// The maximum number of words of which it is found out whether they only begin sentences: with more, one will type on.
  private static let mostSentences = 64

  /// Adds the candidates that match; the entries before `first` are complete, and left alone.
  ///
  /// - Returns: False when the task was cancelled.
  private func gather(
    _ parts: [Part], into gathered: inout Gathered, after first: Int = 0, _ matchers: inout Matchers
  ) -> Bool {
    if parts.isEmpty { return true }
    let caseTransfer =
      settings.rules(for: query.document.languageID).transfersCase
      ? CaseTransfer(typed: query.typed, takesCapitals: query.isTyping && gathered.prediction.isProse) : nil
    var seen = 0
    for (rank, part) in parts.enumerated() {
      let candidates = part.answer.candidates
      for index in candidates.indices where !candidates[index].text.isEmpty {
        seen += 1
        if seen & 1023 == 0, cancellation.isCancelled { return false }
        if gathered.isCompound {
          let rest = gathered.shortened(candidates[index])
          take(rest, from: part, rank: rank, to: &gathered, after: first, &matchers, caseTransfer)
        } else {
          take(candidates[index], from: part, rank: rank, to: &gathered, after: first, &matchers, caseTransfer)
        }
      }
    }
    return true
  }

  /// Adds a candidate in the case that was typed, in which it may be the text of another one.
  private func take(
    _ candidate: consuming Candidate, from part: Part, rank: Int, to gathered: inout Gathered, after first: Int,
    _ matchers: inout Matchers, _ caseTransfer: CaseTransfer?
  ) {
    guard let caseTransfer, caseTransfer.mayChange(candidate), gathered.sentences < Composer.mostSentences else {
      return add(candidate, from: part, rank: rank, to: &gathered, after: first, &matchers)
    }
    let candidate = candidate
    guard let match = matchers.score(candidate) else { return }
    if caseTransfer.asksForSentences { gathered.sentences += 1 }
    let shown =
      caseTransfer.applied(to: candidate, match: match.kind, gathered.prediction, query.document.scanner)
      .flatMap { changed in
        // Capitals can be more letters, and then it is a typo too many.
        matchers.score(changed) == nil ? nil : changed
      } ?? candidate
    if !mayBeShown(candidate) { return }
    if shown.text == query.typed, candidate.text != query.typed {
      // A word that is there already, only in small letters, is no help.
      if gathered.prediction.isProse { gathered.typedOriginal = candidate.text }
    } else {
      add(shown, from: part, rank: rank, to: &gathered, after: first, &matchers)
    }
  }

  private func add(
    _ candidate: consuming Candidate, from part: Part, rank: Int, to gathered: inout Gathered, after first: Int,
    _ matchers: inout Matchers
  ) {
    if candidate.isPlainWord, candidate.text == query.typed {
      if part.source.leavesOutTyped { return }
      gathered.isTypedKnown = true
    }
    let key = EntryPlaces.Key(candidate.identity)
    var known = gathered.places[key]
    if known == nil, candidate.hasAttachment { known = gathered.place(ofItem: candidate) }
    if let place = known {
      if place < first { return }
      // Items that one language server offers twice differ in something that is not seen here; of items that two of
      // them offer, the first one's is shown.
      if !candidate.hasAttachment || gathered.entries[place].rank != rank {
        return gathered.entries[place].merge(candidate, from: part.source)
      }
    }
    guard let match = matchers.score(candidate), mayBeShown(candidate) else { return }
    if query.wantsBeginningsOnly || query.isNumber, match.kind < .prefix { return }
    if match.kind == .typo, !query.wantsTypos { return }
    // A language server offers only items that it has found to fit.
    let isWanted =
      candidate.hasAttachment || wants(match.kind, typed: matchers.typed(for: candidate))
      || matchers.allowsTypos && wantsLoosely(match.kind, candidate, in: gathered)
    guard isWanted, !isStrayCompound(candidate), matchers.allowsTypos || !isStrayName(candidate, match.kind) else {
      gathered.holdsBack = true
      return
    }
    if match.kind == .exact, candidate.isPlainWord, gathered.isOutdone(candidate.text) { return }
    gathered.places.insert(key, at: gathered.entries.count)
    if match.kind >= .prefix { gathered.beginnings += 1 }
    gathered.noteItem(candidate)
    let signals = signals(of: candidate, match, from: part.source, typed: matchers.typed(for: candidate), gathered)
    gathered.entries.append(Entry(candidate, from: part.source, rank: rank, signals))
  }

  /// Returns the ranking signals of a candidate that matches what was typed.
  ///
  /// - Parameter prediction: The model's signals for it, if they are known already.
  func signals(
    of candidate: Candidate, _ match: MatchScore, from source: SourceDescriptor, typed: String,
    _ gathered: borrowing Gathered,
    prediction: Prediction.Signals? = nil
  ) -> RankingSignals {
    var signals = RankingSignals()
    signals.matchKind = match.kind
    signals.isPrefix = match.kind >= .prefix
    signals.matchQuality = match.quality
    signals.candidate = candidate.signals
    if match.kind >= .prefix, let start = candidate.start, start < query.typedRange.lowerBound {
      signals.symbolLength = typed.utf8.count
    }
    signals.isWholeName = match.kind == .exact && (candidate.snippet != nil || candidate.kind == .snippet)
    signals.isWrittenAlike = candidate.matched.begins(withBytesOf: typed)
    if !signals.isWrittenAlike, signals.isPrefix { signals.lacksCapitals = candidate.lacksCapitals(of: typed) }
    signals.isOfChange = gathered.describesChange && candidate.signals.affinity == 1
    signals.beginsAlike = candidate.matched.beginsLike(typed)
    signals.typedLength = gathered.typedLength
    signals.accepted = learned[query.document.languageID, candidate.learnedName]
    signals.prediction =
      prediction
      ?? gathered.prediction.signals(
        of: candidate, lead: gathered.lead, letters: signals.typedLength, isAccepted: signals.accepted > 0)
    signals.priority = source.priority
    return signals
  }

  /// True for a candidate that is neither left out by the word filter nor banned.
  func mayBeShown(_ candidate: Candidate) -> Bool {
    let languageID = query.document.languageID
    return settings.filter.allows(candidate) && !learned.isBanned(candidate.text, languageID: languageID)
      && candidate.label.map { learned.isBanned($0, languageID: languageID) } != true
  }

  /// Returns the few values that tell most entries apart: a selection should compare and move small elements.
  private func standings(of entries: [Entry]) -> [Entry.Standing] {
    var standings: [Entry.Standing] = []
    standings.reserveCapacity(entries.count)
    // By index: a call with an element of an array copies it, and counts the references in it.
    for index in entries.indices {
      standings.append(Entry.Standing(entries, index, isInPlace: isNameInPlace(entries, index)))
    }
    return standings
  }

  private func result(of gathered: borrowing Gathered, isCut: Bool) -> CompletionResult {
    var entries = Entry.withoutPhrases(
      gathered.hasAttachments ? Entry.withWordsMerged(into: gathered.entries) : gathered.entries)
    // Candidates that are not wanted yet may be wanted once more is typed.
    var isCut = isCut || gathered.holdsBack
    var standings = standings(of: entries)
    if query.isTyping, standings.contains(where: \.isInPlace) {
      let others = withoutWords(entries)
      isCut = isCut || others.count < entries.count
      entries = others
      standings = self.standings(of: others)
    }
    // The only word is the one that is there already: it is no help.
    if entries.count == 1, entries[0].candidate.text == query.typed, !entries[0].candidate.hasAttachment {
      return CompletionResult(query: query, items: [], isIncomplete: true)
    }
    func precedes(_ standing: Entry.Standing, _ other: Entry.Standing) -> Bool {
      if let answer = standing.precedes(other) { return answer }
      // Not by `<`, which is no total order: of "e\u{301}" and "\u{E9}a" neither comes before the other.
      let difference = entries[standing.index].candidate.text.difference(inBytes: entries[other.index].candidate.text)
      return difference == 0 ? standing.index < other.index : difference < 0
    }
    if standings.count > query.limit {
      isCut = true
      var best = BestSelection(capacity: query.limit, by: precedes)
      for standing in standings { best.insert(standing) }
      standings = best.kept
    }
    standings.sort { precedes($0, $1) }
    let items = standings.map { standing in
      CompletionResult.Item(
        candidate: entries[standing.index].candidate, source: entries[standing.index].source,
        signals: entries[standing.index].signals)
    }
    let (shown, isLastLeftOut) = withTypedFirst(withMisspellingsLast(items, gathered), gathered)
    return CompletionResult(query: query, items: shown, isIncomplete: isCut || isLastLeftOut || items.isEmpty)
  }
}

extension String {
  /// True when another text begins with the same character, in whatever case; false when this one is empty.
  fileprivate func beginsLike(_ other: String) -> Bool {
    if let own = asciiFirst, let its = other.asciiFirst {
      return own == its || own ^ its == 0x20 && own | 0x20 &- 0x61 < 26
    }
    return first.map { other.first?.lowercased() == $0.lowercased() } ?? false
  }

  /// Compares its UTF-8 with that of another text: negative when it comes before that, 0 when they are the same.
  fileprivate func difference(inBytes other: String) -> Int {
    var (own, other) = (self, other)
    // In place: an iterator of a view takes three times as long.
    return own.withUTF8 { own in
      other.withUTF8 { other in
        for (own, other) in zip(own, other) where own != other { return Int(own) - Int(other) }
        return own.count - other.count
      }
    }
  }

  /// The first character, if it is of ASCII and no mark follows it that is a part of it.
  private var asciiFirst: UInt8? {
    utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, first < 0x80, first != 0x0D else { return nil }
      return bytes.count == 1 || bytes[1] < 0x80 ? first : nil
    } ?? nil
  }
}
