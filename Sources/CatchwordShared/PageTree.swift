import CatchwordMatching

/// All pages for a set of words: an adaptive tree of prefixes.
///
/// A prefix with few words has a page of them all; one with more has a page of its best, and those of its prefixes that are
/// a scalar longer. Every word is in one page of all words, unless it is one of very many that fold to the same text.
public struct PageTree: Sendable {
  private struct Entry: Sendable {
    /// The range of the folded text in `keys`.
    let key: Range<Int>
    /// Its first eight bytes as a number, with zeros behind a shorter one: most comparisons end there.
    let start: UInt64
    let word: SharedWord
  }

  /// The folded texts of the words, in UTF-8.
  private let keys: ContiguousArray<UInt8>
  /// The words, sorted by their folded texts; of equal ones, the heaviest first.
  private let words: [Entry]
  /// The descriptions of some words.
  private let descriptions: [String: String]
  /// The number of buckets.
  public let bucketCount: Int
  /// The numbers of words by their weights.
  package let weights: WeightCounts
  /// The hash of the words of which it was made.
  let source: UInt64
  /// The number of words, approximately, for which there are pages of those that are found otherwise than by their beginnings.
  var innerWords = SharedFormat.innerWords
  /// The number of words.
  public var count: Int { words.count }

  /// Sorts words; of one that occurs twice, the heavier counts, and what is not possible is left out.
  ///
  /// - Parameter descriptions: The descriptions of some of them.
  /// - Complexity: O(*n* log *n*).
  public init(_ words: [SharedWord], descriptions: [String: String] = [:]) {
    self.descriptions = descriptions
    source = PageDigest.hash(of: words, descriptions: descriptions)
    var keys: ContiguousArray<UInt8> = []
    var entries: [Entry] = []
    for word in words where SharedWord.isPossible(word.text) {
      let start = keys.count
      FoldedText.append(word.text, to: &keys)
      guard keys.count > start else { continue }
      var first = (UInt64(0), 0)
      for byte in keys[start...].prefix(8) { first = (first.0 << 8 | UInt64(byte), first.1 + 1) }
      entries.append(Entry(key: start..<keys.count, start: first.0 << UInt64(8 * (8 - first.1)), word: word))
    }
    keys.withUnsafeBufferPointer { keys in
      // The bytes of UTF-8 are in the order of the scalars.
      entries.sort { left, right in
        if left.start != right.start { return left.start < right.start }
        let (first, second) = (keys[left.key], keys[right.key])
        if first.lexicographicallyPrecedes(second) { return true }
        return !second.lexicographicallyPrecedes(first) && PageTree.precedes(left.word, right.word)
      }
    }
    self.words = PageTree.withoutRepetitions(entries, keys)
    self.keys = keys
    weights = WeightCounts(self.words.lazy.map(\.word.weight))
    bucketCount = SharedFormat.bucketCount(for: self.words.count)
  }

