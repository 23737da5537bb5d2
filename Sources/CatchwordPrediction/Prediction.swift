/// How likely each word is at one place of a document.
///
/// A value of its own: the model may learn on while it is used.
public struct Prediction: Sendable {
  /// A word, and how much speaks for it.
  public struct Word: Sendable {
    /// The word.
    public let text: String
    /// In nats: a difference of 1 makes one word about *e* times as likely as another. Below 0 as a rule.
    public let score: Double
  }

  /// What speaks for one word.
  public struct Signals: Equatable, Sendable {
    /// The logarithm of its likelihood behind the tokens before the cursor, in nats.
    public var likelihood = 0.0
    /// How many of its parts stand just before, from 0 to 1.
    public var subwords = 0.0
    /// 1 when it stands on this line already, else 0.
    public var sameLine = 0.0
    /// How often it follows what the line above begins with; from 0 to 7, logarithmic.
    public var above = 0.0
    /// How often it follows what the last line of the same block begins with.
    public var siblings = 0.0
    /// How often it follows the last two words.
    public var pairs = 0.0
    /// All of it together.
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
  /// What the last use of each word adds.
  let recent: TokenTable<Float>
  let recentSum: Float
  let mixture: Mixture
  /// The parts of the words just before, and how near.
  let subwords: TokenTable<Float>
  let line: TokenTable<Float>
  let above: Mixture.Votes
  let siblings: Mixture.Votes
  let pairs: Mixture.Votes
  /// What all uses come to, and how many words there are.
  let useSum: Double
  let wordCount: Double

  // MARK: Asking

  /// How much speaks for a word.
  ///
  /// - Parameters:
  ///   - text: The word; of a text of several, the first one counts.
  ///   - letters: How many letters have been typed.
  ///   - uses: How often it counts as used besides, for what the model does not know.
  public func score(of text: String, letters: Int, uses: Double = 0) -> Double {
    signals(of: text, letters: letters, uses: uses).score
  }

  /// What speaks for a word, one by one.
  public func signals(of text: String, letters: Int, uses: Double = 0) -> Signals {
    if let token = vocabulary.token(of: text) { return signals(of: token, letters: letters, uses: uses) }
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
    var signals = signals(of: first ?? unknown, letters: letters, uses: uses)
    signals.score -= Double(min(further, 4)) * Prediction.furtherToken
    return signals
  }

  /// More words are never given.
  private static let maximumWords = 10_000
  /// Of a longer text no more is looked at.
  private static let maximumLength = 512
  /// What each further token of a text costs, in nats.
  private static let furtherToken = 1.0

  /// The words that most speaks for, of those that may be meant by what was typed.
  ///
  /// - Parameters:
  ///   - typed: What has been typed of the word.
  ///   - limit: The most words.
  ///   - onlyFollowing: True for words only that have followed what stands before.
  /// - Complexity: O(*n*) in the words that the context and the last pages know, plus O(limit) scores.
  public func words(typed: String, limit: Int, onlyFollowing: Bool = false) -> [Word] {
    let limit = max(0, min(limit, Prediction.maximumWords))
    var typedText = typed
    let initial = typedText.withUTF8 { Initial($0) }
    if !typed.isEmpty && !initial.isWord { return [] }
    var seen = TokenTable<Bool>(none: false, capacity: 1024)
    var found: [(token: Token, likelihood: Float)] = []
    func add(_ token: Token) {
      if !seen.insert(token, true) { return }
      let own = vocabulary.initial(of: token)
      guard own.isWord, typed.isEmpty || own.mayBegin(initial) else { return }
      found.append((token, likelihood(of: token, uses: useCount(of: token))))
    }
    mixture.shares.forEach { token, _ in add(token) }
    // With nothing typed, what has followed is so much likelier that the rest need not be looked at.
    if !onlyFollowing && !(typed.isEmpty && found.count >= limit) {
      recent.forEach { token, _ in add(token) }
      for votes in [above, siblings, pairs] { votes.weights.forEach { token, _ in add(token) } }
    }
    if found.count > 2 * limit {
      found.sort { $0.likelihood > $1.likelihood }
      found.removeSubrange((2 * limit)...)
    }
    let letters = typed.unicodeScalars.count
    var words = found.map { word in
      (token: word.token, score: signals(of: word.token, letters: letters, uses: 0).score)
    }
    words.sort { $0.score > $1.score }
    return words.prefix(limit).map { Word(text: vocabulary.text(of: $0.token), score: $0.score) }
  }

  // MARK: One token

  /// A token that nobody has seen.
  private var unknown: Token { Token(vocabulary.end) }

  /// How often a token is used, each use as it counts.
  private func useCount(of token: Token) -> Double {
    var total = 0.0
    if Int(token) < corpus.counts.count { total += Double(corpus.counts[Int(token)] - dead.counts[token]) }
    total += Weights.useHere * Double(counts[token])
    for other in otherCounts { total += Double(Weights.open) * Double(other[token]) }
    return total + Double(recent[token])
  }

  /// How likely a token is that is used so often.
  private func likelihood(of token: Token, uses total: Double) -> Float {
    let trust = useSum / (useSum + wordCount)
    let regardless = (1 - trust) / wordCount + (useSum > 0 ? trust * total / useSum : 0)
    return mixture.rest * Float(regardless) + mixture.shares[token]
  }

  func signals(of token: Token, letters: Int, uses: Double = 0) -> Signals {
    let mix = Weights.mix(letters: letters)
    var signals = Signals()
    let own = useCount(of: token)
    signals.likelihood = Platform.logarithm(of: Double(likelihood(of: token, uses: own + uses)) + 1e-9)
    // A word that is not there any more has no parts either, like one that never was.
    signals.subwords = own > 0 ? nearness(of: token) : 0
    signals.sameLine = Double(line[token])
    signals.above = Prediction.share(of: token, in: above)
    signals.siblings = Prediction.share(of: token, in: siblings)
    signals.pairs = Prediction.share(of: token, in: pairs)
    signals.score =
      mix.likelihood * signals.likelihood + mix.subwords * signals.subwords + mix.sameLine * signals.sameLine
      + mix.above * signals.above + mix.siblings * signals.siblings + mix.pairs * signals.pairs
    return signals
  }

  private static func share(of token: Token, in votes: Mixture.Votes) -> Double {
    let weight = votes.weights[token]
    return weight == 0 ? 0 : Platform.logarithm(of: 1 + 1000 * Double(weight / votes.sum))
  }

  /// How near the parts of a word stand before the cursor, on average.
  private func nearness(of token: Token) -> Double {
    if subwords.count == 0 { return 0 }
    var (sum, count): (Float, Float) = (0, 0)
    vocabulary.forEachSubword(of: token) { part in
      sum += subwords[part]
      count += 1
    }
    return count == 0 ? 0 : Double(sum / count)
  }
}
