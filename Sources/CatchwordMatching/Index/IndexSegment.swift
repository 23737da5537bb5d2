/// Sorted candidates that never change, best first: a part of an index that is free to share and to map from a file.
public final class IndexSegment: Sendable {
  let id = PartID()
  private let memory: SegmentMemory
  private let offset: Int
  let layout: SegmentLayout

  /// A number that changes with the layout and the signatures.
  package static let format = SegmentLayout.magic

  /// Creates a segment from its bytes in memory.
  ///
  /// The contents are not trusted: a damaged segment gives wrong candidates, and nothing worse.
  ///
  /// - Parameters:
  ///   - memory: The memory that contains it.
  ///   - offset: The byte offset at which it begins, a multiple of 64.
  /// - Returns: nil when there is none.
  public init?(in memory: SegmentMemory, at offset: Int = 0) {
    guard offset >= 0, offset % 64 == 0, offset <= memory.bytes.count,
      let layout = SegmentLayout(from: UnsafeRawBufferPointer(rebasing: memory.bytes[offset...]))
    else { return nil }
    self.memory = memory
    self.offset = offset
    self.layout = layout
  }

  /// The number of candidates.
  public var count: Int { layout.rowCount }

  /// The number of bytes that it takes in memory or in a file.
  public var byteCount: Int { layout.count }

  /// The number of those bytes that are texts.
  public var textByteCount: Int { layout.textBytes }

  /// The greatest weight of a candidate.
  public var maximumWeight: UInt8 { layout.maximumWeight }

  /// The rows of the segment.
  ///
  /// The pointers are valid as long as this segment is held, which holds the memory, and cover what the layout says,
  /// since that was checked against the length of the memory.
  var rows: RowView {
    let base = memory.bytes.baseAddress! + offset
    let runs = (base + layout.runs).assumingMemoryBound(to: RowView.Run.self)
    let texts = (base + layout.texts).assumingMemoryBound(to: UInt8.self)
    return RowView(
      rowCount: layout.rowCount,
      planes: (base + layout.planes).assumingMemoryBound(to: UInt64.self), stride: layout.stride,
      starts: (base + layout.starts).assumingMemoryBound(to: UInt32.self),
      texts: UnsafeBufferPointer(start: texts, count: layout.textBytes + RowView.padding),
      order: .runs(UnsafeBufferPointer(start: runs, count: layout.runCount)), hasDetails: layout.hasDetails)
  }

  /// Keeps the memory of the rows alive up to this call.
  private func keep() { withExtendedLifetime(memory) {} }

  /// Returns the weight of a candidate.
  ///
  /// - Complexity: O(log *n*).
  func weight(_ row: Int) -> UInt8 {
    defer { keep() }
    guard case .runs(let runs) = rows.order else { return 0 }
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].firstRow <= row { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? runs[low - 1].weight : 0
  }

  func text(_ row: Int) -> String {
    defer { keep() }
    return String(decoding: rows.text(row), as: UTF8.self)
  }

  func detail(_ row: Int) -> String? {
    guard layout.hasDetails else { return nil }
    defer { keep() }
    var whole = rows
    whole.hasDetails = false
    let detail = RowDetail.detail(of: whole.text(row))
    return detail.isEmpty ? nil : String(decoding: detail, as: UTF8.self)
  }
}
