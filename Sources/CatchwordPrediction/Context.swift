/// What stands before a cursor.
struct Context {
  /// The last tokens, the last one first.
  let tokens: [Token]
  /// The last two words, the last one first; fewer at the beginning of a text.
  let words: [Token]

  /// Words are looked for among so many tokens.
  private static let wordReach = 64

  /// What stands before the cursor of a document.
  init(_ document: Evidence.Document, beginsText: Bool, _ vocabulary: Vocabulary) {
    let before = document.tokens[..<(document.cursor ?? document.tokens.count)]
    var tokens = Array(before.suffix(Corpus.maximumOrder).reversed())
    if tokens.count < Corpus.maximumOrder && beginsText { tokens.append(.separator) }
    self.tokens = Context.known(tokens)
    var words: [Token] = []
    for token in before.suffix(Context.wordReach).reversed() where vocabulary.initial(of: token).isWord {
      words.append(token)
      if words.count == 2 { break }
    }
    self.words = words
  }

  /// The same tokens, with one more behind them.
  init(_ tokens: [Token], then token: Token) {
    self.tokens = Context.known(Array(([token] + tokens).prefix(Corpus.maximumOrder)))
    words = []
  }

  /// What of a context can be looked for: it ends at what is not to be known.
  private static func known(_ tokens: [Token]) -> [Token] { Array(tokens.prefix { $0 != .hole }) }
}
