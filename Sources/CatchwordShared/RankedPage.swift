/// A page of the best of some words, while words change of which it has a part only.
struct RankedPage {
  let name: PageName
  /// The maximum number of the best.
  private let limit: Int
  /// The best words, the best first.
  private(set) var best: [SharedWord]
  /// The words that are what is typed, however rare they are.
  private(set) var typed: [SharedWord]
  /// True when a word may belong to the page that it never had.
  private(set) var isLost = false
  /// The weight of the last of the best, as it was published.
  let least: UInt8

  /// Takes a page as it is published.
  ///
  /// - Parameter words: Its words; none for a page that there is not.
  init(_ name: PageName, _ words: [SharedWord]) {
    self.name = name
    limit = name.kind == .best ? SharedFormat.bestPage : SharedFormat.innerPage
    best = Array(words.prefix(limit))
    typed = name.kind == .best ? words.filter { SharedPrefix($0.text) == name.prefix } : []
    least = best.last?.weight ?? 0
  }

  private func precedes(_ left: SharedWord, _ right: SharedWord) -> Bool {
    name.kind == .best ? PageTree.precedes(left, right) : InnerPages.precedes(left, right)
  }

  /// Changes the place of a word.
  ///
  /// - Parameters:
  ///   - old: The word as the page may have it; nil when it was none of its words.
  ///   - new: The word now; nil when it is none of its words.
  /// - Returns: False when the page is not what it should be.
  mutating func change(_ old: SharedWord?, to new: SharedWord?) -> Bool {
    if name.kind == .best, let word = old ?? new, SharedPrefix(word.text) == name.prefix {
      if let old {
        guard let place = typed.firstIndex(where: { $0.isSame(as: old) }) else { return false }
        typed.remove(at: place)
      }
      if let new { typed.insert(new, at: typed.partitioningIndex { PageTree.precedes(new, $0) }) }
      // Of more of them, the page would have a part.
      guard typed.count < SharedFormat.bestPage else { return false }
    }
    if isLost { return true }
    let wasFull = best.count == limit
    var isOut = false
    if let old, let place = best.firstIndex(where: { $0.isSame(as: old) }) {
      best.remove(at: place)
      isOut = wasFull
    }
    guard let new else {
      isLost = isOut
      return true
    }
    let place = best.partitioningIndex { precedes(new, $0) }
    // Behind the last one, there may be others that are before it.
    if isOut, place == best.count { isLost = true }
    best.insert(new, at: place)
    if best.count > limit { best.removeLast() }
    return true
  }

  /// Takes the best of all words that belong to the page.
  ///
  /// - Parameter words: Those of at least some weight.
  /// - Returns: False when they are too few to tell.
  mutating func fill(_ words: [SharedWord], areAll: Bool) -> Bool {
    guard areAll || words.count >= limit else { return false }
    best = Array(words.sorted { precedes($0, $1) }.prefix(limit))
    isLost = false
    return true
  }

  /// The words in the order in which they are stored.
  var words: [SharedWord] { best + typed.filter { typed in !best.contains { $0.isSame(as: typed) } } }
}

extension SharedWord {
  /// Returns true for the same bytes and the same weight: texts that are canonically equal are different words here.
  func isSame(as other: SharedWord) -> Bool { weight == other.weight && text.utf8.elementsEqual(other.text.utf8) }
}
