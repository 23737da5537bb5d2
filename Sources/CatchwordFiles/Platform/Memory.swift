// The search for a byte, with the system's fast implementation.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Searches in memory.
package enum Memory {
  /// Returns the offset of the first occurrence of a byte in a range; nil when there is none.
  package static func firstIndex(of byte: UInt8, in bytes: UnsafePointer<UInt8>, _ range: Range<Int>) -> Int? {
    guard let found = memchr(bytes + range.lowerBound, Int32(byte), range.count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
  }

  /// Returns true when a byte is among the first `count` bytes.
  static func contains(_ byte: UInt8, in bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    memchr(bytes, Int32(byte), count) != nil
  }
}
