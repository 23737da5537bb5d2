/// The header of an index file: what it is of, the ranges of its parts, and some numbers.
///
/// Numbers are little-endian, as on all machines that Swift runs on; each part begins at a multiple of 64 bytes.
package struct IndexHeader: Equatable, Sendable {
  /// The range of a part: its offset and its length, in bytes.
  package struct Part: Equatable, Sendable {
    package var start: Int
    package var count: Int

    /// Creates a part.
    package init(start: Int = 0, count: Int = 0) { (self.start, self.count) = (start, count) }
  }

  /// The number of 64-bit words in `IndexOutput.headerBytes`.
  private static let wordCount = IndexOutput.headerBytes / 8
  /// The number of words before the parts: the format, the checksum, the identity, the length and the samples.
  private static let partsStart = 5

  /// A hash that identifies what the index is of.
  package var identity: UInt64
  package var parts: [Part]
  package var numbers: [UInt64]

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - parts: The parts; they and the numbers must fit into the header.
  package init(identity: UInt64, parts: [Part], numbers: [UInt64]) {
    (self.identity, self.parts, self.numbers) = (identity, parts, numbers)
  }

  /// Returns the header in its stored form.
  ///
  /// - Parameters:
  ///   - format: A number for the layout, which differs between kinds of files and between versions.
  ///   - byteCount: The length of the file.
  ///   - samples: The samples of the file, from `IndexOutput.sample`.
  package func words(format: UInt64, byteCount: Int, samples: UInt64) -> [UInt64] {
    var words: [UInt64] = [format, 0, identity, UInt64(byteCount), samples]
    for part in parts { words += [UInt64(part.start), UInt64(part.count)] }
    words += numbers
    precondition(words.count <= IndexHeader.wordCount)
    words += repeatElement(0, count: IndexHeader.wordCount - words.count)
    words[1] = IndexHeader.sum(words)
    return words
  }

  /// Reads a header; nil when there is none of the format, when it is damaged, or when it does not fit the bytes after it.
  ///
  /// - Parameters:
  ///   - partCount: The number of parts that files of the format have.
  ///   - numberCount: The number of their numbers.
  package init?(_ bytes: UnsafeRawBufferPointer, format: UInt64, partCount: Int, numberCount: Int) {
    guard bytes.count >= IndexOutput.headerBytes else { return nil }
    var words = (0..<IndexHeader.wordCount).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
    let sum = words[1]
    words[1] = 0
    guard words[0] == format, sum == IndexHeader.sum(words), words[3] == UInt64(bytes.count),
      words[4] == IndexOutput.sample(bytes, at: 0)
    else { return nil }
    identity = words[2]
    parts = []
    for index in 0..<partCount {
      let (start, count) = (words[IndexHeader.partsStart + 2 * index], words[IndexHeader.partsStart + 2 * index + 1])
      guard start <= UInt64(bytes.count), count <= UInt64(bytes.count) - start, start % 64 == 0 else { return nil }
      parts.append(Part(start: Int(start), count: Int(count)))
    }
    numbers = Array(words[(IndexHeader.partsStart + 2 * partCount)...].prefix(numberCount))
  }

  /// Returns the checksum of a header.
  package static func sum(_ words: [UInt64]) -> UInt64 {
    words.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ $0 >> 29 }
  }
}
