/// The comparison of two texts, without copying either.
///
/// The trees are walked side by side. A node that both have at the same offset is equal without being read, and the
/// walk ends at the first difference.
struct TextComparison {
  /// True when the texts hold the same bytes.
  private(set) var areEqual: Bool
  /// The number of bytes that were compared.
  private(set) var comparedBytes = 0

  /// Compares two trees.
  ///
  /// - Complexity: O(*n*) in the bytes that are not shared, up to the first difference.
  init(_ left: TextNode, _ right: TextNode) {
    areEqual = left === right
    guard !areEqual, left.summary == right.summary else { return }
    areEqual = true
    var (left, right) = (Walk(left), Walk(right))
    while areEqual, let first = left.next, let second = right.next {
      if first === second, left.isAtStart, right.isAtStart {
        left.skip()
        right.skip()
      } else if first.height > 0, first.height >= second.height {
        left.descend()
      } else if second.height > 0 {
        right.descend()
      } else {
        areEqual = compareLeaves(&left, &right)
      }
    }
  }

  /// Compares the remaining bytes of two leaves, up to the end of the shorter.
  private mutating func compareLeaves(_ left: inout Walk, _ right: inout Walk) -> Bool {
    let (first, second) = (left.bytes, right.bytes)
    let count = min(first.count, second.count)
    comparedBytes += count
    left.advance(by: count)
    right.advance(by: count)
    return first.prefix(count).elementsEqual(second.prefix(count))
  }

  /// A walk through a tree, from left to right.
  private struct Walk {
    /// The remaining nodes, the next one last.
    private var nodes: ContiguousArray<TextNode>
    /// The number of bytes of the next node, a leaf, that are already compared.
    private var offset = 0

    init(_ root: TextNode) { nodes = [root] }

    var next: TextNode? { nodes.last }
    var isAtStart: Bool { offset == 0 }

    /// The remaining bytes of the next node, which is a leaf.
    var bytes: ContiguousArray<UInt8>.SubSequence {
      guard case .leaf(let bytes)? = nodes.last?.content else { return [] }
      return bytes[offset...]
    }

    mutating func skip() { nodes.removeLast() }

    /// Replaces the next node, which is a branch, by its children.
    mutating func descend() { nodes.append(contentsOf: nodes.removeLast().children.reversed()) }

    /// Advances within the next node, or past it when all of it has been compared.
    mutating func advance(by count: Int) {
      offset += count
      guard let leaf = nodes.last, offset >= leaf.summary.bytes else { return }
      offset = 0
      nodes.removeLast()
    }
  }
}
