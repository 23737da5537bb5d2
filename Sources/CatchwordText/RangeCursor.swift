/// A cursor that checks places in ascending order for parts of a text, such as secrets.
package struct RangeCursor {
  private let ranges: [Range<Int>]
  private var next = 0

  /// - Parameter ranges: The parts, in order.
  package init(_ ranges: [Range<Int>]) { self.ranges = ranges }

  /// True when a part overlaps a range, which begins no earlier than the previous one.
  ///
  /// - Complexity: O(1), amortised.
  package mutating func holds(_ range: Range<Int>) -> Bool {
    while next < ranges.count, ranges[next].upperBound <= range.lowerBound { next += 1 }
    return next < ranges.count && ranges[next].lowerBound < range.upperBound
  }
}
