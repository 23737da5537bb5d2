/// All pages for a set of words: an adaptive tree of prefixes.
///
/// A prefix with few words has a page of them all; one with more has a page of its best, and those of its prefixes that are
/// a scalar longer. Every word is in one page of all words, unless it is one of very many that fold to the same text.
package struct PageTree: Sendable {
  /// The words, sorted by their folded texts; of equal ones, the heaviest first.
  private let words: [(key: SharedPrefix, word: SharedWord)]
  /// The number of buckets.
  package let bucketCount: Int
  /// The weight of the heaviest word.
  package let heaviest: UInt8
  /// The number of words.
  package var count: Int { words.count }

  /// Sorts words; of one that occurs twice, the heavier counts, and what is not possible is left out.
  ///
  /// - Complexity: O(*n* log *n*).
  package init(_ words: some Sequence<SharedWord>) {
    var heaviest: [String: UInt8] = [:]
    for word in words where SharedWord.isPossible(word.text) {
      heaviest[word.text] = max(heaviest[word.text] ?? 0, word.weight)
    }
    let keyed = heaviest.map { (key: SharedPrefix($0), word: SharedWord($0, weight: $1)) }.filter { !$0.key.isEmpty }
    self.words = keyed.sorted { left, right in
      if left.key != right.key { return left.key < right.key }
      return PageTree.precedes(left.word, right.word)
    }
    self.heaviest = heaviest.values.max() ?? 0
    bucketCount = SharedFormat.bucketCount(for: self.words.count)
  }

  private static func precedes(_ left: SharedWord, _ right: SharedWord) -> Bool {
    left.weight != right.weight ? left.weight > right.weight : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Passes each page on, in the order of the prefixes.
  ///
  /// - Complexity: O(*n* × length of the words).
  package func forEachPage(_ body: (PageName, [UInt8]) throws -> Void) rethrows {
    try descend(words.indices, depth: 0, body)
  }

  /// Passes on the pages of the prefixes that are one scalar longer than the first `depth` scalars of these words.
  private func descend(_ range: Range<Int>, depth: Int, _ body: (PageName, [UInt8]) throws -> Void) rethrows {
    var start = range.lowerBound
    // Those that are the prefix itself come first.
    while start < range.upperBound, words[start].key.count == depth { start += 1 }
    while start < range.upperBound {
      let scalar = words[start].key.scalars[depth]
      let end = words[start..<range.upperBound].firstIndex { $0.key.scalars[depth] != scalar } ?? range.upperBound
      try addPage(of: start..<end, depth: depth + 1, body)
      start = end
    }
  }

  private func addPage(of range: Range<Int>, depth: Int, _ body: (PageName, [UInt8]) throws -> Void) rethrows {
    let prefix = words[range.lowerBound].key.first(depth)
    guard range.count > SharedFormat.wholePage else {
      return try body(PageName(.whole, prefix), SharedPage.encoded(words[range].lazy.map(\.word)))
    }
    // What is typed in full is there, however rare it is.
    let typed = words[range].prefix { $0.key.count == depth }.prefix(SharedFormat.bestPage).map(\.word)
    var best: [SharedWord] = []
    for (_, word) in words[range] {
      let isBetter = best.count < SharedFormat.bestPage || best.last.map { PageTree.precedes(word, $0) } ?? true
      guard isBetter else { continue }
      let place = best.partitioningIndex { PageTree.precedes(word, $0) }
      best.insert(word, at: place)
      if best.count > SharedFormat.bestPage { best.removeLast() }
    }
    try body(PageName(.best, prefix), SharedPage.encoded(best + typed.filter { !best.contains($0) }))
    try descend(range, depth: depth, body)
  }
}

extension Array {
  /// Returns the first index whose element satisfies a predicate, which no element before it and every one behind it does.
  fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
