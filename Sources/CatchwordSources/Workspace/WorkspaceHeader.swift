import CatchwordFiles

/// The header of the file of a workspace's index: the identity of the index and the ranges of its parts.
///
/// Numbers are little-endian, as on all machines that Swift runs on; each part begins at a multiple of 64 bytes.
struct WorkspaceHeader: Equatable, Sendable {
  /// The text "CWWORK" and the version of the layout and of the rules for words.
  private static let magic: UInt64 = 0x0003_4B52_4F57_5743
  /// The number of 64-bit words in `IndexOutput.headerBytes`.
  private static let wordCount = IndexOutput.headerBytes / 8

  /// The range of a part: its offset and its length, in bytes.
  struct Part: Equatable, Sendable {
    var start = 0
    var count = 0
  }

  /// A hash that identifies the root and the settings.
  var identity: UInt64 = 0
  /// The words of each file, as in `WordListCoding`.
  var lists = Part()
  /// A `FileRecord` for each file.
  var files = Part()
  /// The paths of the files from the root, concatenated.
  var names = Part()
  /// The names of the languages, one per line.
  var languages = Part()
  /// A `WordFact` for each word, in the order of the segments.
  var facts = Part()
  /// The rank of each word, in the order of the segments, by its number in the lists; four bytes each.
  var ranks = Part()
  /// The segments.
  var segments = Part()
  /// The number of files that were left out because they are not text, or too large.
  var skippedFiles = 0
  /// The number of bytes of files that were read.
  var readBytes = 0
  /// True when something was left out because of a limit.
  var isCut = false

  /// The number of files.
  var fileCount: Int { files.count / FileRecord.byteCount }
  /// The number of words.
  var wordCount: Int { ranks.count / 4 }

  private var parts: [Part] { [lists, files, names, languages, facts, ranks, segments] }

  /// Returns the header in its stored form.
  ///
  /// - Parameters:
  ///   - byteCount: The length of the file.
  ///   - samples: The samples of the file, from `IndexOutput.sample`.
  func words(byteCount: Int, samples: UInt64) -> [UInt64] {
    var words: [UInt64] = [WorkspaceHeader.magic, 0, identity, UInt64(byteCount), samples]
    for part in parts { words += [UInt64(part.start), UInt64(part.count)] }
    words += [UInt64(skippedFiles), UInt64(readBytes), isCut ? 1 : 0]
    words += repeatElement(0, count: WorkspaceHeader.wordCount - words.count)
    words[1] = WorkspaceHeader.sum(words)
    return words
  }

  /// Creates a header without parts.
  init() {}

  /// Reads a header; nil when there is none, when it is damaged, or when it does not fit the bytes after it.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= IndexOutput.headerBytes else { return nil }
    var words = (0..<WorkspaceHeader.wordCount).map {
      bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)
    }
    let sum = words[1]
    words[1] = 0
    guard words[0] == WorkspaceHeader.magic, sum == WorkspaceHeader.sum(words), words[3] == UInt64(bytes.count),
      words[4] == IndexOutput.sample(bytes, at: 0)
    else { return nil }
    identity = words[2]
    var parts: [Part] = []
    for index in 0..<7 {
      let (start, count) = (words[5 + 2 * index], words[6 + 2 * index])
      guard start <= UInt64(bytes.count), count <= UInt64(bytes.count) - start, start % 64 == 0 else { return nil }
      parts.append(Part(start: Int(start), count: Int(count)))
    }
    (lists, files, names, languages) = (parts[0], parts[1], parts[2], parts[3])
    (facts, ranks, segments) = (parts[4], parts[5], parts[6])
    guard let skipped = Int(exactly: words[19]), let read = Int(exactly: words[20]),
      files.count % FileRecord.byteCount == 0, ranks.count % 4 == 0, facts.count == wordCount * WordFact.byteCount
    else { return nil }
    (skippedFiles, readBytes, isCut) = (skipped, read, words[21] != 0)
  }

  /// Returns the checksum of a header.
  static func sum(_ words: [UInt64]) -> UInt64 {
    words.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ $0 >> 29 }
  }
}

/// A file of an index in its stored form.
struct FileRecord: Equatable, Sendable {
  static let byteCount = 32

  var stamp: FileAccess.Stamp
  var nameStart: UInt32
  var nameLength: UInt32
  var listStart: UInt32
  var listLength: UInt32

  /// Appends the record in its stored form.
  func append(to bytes: inout ContiguousArray<UInt8>) {
    for word in [stamp.modified.bitPattern, stamp.size] {
      withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
    for word in [nameStart, nameLength, listStart, listLength] {
      withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
  }
}

extension FileRecord {
  /// Reads a record; there must be `byteCount` bytes at the offset.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    func number(_ place: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset + place, as: UInt32.self) }
    stamp = FileAccess.Stamp(
      modified: Double(bitPattern: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
      size: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    (nameStart, nameLength, listStart, listLength) = (number(16), number(20), number(24), number(28))
  }
}
