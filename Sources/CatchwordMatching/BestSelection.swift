/// Keeps the greatest few of many elements.
///
/// A binary heap with the least kept element on top: an element that is not better costs one comparison.
@frozen public struct BestSelection<Element> {
  /// The maximum number of elements to keep.
  public let capacity: Int
  @usableFromInline var heap: [Element] = []
  @usableFromInline let isBetter: (Element, Element) -> Bool

  /// Creates a selection of at most `capacity` elements, by a strict order in which `isBetter(a, b)` puts `a` first.
  @inlinable public init(capacity: Int, by isBetter: @escaping (Element, Element) -> Bool) {
    self.capacity = max(0, capacity)
    self.isBetter = isBetter
  }

  /// The number of elements kept.
  @inlinable public var count: Int { heap.count }

  /// The worst element kept, once there is no room for more; elements that are not better need not be offered.
  @inlinable public var threshold: Element? { heap.count == capacity ? heap.first : nil }

  /// Offers one element.
  ///
  /// - Returns: True when an element was dropped, be it this one or an older one.
  /// - Complexity: O(log capacity).
  @discardableResult
  @inlinable public mutating func insert(_ element: Element) -> Bool {
    guard heap.count == capacity else {
      heap.append(element)
      siftUp()
      return false
    }
    guard let worst = heap.first, isBetter(element, worst) else { return true }
    heap[0] = element
    siftDown()
    return true
  }

  /// The kept elements, in no order.
  @inlinable public var kept: [Element] { heap }

  /// The kept elements, best first.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable public func sorted() -> [Element] { heap.sorted(by: isBetter) }

  @inlinable mutating func siftUp() {
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard isBetter(heap[parent], heap[index]) else { return }
      heap.swapAt(parent, index)
      index = parent
    }
  }

  @inlinable mutating func siftDown() {
    var index = 0
    while true {
      var worst = index
      let (left, right) = (2 * index + 1, 2 * index + 2)
      if left < heap.count, isBetter(heap[worst], heap[left]) { worst = left }
      if right < heap.count, isBetter(heap[worst], heap[right]) { worst = right }
      guard worst != index else { return }
      heap.swapAt(worst, index)
      index = worst
    }
  }
}
