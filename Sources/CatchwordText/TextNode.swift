/// One immutable node of the tree that holds a text: a leaf of UTF-8, or a branch of nodes of equal height.
///
/// Nodes are shared between all versions of a text, so a snapshot costs nothing. Every leaf begins and ends on a scalar
/// boundary, and none is empty except in the empty text. All leaves are at the same depth, so depth is logarithmic in
/// length.
final class TextNode: Sendable {
  enum Content: Sendable {
    case leaf(ContiguousArray<UInt8>)
    case branch(ContiguousArray<TextNode>)
  }

  let content: Content
  let summary: TextSummary
  let height: Int

  static let empty = TextNode(leaf: [])

  init(leaf bytes: ContiguousArray<UInt8>) {
    content = .leaf(bytes)
    summary = bytes.withUnsafeBufferPointer { TextSummary(measuring: $0) }
    height = 0
  }

  init(branch children: ContiguousArray<TextNode>) {
    content = .branch(children)
    var sum = TextSummary.zero
    for child in children { sum += child.summary }
    summary = sum
    height = children[0].height + 1
  }

  var children: ContiguousArray<TextNode> {
    if case .branch(let children) = content { children } else { [] }
  }

  /// Builds a tree over valid UTF-8.
  ///
  /// - Complexity: O(*n*).
  static func building(_ bytes: UnsafeBufferPointer<UInt8>, shape: TextShape) -> TextNode {
    var level = leaves(of: bytes, shape: shape)
    while level.count > 1 {
      level = groups(of: level, shape: shape)
    }
    return level.first ?? .empty
  }

  /// Joins two texts.
  ///
  /// - Complexity: O(difference in height), which is O(log *n*).
  static func joining(_ left: TextNode, _ right: TextNode, shape: TextShape) -> TextNode {
    if left.summary.bytes == 0 { return right }
    if right.summary.bytes == 0 { return left }
    if left.height == right.height { return joiningEqual(left, right, shape: shape) }
    guard left.height > right.height else {
      var children = right.children
      let first = joining(left, children[0], shape: shape)
      children.replaceSubrange(0..<1, with: first.height == right.height ? first.children : [first])
      return parent(of: children, shape: shape)
    }
    var children = left.children
    let last = joining(children.removeLast(), right, shape: shape)
    children += last.height == left.height ? last.children : [last]
    return parent(of: children, shape: shape)
  }

  private static func joiningEqual(_ left: TextNode, _ right: TextNode, shape: TextShape) -> TextNode {
    guard case .leaf(let leftBytes) = left.content, case .leaf(let rightBytes) = right.content else {
      return parent(of: left.children + right.children, shape: shape)
    }
    let half = shape.maximumLeafBytes / 2
    if leftBytes.count >= half && rightBytes.count >= half { return TextNode(branch: [left, right]) }
    let bytes = leftBytes + rightBytes
    let parts = bytes.withUnsafeBufferPointer { leaves(of: $0, shape: shape) }
    return parts.count == 1 ? parts[0] : TextNode(branch: parts)
  }

  /// Returns a node over `children`, or a taller one over two halves of them when they are too many for one.
  static func parent(of children: ContiguousArray<TextNode>, shape: TextShape) -> TextNode {
    if children.count == 1 { return children[0] }
    if children.count <= shape.maximumChildren { return TextNode(branch: children) }
    let middle = children.count / 2
    return TextNode(branch: [
      TextNode(branch: ContiguousArray(children[..<middle])),
      TextNode(branch: ContiguousArray(children[middle...])),
    ])
  }

  private static func leaves(of bytes: UnsafeBufferPointer<UInt8>, shape: TextShape) -> ContiguousArray<TextNode> {
    // Equal shares, so that no small rest is left at the end; a share may grow by three bytes to end with a scalar.
    let shares = max(1, (bytes.count + shape.newLeafBytes - 1) / shape.newLeafBytes)
    var nodes: ContiguousArray<TextNode> = []
    nodes.reserveCapacity(shares)
    var start = 0
    for share in 1...shares {
      var end = max(start, bytes.count * share / shares)
      while end < bytes.count && bytes[end].isContinuation { end += 1 }
      guard end > start else { continue }
      nodes.append(TextNode(leaf: ContiguousArray(UnsafeBufferPointer(rebasing: bytes[start..<end]))))
      start = end
    }
    return nodes
  }

  private static func groups(of nodes: ContiguousArray<TextNode>, shape: TextShape) -> ContiguousArray<TextNode> {
    let groupCount = (nodes.count + shape.maximumChildren - 1) / shape.maximumChildren
    var groups: ContiguousArray<TextNode> = []
    groups.reserveCapacity(groupCount)
    for group in 0..<groupCount {
      let start = nodes.count * group / groupCount
      let end = nodes.count * (group + 1) / groupCount
      groups.append(TextNode(branch: ContiguousArray(nodes[start..<end])))
    }
    return groups
  }
}
