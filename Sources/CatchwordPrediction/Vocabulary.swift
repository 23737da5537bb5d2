/// The number of a token. The first three are not words.
typealias Token = UInt32

extension Token {
  /// The border between two files.
  static let separator: Token = 0
  /// One or more line ends.
  static let newline: Token = 1
  /// A token whose text is not kept.
  static let hole: Token = 2
  static let firstWord: Token = 3
}

/// The numbers of all tokens so far: the words of a corpus, those of the far texts behind it, and those of open documents
/// that neither contains.
struct Vocabulary: Sendable {
  private let corpus: WordNumbers
  private let far: FarTiers
  /// The smallest number of a word that is not in the corpus.
  private let farStart: Int
  private var own: WordNumbers
  private let seed: UInt64
  /// The smallest number of a word that is neither in the corpus nor in a far text.
  let ownStart: Int

  init(_ corpus: Corpus, seed: UInt64) {
    (self.corpus, far) = (corpus.words, corpus.far)
    self.seed = seed
    own = WordNumbers(seed: seed)
    farStart = Int(Token.firstWord) + corpus.words.count
    ownStart = farStart + corpus.far.count
  }

  /// One more than the greatest number.
  var end: Int { ownStart + own.count }
  /// The number of words of documents alone.
  var ownCount: Int { own.count }
  /// The memory size of these words, in bytes.
  var ownByteCount: Int { own.count == 0 ? 0 : own.byteCount }

  func token(of word: UnsafeBufferPointer<UInt8>) -> Token? {
    if let token = tokenOfFiles(word) { return token == .hole ? nil : token }
    return own.number(of: word).map { Token(ownStart + $0) }
  }

  /// Returns the token of a word of the corpus or of the far texts; a hole for one of these that has none.
  private func tokenOfFiles(_ word: UnsafeBufferPointer<UInt8>) -> Token? {
    corpus.number(of: word).map { Token.firstWord + Token($0) } ?? far.token(of: word)
  }

  func token(of word: String) -> Token? {
    var word = word
    // As a function of this value, it would be passed on with a copy of it.
    return word.withUTF8 { token(of: $0) }
  }

  /// Returns the number of a word, which is added when it is new and `isWanted`; a hole when it is not added.
  mutating func token(adding word: UnsafeBufferPointer<UInt8>, if isWanted: (String) -> Bool) -> Token {
    if let token = tokenOfFiles(word), token != .hole { return token }
    guard let number = own.insert(word, if: { isWanted(String(decoding: word, as: UTF8.self)) }) else { return .hole }
    return Token(ownStart + number)
  }

  /// Forgets the words of documents that are not used.
  ///
  /// - Parameter isUsed: True for a word in use, given the difference between its number and `ownStart`.
  /// - Returns: The new number of each word, or a hole.
  /// - Complexity: O(number of own words).
  mutating func keepOwn(where isUsed: (Int) -> Bool) -> ContiguousArray<Token> {
    var kept = WordNumbers(seed: seed)
    let numbers = own.bytes.withUnsafeBufferPointer { bytes in
      ContiguousArray(
        (0..<own.count).map { word in
          let text = UnsafeBufferPointer(rebasing: bytes[own.range(of: word)])
          guard isUsed(word), let number = kept.insert(text) else { return Token.hole }
          return Token(ownStart + number)
        })
    }
    own = kept
    return numbers
  }

  /// Returns the bytes of a word.
  func bytes(of token: Token) -> ContiguousArray<UInt8>.SubSequence {
    if token < Token.firstWord || Int(token) >= end { return [] }
    return switch Int(token) {
    case ..<farStart: corpus.bytes[corpus.range(of: Int(token - .firstWord))]
    case ..<ownStart: far.bytes(of: Int(token) - farStart)
    default: own.bytes[own.range(of: Int(token) - ownStart)]
    }
  }

  func text(of token: Token) -> String {
    switch token {
    case .separator, .hole: ""
    case .newline: "\n"
    default: String(decoding: bytes(of: token), as: UTF8.self)
    }
  }

  /// Returns the number of letters of a word, in Unicode scalars; 0 for a token without text.
  func length(of token: Token) -> Int { bytes(of: token).count { $0 & 0xC0 != 0x80 } }

  func form(of token: Token) -> WordForm {
    if token < Token.firstWord || Int(token) >= end { return .other }
    return switch Int(token) {
    case ..<farStart: corpus.forms[Int(token - .firstWord)]
    case ..<ownStart: far.form(of: Int(token) - farStart)
    default: own.forms[Int(token) - ownStart]
    }
  }

  func initial(of token: Token) -> Initial {
    if token < Token.firstWord { return .none }
    return switch Int(token) {
    case ..<farStart: corpus.initials[Int(token - .firstWord)]
    case ..<ownStart: far.initial(of: Int(token) - farStart)
    default: own.initials[Int(token) - ownStart]
    }
  }

  /// Calls `body` with each word of the corpus and of documents that text beginning like `typed` may mean, and its bytes, as
  /// long as it returns true.
  ///
  /// - Returns: False when `body` returned false.
  /// - Complexity: O(number of words).
  func forEachWord(beginningLike typed: Initial, _ body: (Token, ContiguousArray<UInt8>.SubSequence) -> Bool) -> Bool {
    forEachWord(of: corpus, from: Int(Token.firstWord), typed, body)
      && forEachWord(of: own, from: ownStart, typed, body)
  }

  private func forEachWord(
    of table: WordNumbers, from start: Int, _ typed: Initial,
    _ body: (Token, ContiguousArray<UInt8>.SubSequence) -> Bool
  ) -> Bool {
    for number in table.initials.indices where table.initials[number].mayBegin(typed) {
      if !body(Token(start + number), table.bytes[table.range(of: number)]) { return false }
    }
    return true
  }

  /// Calls `body` with each word of the corpus and of documents that contains some bytes, at least two, with the index of these and
  /// with the word's own bytes, as long as it returns true.
  ///
  /// - Returns: False when `body` returned false.
  /// - Complexity: O(bytes of all words).
  func forEachWord(
    containing wanted: ContiguousArray<UInt8>.SubSequence,
    _ body: (Token, _ index: Int, ContiguousArray<UInt8>.SubSequence) -> Bool
  ) -> Bool {
    func look(_ table: WordNumbers, from start: Int) -> Bool {
      table.forEachWord(containing: wanted) { body(Token(start + $0), $1, table.bytes[table.range(of: $0)]) }
    }
    return look(corpus, from: Int(Token.firstWord)) && look(own, from: ownStart)
  }

  /// Calls `body` with a number for each part of a word, the same for the same letters.
  func forEachSubword(of token: Token, _ body: (UInt32) -> Void) {
    if token < Token.firstWord || Int(token) >= end { return }
    switch Int(token) {
    case ..<farStart: Subwords.forEach(in: corpus.bytes, corpus.range(of: Int(token - .firstWord)), body)
    case ..<ownStart:
      let word = ContiguousArray(far.bytes(of: Int(token) - farStart))
      Subwords.forEach(in: word, word.indices, body)
    default: Subwords.forEach(in: own.bytes, own.range(of: Int(token) - ownStart), body)
    }
  }
}
