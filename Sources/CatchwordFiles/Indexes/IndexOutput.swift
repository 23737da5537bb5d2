/// The destination of an index, written from beginning to end: a new file, or memory.
///
/// It must be used by one thread only.
package final class IndexOutput {
  /// The length of the header, which is written last.
  package static let headerBytes = 256
  /// A file is written in pieces of this size, or several at once; none is cut within a word that `sample` reads.
  private static let pieceBytes = 1 << 20

  /// The number of bytes so far, the header included.
  package private(set) var count = IndexOutput.headerBytes
  private let descriptor: Int32?
  /// The bytes that are not written yet; all bytes when there is no file.
  private var buffer = ContiguousArray<UInt8>(repeating: 0, count: IndexOutput.headerBytes)
  private var samples: UInt64 = 0

  /// - Parameter descriptor: The descriptor of a new file, which must stay open while this is used; nil for memory.
  package init(descriptor: Int32?) { self.descriptor = descriptor }

  /// Adds bytes.
  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    buffer.append(contentsOf: bytes)
    count += bytes.count
    let whole = buffer.count / IndexOutput.pieceBytes * IndexOutput.pieceBytes
    if descriptor != nil && whole > 0 { try flush(whole) }
  }

  /// Adds bytes.
  package func append(_ bytes: some Collection<UInt8>) throws {
    try ContiguousArray(bytes).withUnsafeBytes { try append($0) }
  }

  /// Adds a part, which `body` writes, where one may begin.
  ///
  /// - Returns: Its range.
  package func appendPart(_ body: () throws -> Void) throws -> IndexHeader.Part {
    try align()
    let start = count
    try body()
    return IndexHeader.Part(start: start, count: count - start)
  }

  /// Adds zeros up to the next multiple of 64 bytes, where a part may begin.
  package func align() throws { try append(repeatElement(0, count: (64 - count % 64) % 64)) }

  /// Writes the remaining bytes and the header.
  ///
  /// - Parameter header: Returns the header for the samples of all that follows it.
  /// - Returns: The memory; nil when the destination is a file.
  package func finish(_ header: (_ samples: UInt64) -> [UInt64]) throws -> ContiguousArray<UInt8>? {
    guard let descriptor else {
      samples = buffer.withUnsafeBytes { IndexOutput.sample($0, at: 0) }
      let words = header(samples)
      buffer.withUnsafeMutableBytes { bytes in words.withUnsafeBytes { bytes.copyMemory(from: $0) } }
      return buffer
    }
    try flush(buffer.count)
    let words = header(samples)
    try words.withUnsafeBytes { try FileSystem.write($0, at: 0, to: descriptor) }
    return nil
  }

  private func flush(_ length: Int) throws {
    guard let descriptor else { return }
    let offset = count - buffer.count
    try buffer.withUnsafeBytes { bytes in
      let piece = UnsafeRawBufferPointer(rebasing: bytes[..<length])
      samples ^= IndexOutput.sample(piece, at: offset)
      try FileSystem.write(piece, at: offset, to: descriptor)
    }
    buffer.removeFirst(length)
  }

  /// Mixes one word of each 64 KiB of a part of a file, which detects whole pages that were lost or overwritten.
  ///
  /// - Parameter offset: The offset of the part in the file, a multiple of 64 KiB.
  package static func sample(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    var mix: UInt64 = 0
    var place = max(1, offset >> 16) << 16
    while place + 8 <= offset + bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place - offset, as: UInt64.self)
      mix ^= (word ^ UInt64(place)) &* 0x9E37_79B9_7F4A_7C15
      place += 1 << 16
    }
    return mix
  }
}
