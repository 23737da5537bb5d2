import CatchwordPrediction
import CatchwordText

/// A word that occurs once and is one typo away from a frequent word is most likely a misspelling of it, and comes
/// behind it.
extension Composer {
  /// The minimum number of occurrences of a word that is taken to be spelled right.
  private static let certain = 5
  /// The minimum length in bytes.
  private static let shortest = 4

  /// Returns the items with each misspelling behind the word that is meant. They stay as they are when the task is
  /// cancelled, which is checked every 1024 words.
  ///
  /// - Complexity: O(letters of the items).
  func withMisspellingsLast(
    _ items: [CompletionResult.Item], _ gathered: borrowing Gathered
  ) -> [CompletionResult.Item] {
    var (rareItems, commonItems): ([Int], [Int]) = ([], [])
    for index in items.indices {
      if index & 1023 == 0, cancellation.isCancelled { return items }
      guard let count = occurrences(of: items, index, gathered) else { continue }
      if count == 1 { rareItems.append(index) }
      // A frequent word before all rare ones has no misspelling before it.
      if count >= Composer.certain, !rareItems.isEmpty { commonItems.append(index) }
    }
    if commonItems.isEmpty { return items }
    leaveOutOthers(&rareItems, than: commonItems, of: items)
    if rareItems.isEmpty { return items }
    let letters = { (index: Int) in (index: index, letters: Array(items[index].candidate.text.utf8)) }
    let (rare, common) = (rareItems.map(letters), commonItems.map(letters))
    var near = OneEditIndex()
    for (number, word) in common.enumerated() {
      if number & 1023 == 0, cancellation.isCancelled { return items }
      near.add(word.letters, number: number)
    }
    // By item: the last word that it may be a misspelling of, where that word stands behind it.
    var meant: [Int: Int] = [:]
    for (number, word) in rare.enumerated() {
      if number & 1023 == 0, cancellation.isCancelled { return items }
      let last = near.numbers(near: word.letters)
        .filter { common[$0].index > word.index && Composer.isOneEdit(word.letters, common[$0].letters) }.max()
      if let last { meant[word.index] = common[last].index }
    }
    if meant.isEmpty { return items }
    let behind = Dictionary(grouping: meant.keys.sorted()) { meant[$0] ?? 0 }
    var moved: [CompletionResult.Item] = []
    moved.reserveCapacity(items.count)
    for index in items.indices where meant[index] == nil {
      moved.append(items[index])
      for misspelt in behind[index] ?? [] { moved.append(items[misspelt]) }
    }
    return moved
  }

  /// The maximum number of frequent words with which each rare one is compared beforehand: with more, to look for it is quicker.
  private static let fewCommon = 64

  /// Removes the rare words that differ from every frequent one in more letters, or by more in length, than an edit changes.
  private func leaveOutOthers(_ rare: inout [Int], than common: [Int], of items: [CompletionResult.Item]) {
    guard common.count <= Composer.fewCommon else { return }
    let spelling = { (index: Int) in
      (letters: LetterSet(of: items[index].candidate.text), length: items[index].candidate.text.utf8.count)
    }
    let known = common.map(spelling)
    rare.removeAll { index in
      let own = spelling(index)
      return !known.contains { abs($0.length - own.length) <= 1 && $0.letters.mayBeOneEdit(from: own.letters) }
    }
  }

  /// Returns the number of occurrences of the word of an item; nil where it is none, or the typed one, or so short that another
  /// letter makes another word.
  private func occurrences(
    of items: [CompletionResult.Item], _ index: Int, _ gathered: borrowing Gathered
  ) -> Int? {
    let word = items[index].candidate.text
    // A plain word, in parts: to ask an element of an array for the whole of it copies the element.
    guard items[index].candidate.kind == .text, items[index].candidate.start == nil,
      items[index].candidate.isPlainText, word.utf8.count >= Composer.shortest, word != query.typed
    else { return nil }
    // The signals of a word that is offered in another case, or as a part of another one, may be those of that one.
    let isOwn = items[index].candidate.original == nil && gathered.lead.isEmpty
    return (isOwn ? items[index].signals.prediction.occurrences : nil) ?? gathered.prediction.occurrences(of: word)
  }

  /// True when the words differ by one letter inserted, deleted or replaced, or by two neighbours exchanged.
  static func isOneEdit(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (short, long) = left.count <= right.count ? (left, right) : (right, left)
    guard long.count - short.count <= 1, short != long else { return false }
    let head = zip(short, long).prefix { $0 == $1 }.count
    let tail = zip(short.dropFirst(head).reversed(), long.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let rest = (short.count - head - tail, long.count - head - tail)
    if rest.0 + rest.1 <= 2, rest.1 == 1 { return true }
    return rest == (2, 2) && short[head] == long[head + 1] && short[head + 1] == long[head]
  }
}
