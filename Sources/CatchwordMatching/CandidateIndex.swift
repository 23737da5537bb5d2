/// A searchable index of candidates: sorted segments that never change, and rows that come and go.
///
/// It is a value: a copy is a snapshot that can be searched while the original changes. The result of a search does not
/// depend on how the candidates are spread over segments.
public struct CandidateIndex: Sendable {
  /// The handle of a candidate; it stays valid until the candidate is removed.
  public typealias Row = Int

  /// The maximum number of bytes of a candidate; the rest of a longer one is left out.
  public static let maximumTextBytes = 4096

  private struct SegmentEntry: Sendable {
    let segment: IndexSegment
    let firstRow: Row
    /// The rows that have not been removed; nil for all.
    var live: RowBits?
  }

  private var segments: [SegmentEntry] = []
  private var chunks: ContiguousArray<MutableRows> = []
  /// The first of the rows that can be inserted.
  private let firstMutableRow: Row
  /// The chunks in which rows are vacant.
  private var chunksWithRoom: [Int] = []
  private var signatures = SignatureReader()
  /// The number of candidates.
  public private(set) var count = 0

  /// Creates an index of sorted segments, to which more candidates can be added.
  ///
  /// - Parameter segments: The segments, in the order that decides between two candidates that are equally good.
  public init(segments: [IndexSegment] = []) {
    var row = 0
    for segment in segments {
      self.segments.append(SegmentEntry(segment: segment, firstRow: row))
      // Rounded up to whole words, so that rows of different parts never share a word in a set of rows.
      row += (segment.count + 63) / 64 * 64
      count += segment.count
    }
    firstMutableRow = row
  }

  // MARK: Changing

  /// Adds a candidate; equal texts are candidates of their own.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8; the bytes beyond `maximumTextBytes` are left out.
  ///   - weight: The weight of the candidate; a greater one comes first.
  /// - Complexity: O(length of `text`), amortised.
  public mutating func insert(_ text: UnsafeBufferPointer<UInt8>, weight: UInt8 = 0) -> Row {
    let text = UnsafeBufferPointer(rebasing: text.prefix(CandidateIndex.maximumTextBytes))
    let signature = signatures.signature(of: text)
    if chunksWithRoom.isEmpty {
      chunks.append(MutableRows())
      chunksWithRoom.append(chunks.count - 1)
    }
    let chunk = chunksWithRoom[chunksWithRoom.count - 1]
    let row = chunks[chunk].vacantRow
    chunks[chunk].insert(text, at: row, signature: signature, weight: weight)
    if !chunks[chunk].hasRoom { chunksWithRoom.removeLast() }
    count += 1
    checkInvariants()
    return firstMutableRow + chunk * MutableRows.capacity + row
  }

  /// Adds a candidate; equal texts are candidates of their own.
  public mutating func insert(_ text: String, weight: UInt8 = 0) -> Row {
    var text = text
    return text.withUTF8 { insert($0, weight: weight) }
  }

  /// Removes a candidate.
  ///
  /// - Complexity: O(1) amortised; in a segment, O(candidates / 64), for a copy of one bit for each.
  public mutating func remove(_ row: Row) {
    defer { checkInvariants() }
    count -= 1
    guard row < firstMutableRow else {
      let (chunk, row) = place(of: row)
      if !chunks[chunk].hasRoom { chunksWithRoom.append(chunk) }
      chunks[chunk].remove(row)
      return chunks[chunk].isEmpty ? giveBack(chunk) : ()
    }
    let index = segmentIndex(of: row)
    let local = row - segments[index].firstRow
    // Removals from segments are rare, and other holders' copies must not change.
    let live =
      segments[index].live.map { RowBits(copying: $0) }
      ?? RowBits(rows: segments[index].segment.count, repeating: .max)
    live.remove(local)
    segments[index].live = live
  }

  /// Releases the memory of a chunk that has become empty; empty chunks at the end are removed.
  private mutating func giveBack(_ chunk: Int) {
    guard chunk == chunks.count - 1 else {
      chunks[chunk] = MutableRows()
      return
    }
    while chunks.last?.isEmpty == true { chunks.removeLast() }
    let count = chunks.count
    chunksWithRoom.removeAll { $0 >= count }
  }

  /// Stops a debug build if the list of chunks with room is wrong.
  ///
  /// - Complexity: O(chunks), for up to 16 chunks.
  private func checkInvariants() {
    #if DEBUG
      guard chunks.count <= 16 else { return }
      assert(count >= 0)
      assert(chunks.last?.isEmpty != true, "an empty chunk at the end")
      assert(Set(chunksWithRoom) == Set(chunks.indices.filter { chunks[$0].hasRoom }), "a chunk with room is lost")
      assert(Set(chunksWithRoom).count == chunksWithRoom.count, "a chunk that is listed twice")
    #endif
  }

  /// Changes the weight of a candidate that was inserted.
  public mutating func setWeight(_ weight: UInt8, of row: Row) {
    let (chunk, row) = place(of: row)
    chunks[chunk].setWeight(weight, of: row)
  }

  // MARK: Looking at candidates

  /// Calls `body` with each candidate of the segments.
  package func forEachSegmentRow(_ body: (Row) throws -> Void) rethrows {
    for entry in segments {
      for row in 0..<entry.segment.count { try body(entry.firstRow + row) }
    }
  }

  /// The text of a candidate.
  public subscript(row: Row) -> String {
    guard row >= firstMutableRow else {
      let entry = segments[segmentIndex(of: row)]
      return entry.segment.text(row - entry.firstRow)
    }
    let (chunk, row) = place(of: row)
    return chunks[chunk].text(row)
  }

  /// The description of a candidate of a segment; nil for candidates that were inserted.
  public func detail(of row: Row) -> String? {
    guard row < firstMutableRow else { return nil }
    let entry = segments[segmentIndex(of: row)]
    return entry.segment.detail(row - entry.firstRow)
  }

  /// The weight of a candidate.
  public func weight(of row: Row) -> UInt8 {
    guard row >= firstMutableRow else {
      let entry = segments[segmentIndex(of: row)]
      return entry.segment.weight(row - entry.firstRow)
    }
    let (chunk, row) = place(of: row)
    return chunks[chunk].weight(row)
  }

  /// True when an inserted candidate has this text; false if it is no longer there.
  public func holds(_ text: UnsafeBufferPointer<UInt8>, at row: Row) -> Bool {
    let (chunk, row) = place(of: row)
    return chunk < chunks.count && chunks[chunk].holds(text, at: row)
  }

  /// Reads part of a candidate that was inserted, so that it is in the cache when it is needed.
  ///
  /// - Returns: A number without meaning.
  public func fetch(_ row: Row) -> Int {
    let (chunk, row) = place(of: row)
    return chunk < chunks.count ? chunks[chunk].fetch(row) : 0
  }

  @inline(__always) private func place(of row: Row) -> (chunk: Int, row: Int) {
    let row = row - firstMutableRow
    return (row >> MutableRows.capacityBits, row & (MutableRows.capacity - 1))
  }

  private func segmentIndex(of row: Row) -> Int {
    (segments.firstIndex { $0.firstRow > row } ?? segments.count) - 1
  }

  // MARK: Searching

  var parts: [IndexPart] {
    var parts = segments.filter { $0.segment.count > 0 }.map {
      IndexPart(content: .sorted($0.segment, live: $0.live), firstRow: $0.firstRow)
    }
    for (index, rows) in chunks.enumerated() where rows.count > 0 {
      parts.append(
        IndexPart(content: .mutable(rows), firstRow: firstMutableRow + index * MutableRows.capacity))
    }
    return parts
  }
}
