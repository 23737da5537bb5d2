import CatchwordText

/// The likelihoods of words at one place of a document.
///
/// It is an independent value: the model may continue to learn while it is used.
public struct Prediction: Sendable {
  /// A word with its score.
  public struct Word: Sendable {
    /// The word.
    public let text: String
    /// The score in nats: a difference of 1 makes one word about *e* times as likely as another.
    public let score: Double
  }

  /// The evidence for one word.
  public struct Signals: Equatable, Sendable {
    /// The logarithm of its likelihood after the tokens before the cursor, in nats.
    public var likelihood = 0.0
    /// The score by all evidence together, in nats.
    public var score = 0.0
    /// The number of occurrences of the word, as of `occurrences(of:)`; nil where it has not been found out.
    package var occurrences: Int?

    /// Creates signals without evidence.
    public init() {}
  }

  /// The byte offset where the typed word begins, which may be within a word of the language.
  public let wordStart: Int
  let vocabulary: Vocabulary
  let evidence: Evidence
  /// The number of occurrences of words in this document, and in each of the others.
  let counts: TokenTable<Int32>
  let otherCounts: [TokenTable<Int32>]
  /// The weight of a use in each of the others.
  let otherWeights: [Double]
  /// The distance of the nearest use of each word, in tokens.
  let nearest: TokenTable<Int32>
  let mixture: Mixture
  /// The subwords of the words just before the cursor, with their nearness.
  let subwords: TokenTable<Float>
  let line: TokenTable<Float>
  let above: Mixture.Votes
  let siblings: Mixture.Votes
  let pairs: Mixture.Votes
  let nearby: Mixture.Votes
  /// The logarithm of the likelihood of each form of word; empty where nothing is known.
  let forms: [Float]
  let nameSubwords: TokenTable<Float>
  let repetitions: TokenTable<Repetitions.Evidence>
  package let isProse: Bool
  /// The weight of all uses, and the number of words.
  let useSum: Double
  let wordCount: Double
  let lastLikeliest = LastAnswer<LikeliestQuestion, [LikeliestWord]>()
  let judged = JudgedWords()
  let nearBeginnings = NearBeginnings()
  let lastBeginning = LastAnswer<ContiguousArray<UInt8>.SubSequence, Bool>()
  var corpus: Corpus { evidence.corpus }
  var dead: DeadFiles { evidence.dead }

  // MARK: Asking

  /// Returns the score of a word.
  ///
  /// - Parameters:
  ///   - text: The word; of a text of several words, the first one counts.
  ///   - letters: The number of typed letters.
  ///   - uses: The number of uses that is assumed if the model does not know the word.
  public func score(of text: String, letters: Int, uses: Double = 0) -> Double {
    signals(of: text, letters: letters, uses: uses).score
  }

  /// Returns the signals of a word.
  ///
  /// - Parameters:
  ///   - text: The word; of a text of several words, the first one counts.
  ///   - letters: The number of typed letters.
  ///   - uses: The number of uses that is assumed if the model does not know the word.
  ///   - leastUses: The minimum number of uses, even if the model knows of fewer.
  public func signals(of text: String, letters: Int, uses: Double = 0, leastUses: Double = 0) -> Signals {
    let letters = max(0, min(letters, Prediction.maximumLength))
    if let token = vocabulary.token(of: text) {
      return signals(of: token, letters: letters, uses: uses, leastUses: leastUses)
    }
    // Most words that are not known are names in code, which need not be taken apart.
    if text.utf8.count <= Prediction.maximumLength, text.isASCIIName {
      return signals(of: unknown, length: text.utf8.count, letters: letters, uses: uses, leastUses: leastUses)
    }
    var (first, further): (Token?, Int) = (nil, 0)
    let bytes = ContiguousArray(text.utf8.prefix(Prediction.maximumLength))
    // The closure would copy the whole prediction.
    let (vocabulary, unknown) = (vocabulary, unknown)
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
    signals.occurrences = nil
    return signals
  }

