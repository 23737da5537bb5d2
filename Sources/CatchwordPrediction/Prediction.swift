/// How likely each word is at one place of a document.
///
/// A value of its own: the model may learn on while it is used.
public struct Prediction: Sendable {
  /// A word, and how much speaks for it.
  public struct Word: Sendable {
    /// The word.
    public let text: String
    /// In nats: a difference of 1 makes one word about *e* times as likely as another.
    public let score: Double
  }

  /// What speaks for one word.
  public struct Signals: Equatable, Sendable {
    /// The logarithm of its likelihood behind the tokens before the cursor, in nats.
    public var likelihood = 0.0
    /// All that is known together, in nats.
    public var score = 0.0

    /// No opinion.
    public init() {}
  }

  /// Where the word begins that is being typed, as a byte offset: within a word of the language, it may be.
  public let anchor: Int
  let vocabulary: Vocabulary
  let corpus: Corpus
  let dead: DeadFiles
  /// How often words stand in this document, and in the others.
  let counts: TokenTable<Int32>
  let otherCounts: [TokenTable<Int32>]
  /// How far the nearest use of each word is, in tokens.
  let nearest: TokenTable<Int32>
  let mixture: Mixture
  /// The parts of the words just before, and how near.
  let subwords: TokenTable<Float>
  let line: TokenTable<Float>
  let above: Mixture.Votes
  let siblings: Mixture.Votes
  let pairs: Mixture.Votes
  package let isProse: Bool
  /// What all uses come to, and how many words there are.
  let useSum: Double
  let wordCount: Double

  // MARK: Asking

  /// How much speaks for a word.
  ///
  /// - Parameters:
  ///   - text: The word; of a text of several, the first one counts.
  ///   - letters: How many letters have been typed.
  ///   - uses: How often it counts as used if the model does not know it.
  public func score(of text: String, letters: Int, uses: Double = 0) -> Double {
    signals(of: text, letters: letters, uses: uses).score
  }

  /// What speaks for a word, one by one.
  ///
  /// - Parameters:
  ///   - text: The word; of a text of several, the first one counts.
  ///   - letters: How many letters have been typed.
  ///   - uses: How often it counts as used if the model does not know it.
  ///   - leastUses: How often it counts as used at the least, even if the model knows that it is used less.
  public func signals(of text: String, letters: Int, uses: Double = 0, leastUses: Double = 0) -> Signals {
    let letters = max(0, min(letters, Prediction.maximumLength))
    if let token = vocabulary.token(of: text) {
      return signals(of: token, letters: letters, uses: uses, leastUses: leastUses)
    }
    var (first, further): (Token?, Int) = (nil, 0)
    let bytes = ContiguousArray(text.utf8.prefix(Prediction.maximumLength))
    bytes.withUnsafeBufferPointer { buffer in
      Tokenizer.forEachToken(in: bytes) { range, kind, _ in
        if first != nil {
          further += 1
        } else if kind == .word || kind == .number {
          first = vocabulary.token(of: UnsafeBufferPointer(rebasing: buffer[range])) ?? unknown
        }
      }
    }
    var signals = signals(
      of: first ?? unknown, length: text.unicodeScalars.count, letters: letters, uses: uses, leastUses: leastUses)
    signals.score -= Double(min(further, 4)) * Prediction.furtherToken
    return signals
  }

  /// More words are never given.
  static let maximumWords = 10_000
  /// Of a longer text no more is looked at.
  private static let maximumLength = 512
  /// What each further token of a text costs, in nats.
  private static let furtherToken = 1.0

  /// The words that most speaks for, of those that may be meant by what was typed.
  ///
  /// - Parameters:
  ///   - typed: What has been typed of the word.
  ///   - limit: The most words.
  ///   - following: How many of the last tokens a word must have followed before; 0 for any word.
  /// - Complexity: O(*n*) in the words that the context and the last pages know, plus O(limit) scores.
  public func words(typed: String, limit: Int, following: Int = 0) -> [Word] {
    let limit = max(0, min(limit, Prediction.maximumWords))
    var typedText = typed
    let initial = typedText.withUTF8 { Initial($0) }
    if !typed.isEmpty && !initial.isWord { return [] }
    var seen = TokenTable<Bool>(none: false, capacity: 2048)
    var found: [(token: Token, likelihood: Float)] = []
    func add(_ token: Token) {
      if !seen.insert(token, true) { return }
      let own = vocabulary.initial(of: token)
      guard own.isWord, typed.isEmpty || own.mayBegin(initial) else { return }
      found.append((token, likelihood(of: token)))
    }
    if following > 1 {
      for order in mixture.orders.dropFirst(following - 1) { order.votes.weights.forEach { if $1 > 0 { add($0) } } }
    } else {
      mixture.shares.forEach { token, _ in add(token) }
    }
    // With nothing typed, what has followed is so much likelier that the rest need not be looked at.
    if following == 0 && !(typed.isEmpty && found.count >= limit) {
      nearest.forEach { token, _ in add(token) }
      for votes in [above, siblings, pairs] { votes.weights.forEach { token, _ in add(token) } }
    }
    let letters = typed.unicodeScalars.count
    return best(of: found, among: 2 * limit) { signals(of: $0, letters: letters) }.prefix(limit).map {
      Word(text: vocabulary.text(of: $0.token), score: $0.signals.score)
    }
  }

  /// True when a word of so many letters has followed so many of the last tokens.
  package func hasWord(following: Int, ofLetters letters: Int) -> Bool {
    var isThere = false
    for order in mixture.orders.dropFirst(max(0, following - 1)) where !isThere {
      order.votes.weights.forEach { token, weight in
        isThere =
          isThere || weight > 0 && vocabulary.initial(of: token).isWord && vocabulary.length(of: token) >= letters
      }
    }
    return isThere
  }

