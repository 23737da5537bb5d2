/// A text in UTF-8 that is edited in place, with snapshots in O(1).
///
/// Copying a `Text` is the snapshot: it costs O(1) whatever its length, and later edits of one copy never show in
/// another. Offsets are byte offsets. An offset inside a scalar is rounded down to the start of that scalar, and an
/// offset outside the text is clamped, so no offset from outside can trap.
public struct Text: Sendable {
  private(set) var root: TextNode
  private let shape: TextShape

  /// Creates a text.
  ///
  /// - Complexity: O(*n*).
  public init(_ string: String = "") {
    self.init(string, shape: .standard)
  }

  /// Creates a text whose tree has the node sizes of `shape`.
  init(_ string: String, shape: TextShape) {
    var string = string
    root = string.withUTF8 { .building($0, shape: shape) }
    self.shape = shape
  }

  /// The length in bytes of UTF-8.
  public var count: Int { root.summary.bytes }

  /// True when the text is empty.
  public var isEmpty: Bool { count == 0 }

  /// The length in UTF-16 code units.
  public var utf16Count: Int { root.summary.utf16 }

  /// The length in Unicode scalars.
  public var scalarCount: Int { root.summary.scalars }

  /// Replaces the bytes of `range` by `string`.
  ///
  /// - Complexity: O(log *n* + length of `string`).
  public mutating func replace(_ range: Range<Int>, with string: String) {
    replace(range, with: ContiguousArray(string.utf8))
  }

  /// Replaces the bytes of `range` by `bytes`, which are valid UTF-8.
  mutating func replace(_ range: Range<Int>, with bytes: ContiguousArray<UInt8>) {
    let range = scalarAligned(range)
    root = bytes.withUnsafeBufferPointer { root.replacing(range, with: $0, shape: shape) }
    #if DEBUG
      if count <= TextNode.checkedBytes { root.checkInvariants(shape: shape) }
    #endif
  }

  /// Returns the text of `range`.
  ///
  /// - Complexity: O(log *n* + length of `range`).
  public func string(in range: Range<Int>) -> String {
    String(decoding: bytes(in: range), as: UTF8.self)
  }

  /// The whole text.
  ///
  /// - Complexity: O(*n*).
  public var string: String { string(in: 0..<count) }

  /// Returns the UTF-8 of `range`, whose ends are first moved down to scalar boundaries.
  ///
  /// - Complexity: O(log *n* + length of `range`).
  public func bytes(in range: Range<Int>) -> ContiguousArray<UInt8> {
    let range = scalarAligned(range)
    var bytes: ContiguousArray<UInt8> = []
    bytes.reserveCapacity(range.count)
    root.forEachLeaf(in: range) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Returns the nearest scalar boundary at or before `offset`, clamped into the text.
  ///
  /// - Complexity: O(log *n*).
  public func scalarBoundary(atOrBefore offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if offset >= count { return count }
    return root.byteOffset(of: offset, in: .byte)
  }

  private func scalarAligned(_ range: Range<Int>) -> Range<Int> {
    let start = scalarBoundary(atOrBefore: range.lowerBound)
    return start..<(range.isEmpty ? start : scalarBoundary(atOrBefore: range.upperBound))
  }
}

extension Text: Equatable {
  /// Compares contents.
  ///
  /// Nothing is copied, and nodes that two texts share, because one was derived from the other, are not compared.
  ///
  /// - Complexity: O(1) for copies of the same text, O(log *n*) for a text and the result of a replacement of the same
  ///   length; O(*n*) at worst, up to the first difference.
  public static func == (left: Text, right: Text) -> Bool { TextComparison(left.root, right.root).areEqual }
}
