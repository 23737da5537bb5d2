extension Prediction {
  /// How often a word stands in the open documents and in the files that were read, as far as the model knows them.
  ///
  /// - Complexity: O(length of the word + number of documents).
  public func occurrences(of word: String) -> Int {
    guard let token = vocabulary.token(of: word) else { return 0 }
    var count = Int(counts[token]) + otherCounts.reduce(0) { $0 + Int($1[token]) }
    if Int(token) < corpus.counts.count { count += Int(corpus.counts[Int(token)]) - Int(dead.counts[token]) }
    return count
  }
}
