extension TextNode {
  /// The text with `range` replaced; both ends of `range` are scalar boundaries inside the text.
  ///
  /// - Complexity: O(log *n* + *m*) where *m* is the number of bytes inserted.
  func replacing(_ range: Range<Int>, with bytes: ContiguousArray<UInt8>) -> TextNode {
    if let node = replacingInsideLeaf(range, with: bytes) { return node }
    let head = prefix(range.lowerBound)
    let tail = suffix(from: range.upperBound)
    return .joining(.joining(head, .building(bytes)), tail)
  }

  /// The common case of typing: the edit touches one leaf, which stays neither too large nor empty.
  private func replacingInsideLeaf(_ range: Range<Int>, with bytes: ContiguousArray<UInt8>) -> TextNode? {
    switch content {
    case .leaf(var leaf):
      let count = leaf.count - range.count + bytes.count
      guard count > 0, count <= TextNode.maximumLeafBytes else { return nil }
      leaf.replaceSubrange(range, with: bytes)
      return TextNode(leaf: leaf)
    case .branch(var children):
      var start = 0
      for index in children.indices {
        let end = start + children[index].summary.bytes
        guard range.upperBound > end else {
          guard range.lowerBound >= start else { return nil }
          let inner = range.lowerBound - start..<range.upperBound - start
          guard let child = children[index].replacingInsideLeaf(inner, with: bytes) else { return nil }
          children[index] = child
          return TextNode(branch: children)
        }
        start = end
      }
      return nil
    }
  }

  /// The first `count` bytes; `count` is a scalar boundary.
  private func prefix(_ count: Int) -> TextNode {
    if count <= 0 { return .empty }
    if count >= summary.bytes { return self }
    switch content {
    case .leaf(let bytes):
      return TextNode(leaf: ContiguousArray(bytes[..<count]))
    case .branch(let children):
      var remaining = count
      var whole = TextNode.empty
      for child in children {
        guard remaining > 0 else { break }
        whole = .joining(whole, child.prefix(remaining))
        remaining -= child.summary.bytes
      }
      return whole
    }
  }

  /// The bytes from `start` on; `start` is a scalar boundary.
  private func suffix(from start: Int) -> TextNode {
    if start <= 0 { return self }
    if start >= summary.bytes { return .empty }
    switch content {
    case .leaf(let bytes):
      return TextNode(leaf: ContiguousArray(bytes[start...]))
    case .branch(let children):
      var skipped = 0
      var whole = TextNode.empty
      for child in children {
        if skipped + child.summary.bytes > start {
          whole = .joining(whole, child.suffix(from: start - skipped))
        }
        skipped += child.summary.bytes
      }
      return whole
    }
  }
}
