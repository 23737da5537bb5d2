package import CatchwordText

extension Prediction {
  /// What the likeliest words depend on, apart from the place.
  struct LikeliestQuestion: Equatable {
    /// The first letter; nil where nothing is typed.
    let initial: Initial?
    let limit: Int
    let following: Int
  }

  /// A word, with its letters.
  typealias LikeliestWord = (text: String, letters: LetterSet)

  /// Returns the words with the highest likelihoods among those that may match the typed text, the likeliest first. To whoever
  /// scores them later, they are less work than `words(typed:limit:following:)`.
  ///
  /// - Complexity: O(*n*) in the words that follow the context or stand near the cursor, plus O(limit log limit); O(1) where
  ///   the question before was about the same first letter.
  package func likeliestWords(
    typed: String, limit: Int, following: Int = 0
  ) -> [(text: String, letters: LetterSet)] {
    var typedText = typed
    let initial = typedText.withUTF8 { Initial($0) }
    // While a word is typed, they are the same at each key but the first.
    let question = LikeliestQuestion(initial: typed.isEmpty ? nil : initial, limit: limit, following: following)
    return lastLikeliest.answer(to: question) {
      findLikeliestWords(typed: typed, limit: limit, following: following)
    } ?? []
  }

  private func findLikeliestWords(typed: String, limit: Int, following: Int) -> [LikeliestWord] {
    let found = tokens(typed: typed, following: following, enough: limit)
    return Prediction.likeliest(limit, of: found)
      .sorted { ($0.likelihood, $1.token) > ($1.likelihood, $0.token) }
      .map {
        let text = vocabulary.text(of: $0.token)
        return (text, LetterSet(of: text))
      }
  }

  /// Returns the words that may match the typed text, with their likelihoods.
  ///
  /// - Parameters:
  ///   - following: The number of last tokens that a word must have followed before; 0 for any word.
  ///   - enough: The number of words that suffice where nothing is typed.
  func tokens(typed: String, following: Int, enough: Int) -> [(token: Token, likelihood: Float)] {
    var typedText = typed
    let initial = typedText.withUTF8 { Initial($0) }
    if !typed.isEmpty && !initial.isWord { return [] }
    var seen = TokenTable<Bool>(none: false, capacity: 256)
    var found: [(token: Token, likelihood: Float)] = []
    func add(_ token: Token) {
      // Most begin otherwise, and need not be kept.
      let own = vocabulary.initial(of: token)
      guard own.isWord, typed.isEmpty || own.mayBegin(initial), seen.insert(token, true) else { return }
      found.append((token, likelihood(of: token)))
    }
    if following > 1 {
      for order in mixture.orders.dropFirst(following - 1) { order.votes.weights.forEach { if $1 > 0 { add($0) } } }
    } else {
      mixture.shares.forEach { token, _ in add(token) }
    }
    // With nothing typed, words that followed the context are so much likelier that the rest need no search.
    if following == 0 && !(typed.isEmpty && found.count >= enough) {
      if typed.isEmpty { seen.reserveCapacity(found.count + nearest.count) }
      nearest.forEach { token, _ in add(token) }
      for votes in [above, siblings, pairs] { votes.weights.forEach { token, _ in add(token) } }
    }
    return found
  }

  /// Returns the likeliest words in the order of their scores, which take longer to compute than likelihoods.
  ///
  /// - Parameter isCancelled: Checked every 1024 words; when it is true, there are no words.
  func best(
    of found: [(token: Token, likelihood: Float)], among count: Int, isCancelled: () -> Bool = { false },
    _ signals: (Token) -> Signals
  ) -> [(token: Token, signals: Signals)] {
    var best: [(token: Token, signals: Signals)] = []
    for word in Prediction.likeliest(count, of: found) {
      best.append((word.token, signals(word.token)))
      if best.count & 1023 == 0, isCancelled() { return [] }
    }
    return best.sorted { ($0.signals.score, $1.token) > ($1.signals.score, $0.token) }
  }

  /// Returns the likeliest words; of words as likely as the last one, the first ones.
  ///
  /// - Complexity: O(*n*).
  static func likeliest(
    _ count: Int, of found: [(token: Token, likelihood: Float)]
  ) -> [(token: Token, likelihood: Float)] {
    if found.count <= count { return found }
    if count <= 0 { return [] }
    /// Returns the bits of a likelihood: numbers that are not negative are in the order of their bits.
    func bits(_ likelihood: Float) -> UInt32 { likelihood.bitPattern & 0x7FFF_FFFF }
    var (last, left) = found.count < 256 ? lastOfFew() : lastOfMany()
    return found.filter { word in
      let own = bits(word.likelihood)
      if own != last { return own > last }
      left -= 1
      return left >= 0
    }

    /// Returns the bits of the last likelihood kept, and the number of words kept that have them.
    func lastOfFew() -> (last: UInt32, left: Int) {
      // Tables take longer than to sort a few.
      let kept = found.map { bits($0.likelihood) }.sorted(by: >)[..<count]
      let last = kept[count - 1]
      return (last, kept.count { $0 == last })
    }

    /// Returns the same, found from the greatest bits on.
    func lastOfMany() -> (last: UInt32, left: Int) {
      // The bits so far, and the number of words kept that begin so.
      var (last, left) = (UInt32(0), count)
      for (shift, width) in [(20, 11), (9, 11), (0, 9)] as [(UInt32, UInt32)] {
        var counts = ContiguousArray(repeating: 0, count: 1 << Int(width))
        for word in found where bits(word.likelihood) &>> (shift + width) == last &>> (shift + width) {
          counts[Int(bits(word.likelihood) &>> shift) & (counts.count - 1)] += 1
        }
        var step = counts.count - 1
        while counts[step] < left {
          left -= counts[step]
          step -= 1
        }
        last |= UInt32(step) &<< shift
      }
      return (last, left)
    }
  }
}
