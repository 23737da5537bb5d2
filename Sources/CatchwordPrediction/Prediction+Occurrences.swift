extension Prediction {
  /// Returns the number of occurrences of a word in the open documents and in the files that the model has read.
  ///
  /// - Complexity: O(length of the word + number of documents).
  public func occurrences(of word: String) -> Int {
    vocabulary.token(of: word).map { occurrences(of: $0) } ?? 0
  }

  /// Returns the number of occurrences of a token.
  func occurrences(of token: Token) -> Int {
    var count = Int(counts[token]) + otherCounts.reduce(0) { $0 + Int($1[token]) }
    if Int(token) < corpus.counts.count { count += Int(corpus.counts[Int(token)]) - Int(dead.counts[token]) }
    return count
  }
}
