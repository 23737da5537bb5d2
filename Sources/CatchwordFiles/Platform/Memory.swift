// Looking for a byte, as fast as the system can.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Memory that can be read.
package enum Memory {
  /// Where a byte is first in a range.
  package static func firstIndex(of byte: UInt8, in bytes: UnsafePointer<UInt8>, _ range: Range<Int>) -> Int? {
    guard let found = memchr(bytes + range.lowerBound, Int32(byte), range.count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
  }

  /// True when a byte is among the first so many.
  static func contains(_ byte: UInt8, in bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    memchr(bytes, Int32(byte), count) != nil
  }
}
