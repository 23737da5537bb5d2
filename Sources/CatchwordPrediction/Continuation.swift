import CatchwordText

/// The limits of a continuation: its confidence, its length and its beginning.
public struct ContinuationOptions: Equatable, Sendable {
  /// The minimum likelihood of the whole continuation, from 0 to 1.
  public var confidence = 0.5
  /// The share of the likelihood of its first word that the whole continuation must have, from 0 to 1, where only little
  /// confidence is required: what goes on too far is wrong in the end.
  public var share = 0.0
  /// The maximum number of lines.
  public var lines = 1
  /// True when the user asks by hand, and may choose.
  public var isInvoked = false
  /// The required beginning, from the start of the word before the cursor; nil when only the written part is required.
  public var beginning: String?

  /// The defaults.
  public init() {}
}

/// Text that may come next.
public struct Continuation: Equatable, Sendable {
  /// The text after the cursor.
  public var text: String
  /// The likelihood of the whole text, from 0 to 1.
  public var confidence: Double

  /// Creates a continuation.
  public init(text: String, confidence: Double) {
    self.text = text
    self.confidence = confidence
  }
}

extension Continuation {
  /// The maximum number of tokens for each line.
  static let maximumTokens = 12
  /// The maximum number of corpus votes read for each part of the context: enough to find what most agree on.
  static let maximumVotes = 384
  static let maximumLines = 32
  /// The minimum number of visible characters; a shorter continuation saves nothing.
  static let minimumVisible = 2
  /// The number of alternatives that are looked for: with more, the next ones are seldom right.
  static let maximumAlternatives = 2
  /// The least likelihood of an alternative, which somebody has asked for.
  static let alternativeConfidence = 0.05
}

extension LearnedText {
  /// Returns the most likely tokens one after the other, as long as all of them together are likely enough.
  mutating func continuation(
    at offset: Int, in document: DocumentSnapshot, _ options: ContinuationOptions
  ) -> Continuation? {
    continuationStart(at: offset, in: document, options)?.grow(options, vocabulary).continuation
  }

  /// Returns the best continuation after each of the next words that are likeliest, without the likeliest one.
  mutating func alternatives(
    at offset: Int, in document: DocumentSnapshot, _ options: ContinuationOptions
  ) -> [Continuation] {
    guard let start = continuationStart(at: offset, in: document, options) else { return [] }
    var options = options
    options.confidence = min(options.confidence, Continuation.alternativeConfidence)
    var (likeliest, texts, excluded): (Continuation?, [Continuation], Set<Token>) = (nil, [], [])
    while excluded.count <= Continuation.maximumAlternatives {
      let next = start.grow(options, vocabulary, excluding: excluded)
      // The likeliest word may go on with nothing that is likely enough.
      if excluded.isEmpty {
        likeliest = next.continuation
      } else if let text = next.continuation,
        !(texts + (likeliest.map { [$0] } ?? [])).contains(where: { $0.text.utf8.starts(with: text.text.utf8) })
      {
        texts.append(text)
      }
      guard let branch = next.branch else { break }
      excluded.insert(branch)
    }
    return texts
  }

  /// Reads the text before a cursor; nil where nothing can come next.
  private mutating func continuationStart(
    at offset: Int, in document: DocumentSnapshot, _ options: ContinuationOptions
  ) -> ContinuationStart? {
    let word = LearnedText.word(at: offset, in: document)
    // No continuation in the middle of a word, or where the typed part of the word is unknown.
    guard word.upperBound == offset else { return nil }
    let written = document.text.string(in: word.lowerBound..<offset)
    let typed = options.beginning ?? written
    guard typed.utf8.starts(with: written.utf8) else { return nil }
    let (evidence, own, _) = evidence(around: word, in: document)
    return ContinuationStart(
      evidence: evidence, context: Context(evidence.documents[0], beginsText: own.beginsText, vocabulary),
      typed: typed, untyped: String(decoding: typed.utf8.dropFirst(written.utf8.count), as: UTF8.self),
      hasGap: word.isEmpty && document.text.endsWithSpace(before: offset), joiners: document.scanner.rules.joiners)
  }
}

/// The text before a continuation.
private struct ContinuationStart {
  let evidence: Evidence
  let context: Context
  /// The beginning of the first word, written or required.
  let typed: String
  /// The part of it that is not written.
  let untyped: String
  /// True when white space stands before the cursor.
  let hasGap: Bool
  let joiners: Set<UInt8>