  /// The maximum number of words that are returned.
  static let maximumWords = 10_000
  /// The maximum length of a text, and of its typed part; the rest is ignored.
  private static let maximumLength = 512
  /// The cost of each further token of a text, in nats.
  private static let furtherToken = 1.0

  /// Returns the words with the highest scores among those that may match the typed text.
  ///
  /// - Parameters:
  ///   - typed: The typed part of the word.
  ///   - limit: The maximum number of words.
  ///   - following: The number of last tokens that a word must have followed before; 0 for any word.
  /// - Complexity: O(*n*) in the words that follow the context or stand near the cursor, plus O(limit) scores.
  public func words(typed: String, limit: Int, following: Int = 0) -> [Word] {
    let limit = max(0, min(limit, Prediction.maximumWords))
    let found = tokens(typed: typed, following: following, enough: limit)
    let letters = typed.unicodeScalars.count
    return best(of: found, among: 2 * limit) { signals(of: $0, letters: letters) }.prefix(limit).map {
      Word(text: vocabulary.text(of: $0.token), score: $0.signals.score)
    }
  }

  /// True when a word of at least `letters` letters has followed the last `following` tokens.
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

  /// True when some text contains a word.
  package func knows(_ word: String) -> Bool {
    vocabulary.token(of: word).map(isWritten) ?? false
  }

  /// True when some text contains a token: the vocabulary also keeps tokens that none contains.
  func isWritten(_ token: Token) -> Bool {
    let uses = uses(of: token)
    return uses.here + uses.elsewhere > 0
  }

  /// Returns the features of a word.
  package func features(of word: String, letters: Int) -> Features {
    judge(vocabulary.token(of: word) ?? unknown, JudgedWord.Assumption())
      .features(length: word.unicodeScalars.count, letters: letters)
  }

  // MARK: One token

  /// A token that no text contains.
  var unknown: Token { Token(vocabulary.end) }

  /// The uses of a token.
  struct Uses {
    /// The number of those in this document.
    let here: Double
    /// The weight of the others.
    var elsewhere: Double
    /// The part of it that is from far texts.
    let far: Double
  }

  func uses(of token: Token) -> Uses {
    let far = corpus.far.uses(of: token, evidence.farDead)
    var elsewhere = max(0, corpus.weight(of: token) - Double(dead.weights[token])) + far
    for (other, weight) in zip(otherCounts, otherWeights) { elsewhere += weight * Double(other[token]) }
    return Uses(here: Double(counts[token]), elsewhere: elsewhere, far: far)
  }

  /// Returns the weight of the files and the other documents that have a token.
  func files(of token: Token, far: Double) -> Double {
    var files = max(0, corpus.fileWeight(of: token) - Double(dead.fileWeights[token]))
    for (other, weight) in zip(otherCounts, otherWeights) where other[token] > 0 { files += min(1, weight) }
    // How many files of a far text have a word is not known; that of an open folder has the near files, too.
    return far == 0 ? files : max(files, VoteWeights.files(ofUses: far))
  }

  /// Returns the likelihood of a token after the tokens before the cursor.
  func likelihood(of token: Token) -> Float {
    mixture.rest * regardless(of: token, uses(of: token)) + mixture.shares[token]
  }

  /// Returns the likelihood of a token regardless of the context, by its uses.
  func regardless(of token: Token, _ uses: Uses) -> Float {
    let total = uses.elsewhere + VoteWeights.useHere * uses.here + Double(recency(of: token))
    let certainty = useSum / (useSum + wordCount)
    return Float((1 - certainty) / wordCount + (useSum > 0 ? certainty * total / useSum : 0))
  }

  /// Returns the weight that the last use of a token adds.
  private func recency(of token: Token) -> Float {
    let distance = nearest[token]
    return distance < 0 ? 0 : VoteWeights.recentUse * Decay.recency[Int(distance)]
  }

  func signals(
    of token: Token, length: Int? = nil, letters: Int, uses: Double = 0, leastUses: Double = 0
  ) -> Signals {
    signals(
      of: token, JudgedWord.Assumption(uses: uses, leastUses: leastUses), length: length, letters: letters)
  }
}
