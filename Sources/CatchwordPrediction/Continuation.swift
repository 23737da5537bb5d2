import CatchwordText

/// The limits of a continuation: its confidence, its length and its beginning.
public struct ContinuationOptions: Equatable, Sendable {
  /// The minimum likelihood of the whole continuation, from 0 to 1.
  public var confidence = 0.5
  /// The maximum number of lines.
  public var lines = 1
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
}

extension LearnedText {
  /// Returns the most likely tokens one after the other, as long as all of them together are likely enough.
  mutating func continuation(
    at offset: Int, in document: DocumentSnapshot, _ options: ContinuationOptions
  ) -> Continuation? {
    let word = LearnedText.word(at: offset, in: document)
    // No continuation in the middle of a word, or where the typed part of the word is unknown.
    guard word.upperBound == offset else { return nil }
    let written = document.text.string(in: word.lowerBound..<offset)
    let typed = options.beginning ?? written
    guard typed.utf8.starts(with: written.utf8) else { return nil }
    let (evidence, own, _) = evidence(around: word, in: document)
    var context = Context(evidence.documents[0], beginsText: own.beginsText, vocabulary)
    let hasGap = word.isEmpty && document.text.endsWithSpace(before: offset)
    let untyped = String(decoding: typed.utf8.dropFirst(written.utf8.count), as: UTF8.self)
    let joiners = document.scanner.rules.joiners
    var (text, best) = (untyped, Continuation?.none)
    // The continuation so far; nil after a joiner, because half of a name is not offered.
    var whole: Continuation?
    var (certainty, line) = (1.0, 1)
    let lines = max(1, min(options.lines, Continuation.maximumLines))
    for index in 0..<Continuation.maximumTokens * lines {
      let prefix = index == 0 && !typed.isEmpty ? typed : nil
      guard let next = evidence.likeliest(following: context.tokens, beginning: prefix, vocabulary),
        next.token > .hole || (next.token == .newline && line < lines)
      else { break }
      let nextText = vocabulary.text(of: next.token)
      let isBehindWord = text.utf8.last.map { $0 >= 0x80 || DocumentTokens.isWordByte($0) } ?? !hasGap
      let joins =
        isBehindWord && next.gap == .none && nextText.utf8.count == 1 && nextText.utf8.allSatisfy(joiners.contains)
      (whole, best) = (nil, joins ? best : whole ?? best)
      certainty *= next.likelihood
      if certainty < options.confidence { break }
      if next.token == .newline { line += 1 }
      if let prefix {
        text += String(decoding: nextText.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      } else {
        // White space that already stands before the cursor is not written again.
        text += (index == 0 && hasGap ? "" : next.gap.text) + nextText
      }
      context = Context(context.tokens, then: next.token)
      if next.token != .newline { whole = joins ? nil : Continuation(text: text, confidence: certainty) }
    }
    guard let best = whole ?? best,
      best.text.unicodeScalars.count(where: { !$0.properties.isWhitespace }) >= Continuation.minimumVisible
    else { return nil }
    return best
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
  /// - Parameter beginning: The required beginning of its text; it may be the whole text.
  func likeliest(following context: [Token], beginning: String?, _ vocabulary: Vocabulary) -> Next? {
    let orders = votes(
      following: context, limit: Continuation.maximumVotes,
      where: beginning.map { beginning in { token in vocabulary.has(token, beginningWith: beginning) } })
    let mixture = Mixture(orders, escape: VoteWeights.continuationEscape)
    var best: (token: Token, share: Float)?
    mixture.shares.forEach { token, share in
      if let now = best, now.share > share || (now.share == share && now.token < token) { return }
      best = (token, share)
    }
    guard let best else { return nil }
    let gap = gap(before: best.token, following: Array(context.prefix(orders.count)))
    return Next(token: best.token, likelihood: Double(best.share), gap: gap)
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