  /// Appends the most likely tokens.
  ///
  /// - Parameter excluded: Tokens that must not be the first to add text.
  /// - Returns: The continuation, nil when none is certain enough; and the first token that adds text, nil without one.
  func grow(
    _ options: ContinuationOptions, _ vocabulary: Vocabulary, excluding excluded: Set<Token> = []
  ) -> (continuation: Continuation?, branch: Token?) {
    var context = context
    var (text, best) = (untyped, Continuation?.none)
    // The continuation so far; nil after a joiner, because half of a name is not offered.
    var whole: Continuation?
    var branch: Token?
    var (certainty, limit, line) = (1.0, options.confidence, 1)
    let lines = max(1, min(options.lines, Continuation.maximumLines))
    for index in 0..<Continuation.maximumTokens * lines {
      let prefix = index == 0 && !typed.isEmpty ? typed : nil
      let next = evidence.likeliest(
        following: context.tokens, beginning: prefix, excluding: branch == nil ? excluded : [], vocabulary)
      guard let next, next.token != .hole else { break }
      // Of a line behind the first, half is of no use to anybody.
      if next.token < .hole, line > 1, certainty * next.likelihood >= limit {
        whole = Continuation(text: text, confidence: certainty * next.likelihood)
      }
      let breaks = next.token != .newline ? 0 : next.gap == .blankLine ? 2 : 1
      guard next.token > .hole || next.token == .newline && line + breaks <= lines else { break }
      let nextText = vocabulary.text(of: next.token)
      // A word that is written already adds nothing.
      if branch == nil, nextText.utf8.count > prefix?.utf8.count ?? 0 {
        branch = next.token
        limit = max(limit, certainty * next.likelihood * options.share)
      }
      let isBehindWord = text.utf8.last.map { $0 >= 0x80 || DocumentTokens.isWordByte($0) } ?? !hasGap
      let joins =
        isBehindWord && next.gap == .none && nextText.utf8.count == 1 && nextText.utf8.allSatisfy(joiners.contains)
      (whole, best) = (nil, joins ? best : whole ?? best)
      certainty *= next.likelihood
      if certainty < limit { break }
      if next.token == .newline {
        line += breaks
        text += String(repeating: "\n", count: breaks)
      } else if let prefix {
        text += String(decoding: nextText.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      } else {
        // White space that already stands before the cursor is not written again.
        text += (index == 0 && hasGap ? "" : next.gap.text) + nextText
      }
      context = Context(context.tokens, then: next.token)
      if line == 1 { whole = joins ? nil : Continuation(text: text, confidence: certainty) }
    }
    guard let best = whole ?? best,
      best.text.unicodeScalars.count(where: { !$0.properties.isWhitespace }) >= Continuation.minimumVisible
    else { return (nil, branch) }
    return (best, branch)
  }
}

extension Evidence {
  /// A token that may come next.
  struct Next {
    let token: Token
    let likelihood: Double
    /// The gap before the token, as in the evidence.
    let gap: Gap
  }

  /// Returns the token that most likely follows a context; nil when no token ever followed it.
  ///
  /// - Parameters:
  ///   - beginning: The required beginning of its text; it may be the whole text.
  ///   - excluded: Tokens that are not meant.
  func likeliest(
    following context: [Token], beginning: String?, excluding excluded: Set<Token> = [], _ vocabulary: Vocabulary
  ) -> Next? {
    let orders = votes(
      following: context, limit: Continuation.maximumVotes,
      where: beginning.map { beginning in { token in vocabulary.has(token, beginningWith: beginning) } })
    let mixture = Mixture(orders, escape: VoteWeights.continuationEscape)
    var best: (token: Token, share: Float)?
    mixture.shares.forEach { token, share in
      if excluded.contains(token) { return }
      if let now = best, now.share > share || (now.share == share && now.token < token) { return }
      best = (token, share)
    }
    guard let best else { return nil }
    let distinct = min(Double(mixture.orders.last?.votes.distinct ?? 1), VoteWeights.overratingTokens)
    let power = 1 + VoteWeights.overrating * SystemMath.binaryLogarithm(of: distinct)
    let likelihood = SystemMath.exponential(of: SystemMath.logarithm(of: Double(best.share)) * power)
    let gap = gap(before: best.token, following: Array(context.prefix(orders.count)))
    return Next(token: best.token, likelihood: likelihood, gap: gap)
  }

  /// Returns the gap before a token where it followed the longest part of a context, at the nearest such place.
  private func gap(before token: Token, following context: [Token]) -> Gap {
    for length in stride(from: context.count, to: 0, by: -1) {
      let context = Array(context.prefix(length))
      for document in documents {
        var gap: Gap?
        document.forEachOccurrence(of: context) { occurrence in
          guard gap == nil, occurrence.length == length, document.tokens[occurrence.position] == token else { return }
          gap = Gap(code: document.gaps[occurrence.position])
        }
        if let gap { return gap }
      }
      let slices = corpus.slices(following: context)
      guard slices.count == length else { continue }
      var gap: Gap?
      forEachPosition(in: slices[length - 1], limit: Continuation.maximumVotes) { position, _ in
        if corpus.tokens[position] == token { gap = Gap(code: corpus.gaps[position]) }
      }
      if let gap { return gap }
    }
    return .space
  }
}

extension Vocabulary {
  /// True when a token is a word that begins with a text or equals it.
  func has(_ token: Token, beginningWith beginning: String) -> Bool {
    initial(of: token).isWord && bytes(of: token).starts(with: beginning.utf8)
  }
}

extension Text {
  fileprivate func endsWithSpace(before offset: Int) -> Bool {
    guard offset > 0 else { return false }
    let start = scalarBoundary(atOrBefore: offset - 1)
    let bytes = bytes(in: start..<offset)
    return bytes.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
  }
}
