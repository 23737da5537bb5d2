/// The rows of a part of an index, as memory to search in; valid only while the part that lent it is held.
///
/// The creator must prove that the pointers cover what the counts say. The values behind them may come from a file, so
/// they are not trusted: a range that lies outside the texts, or is longer than any candidate, is an empty text.
struct RowView {
  /// A run of rows of equal weight and length, in parts that are sorted.
  struct Run {
    var firstRow: UInt32
    var weight: UInt8
    var length: UInt8
    var unused: UInt16 = 0
  }

  let rowCount: Int
  /// The planes one after another, each `stride` words long.
  let planes: UnsafePointer<UInt64>
  let stride: Int
  /// The starts of the texts; in sorted parts there is one more, which is the end of the last text.
  let starts: UnsafePointer<UInt32>
  let texts: UnsafeBufferPointer<UInt8>
  let order: Order
  /// True when each row ends with a description and its length.
  var hasDetails = false
  /// The rows that have not been removed; nil for all.
  var live: UnsafePointer<UInt64>?

  /// The source of the rows' weights and lengths.
  enum Order {
    /// The rows are sorted: best first, in runs.
    case runs(UnsafeBufferPointer<Run>)
    /// The rows are in no order: the columns are lengths in bytes, weights, and lengths in characters.
    case columns(bytes: UnsafePointer<UInt16>, weights: UnsafePointer<UInt8>, lengths: UnsafePointer<UInt8>)
  }

  func plane(_ number: Int) -> UnsafePointer<UInt64> { planes + number * stride }

  /// Returns the UTF-8 of a row, without its description; at least 8 bytes after it may be read.
  @inline(__always) func text(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    guard row >= 0, row < rowCount else { return UnsafeBufferPointer(rebasing: texts[..<0]) }
    let start = Int(starts[row])
    let end: Int
    if case .columns(let bytes, _, _) = order { end = start + Int(bytes[row]) } else { end = Int(starts[row + 1]) }
    guard start <= end, end - start <= RowView.maximumBytes, end + RowView.padding <= texts.count else {
      return UnsafeBufferPointer(rebasing: texts[..<0])
    }
    let whole = UnsafeBufferPointer(rebasing: texts[start..<end])
    return hasDetails ? RowDetail.text(of: whole) : whole
  }

  /// The maximum number of bytes of a row: text, description, and its length; rows of a damaged file may have more.
  static let maximumBytes = CandidateIndex.maximumTextBytes + RowDetail.maximumLength + 3
  /// The number of bytes that follow the last text.
  static let padding = 8
}

/// The format of a row with a description: the text, the description, and the length of the description.
enum RowDetail {
  /// The maximum number of bytes of a description.
  static let maximumLength = 4096

  /// Appends a description and its length to the bytes of a text.
  static func write(_ detail: some Collection<UInt8>, to bytes: inout ContiguousArray<UInt8>) {
    let count = min(detail.count, maximumLength)
    bytes.append(contentsOf: detail.prefix(count))
    if count < 255 {
      bytes.append(UInt8(count))
    } else {
      bytes.append(contentsOf: [UInt8(count & 0xFF), UInt8(count >> 8), 255])
    }
  }

  static func text(of row: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: row[..<split(row).lowerBound])
  }

  static func detail(of row: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: row[split(row)])
  }

  /// Returns the range of the description.
  private static func split(_ row: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    guard let last = row.last else { return 0..<0 }
    if last < 255 { return max(0, row.count - 1 - Int(last))..<row.count - 1 }
    guard row.count >= 3 else { return row.count..<row.count }
    let count = Int(row[row.count - 3]) | Int(row[row.count - 2]) << 8
    return max(0, row.count - 3 - count)..<row.count - 3
  }
}