  /// Leaves out a word that occurs in a heavier form before, among those that fold to the same.
  private static func withoutRepetitions(_ sorted: [Entry], _ keys: ContiguousArray<UInt8>) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(sorted.count)
    var texts: Set<String> = []
    func areEqual(_ one: Entry, _ another: Entry) -> Bool {
      one.start == another.start && keys[one.key].elementsEqual(keys[another.key])
    }
    for (index, entry) in sorted.enumerated() {
      let isAlone =
        (index == 0 || !areEqual(sorted[index - 1], entry))
        && (index == sorted.count - 1 || !areEqual(sorted[index + 1], entry))
      if isAlone {
        entries.append(entry)
        continue
      }
      if let before = entries.last, !areEqual(before, entry) { texts.removeAll() }
      // Strings that are canonically equal are different words here.
      if texts.insert(entry.word.text.utf8.map { String($0, radix: 16) }.joined()).inserted { entries.append(entry) }
    }
    return entries
  }

  /// Returns true when a word is before another one in a page of the best.
  static func precedes(_ left: SharedWord, _ right: SharedWord) -> Bool {
    left.weight != right.weight ? left.weight > right.weight : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Passes each page on: those by beginnings in the order of the prefixes, and then the others in any.
  ///
  /// - Complexity: O(*n* × length of the words).
  public func forEachPage(_ body: (PageName, [UInt8]) -> Void) {
    descend(words.indices, depth: 0, body)
    InnerPages(heaviest).forEachPage(body)
    if !descriptions.isEmpty { addDescriptions(body) }
  }

  /// Passes on the pages of descriptions, one for all words that fold to the same text.
  private func addDescriptions(_ body: (PageName, [UInt8]) -> Void) {
    var described: [(word: String, text: String)] = []
    var last: Range<Int>?
    func end() {
      guard let last, !described.isEmpty else { return }
      body(PageName(.descriptions, SharedPrefix(folded: keys[last])), SharedDescriptions.encoded(described))
      described = []
    }
    for entry in words {
      if let last, !keys[last].elementsEqual(keys[entry.key]) { end() }
      last = entry.key
      if let text = descriptions[entry.word.text] { described.append((entry.word.text, text)) }
    }
    end()
  }

  /// The heaviest words, as `InnerPages` orders them.
  private var heaviest: [SharedWord] {
    let rule = weights.heaviest(innerWords)
    var byWeight = [[SharedWord]](repeating: [], count: 256)
    for word in words.lazy.map(\.word) where rule.has(word) { byWeight[Int(word.weight)].append(word) }
    return byWeight.reversed().flatMap(\.self)
  }

  /// Passes on the pages for a prefix with which all words begin, and for longer ones, as they are where those of shorter
  /// ones have more words than a page of all of them.
  func forEachPage(under prefix: SharedPrefix, _ body: (PageName, [UInt8]) -> Void) {
    if !words.isEmpty { addPage(of: words.indices, depth: prefix.text.utf8.count, body) }
  }

  /// Passes on the pages of the prefixes that are one scalar longer than the first `depth` bytes of these words.
  private func descend(_ range: Range<Int>, depth: Int, _ body: (PageName, [UInt8]) -> Void) {
    var start = range.lowerBound
    // Those that are the prefix itself come first.
    while start < range.upperBound, words[start].key.count == depth { start += 1 }
    while start < range.upperBound {
      let scalar = scalar(at: depth, of: start)
      var end = start + 1
      while end < range.upperBound, keys[self.scalar(at: depth, of: end)].elementsEqual(keys[scalar]) { end += 1 }
      addPage(of: start..<end, depth: depth + scalar.count, body)
      start = end
    }
  }

  /// Returns the bytes of the scalar that begins at a byte of a word's folded text.
  private func scalar(at depth: Int, of word: Int) -> Range<Int> {
    let start = words[word].key.lowerBound + depth
    let byte = keys[start]
    return start..<start + (byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
  }

  private func addPage(of range: Range<Int>, depth: Int, _ body: (PageName, [UInt8]) -> Void) {
    let prefix = SharedPrefix(folded: keys[words[range.lowerBound].key].prefix(depth))
    guard range.count > SharedFormat.wholePage else {
      return body(PageName(.whole, prefix), SharedPage.encoded(words[range].map(\.word)))
    }
    // What is typed in full is there, however rare it is.
    let typed = words[range].prefix { $0.key.count == depth }.prefix(SharedFormat.bestPage).map(\.word)
    var best: [SharedWord] = []
    for word in words[range].lazy.map(\.word) {
      let isBetter = best.count < SharedFormat.bestPage || best.last.map { PageTree.precedes(word, $0) } ?? true
      guard isBetter else { continue }
      let place = best.partitioningIndex { PageTree.precedes(word, $0) }
      best.insert(word, at: place)
      if best.count > SharedFormat.bestPage { best.removeLast() }
    }
    body(
      PageName(.best, prefix),
      SharedPage.encoded(best + typed.filter { typed in !best.contains { $0.isSame(as: typed) } }))
    descend(range, depth: depth, body)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies a predicate, which no element before it and every one behind it does.
  func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
