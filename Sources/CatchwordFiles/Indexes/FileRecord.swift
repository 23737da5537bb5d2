/// A file of an index in its stored form.
package struct FileRecord: Equatable, Sendable {
  /// The size of a record.
  package static let byteCount = 32

  package var stamp: FileAccess.Stamp
  /// The range of the path among the names.
  package var nameStart: UInt32
  package var nameLength: UInt32
  /// The range of what the index has of the file.
  package var start: UInt32
  package var length: UInt32

  /// Creates a record.
  package init(stamp: FileAccess.Stamp, nameStart: UInt32, nameLength: UInt32, start: UInt32, length: UInt32) {
    (self.stamp, self.nameStart, self.nameLength) = (stamp, nameStart, nameLength)
    (self.start, self.length) = (start, length)
  }

  /// Appends the record in its stored form.
  package func append(to bytes: inout ContiguousArray<UInt8>) {
    for word in [stamp.modified.bitPattern, stamp.size] {
      withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
    for word in [nameStart, nameLength, start, length] {
      withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
  }

  /// Reads a record; there must be `byteCount` bytes at the offset.
  package init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    func number(_ place: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset + place, as: UInt32.self) }
    stamp = FileAccess.Stamp(
      modified: Double(bitPattern: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
      size: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    (nameStart, nameLength, start, length) = (number(16), number(20), number(24), number(28))
  }
}
