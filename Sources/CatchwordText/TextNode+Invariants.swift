extension TextNode {
  /// The length of a text, in bytes, up to which a debug build checks the whole tree after each edit.
  static let checkedBytes = 4096

  /// Stops a debug build if the tree is not as it must be: every node sums up what is below it, all leaves are at the
  /// same depth, and each is valid UTF-8 of a permitted length, so none begins or ends inside a scalar.
  ///
  /// - Complexity: O(*n*).
  func checkInvariants(shape: TextShape) {
    switch content {
    case .leaf(let bytes):
      assert(height == 0)
      assert(bytes.count <= shape.maximumLeafBytes + 3, "a leaf of \(bytes.count) bytes")
      assert(String(validating: bytes, as: UTF8.self) != nil, "a leaf that is not UTF-8")
      assert(summary == bytes.withUnsafeBufferPointer { TextSummary(measuring: $0) })
    case .branch(let children):
      assert((2...shape.maximumChildren).contains(children.count), "a branch of \(children.count) nodes")
      var sum = TextSummary.zero
      for child in children {
        assert(child.height == height - 1 && child.summary.bytes > 0)
        child.checkInvariants(shape: shape)
        sum += child.summary
      }
      assert(summary == sum)
    }
  }
}