  /// True for a word that is written somewhere.
  package func knows(_ word: String) -> Bool {
    vocabulary.token(of: word).map(isWritten) ?? false
  }

  /// The same for a token: the vocabulary keeps some that are not.
  func isWritten(_ token: Token) -> Bool { uses(of: token) != (0, 0) }

  /// What is known about a word.
  package func features(of word: String, letters: Int) -> Features {
    features(of: vocabulary.token(of: word) ?? unknown, length: word.unicodeScalars.count, letters: letters)
  }

  // MARK: One token

  /// A token that nobody has seen.
  private var unknown: Token { Token(vocabulary.end) }

  /// How often a token is used in this document, and elsewhere.
  private func uses(of token: Token) -> (here: Double, elsewhere: Double) {
    var elsewhere = 0.0
    if Int(token) < corpus.counts.count { elsewhere += Double(corpus.counts[Int(token)] - dead.counts[token]) }
    for other in otherCounts { elsewhere += Double(Weights.open) * Double(other[token]) }
    return (Double(counts[token]), elsewhere)
  }

  /// How likely a token is behind the tokens before the cursor.
  func likelihood(of token: Token) -> Float {
    mixture.rest * regardless(of: token, uses(of: token)) + mixture.shares[token]
  }

  /// How likely a token is wherever the cursor is, by its uses.
  private func regardless(of token: Token, _ uses: (here: Double, elsewhere: Double)) -> Float {
    let total = uses.elsewhere + Weights.useHere * uses.here + Double(recency(of: token))
    let trust = useSum / (useSum + wordCount)
    return Float((1 - trust) / wordCount + (useSum > 0 ? trust * total / useSum : 0))
  }

  /// What the last use of a token adds.
  private func recency(of token: Token) -> Float {
    let distance = nearest[token]
    return distance < 0 ? 0 : Weights.recentUse * Decay.recency[Int(distance)]
  }

  func signals(
    of token: Token, length: Int? = nil, letters: Int, uses: Double = 0, leastUses: Double = 0
  ) -> Signals {
    let features = features(of: token, length: length, letters: letters, uses: uses, leastUses: leastUses)
    var signals = Signals()
    signals.likelihood = Double(features[.likelihood])
    signals.score = Double(Network.fitted.score(features, letters: letters))
    return signals
  }

  /// What is known about a word.
  ///
  /// - Parameters:
  ///   - length: How many letters there are to write; nil for those of the token.
  ///   - letters: How many of them have been typed.
  ///   - uses: How often it counts as used if nobody has written it.
  ///   - leastUses: How often it counts as used at the least if somebody has.
  func features(
    of token: Token, length: Int? = nil, letters: Int, uses: Double = 0, leastUses: Double = 0
  ) -> Features {
    var features = Features()
    var own = self.uses(of: token)
    let isUsed = own.here + own.elsewhere > 0
    // Of a word that nobody has written yet no more is known than whoever offers it says: as often as that, it is elsewhere.
    own.elsewhere = isUsed ? max(own.elsewhere, leastUses) : max(uses, 1)
    var likelihood = regardless(of: token, own)
    features[.regardless] = Float(Platform.logarithm(of: Double(likelihood)))
    var last = features[.regardless]
    // By index: whoever iterates over them copies them.
    for order in mixture.orders.indices {
      let (share, trust) = (mixture.orders[order].votes.share(of: token), mixture.orders[order].trust)
      likelihood = (1 - trust) * likelihood + trust * share
      let now = Float(Platform.logarithm(of: Double(likelihood)))
      features.set(order: order, gain: now - last, share: Features.logarithmic(share: share))
      last = now
    }
    features[.likelihood] = last
    // A word that is not there any more has no parts either, like one that never was.
    features[isProse ? .subwordsInProse : .subwords] = isUsed ? nearness(of: token) : 0
    features[.isProse] = isProse ? 1 : 0
    features[.sameLine] = line[token]
    features[.above] = Prediction.share(of: token, in: above)
    features[.siblings] = Prediction.share(of: token, in: siblings)
    features[.pairs] = Prediction.share(of: token, in: pairs)
    let distance = nearest[token]
    features[.age] = distance < 0 ? Features.never : Float(Platform.logarithm(of: 1 + Double(distance)))
    features[.usesHere] = Float(Platform.logarithm(of: 1 + own.here))
    features[.isNewHere] = own.here == 0 ? 1 : 0
    features[.usesElsewhere] = Float(Platform.logarithm(of: 1 + own.elsewhere))
    features[.isNewElsewhere] = own.elsewhere == 0 ? 1 : 0
    // What has been typed whole has something left as well, if only to say that it is whole.
    var left = (length ?? vocabulary.length(of: token)) - letters
    if left < 1 { left = 2 }
    // Of words that nobody has written, none is better for being long.
    if !isUsed { left = Features.usuallyLeft }
    features[.left] = Float(Platform.logarithm(of: Double(left)))
    features[.isNearlyDone] = left == 1 ? 1 : 0
    return features
  }

  private static func share(of token: Token, in votes: Mixture.Votes) -> Float {
    votes.sum == 0 ? 0 : Features.logarithmic(share: votes.share(of: token))
  }

  /// How near the parts of a word stand before the cursor, on average.
  private func nearness(of token: Token) -> Float {
    if subwords.count == 0 { return 0 }
    var (sum, count): (Float, Float) = (0, 0)
    vocabulary.forEachSubword(of: token) { part in
      sum += subwords[part]
      count += 1
    }
    return count == 0 ? 0 : sum / count
  }
}
