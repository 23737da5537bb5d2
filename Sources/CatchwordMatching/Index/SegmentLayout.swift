/// The offsets of the parts of a segment in its memory, in bytes from its beginning.
///
/// The parts are a header of 64 bytes, the planes, the starts of the texts, the runs of equal rows, and the texts; each
/// on a boundary of 64 bytes, so that a segment can be read from a mapped file as it is. Numbers are little-endian, as
/// on all machines that Swift runs on.
struct SegmentLayout: Equatable {
  static let headerBytes = 64
  /// "WSEG" in little-endian order, and the version of the layout and of the signatures in it.
  static let magic: UInt64 = 0x0000_0001_4745_5357
  /// The maximum number of rows in a segment; more go into another one.
  static let maximumRows = 1 << 20
  /// The number of bytes of text at which a segment is full; more texts go into another one.
  static let maximumTextBytes = 64 << 20

  var rowCount: Int
  var runCount: Int
  var textBytes: Int
  var hasDetails: Bool
  var maximumWeight: UInt8

  var stride: Int { (BitPlanes.words(forRows: rowCount) + 7) / 8 * 8 }
  var planes: Int { SegmentLayout.headerBytes }
  var starts: Int { planes + BitPlanes.count * stride * 8 }
  var runs: Int { SegmentLayout.aligned(starts + (rowCount + 1) * 4) }
  var texts: Int { SegmentLayout.aligned(runs + runCount * MemoryLayout<RowView.Run>.stride) }
  /// The length of the segment in bytes.
  var count: Int { SegmentLayout.aligned(texts + textBytes + RowView.padding) }

  private static func aligned(_ offset: Int) -> Int { (offset + 63) / 64 * 64 }

  func write(to header: UnsafeMutableRawBufferPointer) {
    header.storeBytes(of: SegmentLayout.magic, as: UInt64.self)
    header.storeBytes(of: UInt32(rowCount), toByteOffset: 8, as: UInt32.self)
    header.storeBytes(of: UInt32(runCount), toByteOffset: 12, as: UInt32.self)
    header.storeBytes(of: UInt32(textBytes), toByteOffset: 16, as: UInt32.self)
    header.storeBytes(of: hasDetails ? 1 : 0, toByteOffset: 20, as: UInt8.self)
    header.storeBytes(of: maximumWeight, toByteOffset: 21, as: UInt8.self)
  }
}

extension SegmentLayout {
  /// Reads a header; nil when it is invalid, or describes more than there is.
  init?(from bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= SegmentLayout.headerBytes, bytes.load(as: UInt64.self) == SegmentLayout.magic else {
      return nil
    }
    rowCount = Int(bytes.load(fromByteOffset: 8, as: UInt32.self))
    runCount = Int(bytes.load(fromByteOffset: 12, as: UInt32.self))
    textBytes = Int(bytes.load(fromByteOffset: 16, as: UInt32.self))
    hasDetails = bytes[20] != 0
    maximumWeight = bytes[21]
    guard rowCount <= SegmentLayout.maximumRows, runCount <= rowCount, count <= bytes.count else { return nil }
  }
}
