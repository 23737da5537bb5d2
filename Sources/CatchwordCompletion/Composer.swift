import CatchwordMatching
import CatchwordPrediction

/// Makes one ranked list of what the sources answered.
struct Composer: Sendable {
  /// What one source answered.
  struct Part: Sendable {
    let source: SourceDescriptor
    let answer: SourceAnswer
  }

  let query: CompletionQuery
  let parts: [Part]
  /// True when a source has not answered yet.
  let isMissingAnswers: Bool
  var cancellation = Cancellation()

  /// Matches, merges and ranks. Looks for cancellation every 1024 candidates, and then makes do with what it has.
  ///
  /// What is a slip of the finger away is looked for only when nothing begins as it was typed: else it was no slip.
  ///
  /// - Complexity: O(*n*) matches, plus O(*n* log limit).
  func compose() -> CompletionResult {
    let isCut = isMissingAnswers || parts.contains { $0.answer.isIncomplete }
    let nearby = NearbyWords(around: query.wordRange, in: query.document)
    let pattern = Pattern(query.typed)
    var gathered = Gathered()
    let count = parts.reduce(0) { $0 + $1.answer.candidates.count }
    gathered.entries.reserveCapacity(count)
    gathered.places.reserveCapacity(count)
    guard gather(into: &gathered, Matchers(query), nearby) else { return result(of: gathered.entries, isCut: true) }
    let matched = gathered.entries.count
    guard matched < query.limit, pattern.allowedEdits > 0, !gathered.hasBeginnings else {
      return result(of: gathered.entries, isCut: isCut)
    }
    let isDone = gather(into: &gathered, after: matched, Matchers(query, allowsTypos: true), nearby)
    // As the user types on, a slip becomes one too many, or what was taken for a slip a word of its own.
    return result(of: gathered.entries, isCut: isCut || !isDone || gathered.entries.count > matched)
  }

  /// Adds what matches; the entries before `first` are complete, and left alone.
  ///
  /// - Returns: False when the task was cancelled.
  private func gather(
    into gathered: inout Gathered, after first: Int = 0, _ matchers: consuming Matchers, _ nearby: NearbyWords
  ) -> Bool {
    var seen = 0
    for (rank, part) in parts.enumerated() {
      for candidate in part.answer.candidates where !candidate.text.isEmpty {
        seen += 1
        if seen & 1023 == 0, cancellation.isCancelled { return false }
        let identity = candidate.identity
        if let place = gathered.places[identity] {
          if place >= first { gathered.entries[place].merge(candidate, from: part.source) }
        } else if let match = matchers.score(candidate) {
          gathered.places[identity] = gathered.entries.count
          gathered.hasBeginnings = gathered.hasBeginnings || match.kind >= .wordPrefix
          gathered.entries.append(Entry(candidate, match: match, nearby: nearby, part: part, rank: rank))
        }
      }
    }
    return true
  }

  private func result(of entries: [Entry], isCut: Bool) -> CompletionResult {
    // The one word that is there already is no help.
    if entries.count == 1, entries[0].candidate.text == query.typed {
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
  var entries: [Entry] = []
  var places: [String: Int] = [:]
  /// True when a candidate, or a word in one, begins as it was typed.
  var hasBeginnings = false
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

  mutating func score(_ candidate: Candidate) -> MatchScore? {
    guard let start = candidate.start, start != query.typedRange.lowerBound else {
      return word.score(candidate.matched)
    }
    return others[
      start, default: Matcher(Pattern(query.typed(from: start)), allowsTypos: allowsTypos)
    ].score(candidate.matched)
  }
}

private struct Entry {
  var candidate: Candidate
  var source: String
  let rank: Int
  var signals: RankingSignals
  var score: Double

  init(_ candidate: Candidate, match: MatchScore, nearby: NearbyWords, part: Composer.Part, rank: Int) {
    self.candidate = candidate
    self.source = part.source.name
    self.rank = rank
    signals = RankingSignals()
    signals.isPrefix = match.kind >= .prefix
    signals.matchQuality = match.quality
    signals.candidate = candidate.signals
    signals.proximity = nearby.proximity(of: candidate.text)
    signals.likelihood = nearby.likelihood(of: candidate.text)
    signals.priority = part.source.priority
    score = signals.score
  }

  mutating func merge(_ other: Candidate, from source: SourceDescriptor) {
    signals.candidate = signals.candidate.merged(with: other.signals)
    signals.priority = max(signals.priority, source.priority)
    score = signals.score
    // Shown is the one that says something about itself, and it is asked for more.
    guard candidate.detail == nil, other.detail != nil else { return candidate.adopt(other) }
    let first = candidate
    candidate = other
    candidate.adopt(first)
    self.source = source.name
  }

  /// A total order, so that equal requests get equal lists.
  func precedes(_ other: Entry) -> Bool {
    if score != other.score { return score > other.score }
    if rank != other.rank { return rank < other.rank }
    // Not by `<`, which is no order: of "e\u{301}" and "\u{E9}a" neither comes before the other.
    return candidate.text.utf8.lexicographicallyPrecedes(other.candidate.text.utf8)
  }
}
