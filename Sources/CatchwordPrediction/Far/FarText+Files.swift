package import CatchwordFiles

extension FileRecord {
  /// The positions of the file's tokens in a far text.
  var tokens: Range<Int> { Int(start)..<Int(start) + Int(length) }
}

/// The files of a far text.
extension FarText {
  /// The maximum length of a path, in bytes; a longer one cannot be opened.
  private static let maximumPathBytes = 4096

  /// Returns a file; nil when none has the number, or its tokens are not in the text.
  func file(_ number: Int) -> FileRecord? {
    guard number >= 0, number < fileCount else { return nil }
    let file = FileRecord(bytes, at: part(.files).start + number * FileRecord.byteCount)
    return file.tokens.upperBound <= tokenCount ? file : nil
  }

  /// Returns the path of a file from the root; empty when the record is damaged.
  func name(of file: FileRecord) -> UnsafeRawBufferPointer.SubSequence {
    let names = part(.names)
    let (start, count) = (Int(file.nameStart), Int(file.nameLength))
    guard count <= FarText.maximumPathBytes, start + count <= names.count else { return bytes[..<0] }
    return bytes[names.start + start..<names.start + start + count]
  }

  /// The paths of all files from the root.
  ///
  /// - Complexity: O(their length).
  package var paths: [String] {
    defer { withExtendedLifetime(self) {} }
    return (0..<fileCount).compactMap { file($0).map { String(decoding: name(of: $0), as: UTF8.self) } }
  }

  /// Returns the number of the file with a path from the root; nil when the text does not have it.
  ///
  /// - Complexity: O(log number of files).
  func file(at path: String) -> Int? {
    defer { withExtendedLifetime(self) {} }
    let (wanted, order) = (Array(path.utf8), part(.order).start)
    var (low, high) = (0, fileCount)
    while low < high {
      let middle = low + (high - low) / 2
      let place = Int(number(at: order + 4 * middle))
      guard let file = file(place) else { return nil }
      let name = name(of: file)
      if name.elementsEqual(wanted) { return place }
      if name.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns the stamp of the file with a path from the root when it was read; nil when the text does not have it.
  ///
  /// - Complexity: O(log number of files).
  package func stamp(of path: String) -> FileAccess.Stamp? { file(at: path).flatMap(file)?.stamp }
}
