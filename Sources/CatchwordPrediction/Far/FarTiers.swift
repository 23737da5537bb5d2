/// A far text, and what it is of.
package struct FarSource: Sendable {
  package let text: FarText
  /// The root of its files, as it begins their paths.
  package let root: String
  /// True for a folder that is not open, whose votes weigh less.
  package let isFurther: Bool
  /// The paths from the root of files that are not as they were when the text was made.
  package var changed: [String]
  /// Returns true for a word that has been banned, maybe since the text was made; nil when none is.
  package var isBanned: (@Sendable (String) -> Bool)?

  /// Creates a source.
  package init(_ text: FarText, root: String, isFurther: Bool, changed: [String] = []) {
    (self.text, self.root, self.isFurther, self.changed) = (text, root, isFurther, changed)
  }
}

/// A far text with its tokens in the numbers of one model.
struct FarTier: Sendable {
  let text: FarText
  let root: String
  /// The weight of a vote, where one of a file in an open folder weighs 1.
  let weight: Float
  /// By token of the text: the token of the model.
  let tokens: ContiguousArray<Token>
  /// By token of the corpus: the token of the text; a hole where the text does not have it.
  fileprivate let numbers: ContiguousArray<Token>
  /// The files that were not as they were when the text was made.
  let changed: Set<Int>
  /// The same as a set of files that do not count.
  let dead: FarDead

  /// Returns the number of the file with an absolute path.
  func file(at path: String) -> Int? {
    guard path.hasPrefix(root), path.utf8.dropFirst(root.utf8.count).first == UInt8(ascii: "/") else { return nil }
    return text.file(at: String(path.dropFirst(root.count + 1)))
  }
}

/// The far texts behind a corpus, and their words in its numbers: those that it lacks come behind its own.
struct FarTiers: Sendable {
  /// Where a word that the corpus lacks is: the number of a text in eight bits, and that of its word.
  private struct Place {
    private let code: UInt32

    static let maximumTiers = 255

    init(tier: Int, word: Int) { code = UInt32(tier) << 24 | UInt32(word) }

    var tier: Int { Int(code >> 24) }
    var word: Int { Int(code & 0xFF_FFFF) }
  }

  private(set) var tiers: [FarTier] = []
  /// The words that the corpus lacks, by token from `start`.
  private var places: ContiguousArray<Place> = []
  private var initials: ContiguousArray<Initial> = []
  private var forms: ContiguousArray<WordForm> = []
  /// The first token of a word that the corpus lacks.
  private var start = Token.firstWord

  /// Creates none.
  init() {}

  /// Finds the words of far texts among those of a corpus and of each other.
  ///
  /// - Complexity: O(words of all).
  init(_ sources: [FarSource], behind words: WordNumbers) {
    start = Token.firstWord + Token(words.count)
    for source in sources.prefix(Place.maximumTiers) {
      var numbers = ContiguousArray<Token>(repeating: .hole, count: Int(start))
      for token in 0..<Token.hole { numbers[Int(token)] = token }
      var tokens: ContiguousArray<Token> = [.separator, .newline, .hole]
      tokens.reserveCapacity(source.text.wordCount + tokens.count)
      for number in 0..<source.text.wordCount {
        let token = source.text.withWord(number) { word in
          if words.count > 0, let near = words.number(of: word) {
            numbers[Int(Token.firstWord) + near] = Token.firstWord + Token(number)
            return Token.firstWord + Token(near)
          }
          if let earlier = self.token(of: word) { return earlier }
          if word.isEmpty || source.isBanned?(String(decoding: word, as: UTF8.self)) == true { return Token.hole }
          return add(word, Place(tier: tiers.count, word: number))
        }
        tokens.append(token)
      }
      let changed = Set(source.changed.compactMap(source.text.file))
      tiers.append(
        FarTier(
          text: source.text, root: source.root, weight: source.isFurther ? VoteWeights.further : 1, tokens: tokens,
          numbers: numbers, changed: changed, dead: FarDead(changed, of: source.text, tokens)))
    }
  }

  private mutating func add(_ word: UnsafeBufferPointer<UInt8>, _ place: Place) -> Token {
    places.append(place)
    initials.append(Initial(word))
    forms.append(WordForm(word))
    return start + Token(places.count - 1)
  }

  /// The number of words that the corpus lacks.
  var count: Int { places.count }

  /// The memory that is not shared, in bytes.
  var byteCount: Int {
    places.count * 6 + tiers.reduce(0) { $0 + ($1.tokens.count + $1.numbers.count) * 4 + $1.changed.count * 16 }
  }

  /// The weight of all tokens.
  var weight: Double { tiers.reduce(0) { $0 + Double($1.weight) * Double($1.text.tokenCount) } }

  /// Returns the token of a word; nil when no far text has it.
  func token(of word: UnsafeBufferPointer<UInt8>) -> Token? {
    for tier in tiers {
      if let number = tier.text.number(of: word) { return tier.tokens[Int(Token.firstWord) + number] }
    }
    return nil
  }

  /// Returns the token that a text has for one of the model's; a hole when it has none.
  func token(of token: Token, in tier: Int) -> Token {
    if token < start { return tiers[tier].numbers[Int(token)] }
    guard Int(token - start) < places.count else { return .hole }
    let place = places[Int(token - start)]
    if place.tier == tier { return Token.firstWord + Token(place.word) }
    let number = tiers[place.tier].text.withWord(place.word) { tiers[tier].text.number(of: $0) }
    return number.map { Token.firstWord + Token($0) } ?? .hole
  }

  /// Returns the weight of the uses of a token in the files that count.
  func uses(of token: Token, _ dead: [FarDead]) -> Double {
    tiers.indices.reduce(0) { sum, tier in
      let own = self.token(of: token, in: tier)
      if own == .hole { return sum }
      let uses = Int(tiers[tier].text.count(of: own)) - Int(dead[tier].counts[token])
      return sum + Double(tiers[tier].weight) * Double(max(0, uses))
    }
  }

  /// Adds the votes of the words that followed a context, the last token first.
  func vote(_ orders: inout [Mixture.Votes], following context: [Token], _ dead: [FarDead]) {
    for tier in tiers.indices {
      let own = Array(context.lazy.map { token(of: $0, in: tier) }.prefix { $0 != .hole })
      if !own.isEmpty { tiers[tier].vote(&orders, following: context, own, dead[tier]) }
    }
  }

  // MARK: Words that the corpus lacks, by their numbers from 0

  func bytes(of word: Int) -> ContiguousArray<UInt8>.SubSequence {
    tiers[places[word].tier].text.withWord(places[word].word) { ContiguousArray($0)[...] }
  }

  func initial(of word: Int) -> Initial { initials[word] }

  func form(of word: Int) -> WordForm { forms[word] }
}
