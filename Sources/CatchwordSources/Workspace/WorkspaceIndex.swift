import CatchwordFiles
import CatchwordMatching

/// The index of a root at the time when all its files were read: immutable, in mapped memory.
///
/// Its contents are not trusted: a damaged index gives wrong words, and nothing worse.
final class WorkspaceIndex: Sendable {
  /// The parts of the index and its statistics.
  let header: WorkspaceHeader
  /// The words, best first.
  let segments: [IndexSegment]
  /// The languages of the files, by the number of their bit.
  let languages: [String]
  private let memory: SegmentMemory
  /// By segment: its first row in a `CandidateIndex` of all segments, and the rank of that row's word among all words.
  private let starts: [(row: Int, rank: Int)]

  /// The limit for the number of segments; no valid index has as many.
  private static let maximumSegments = 1 << 12
  /// The maximum length of a path, in bytes; a longer one cannot be opened.
  private static let maximumPathBytes = 4096

  /// - Returns: nil when the memory holds no index with that identity.
  init?(_ memory: SegmentMemory, identity: UInt64) {
    defer { withExtendedLifetime(memory) {} }
    guard let header = WorkspaceHeader(memory.bytes), header.identity == identity else { return nil }
    var segments: [IndexSegment] = []
    var starts: [(row: Int, rank: Int)] = []
    var (offset, row, rank) = (header.segments.start, 0, 0)
    let end = header.segments.start + header.segments.count
    while offset < end {
      guard segments.count < WorkspaceIndex.maximumSegments, let segment = IndexSegment(in: memory, at: offset),
        segment.count > 0, segment.byteCount <= end - offset
      else { return nil }
      segments.append(segment)
      starts.append((row, rank))
      // `CandidateIndex` numbers rows in the same way.
      row += (segment.count + 63) / 64 * 64
      rank += segment.count
      offset += segment.byteCount
    }
    guard rank == header.wordCount else { return nil }
    self.header = header
    self.memory = memory
    self.segments = segments
    self.starts = starts
    let names = memory.bytes[header.languages.start..<header.languages.start + header.languages.count]
    languages = String(decoding: names, as: UTF8.self).split(separator: "\n").prefix(32).map(String.init)
  }

  /// The size of the index in memory or in its file, in bytes.
  var byteCount: Int { memory.bytes.count }

  /// A hash of the header, which has samples of the whole.
  var digest: UInt64 {
    defer { withExtendedLifetime(memory) {} }
    return StableHash.of(memory.bytes.prefix(IndexOutput.headerBytes))
  }

  // MARK: Words

  /// Returns the statistics of the word in a row; nil when there is none.
  func fact(ofRow row: Int) -> WordFact? { rank(ofRow: row).flatMap { fact(ofRank: $0) } }

  /// Returns the rank of a row's word among all words; nil when the row has none.
  private func rank(ofRow row: Int) -> Int? {
    guard row >= 0, let index = starts.lastIndex(where: { $0.row <= row }) else { return nil }
    let local = row - starts[index].row
    return local < segments[index].count ? starts[index].rank + local : nil
  }

  private func fact(ofRank rank: Int) -> WordFact? {
    guard rank >= 0, rank < header.wordCount else { return nil }
    defer { withExtendedLifetime(memory) {} }
    let offset = header.facts.start + rank * WordFact.byteCount
    func number(_ index: Int) -> UInt32 {
      memory.bytes.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self)
    }
    return WordFact(count: number(0), files: number(1), file: number(2), line: number(3), languages: number(4))
  }

  /// Calls `body` with the row of each word of a file and the number of its occurrences there.
  func forEachWord(of file: FileRecord, _ body: (_ row: Int, _ count: UInt32) -> Void) {
    guard let list = part(header.lists, file.start, file.length) else { return }
    defer { withExtendedLifetime(memory) {} }
    WordListCoding.forEach(list) { number, count in
      if let row = row(ofNumber: number) { body(row, count) }
    }
  }

  private func row(ofNumber number: Int) -> Int? {
    guard number < header.wordCount else { return nil }
    let rank = Int(memory.bytes.loadUnaligned(fromByteOffset: header.ranks.start + 4 * number, as: UInt32.self))
    guard rank < header.wordCount, let index = starts.lastIndex(where: { $0.rank <= rank }) else { return nil }
    return starts[index].row + rank - starts[index].rank
  }

  // MARK: Files

  /// Returns a file; nil when none has the number.
  func file(_ number: Int) -> FileRecord? {
    guard number >= 0, number < header.fileCount else { return nil }
    defer { withExtendedLifetime(memory) {} }
    return FileRecord(memory.bytes, at: header.files.start + number * FileRecord.byteCount)
  }

  /// Returns the path of a file from the root; empty when the record is damaged.
  func path(of file: FileRecord) -> String {
    guard file.nameLength <= WorkspaceIndex.maximumPathBytes else { return "" }
    defer { withExtendedLifetime(memory) {} }
    return part(header.names, file.nameStart, file.nameLength).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Returns a piece of a part; nil when it lies outside.
  private func part(_ part: WorkspaceHeader.Part, _ start: UInt32, _ count: UInt32) -> UnsafeRawBufferPointer? {
    guard Int(start) + Int(count) <= part.count else { return nil }
    let first = part.start + Int(start)
    return UnsafeRawBufferPointer(rebasing: memory.bytes[first..<first + Int(count)])
  }
}
