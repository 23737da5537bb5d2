extension Prediction {
  /// The likeliest words whose beginning is what was typed but for one typo: a letter too many, too few, another one, or
  /// two that changed places. The first letter is right, as it nearly always is. What is written nowhere any more is no word.
  ///
  /// - Parameters:
  ///   - typed: What has been typed of the word.
  ///   - limit: The most words.
  ///   - isCancelled: Looked at every 1024 words; then there are none.
  /// - Complexity: O(number of words that begin with that letter).
  public func typos(
    typed: String, limit: Int, isCancelled: () -> Bool = { false }
  ) -> [(text: String, signals: Signals)] {
    let limit = max(0, min(limit, Prediction.maximumWords))
    var typedText = typed
    let initial = typedText.withUTF8 { Initial($0) }
    guard initial.isWord else { return [] }
    let letters = typed.utf8.map(Prediction.folded)
    var found: [(token: Token, likelihood: Float)] = []
    var seen = 0
    let isDone = vocabulary.forEachWord(beginningLike: initial) { token, text in
      if Prediction.isTypo(letters, of: text), isWritten(token) { found.append((token, likelihood(of: token))) }
      seen += 1
      return seen & 1023 != 0 || !isCancelled()
    }
    guard isDone else { return [] }
    let count = max(2 * limit, Prediction.leastTypos)
    let best = best(of: found, among: count, isCancelled: isCancelled) { token in
      // However many letters are left, the likeliest word is wanted; but a word that has none would have been typed by now.
      let hasMore = vocabulary.bytes(of: token).count > letters.count
      let length = letters.count + (hasMore ? Features.usuallyLeft : 1)
      return signals(of: token, length: length, letters: letters.count)
    }
    return best.prefix(limit).map { (vocabulary.text(of: $0.token), $0.signals) }
  }

  /// Behind three letters a typo may be any of thousands of words: so many of the likeliest are looked at, however few are
  /// wanted.
  private static let leastTypos = 200

  private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// True when some beginning of a word is one typo away from what was typed, and none is the same.
  ///
  /// - Complexity: O(letters).
  static func isTypo(_ typed: [UInt8], of word: ContiguousArray<UInt8>.SubSequence) -> Bool {
    let (start, end) = (word.startIndex, word.endIndex)
    var place = 0
    while place < typed.count, start + place < end, folded(word[start + place]) == typed[place] { place += 1 }
    guard place > 0, place < typed.count else { return false }
    /// True when the rest of what was typed goes on as the word does from some place on.
    func goesOn(_ from: Int, at index: Int) -> Bool {
      guard typed.count - from <= end - index else { return false }
      return (from..<typed.count).allSatisfy { folded(word[index + $0 - from]) == typed[$0] }
    }
    let here = start + place
    if goesOn(place + 1, at: here + 1) || goesOn(place + 1, at: here) || goesOn(place, at: here + 1) { return true }
    guard here + 1 < end, place + 1 < typed.count else { return false }
    return folded(word[here]) == typed[place + 1] && folded(word[here + 1]) == typed[place]
      && goesOn(place + 2, at: here + 2)
  }
}
