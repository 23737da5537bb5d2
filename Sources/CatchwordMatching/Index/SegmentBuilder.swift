/// Makes segments from candidates that are added one after the other.
///
/// The candidates are sorted by weight, then by length, and by nothing else: two that are equal in both keep the order
/// in which they came. That is a counting sort, so the time goes into reading and writing each text once.
public struct SegmentBuilder {
  /// The texts and descriptions in the order in which they came, and the start of each.
  private var bytes: ContiguousArray<UInt8> = []
  private var starts: ContiguousArray<UInt32> = []
  /// The sort keys: 255 less the weight, and the length.
  private var keys: ContiguousArray<UInt16> = []
  private var hasDetails = false
  private var maximumWeight: UInt8 = 0
  private var reader = SignatureReader()
  private let scratch = ScratchMemory()

  /// Creates a builder without candidates.
  public init() {}

  /// The number of candidates since the last segment was made.
  public var count: Int { starts.count }

  /// True when a segment should be made of the candidates so far.
  public var isFull: Bool { count >= SegmentLayout.maximumRows || bytes.count >= SegmentLayout.maximumTextBytes }

  /// Adds a candidate.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8; the bytes beyond `CandidateIndex.maximumTextBytes` are left out.
  ///   - weight: The weight of the candidate; a greater one comes first.
  ///   - detail: The description of the candidate, valid UTF-8.
  /// - Precondition: The segment is not full.
  public mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, weight: UInt8 = 0, detail: UnsafeBufferPointer<UInt8>? = nil
  ) {
    precondition(count < SegmentLayout.maximumRows && bytes.count < Int(UInt32.max) - RowView.maximumBytes)
    let text = UnsafeBufferPointer(rebasing: text.prefix(CandidateIndex.maximumTextBytes))
    if let detail, !detail.isEmpty, !hasDetails { addDetails() }
    starts.append(UInt32(bytes.count))
    bytes.append(contentsOf: text)
    if hasDetails { RowDetail.write(detail ?? UnsafeBufferPointer(rebasing: text[..<0]), to: &bytes) }
    keys.append(UInt16(255 - weight) << 8 | UInt16(UInt8(clamping: CandidateSignature.length(of: text))))
    maximumWeight = max(maximumWeight, weight)
  }

  /// Adds a candidate.
  public mutating func append(_ text: String, weight: UInt8 = 0, detail: String? = nil) {
    var (text, detail) = (text, detail ?? "")
    text.withUTF8 { text in detail.withUTF8 { append(text, weight: weight, detail: $0) } }
  }

  /// Gives all rows so far an empty description, since the first description has come.
  private mutating func addDetails() {
    hasDetails = true
    var longer: ContiguousArray<UInt8> = []
    longer.reserveCapacity(bytes.count + starts.count)
    for row in starts.indices {
      let end = row + 1 < starts.count ? Int(starts[row + 1]) : bytes.count
      let start = Int(starts[row])
      starts[row] = UInt32(longer.count)
      longer.append(contentsOf: bytes[start..<end])
      longer.append(0)
    }
    bytes = longer
  }

  /// Makes a segment of the candidates so far, and begins anew.
  ///
  /// - Complexity: O(*n*).
  public mutating func build() -> IndexSegment {
    var (layout, places) = plan()
    let memory = SegmentMemory(count: layout.count) { fill($0, layout, &places) }
    clear()
    guard let segment = IndexSegment(in: memory) else { preconditionFailure("what was just made is a segment") }
    return segment
  }

  /// Makes a segment of the candidates so far, lends its bytes, and begins anew; the next one reuses the memory.
  ///
  /// - Parameter body: A closure that uses the bytes; it must not keep the pointer.
  /// - Complexity: O(*n*).
  public mutating func build(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var (layout, places) = plan()
    let memory = scratch.bytes(layout.count)
    fill(memory, layout, &places)
    clear()
    defer { withExtendedLifetime(scratch) {} }
    try body(UnsafeRawBufferPointer(memory))
  }

  private func plan() -> (SegmentLayout, RowPlaces) {
    let places = RowPlaces(starts: starts, end: bytes.count, keys: keys)
    let layout = SegmentLayout(
      rowCount: count, runCount: places.runs.count, textBytes: bytes.count, hasDetails: hasDetails,
      maximumWeight: maximumWeight)
    return (layout, places)
  }

  private mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    hasDetails = false
    maximumWeight = 0
  }

  /// Writes the parts into memory, which is as long as the layout says.
  ///
  /// The rows are read in the order in which they came and written to their places, so that reads are sequential, and
  /// writes go to as many places as there are lengths.
  private mutating func fill(
    _ memory: UnsafeMutableRawBufferPointer, _ layout: SegmentLayout, _ places: inout RowPlaces
  ) {
    // Texts are written completely; of the other parts, some bytes are not.
    UnsafeMutableRawBufferPointer(rebasing: memory[..<layout.texts]).initializeMemory(as: UInt8.self, repeating: 0)
    UnsafeMutableRawBufferPointer(rebasing: memory[(layout.texts + layout.textBytes)...])
      .initializeMemory(as: UInt8.self, repeating: 0)
    layout.write(to: memory)
    let base = memory.baseAddress!
    let planes = (base + layout.planes).bindMemory(to: UInt64.self, capacity: BitPlanes.count * layout.stride)
    let newStarts = (base + layout.starts).bindMemory(to: UInt32.self, capacity: layout.rowCount + 1)
    let runs = (base + layout.runs).bindMemory(to: RowView.Run.self, capacity: layout.runCount)
    let texts = (base + layout.texts).bindMemory(to: UInt8.self, capacity: layout.textBytes + RowView.padding)
    runs.update(from: places.runs, count: places.runs.count)
    bytes.withUnsafeBufferPointer { bytes in
      for row in starts.indices {
        let next = row + 1 < starts.count ? Int(starts[row + 1]) : bytes.count
        let whole = UnsafeBufferPointer(rebasing: bytes[Int(starts[row])..<next])
        let (place, start) = places.take(keys[row], byteCount: whole.count)
        newStarts[place] = UInt32(start)
        if let source = whole.baseAddress { (texts + start).update(from: source, count: whole.count) }
        let signature = reader.signature(of: hasDetails ? RowDetail.text(of: whole) : whole)
        let word = place >> 6
        let bit = UInt64(1) << UInt64(place & 63)
        BitPlanes.forEachPlane(of: signature) { planes[$0 * layout.stride + word] |= bit }
      }
    }
    newStarts[layout.rowCount] = UInt32(layout.textBytes)
  }
}

