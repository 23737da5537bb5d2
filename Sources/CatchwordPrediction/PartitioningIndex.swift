/// Binary searches.
extension Range<Int> {
  /// Returns the first number for which `isReached` is true; it is so for all behind it.
  ///
  /// - Complexity: O(log *n*) calls.
  func partitioningIndex(_ isReached: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [Range<Int>] {
  /// Returns the first index whose range satisfies `isReached`; the ranges are sorted.
  func partitioningIndex(_ isReached: (Range<Int>) -> Bool) -> Int { indices.partitioningIndex { isReached(self[$0]) } }

  /// True when one of the ranges, which are sorted, contains a position.
  ///
  /// - Complexity: O(log *n*).
  func hold(_ position: Int) -> Bool {
    if isEmpty { return false }
    let index = partitioningIndex { $0.upperBound > position }
    return index < count && self[index].lowerBound <= position
  }
}
