extension TextNode {
  /// A unit to count text in, additive over its pieces.
  enum Unit {
    case byte, utf16, scalar

    func count(_ summary: TextSummary) -> Int {
      switch self {
      case .byte: summary.bytes
      case .utf16: summary.utf16
      case .scalar: summary.scalars
      }
    }
  }

  /// Returns the summary of the first `count` bytes.
  ///
  /// - Complexity: O(log *n*).
  func summary(ofFirst count: Int) -> TextSummary {
    if count >= summary.bytes { return summary }
    switch content {
    case .leaf(let bytes):
      return bytes.withUnsafeBufferPointer {
        TextSummary(measuring: UnsafeBufferPointer(rebasing: $0[..<max(0, count)]))
      }
    case .branch(let children):
      var sum = TextSummary.zero
      var remaining = count
      for child in children {
        guard remaining > child.summary.bytes else { return sum + child.summary(ofFirst: remaining) }
        sum += child.summary
        remaining -= child.summary.bytes
      }
      return sum
    }
  }

  /// Returns the byte at `offset`, which is inside the text.
  ///
  /// - Complexity: O(log *n*).
  func byte(at offset: Int) -> UInt8 {
    switch content {
    case .leaf(let bytes):
      return bytes[offset]
    case .branch(let children):
      var index = 0
      var inner = offset
      while inner >= children[index].summary.bytes {
        inner -= children[index].summary.bytes
        index += 1
      }
      return children[index].byte(at: inner)
    }
  }

  /// Returns the byte offset of the unit numbered `target`, rounded down to a scalar boundary.
  ///
  /// - Complexity: O(log *n*).
  func byteOffset(of target: Int, in unit: Unit) -> Int {
    if target >= unit.count(summary) { return summary.bytes }
    switch content {
    case .leaf(let bytes):
      return bytes.withUnsafeBufferPointer { TextNode.byteOffset(of: target, in: unit, leaf: $0) }
    case .branch(let children):
      var index = 0
      var start = 0
      var inner = target
      while inner >= unit.count(children[index].summary) {
        inner -= unit.count(children[index].summary)
        start += children[index].summary.bytes
        index += 1
      }
      return start + children[index].byteOffset(of: inner, in: unit)
    }
  }

  private static func byteOffset(of target: Int, in unit: Unit, leaf: UnsafeBufferPointer<UInt8>) -> Int {
    if unit == .byte {
      var offset = target
      while leaf[offset].isContinuation { offset -= 1 }
      return offset
    }
    var passed = 0
    var offset = 0
    while offset < leaf.count {
      let length = leaf[offset].scalarLength
      passed += unit == .utf16 && length == 4 ? 2 : 1
      if passed > target { break }
      offset += length
    }
    return offset
  }

  /// Returns the byte offset just after the line break numbered `number` (from 1), or nil when there are fewer.
  ///
  /// A carriage return that ends a leaf counts here; the caller moves past a line feed that follows it.
  ///
  /// - Complexity: O(log *n*).
  func byteOffset(afterBreak number: Int) -> Int? {
    switch content {
    case .leaf(let bytes):
      return bytes.withUnsafeBufferPointer { TextNode.byteOffset(afterBreak: number, leaf: $0) }
    case .branch(let children):
      // Only what is needed of the sums of summaries.
      var (breaks, bytes, endsWithCarriageReturn) = (0, 0, false)
      for index in children.indices where children[index].summary.bytes > 0 {
        let own = children[index].summary
        let shared = endsWithCarriageReturn && own.startsWithLineFeed ? 1 : 0
        let inner = number - breaks + shared
        if own.breaks >= inner { return children[index].byteOffset(afterBreak: inner).map { bytes + $0 } }
        breaks += own.breaks - shared
        bytes += own.bytes
        endsWithCarriageReturn = own.endsWithCarriageReturn
      }
      return nil
    }
  }

  private static func byteOffset(afterBreak number: Int, leaf: UnsafeBufferPointer<UInt8>) -> Int? {
    var (index, seen) = ByteTally.passBreaks(in: leaf, before: number)
    while index < leaf.count {
      let byte = leaf[index]
      index += 1
      guard byte.isBreak else { continue }
      if byte == .carriageReturn, index < leaf.count, leaf[index] == .lineFeed { index += 1 }
      seen += 1
      if seen == number { return index }
    }
    return nil
  }

  /// Calls `body` with the bytes of `range`, leaf by leaf.
  ///
  /// - Complexity: O(log *n* + length of `range`).
  func forEachLeaf(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    switch content {
    case .leaf(let bytes):
      let clamped = range.clamped(to: 0..<bytes.count)
      if clamped.isEmpty { return }
      bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[clamped])) }
    case .branch(let children):
      var start = 0
      for child in children {
        let end = start + child.summary.bytes
        if end > range.lowerBound && start < range.upperBound {
          let inner = max(0, range.lowerBound - start)..<min(child.summary.bytes, range.upperBound - start)
          child.forEachLeaf(in: inner, body)
        }
        start = end
      }
    }
  }
}

extension UInt8 {
  /// The length in bytes of the scalar that this lead byte begins.
  var scalarLength: Int {
    switch self {
    case ..<0b1100_0000: 1
    case ..<0b1110_0000: 2
    case ..<0b1111_0000: 3
    default: 4
    }
  }
}
