#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A ZIP archive of files as they are, without compression, times or owners: the same files give the same bytes.
///
/// By PKWARE's APPNOTE 6.3.10, sections 4.3.7 (local headers), 4.3.12 (central directory) and 4.3.16 (its end).
struct ZipArchive {
  /// The archive so far, without its directory.
  private var bytes = Data()
  private var directory = Data()
  private var count: UInt16 = 0

  /// The version that a reader needs: 2.0, for folders.
  private static let version: UInt16 = 20
  /// The names are UTF-8.
  private static let flags: UInt16 = 1 << 11
  /// 1 January 1980, the first day that the format has.
  private static let date: UInt16 = 1 << 5 | 1

  /// Adds a file; of at most 4 GB, as all of them together.
  mutating func add(_ path: String, _ contents: Data) {
    let start = UInt32(bytes.count)
    var common = Data()
    for value in [ZipArchive.version, ZipArchive.flags, 0, 0, ZipArchive.date] { common.append(little: value) }
    for value in [ZipArchive.checksum(contents), UInt32(contents.count), UInt32(contents.count)] {
      common.append(little: value)
    }
    common.append(little: UInt16(path.utf8.count))
    common.append(little: 0 as UInt16)
    bytes.append(little: 0x0403_4b50 as UInt32)
    bytes += common + Data(path.utf8) + contents
    directory.append(little: 0x0201_4b50 as UInt32)
    directory.append(little: ZipArchive.version)
    directory += common
    // Without a comment, on the first disk, with no attributes.
    directory += Data(repeating: 0, count: 10)
    directory.append(little: start)
    directory += Data(path.utf8)
    count += 1
  }

  /// The archive with its directory.
  var data: Data {
    var end = Data()
    end.append(little: 0x0605_4b50 as UInt32)
    for value in [0, 0, count, count] { end.append(little: value) }
    end.append(little: UInt32(directory.count))
    end.append(little: UInt32(bytes.count))
    end.append(little: 0 as UInt16)
    return bytes + directory + end
  }

  /// The CRC-32 of ISO 3309, bit by bit: the files are small.
  private static func checksum(_ data: Data) -> UInt32 {
    var remainder = UInt32.max
    for byte in data {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xedb8_8320 : 0) }
    }
    return ~remainder
  }
}

extension Data {
  fileprivate mutating func append<Value: FixedWidthInteger>(little value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
