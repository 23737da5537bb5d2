extension Prediction {
  /// Returns the likeliest words whose beginning is the typed text but for one typo: a letter too many, missing or
  /// wrong, or two swapped. The first letter is right, as it nearly always is. Unused words are left out.
  ///
  /// - Parameters:
  ///   - typed: The typed part of the word.
  ///   - limit: The maximum number of words.
  ///   - isCancelled: Checked every 1024 words; when it is true, there are no words.
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
      // The number of letters left makes no difference, but a word that has none left would have been typed by now.
      let hasMore = vocabulary.bytes(of: token).count > letters.count
      let length = letters.count + (hasMore ? Features.usuallyLeft : 1)
      return signals(of: token, length: length, letters: letters.count)
    }
    return best.prefix(limit).map { (vocabulary.text(of: $0.token), $0.signals) }
  }

  /// The minimum number of likeliest words that are scored, even if fewer are wanted: after three letters, a typo may
  /// match thousands of words.
  private static let leastTypos = 200

  private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// True when some beginning of a word is one typo away from the typed text, and none is equal to it.
  ///
  /// - Complexity: O(letters).
  static func isTypo(_ typed: [UInt8], of word: ContiguousArray<UInt8>.SubSequence) -> Bool {
    let (start, end) = (word.startIndex, word.endIndex)
    var place = 0
    while place < typed.count, start + place < end, folded(word[start + place]) == typed[place] { place += 1 }
    guard place > 0, place < typed.count else { return false }
    /// True when the typed text from `from` on matches the word from `index` on.
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