/// Memory that grows and is used again and again, by one builder.
private final class ScratchMemory {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// Returns memory of a number of bytes; memory that was lent before becomes invalid.
  func bytes(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if count > memory.count {
      memory.deallocate()
      memory = .allocate(byteCount: count, alignment: 64)
    }
    return UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
  }

  deinit { memory.deallocate() }
}

/// The places of the rows of each weight and length: a counting sort.
private struct RowPlaces {
  private var rows = ContiguousArray<UInt32>(repeating: 0, count: 1 << 16)
  private var bytes = ContiguousArray<UInt32>(repeating: 0, count: 1 << 16)
  private(set) var runs: [RowView.Run] = []

  init(starts: ContiguousArray<UInt32>, end: Int, keys: ContiguousArray<UInt16>) {
    for row in starts.indices {
      let key = Int(keys[row])
      rows[key] += 1
      bytes[key] += (row + 1 < starts.count ? starts[row + 1] : UInt32(end)) - starts[row]
    }
    var (row, byte): (UInt32, UInt32) = (0, 0)
    for key in rows.indices {
      if rows[key] > 0 {
        runs.append(RowView.Run(firstRow: row, weight: UInt8(255 - key >> 8), length: UInt8(key & 0xFF)))
      }
      (rows[key], row) = (row, row + rows[key])
      (bytes[key], byte) = (byte, byte + bytes[key])
    }
  }

  /// Returns the place of the next row with a key, and the start of its text.
  @inline(__always) mutating func take(_ key: UInt16, byteCount: Int) -> (row: Int, start: Int) {
    let key = Int(key)
    defer {
      rows[key] += 1
      bytes[key] += UInt32(byteCount)
    }
    return (Int(rows[key]), Int(bytes[key]))
  }
}
