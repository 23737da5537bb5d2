/// Names that no text contains, made of the beginning that has been typed and the end of a known name.
///
/// Of the letters of code, one in thirty is in a name of several parts that nothing has contained yet (measured on 22,900 words of
/// eight code bases), and the part that has been begun mostly is a part of another name, too.
extension Prediction {
  /// A name that no text contains.
  public struct NewName: Sendable {
    /// The name.
    public let text: String
    /// The known name of which it has the end.
    public let model: String
    /// The signals of the known name, with the score of the new one.
    public let signals: Signals
  }

  /// An end that a name may have.
  private struct End {
    let token: Token
    /// The indices of what is left to type, in the bytes of the known name.
    let rest: Range<Int>
    /// What is in its favour beside the known name, in nats.
    let favor: Double
    /// What is in its favour altogether, but for what takes longer to find out, in nats.
    let rank: Double
  }

  /// Returns the likeliest names that no text contains, and of which the last typed part goes on as a part of a known name does:
  /// behind `connectInst` comes `connectInstanceConfig`, where there is `describeInstanceConfig`.
  ///
  /// The parts before it must be parts of known names, too. The more letters before it are those of the known name as well, the
  /// likelier its end.
  ///
  /// - Parameters:
  ///   - typed: The typed part of the word. Only names of several parts are made, and none behind a number.
  ///   - limit: The maximum number of names.
  ///   - leavesWholeParts: True to make none where the last typed part is a whole part of a known name, and so perhaps the end.
  ///   - leastPart: The minimum length of the last typed part.
  ///   - isCancelled: Checked at every 1024th place; when it is true, there are no names.
  /// - Complexity: O(letters of all known names), sixteen at a time, for each part, plus O(names that contain one).
  public func newNames(
    typed: String, limit: Int, leavesWholeParts: Bool = false, leastPart: Int = 1, isCancelled: () -> Bool = { false }
  ) -> [NewName] {
    let limit = min(limit, Prediction.maximumWords)
    let letters = ContiguousArray(typed.utf8.prefix(Prediction.longestTyped + 1))
    guard limit > 0, letters.count <= Prediction.longestTyped, let start = Subwords.lastPart(of: letters[...]),
      letters.count - start >= leastPart,
      // While the last part is typed, the beginning is the same at each key.
      lastBeginning.answer(to: letters[..<start], { isMadeOfParts(letters[..<start], isCancelled) }) == true
    else { return [] }
    var ends: [End] = []
    /// Keeps the likeliest; of those that are as likely, the first ones.
    func keep(_ end: End) {
      let place = ends.indices.partitioningIndex { ends[$0].rank < end.rank }
      if place == 4 * limit { return }
      ends.insert(end, at: place)
      if ends.count > 4 * limit { ends.removeLast() }
    }
    let isDone = forEachPart(beginningLike: letters[start...], behind: letters[..<start], isCancelled) {
      token, first, word in
      let isOtherCase = word[first] != letters[start]
      let rest = first + letters.count - start..<word.endIndex
      let partEnd = Subwords.end(ofPartAt: rest.lowerBound - 1, in: word)
      if partEnd == rest.lowerBound, leavesWholeParts { return false }
      if rest.isEmpty { return true }
      let favor =
        Prediction.shared(letters[..<start], word[..<first]) - (isOtherCase ? Prediction.otherCase : 0)
      let likelihood = SystemMath.logarithm(of: Double(likelihood(of: token)))
      func keepEnd(_ end: Int, _ favor: Double) {
        keep(End(token: token, rest: rest.lowerBound..<end, favor: favor, rank: likelihood + favor))
      }
      // Written in another manner, the rest would be as well.
      if partEnd == rest.upperBound || !isOtherCase { keepEnd(rest.upperBound, favor) }
      if partEnd < rest.upperBound, partEnd > rest.lowerBound { keepEnd(partEnd, favor - Prediction.onePart) }
      return true
    }
    return isDone ? Array(names(letters, with: ends).prefix(limit)) : []
  }

