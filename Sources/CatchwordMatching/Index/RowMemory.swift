/// The memory of rows that come and go: columns of a fixed length, and texts.
///
/// Safe to share: only a `MutableRows` changes it, after copying it if there is any other holder.
final class RowMemory: @unchecked Sendable {
  /// The maximum number of rows.
  static var capacity: Int { 2048 }
  /// The number of words in a plane.
  static var stride: Int { capacity / 64 }

  let id = PartID()
  /// The number of insertions.
  var insertions: UInt64 = 0
  /// For each 64 rows, the number of insertions up to the last of one of them.
  let lastInsertions: UnsafeMutablePointer<UInt64>
  let planes: UnsafeMutablePointer<UInt64>
  let live: UnsafeMutablePointer<UInt64>
  let starts: UnsafeMutablePointer<UInt32>
  let byteCounts: UnsafeMutablePointer<UInt16>
  let weights: UnsafeMutablePointer<UInt8>
  let lengths: UnsafeMutablePointer<UInt8>
  /// The texts, and at least `RowView.padding` bytes after the last of them.
  private(set) var texts: UnsafeMutablePointer<UInt8>
  private var textCapacity: Int
  private(set) var textCount = 0
  /// The number of rows, including vacant ones before the last.
  var count = 0
  /// The number of bytes of the texts that belong to removed rows.
  var waste = 0
  /// The number of vacant rows, including those that were never used.
  var vacancies = RowMemory.capacity

  init(textCapacity: Int = 4096) {
    // Each column is as long as the loops that use it, which stop at `capacity` and `stride`.
    planes = .allocate(capacity: BitPlanes.count * RowMemory.stride)
    planes.initialize(repeating: 0, count: BitPlanes.count * RowMemory.stride)
    lastInsertions = .allocate(capacity: RowMemory.stride)
    lastInsertions.initialize(repeating: 0, count: RowMemory.stride)
    live = .allocate(capacity: RowMemory.stride)
    live.initialize(repeating: 0, count: RowMemory.stride)
    starts = .allocate(capacity: RowMemory.capacity)
    starts.initialize(repeating: 0, count: RowMemory.capacity)
    byteCounts = .allocate(capacity: RowMemory.capacity)
    byteCounts.initialize(repeating: 0, count: RowMemory.capacity)
    weights = .allocate(capacity: RowMemory.capacity)
    weights.initialize(repeating: 0, count: RowMemory.capacity)
    lengths = .allocate(capacity: RowMemory.capacity)
    lengths.initialize(repeating: 0, count: RowMemory.capacity)
    self.textCapacity = textCapacity
    texts = .allocate(capacity: textCapacity)
    texts.initialize(repeating: 0, count: textCapacity)
  }

  convenience init(copying other: RowMemory) {
    self.init(textCapacity: other.textCapacity)
    planes.update(from: other.planes, count: BitPlanes.count * RowMemory.stride)
    live.update(from: other.live, count: RowMemory.stride)
    starts.update(from: other.starts, count: RowMemory.capacity)
    byteCounts.update(from: other.byteCounts, count: RowMemory.capacity)
    weights.update(from: other.weights, count: RowMemory.capacity)
    lengths.update(from: other.lengths, count: RowMemory.capacity)
    texts.update(from: other.texts, count: other.textCount)
    (textCount, count, waste, vacancies) = (other.textCount, other.count, other.waste, other.vacancies)
  }

  deinit {
    lastInsertions.deallocate()
    planes.deallocate()
    live.deallocate()
    starts.deallocate()
    byteCounts.deallocate()
    weights.deallocate()
    lengths.deallocate()
    texts.deallocate()
  }

  /// Appends a text to the others.
  ///
  /// - Returns: The offset at which it begins.
  func append(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let start = textCount
    if start + text.count + RowView.padding > textCapacity { grow(by: text.count) }
    if let source = text.baseAddress { (texts + start).update(from: source, count: text.count) }
    textCount += text.count
    return start
  }

  /// True when a row, which must exist, holds this text.
  @inline(__always)
  func holds(_ text: UnsafeBufferPointer<UInt8>, at row: Int) -> Bool {
    guard Int(byteCounts[row]) == text.count else { return false }
    let own = UnsafeRawPointer(texts + Int(starts[row]))
    let other = UnsafeRawBufferPointer(text)
    var index = 0
    // Both have at least eight bytes from here on.
    while index + 8 <= text.count {
      let word = own.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
      index += 8
    }
    while index < text.count {
      if own.load(fromByteOffset: index, as: UInt8.self) != other[index] { return false }
      index += 1
    }
    return true
  }

  private func grow(by count: Int) {
    let newCapacity = 2 * (textCapacity + count)
    let newTexts = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    newTexts.initialize(repeating: 0, count: newCapacity)
    newTexts.update(from: texts, count: textCount)
    texts.deallocate()
    (texts, textCapacity) = (newTexts, newCapacity)
  }

  /// Moves the remaining texts together.
  func cleanUp() {
    let kept = UnsafeMutablePointer<UInt8>.allocate(capacity: textCapacity)
    kept.initialize(repeating: 0, count: textCapacity)
    var end = 0
    for row in 0..<count {
      let length = Int(byteCounts[row])
      (kept + end).update(from: texts + Int(starts[row]), count: length)
      starts[row] = UInt32(end)
      end += length
    }
    texts.deallocate()
    (texts, textCount, waste) = (kept, end, 0)
  }
}
