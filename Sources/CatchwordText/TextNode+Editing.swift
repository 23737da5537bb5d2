extension TextNode {
  /// Returns the text with `range` replaced; both ends of `range` are scalar boundaries inside the text.
  ///
  /// - Complexity: O(log *n* + *m*) where *m* is the number of bytes inserted.
  func replacing(_ range: Range<Int>, with bytes: UnsafeBufferPointer<UInt8>, shape: TextShape) -> TextNode {
    if let node = replacingInsideLeaf(range, with: bytes, shape: shape) { return node }
    let head = prefix(range.lowerBound, shape: shape)
    let tail = suffix(from: range.upperBound, shape: shape)
    let middle = TextNode.building(bytes, shape: shape)
    return .joining(.joining(head, middle, shape: shape), tail, shape: shape)
  }

  /// Handles the common case of typing: the edit touches one leaf, which becomes neither too large nor empty.
  private func replacingInsideLeaf(_ range: Range<Int>, with bytes: UnsafeBufferPointer<UInt8>, shape: TextShape)
    -> TextNode?
  {
    switch content {
    case .leaf(let leaf):
      let count = leaf.count - range.count + bytes.count
      guard count > 0, count <= shape.maximumLeafBytes else { return nil }
      // Reserves exactly the bytes needed: an array that grows by itself doubles.
      var edited: ContiguousArray<UInt8> = []
      edited.reserveCapacity(count)
      edited.append(contentsOf: leaf[..<range.lowerBound])
      edited.append(contentsOf: bytes)
      edited.append(contentsOf: leaf[range.upperBound...])
      return TextNode(leaf: edited)
    case .branch(var children):
      var start = 0
      for index in children.indices {
        let end = start + children[index].summary.bytes
        guard range.upperBound > end else {
          guard range.lowerBound >= start else { return nil }
          let inner = range.lowerBound - start..<range.upperBound - start
          guard let child = children[index].replacingInsideLeaf(inner, with: bytes, shape: shape) else { return nil }
          children[index] = child
          return TextNode(branch: children)
        }
        start = end
      }
      return nil
    }
  }

  /// Returns the first `count` bytes; `count` is a scalar boundary.
  private func prefix(_ count: Int, shape: TextShape) -> TextNode {
    if count <= 0 { return .empty }
    if count >= summary.bytes { return self }
    switch content {
    case .leaf(let bytes):
      return TextNode(leaf: ContiguousArray(bytes[..<count]))
    case .branch(let children):
      var index = 0
      var remaining = count
      while remaining > children[index].summary.bytes {
        remaining -= children[index].summary.bytes
        index += 1
      }
      let last = children[index].prefix(remaining, shape: shape)
      if index == 0 { return last }
      return .joining(.parent(of: ContiguousArray(children[..<index]), shape: shape), last, shape: shape)
    }
  }

  /// Returns the bytes from `start` on; `start` is a scalar boundary.
  private func suffix(from start: Int, shape: TextShape) -> TextNode {
    if start <= 0 { return self }
    if start >= summary.bytes { return .empty }
    switch content {
    case .leaf(let bytes):
      return TextNode(leaf: ContiguousArray(bytes[start...]))
    case .branch(let children):
      var index = 0
      var skipped = start
      while skipped >= children[index].summary.bytes {
        skipped -= children[index].summary.bytes
        index += 1
      }
      let first = children[index].suffix(from: skipped, shape: shape)
      if index == children.count - 1 { return first }
      return .joining(first, .parent(of: ContiguousArray(children[(index + 1)...]), shape: shape), shape: shape)
    }
  }
}
