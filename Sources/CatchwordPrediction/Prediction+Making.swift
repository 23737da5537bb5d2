/// The input of a prediction.
struct PredictionInput {
  /// The byte offset where the typed word begins.
  let wordStart: Int
  /// The path of the document's file; nil when it has none.
  let path: String?
  /// The texts that may vote; the first document is the current one.
  let evidence: Evidence
  let vocabulary: Vocabulary
  let counts: TokenTable<Int32>
  let otherCounts: [TokenTable<Int32>]
  let context: Context
  /// The indentation of the line when the typed word begins it; nil otherwise.
  let indent: Int?
  let isProse: Bool

  var document: Evidence.Document { evidence.documents[0] }
  var cursor: Int { document.cursor ?? document.tokens.count }
}

extension Prediction {
  /// The numbers of tokens before and after the cursor among which the last use of a word counts.
  private static let reachBefore = 3072
  private static let reachAfter = 1024
  /// The maximum number of tokens of a line that count: in a paragraph on one line, words may be repeated.
  private static let maximumLine = 60

  init(_ setting: PredictionInput) {
    wordStart = setting.wordStart
    vocabulary = setting.vocabulary
    evidence = setting.evidence
    counts = setting.counts
    otherCounts = setting.otherCounts
    otherWeights = evidence.documents.dropFirst().map { $0.weight < 1 ? Double($0.weight) : Double(VoteWeights.open) }
    let votes = setting.evidence.votes(following: setting.context.tokens, isFar: true)
    mixture = Mixture(votes, escape: VoteWeights.escape)
    let recentSum: Float
    (nearest, recentSum) = setting.nearestUses(before: Prediction.reachBefore, after: Prediction.reachAfter)
    isProse = setting.isProse
    subwords = setting.nearSubwords()
    line = setting.lineTokens(limit: Prediction.maximumLine)
    (above, siblings) = setting.layoutVotes()
    pairs = setting.pairVotes()
    nearby = setting.nearbyVotes()
    forms = setting.forms(mixture)
    nameSubwords = setting.nameSubwords()
    repetitions = setting.repetitions()
    let uses = setting.evidence.documents.reduce(0.0) { sum, document in
      sum + Double(document.tokens.count) * (document.cursor == nil ? Double(document.weight) : VoteWeights.useHere)
    }
    useSum =
      max(0, evidence.corpus.weight - evidence.dead.weight) + evidence.corpus.far.weight + uses + Double(recentSum)
    wordCount = Double(max(1, vocabulary.end))
  }
}

extension PredictionInput {
  /// Returns the distance of the nearest use of each token, and the weight that all these uses add.
  fileprivate func nearestUses(before: Int, after: Int) -> (TokenTable<Int32>, Float) {
    let tokens = document.tokens
    let count = min(before, cursor) + min(after, tokens.count - cursor)
    var uses = TokenTable<Int32>(none: -1, capacity: count)
    var sum: Float = 0
    func add(_ index: Int) {
      let token = tokens[index]
      if token <= .hole { return }
      let distance = abs(index - cursor)
      if uses.insert(token, Int32(distance)) { sum += VoteWeights.recentUse * Decay.recency[distance] }
    }
    // Alternately, so that the nearest use on either side is found first.
    for distance in 0..<max(before, after) {
      let (left, right) = (cursor - 1 - distance, cursor + distance)
      if left < 0 && right >= tokens.count { break }
      if left >= 0 { add(left) }
      if distance < after, right < tokens.count { add(right) }
    }
    return (uses, sum)
  }

  /// Returns the subwords of the words just before the cursor, each with the nearness of its last occurrence.
  fileprivate func nearSubwords() -> TokenTable<Float> {
    var parts = TokenTable<Float>(none: 0, capacity: VoteWeights.subwordReach * 2)
    for index in max(0, cursor - VoteWeights.subwordReach)..<cursor {
      let weight = Float(SystemMath.exponential(of: Double(index - cursor) / VoteWeights.subwordDecay))
      vocabulary.forEachSubword(of: document.tokens[index]) { parts[$0] = weight }
    }
    return parts
  }

  /// Returns the tokens of this line before the cursor, each with the value 1.
  fileprivate func lineTokens(limit: Int) -> TokenTable<Float> {
    var line = TokenTable<Float>(none: 0)
    for token in document.tokens[max(0, cursor - limit)..<cursor].reversed() {
      if token == .newline { break }
      line[token] = 1
    }
    return line
  }

  /// Returns votes for the words that followed the last two words anywhere.
  fileprivate func pairVotes() -> Mixture.Votes {
    var votes = Mixture.Votes()
    guard let last = context.words.first else { return votes }
    let before = context.words.count > 1 ? context.words[1] : .separator
    document.forEachOccurrence(of: [last]) { occurrence in
      let (tokens, place) = (document.tokens, occurrence.position)
      let earlier = tokens[max(0, place - 17)..<place - 1].last { vocabulary.initial(of: $0).isWord } ?? .separator
      guard earlier == before else { return }
      let next = place..<min(tokens.count, place + 16)
      guard let index = next.first(where: { vocabulary.initial(of: tokens[$0]).isWord }) else { return }
      // The place of the cursor does not vote for itself.
      if next.contains(cursor), index >= cursor { return }
      votes.add(tokens[index], VoteWeights.layoutHere + VoteWeights.layoutRecent * Decay.layout[index - cursor])
    }
    addCorpusVotes(to: &votes, evidence.corpus.places.words, ContextKey.of(last, before))
    return votes
  }

  /// Returns votes for the first tokens of lines with the same line above, or the same last line in the block.
  fileprivate func layoutVotes() -> (above: Mixture.Votes, siblings: Mixture.Votes) {
    var (above, siblings) = (Mixture.Votes(), Mixture.Votes())
    guard let indent else { return (above, siblings) }
    var lines = LineStack()
    var places: [(keys: (above: UInt32?, siblings: UInt32?), index: Int)] = []
    var isLineStart = true
    for index in 0..<cursor {
      let token = document.tokens[index]
      if isLineStart, token != .newline {
        places.append((lines.add(token, indent: Gap(code: document.gaps[index]).width), index))
      }
      isLineStart = token == .newline
    }
    let keys = lines.keys(indent: indent)
    for place in places {
      let token = document.tokens[place.index]
      if token == .hole { continue }
      let weight = VoteWeights.layoutHere + VoteWeights.layoutRecent * Decay.layout[place.index - cursor]
      if let key = keys.above, place.keys.above == key { above.add(token, weight) }
      if let key = keys.siblings, place.keys.siblings == key { siblings.add(token, weight) }
    }
    if let key = keys.above { addCorpusVotes(to: &above, evidence.corpus.places.above, key) }
    if let key = keys.siblings { addCorpusVotes(to: &siblings, evidence.corpus.places.siblings, key) }
    return (above, siblings)
  }

  private func addCorpusVotes(to votes: inout Mixture.Votes, _ positions: KeyedPositions, _ key: UInt32) {
    positions.forEach(key, limit: LinePlaces.maximumVotes) { position in
      if !evidence.dead.contains(position) {
        votes.add(evidence.corpus.tokens[position], evidence.corpus.weight(at: position))
      }
    }
  }
}
