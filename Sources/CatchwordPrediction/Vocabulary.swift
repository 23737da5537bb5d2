/// A token's number. The first three are no words.
typealias Token = UInt32

extension Token {
  /// Between two files.
  static let separator: Token = 0
  /// An end of a line, or several.
  static let newline: Token = 1
  /// Something whose text is not to be known.
  static let hole: Token = 2
  static let firstWord: Token = 3
}

/// Everything that was ever a token: the words of a corpus, and of open documents what is not among them.
struct Vocabulary: Sendable {
  private let corpus: WordTable
  private var own: WordTable
  private let seed: UInt64
  /// The least number of a word that the corpus does not have.
  let ownStart: Int

  init(_ corpus: WordTable, seed: UInt64) {
    self.corpus = corpus
    self.seed = seed
    own = WordTable(seed: seed)
    ownStart = Int(Token.firstWord) + corpus.count
  }

  /// One more than the greatest number.
  var end: Int { ownStart + own.count }
  /// How many words the corpus does not have.
  var ownCount: Int { own.count }
  /// What the words take that the corpus does not have.
  var ownByteCount: Int { own.count == 0 ? 0 : own.byteCount }

  func token(of word: UnsafeBufferPointer<UInt8>) -> Token? {
    if let number = corpus.number(of: word) { return Token.firstWord + Token(number) }
    return own.number(of: word).map { Token(ownStart + $0) }
  }

  func token(of word: String) -> Token? {
    var word = word
    return word.withUTF8(token)
  }

  /// A word's number; it is added when it is new and `isWanted`.
  mutating func token(adding word: UnsafeBufferPointer<UInt8>, if isWanted: (String) -> Bool) -> Token {
    if let token = token(of: word) { return token }
    guard isWanted(String(decoding: word, as: UTF8.self)), let number = own.insert(word) else { return .hole }
    return Token(ownStart + number)
  }

  /// Forgets what the corpus does not have and nobody uses.
  ///
  /// - Parameter isUsed: Tells, by how far the number of a word is from `ownStart`.
  /// - Returns: The new number of each, or a hole.
  /// - Complexity: O(number of own words).
  mutating func keepOwn(where isUsed: (Int) -> Bool) -> ContiguousArray<Token> {
    var kept = WordTable(seed: seed)
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

  /// What a word consists of.
  func bytes(of token: Token) -> ContiguousArray<UInt8>.SubSequence {
    if token < Token.firstWord || Int(token) >= end { return [] }
    return Int(token) < ownStart
      ? corpus.bytes[corpus.range(of: Int(token - .firstWord))] : own.bytes[own.range(of: Int(token) - ownStart)]
  }

  func text(of token: Token) -> String {
    switch token {
    case .separator, .hole: ""
    case .newline: "\n"
    default: String(decoding: bytes(of: token), as: UTF8.self)
    }
  }

  /// How many letters a word has, in Unicode scalars; 0 for what is no word.
  func length(of token: Token) -> Int { bytes(of: token).count { $0 & 0xC0 != 0x80 } }

  func initial(of token: Token) -> Initial {
    if token < Token.firstWord { return .none }
    return Int(token) < ownStart ? corpus.initials[Int(token - .firstWord)] : own.initials[Int(token) - ownStart]
  }

  /// Calls `body` with the words that may be meant by what begins like `typed`, and their texts, as long as it returns true.
  ///
  /// - Returns: False when it returned false.
  /// - Complexity: O(number of words).
  func forEachWord(beginningLike typed: Initial, _ body: (Token, ContiguousArray<UInt8>.SubSequence) -> Bool) -> Bool {
    forEachWord(of: corpus, from: Int(Token.firstWord), typed, body)
      && forEachWord(of: own, from: ownStart, typed, body)
  }

  private func forEachWord(
    of table: WordTable, from start: Int, _ typed: Initial, _ body: (Token, ContiguousArray<UInt8>.SubSequence) -> Bool
  ) -> Bool {
    for number in table.initials.indices where table.initials[number].mayBegin(typed) {
      if !body(Token(start + number), table.bytes[table.range(of: number)]) { return false }
    }
    return true
  }

  /// The parts of a word, each as a number that is the same for the same letters.
  func forEachSubword(of token: Token, _ body: (UInt32) -> Void) {
    if token < Token.firstWord || Int(token) >= end { return }
    if Int(token) < ownStart {
      Subwords.forEach(in: corpus.bytes, corpus.range(of: Int(token - .firstWord)), body)
    } else {
      Subwords.forEach(in: own.bytes, own.range(of: Int(token) - ownStart), body)
    }
  }
}
