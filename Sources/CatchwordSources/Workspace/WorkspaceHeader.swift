import CatchwordFiles

/// The header of the file of a workspace's index: the identity of the index and the ranges of its parts.
struct WorkspaceHeader: Equatable, Sendable {
  /// The text "CWWORK" and the version of the layout and of the rules for words.
  static let format: UInt64 = 0x0004_4B52_4F57_5743

  typealias Part = IndexHeader.Part

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

  /// Returns the header in its stored form.
  ///
  /// - Parameters:
  ///   - byteCount: The length of the file.
  ///   - samples: The samples of the file, from `IndexOutput.sample`.
  func words(byteCount: Int, samples: UInt64) -> [UInt64] {
    IndexHeader(
      identity: identity, parts: [lists, files, names, languages, facts, ranks, segments],
      numbers: [UInt64(skippedFiles), UInt64(readBytes), isCut ? 1 : 0]
    ).words(format: WorkspaceHeader.format, byteCount: byteCount, samples: samples)
  }

  /// Creates a header without parts.
  init() {}

  /// Reads a header; nil when there is none, when it is damaged, or when it does not fit the bytes after it.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let header = IndexHeader(bytes, format: WorkspaceHeader.format, partCount: 7, numberCount: 3) else {
      return nil
    }
    identity = header.identity
    (lists, files, names, languages) = (header.parts[0], header.parts[1], header.parts[2], header.parts[3])
    (facts, ranks, segments) = (header.parts[4], header.parts[5], header.parts[6])
    guard let skipped = Int(exactly: header.numbers[0]), let read = Int(exactly: header.numbers[1]),
      files.count % FileRecord.byteCount == 0, ranks.count % 4 == 0, facts.count == wordCount * WordFact.byteCount
    else { return nil }
    (skippedFiles, readBytes, isCut) = (skipped, read, header.numbers[2] != 0)
  }
}
