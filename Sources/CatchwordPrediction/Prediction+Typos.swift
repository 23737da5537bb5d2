import Synchronization

/// The words that begin as was typed last, but for one typo at most: those that begin so with more letters are among them.
final class NearBeginnings: Sendable {
  private let last = Mutex<(letters: [UInt8], tokens: ContiguousArray<Token>)?>(nil)

  /// Returns the words among which those are that begin nearly as typed; nil when they are not known.
  func tokens(around letters: [UInt8]) -> ContiguousArray<Token>? {
    last.withLock { last in last.flatMap { letters.starts(with: $0.letters) ? $0.tokens : nil } }
  }

  func keep(_ tokens: ContiguousArray<Token>, of letters: [UInt8]) { last.withLock { $0 = (letters, tokens) } }
}

extension Prediction {
  /// Returns the likeliest words whose beginning is the typed text but for one typo: a letter too many, missing or
  /// wrong, or two swapped. The first letter is right, as it nearly always is. Unused words are left out.
  ///
  /// - Parameters:
  ///   - typed: The typed part of the word.
  ///   - limit: The maximum number of words.
  ///   - isCancelled: Checked every 1024 words; when it is true, there are no words.
  /// - Complexity: O(number of words that begin with that letter); less where the same text without its last letters was asked
  ///   for before.
  public func typos(
    typed: String, limit: Int, isCancelled: () -> Bool = { false }
  ) -> [(text: String, signals: Signals)] {
    let limit = max(0, min(limit, Prediction.maximumWords))
    var typedText = typed
    let initial = typedText.withUTF8 { Initial($0) }
    guard initial.isWord else { return [] }
    let letters = typed.utf8.map(Prediction.folded)
    var found: [(token: Token, likelihood: Float)] = []
    var near: ContiguousArray<Token> = []
    var seen = 0
    func look(_ token: Token, _ text: ContiguousArray<UInt8>.SubSequence) -> Bool {
      switch Prediction.nearness(letters, of: text) {
      case .far: break
      case .same: near.append(token)
      case .typo:
        near.append(token)
        if isWritten(token) { found.append((token, likelihood(of: token))) }
      }
      seen += 1
      return seen & 1023 != 0 || !isCancelled()
    }
    if let known = nearBeginnings.tokens(around: letters) {
      for token in known { guard look(token, vocabulary.bytes(of: token)) else { return [] } }
    } else {
      guard vocabulary.forEachWord(beginningLike: initial, look) else { return [] }
    }
    nearBeginnings.keep(near, of: letters)
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

  /// Returns the small letter of a capital of ASCII, and all else as it is.
  static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// How a word begins, beside the typed text.
  enum Nearness {
    /// As typed.
    case same
    /// As typed but for one typo.
    case typo
    /// Otherwise.
    case far
  }

  /// Returns how a word begins. One that is not far stays so without the last typed letters.
  ///
  /// - Complexity: O(letters).
  static func nearness(_ typed: [UInt8], of word: ContiguousArray<UInt8>.SubSequence) -> Nearness {
    let (start, end) = (word.startIndex, word.endIndex)
    var place = 0
    while place < typed.count, start + place < end, folded(word[start + place]) == typed[place] { place += 1 }
    if place == typed.count { return .same }
    return place > 0 && isTypo(typed, of: word, from: place) ? .typo : .far
  }

  /// True when a word that begins with the first `place` typed letters, and not with one more, goes on as typed but for one typo.
  private static func isTypo(_ typed: [UInt8], of word: ContiguousArray<UInt8>.SubSequence, from place: Int) -> Bool {
    let end = word.endIndex
    /// True when the typed text from `from` on matches the word from `index` on.
    func goesOn(_ from: Int, at index: Int) -> Bool {
      guard typed.count - from <= end - index else { return false }
      return (from..<typed.count).allSatisfy { folded(word[index + $0 - from]) == typed[$0] }
    }
    let here = word.startIndex + place
    if goesOn(place + 1, at: here + 1) || goesOn(place + 1, at: here) || goesOn(place, at: here + 1) { return true }
    guard here + 1 < end, place + 1 < typed.count else { return false }
    return folded(word[here]) == typed[place + 1] && folded(word[here + 1]) == typed[place]
      && goesOn(place + 2, at: here + 2)
  }
}
