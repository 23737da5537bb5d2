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

  /// What the first `count` bytes measure.
  ///
  /// - Complexity: O(log *n*).
  func summary(ofFirst count: Int) -> TextSummary {
    if count >= summary.bytes { return summary }
    switch content {
    case .leaf(let bytes):
      return TextSummary(measuring: bytes[..<max(0, count)])
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

  /// The byte offset of the unit numbered `target`, rounded down to a scalar boundary.
  ///
  /// - Complexity: O(log *n*).
  func byteOffset(of target: Int, in unit: Unit) -> Int {
    if target >= unit.count(summary) { return summary.bytes }
    switch content {
    case .leaf(let bytes):
      return TextNode.byteOffset(of: target, in: unit, leaf: bytes)
    case .branch(let children):
      var passed = TextSummary.zero
      for child in children {
        guard target >= unit.count(passed) + unit.count(child.summary) else {
          return passed.bytes + child.byteOffset(of: target - unit.count(passed), in: unit)
        }
        passed.bytes += child.summary.bytes
        passed.utf16 += child.summary.utf16
        passed.scalars += child.summary.scalars
      }
      return summary.bytes
    }
  }

  private static func byteOffset(of target: Int, in unit: Unit, leaf: ContiguousArray<UInt8>) -> Int {
    var passed = 0
    var start = 0
    while start < leaf.count {
      let length = leaf[start].scalarLength
      let width =
        switch unit {
        case .byte: length
        case .utf16: length == 4 ? 2 : 1
        case .scalar: 1
        }
      if passed + width > target { return start }
      passed += width
      start += length
    }
    return leaf.count
  }

  /// The byte offset just after the line break numbered `number` (from 1), or nil when there are fewer.
  ///
  /// A carriage return that ends a leaf counts here; the caller moves past a line feed that follows it.
  ///
  /// - Complexity: O(log *n*).
  func byteOffset(afterBreak number: Int) -> Int? {
    switch content {
    case .leaf(let bytes):
      return TextNode.byteOffset(afterBreak: number, leaf: bytes)
    case .branch(let children):
      var passed = TextSummary.zero
      for child in children {
        let whole = passed + child.summary
        if whole.breaks >= number {
          let isShared = passed.endsWithCarriageReturn && child.summary.startsWithLineFeed
          let inner = number - passed.breaks + (isShared ? 1 : 0)
          return child.byteOffset(afterBreak: inner).map { passed.bytes + $0 }
        }
        passed = whole
      }
      return nil
    }
  }

  private static func byteOffset(afterBreak number: Int, leaf: ContiguousArray<UInt8>) -> Int? {
    var seen = 0
    var index = 0
    while index < leaf.count {
      let byte = leaf[index]
      index += 1
      guard byte == .lineFeed || byte == .carriageReturn else { continue }
      if byte == .carriageReturn, index < leaf.count, leaf[index] == .lineFeed { index += 1 }
      seen += 1
      if seen == number { return index }
    }
    return nil
  }

  /// Calls `body` with the bytes of `range`, leaf by leaf.
  ///
  /// - Complexity: O(log *n* + length of `range`).
  func forEachLeaf(in range: Range<Int>, _ body: (Slice<ContiguousArray<UInt8>>) -> Void) {
    switch content {
    case .leaf(let bytes):
      let clamped = range.clamped(to: 0..<bytes.count)
      if !clamped.isEmpty { body(Slice(base: bytes, bounds: clamped)) }
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
