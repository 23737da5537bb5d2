package import CatchwordFiles

/// A file of a far text.
struct FarFile: Equatable {
  static let byteCount = 32

  var stamp: FileAccess.Stamp
  var nameStart: UInt32
  var nameLength: UInt32
  /// The range of its tokens in the text.
  var firstToken: UInt32
  var tokenCount: UInt32

  var tokens: Range<Int> { Int(firstToken)..<Int(firstToken) + Int(tokenCount) }

  /// Appends the file in its stored form.
  func append(to bytes: inout ContiguousArray<UInt8>) {
    for word in [stamp.modified.bitPattern, stamp.size] {
      withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
    for word in [nameStart, nameLength, firstToken, tokenCount] {
      withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
  }
}

extension FarText {
  /// The maximum length of a path, in bytes; a longer one cannot be opened.
  private static let maximumPathBytes = 4096

  /// Returns a file; nil when none has the number, or its tokens are not in the text.
  func file(_ number: Int) -> FarFile? {
    guard number >= 0, number < fileCount else { return nil }
    let offset = part(.files).start + number * FarFile.byteCount
    func word(_ place: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset + 8 * place, as: UInt64.self) }
    let file = FarFile(
      stamp: FileAccess.Stamp(modified: Double(bitPattern: word(0)), size: word(1)),
      nameStart: self.number(at: offset + 16), nameLength: self.number(at: offset + 20),
      firstToken: self.number(at: offset + 24), tokenCount: self.number(at: offset + 28))
    return file.tokens.upperBound <= tokenCount ? file : nil
  }

  /// Returns the path of a file from the root; empty when the record is damaged.
  private func name(of file: FarFile) -> UnsafeRawBufferPointer.SubSequence {
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