  /// Calls `body` with each known name a part of which begins as typed, with the index of that part and with the name's bytes, as
  /// long as it returns true. The first letter may have the other case, if there are two more.
  ///
  /// - Returns: False when `body` returned false, or the task was cancelled.
  private func forEachPart(
    beginningLike part: ContiguousArray<UInt8>.SubSequence, behind beginning: ContiguousArray<UInt8>.SubSequence,
    _ isCancelled: () -> Bool, _ body: (Token, Int, ContiguousArray<UInt8>.SubSequence) -> Bool
  ) -> Bool {
    // One letter says too little, but it does with the one before it.
    let wanted = part.count > 2 ? part.dropFirst() : part.count == 1 ? beginning.suffix(1) + part : part
    let offset = part.count > 2 ? -1 : part.count == 1 ? 1 : 0
    var seen = 0
    return vocabulary.forEachWord(containing: wanted) { token, index, word in
      seen += 1
      if seen & 1023 == 0, isCancelled() { return false }
      let first = index + offset
      guard first >= word.startIndex, Prediction.folded(word[first]) == Prediction.folded(part[part.startIndex]),
        Subwords.begins(at: first, in: word), isWritten(token)
      else { return true }
      return body(token, first, word)
    }
  }

  /// True when the beginning of a name consists of parts of known names, but for one letter that may stand before them, as in
  /// `kName`. What does not is abbreviated or mistyped. Nil when the task was cancelled.
  private func isMadeOfParts(_ beginning: ContiguousArray<UInt8>.SubSequence, _ isCancelled: () -> Bool) -> Bool? {
    var rest = beginning
    while let last = rest.lastIndex(where: Subwords.isLetter) {
      let start = Subwords.start(ofPartAt: last, in: beginning)
      rest = beginning[..<start]
      if last == start {
        if rest.contains(where: Subwords.isLetter) { return false }
      } else {
        let part = beginning[start...last]
        var isKnown = false
        let isDone = forEachPart(beginningLike: part, behind: rest, isCancelled) { _, first, word in
          isKnown = Subwords.end(ofPartAt: first, in: word) == first + part.count
          return !isKnown
        }
        if !isKnown { return isDone ? false : nil }
      }
    }
    return true
  }

  /// Returns the names that have one of the ends, the likeliest first.
  private func names(_ letters: ContiguousArray<UInt8>, with ends: [End]) -> [NewName] {
    var names: [String: NewName] = [:]
    for end in ends {
      // How many letters are left makes no difference.
      let length = letters.count + Features.usuallyLeft
      var signals = signals(of: end.token, length: length, letters: letters.count)
      signals.occurrences = nil
      signals.score += end.favor
      let text = String(decoding: letters + vocabulary.bytes(of: end.token)[end.rest], as: UTF8.self)
      if knows(text) || names[text].map({ $0.signals.score >= signals.score }) == true { continue }
      names[text] = NewName(text: text, model: vocabulary.text(of: end.token), signals: signals)
    }
    return names.values.sorted { ($0.signals.score, $1.text) > ($1.signals.score, $0.text) }
  }

  /// Returns what is in favour of an end with the letters before it that are the same in both beginnings, but for their case and for
  /// the marks between them, in nats.
  private static func shared(
    _ typed: ContiguousArray<UInt8>.SubSequence, _ known: ContiguousArray<UInt8>.SubSequence
  ) -> Double {
    let (typed, known) = (typed.reversed().lazy.filter { $0 != 0x5F }, known.reversed().lazy.filter { $0 != 0x5F })
    var count = 0
    for (one, other) in zip(typed, known) {
      guard count < mostShared, folded(one) == folded(other) else { break }
      count += 1
    }
    return sharedLetter * Double(count)
  }

  /// The maximum length of the typed part, in bytes.
  private static let longestTyped = 128
  /// How much likelier an end is with each letter before it that is the same, in nats, and the maximum number of these.
  private static let sharedLetter = 0.6
  private static let mostShared = 12
  /// How much less likely a name ends where only the typed part does, in nats.
  private static let onePart = 1.0
  /// How much less likely a part is that is known in the other case alone, in nats.
  private static let otherCase = 1.0
}
