/// The context before a cursor.
struct Context {
  /// The last tokens, the last one first.
  let tokens: [Token]
  /// The last two words, the last one first; fewer at the beginning of a text.
  let words: [Token]

  /// The number of tokens before the cursor that are searched for words.
  private static let wordReach = 64

  /// Creates the context before the cursor of a document.
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

  /// Creates a context of these tokens followed by one more.
  init(_ tokens: [Token], then token: Token) {
    self.tokens = Context.known(Array(([token] + tokens).prefix(Corpus.maximumOrder)))
    words = []
  }

  /// Returns the part of a context that can be looked up: it ends at the first hole.
  private static func known(_ tokens: [Token]) -> [Token] { Array(tokens.prefix { $0 != .hole }) }
}
