/// One immutable node of the tree that holds a text: a leaf of UTF-8, or a branch of nodes of equal height.
///
/// Nodes are shared between all versions of a text, which is what makes a snapshot free. Every leaf begins and ends
/// on a scalar boundary. All leaves are at the same depth, so depth is logarithmic in length.
final class TextNode: Sendable {
  enum Content: Sendable {
    case leaf(ContiguousArray<UInt8>)
    case branch(ContiguousArray<TextNode>)
  }

  /// The most bytes in a leaf: small enough that copying one is cheap beside allocating it.
  static let maximumLeafBytes = 1024
  /// The most children of a branch.
  static let maximumChildren = 16

  let content: Content
  let summary: TextSummary
  let height: Int

  static let empty = TextNode(leaf: [])

  init(leaf bytes: ContiguousArray<UInt8>) {
    content = .leaf(bytes)
    summary = TextSummary(measuring: bytes)
    height = 0
  }

  init(branch children: ContiguousArray<TextNode>) {
    content = .branch(children)
    summary = children.reduce(.zero) { $0 + $1.summary }
    height = children[0].height + 1
  }

  /// Builds a tree over valid UTF-8.
  ///
  /// - Complexity: O(*n*).
  static func building(_ bytes: ContiguousArray<UInt8>) -> TextNode {
    var level = leaves(of: bytes)
    while level.count > 1 {
      level = groups(of: level)
    }
    return level.first ?? .empty
  }

  /// Joins two texts.
  ///
  /// - Complexity: O(difference in height), which is O(log *n*).
  static func joining(_ left: TextNode, _ right: TextNode) -> TextNode {
    if left.summary.bytes == 0 { return right }
    if right.summary.bytes == 0 { return left }
    if left.height == right.height { return joiningEqual(left, right) }
    guard left.height > right.height else {
      var children = right.children
      let first = joining(left, children[0])
      children.replaceSubrange(0..<1, with: first.height == right.height ? first.children : [first])
      return parent(of: children)
    }
    var children = left.children
    let last = joining(children.removeLast(), right)
    children += last.height == left.height ? last.children : [last]
    return parent(of: children)
  }

  var children: ContiguousArray<TextNode> {
    if case .branch(let children) = content { children } else { [] }
  }

  private static func joiningEqual(_ left: TextNode, _ right: TextNode) -> TextNode {
    guard case .leaf(let leftBytes) = left.content, case .leaf(let rightBytes) = right.content else {
      return parent(of: left.children + right.children)
    }
    let half = maximumLeafBytes / 2
    if leftBytes.count >= half && rightBytes.count >= half { return TextNode(branch: [left, right]) }
    let parts = leaves(of: leftBytes + rightBytes)
    return parts.count == 1 ? parts[0] : TextNode(branch: parts)
  }

  /// A node over `children`, or a taller one over two halves of them when they are too many for one.
  private static func parent(of children: ContiguousArray<TextNode>) -> TextNode {
    if children.count == 1 { return children[0] }
    if children.count <= maximumChildren { return TextNode(branch: children) }
    let middle = children.count / 2
    return TextNode(branch: [
      TextNode(branch: ContiguousArray(children[..<middle])),
      TextNode(branch: ContiguousArray(children[middle...])),
    ])
  }

  private static func leaves(of bytes: ContiguousArray<UInt8>) -> ContiguousArray<TextNode> {
    if bytes.count <= maximumLeafBytes { return [TextNode(leaf: bytes)] }
    // Equal shares, so that no runt is left at the end.
    let share = bytes.count / ((bytes.count + maximumLeafBytes - 5) / (maximumLeafBytes - 4)) + 1
    var nodes: ContiguousArray<TextNode> = []
    var start = 0
    while start < bytes.count {
      var end = min(start + share, bytes.count)
      while end < bytes.count && bytes[end].isContinuation { end -= 1 }
      nodes.append(TextNode(leaf: ContiguousArray(bytes[start..<end])))
      start = end
    }
    return nodes
  }

  private static func groups(of nodes: ContiguousArray<TextNode>) -> ContiguousArray<TextNode> {
    if nodes.count <= maximumChildren { return [TextNode(branch: nodes)] }
    let groupCount = (nodes.count + maximumChildren - 1) / maximumChildren
    return ContiguousArray(
      (0..<groupCount).map { group in
        let start = nodes.count * group / groupCount
        let end = nodes.count * (group + 1) / groupCount
        return TextNode(branch: ContiguousArray(nodes[start..<end]))
      }
    )
  }
}
