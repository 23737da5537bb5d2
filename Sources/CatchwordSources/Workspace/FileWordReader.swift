import CatchwordFiles
import CatchwordText

/// Reads the words of files, one file after another, and reuses its memory.
///
/// It must be used by one thread only.
final class FileWordReader {
  /// The result of reading a file.
  enum Outcome {
    /// The words are in `table`, as offsets in this text.
    case words(UnsafePointer<UInt8>)
    /// The file is not text, or has no words that count.
    case skipped
    /// The file does not exist, cannot be opened, or is not a regular file.
    case unreadable
  }

  /// The words of the last file.
  let table: FileWordTable

  private let files: FileTextReader
  /// The text of the last file, in the memory of `files`, and its path; nil when it was not text.
  private var last: (text: UnsafePointer<UInt8>, count: Int, path: String)?
  private var readers: [RunReader] = []
  private var readerOfLanguage: [String: Int] = [:]
  private let comments: CommentWords
  /// The parts of the last file whose words do not count, in order.
  private var leftOut = RangeCursor([])

  init(settings: WorkspaceSettings, seed: UInt64) {
    files = FileTextReader(settings.selection)
    comments = settings.comments
    table = FileWordTable(seed: seed)
  }

  /// The stamp of the last file when it was read.
  var stamp: FileAccess.Stamp { files.stamp }
  /// The number of bytes of files that were read.
  var byteCount: Int { files.byteCount }

  /// Reads a file. Blocks.
  func read(_ path: String, languageID: String) -> Outcome {
    table.removeAll(byteCount: 0)
    last = nil
    switch files.read(path) {
    case .unreadable: return .unreadable
    case .skipped: return .skipped
    case .text(let text, let count):
      table.removeAll(byteCount: count)
      let reader = readerIndex(languageID)
      readers[reader].begin()
      if comments != .all { leaveOutComments(text, count, languageID) }
      files.forEachPart(of: text, count: count) { read(text, $0, &readers[reader]) }
      guard FileText.isMostlyUTF8(count, besides: readers[reader].spoiledBytes) else {
        table.removeAll(byteCount: 0)
        return .skipped
      }
      last = (text, count, path)
      return .words(text)
    }
  }

  /// The text of the last file for a model; nil when it is not text.
  ///
  /// - Complexity: O(length of the file).
  var text: ContiguousArray<UInt8>? {
    last.flatMap { CorpusText.text($0.text, count: $0.count, from: files, path: $0.path) }
  }

  /// Notes which parts of a text have no words that count.
  private func leaveOutComments(_ text: UnsafePointer<UInt8>, _ count: Int, _ languageID: String) {
    leftOut = RangeCursor([])
    guard let scanner = CommentScanner(languageID) else { return }
    let found = scanner.comments(in: UnsafeBufferPointer(start: text, count: count))
    leftOut = RangeCursor(comments.leftOut(of: 0..<count, found.ranges))
  }

  private func readerIndex(_ languageID: String) -> Int {
    if let index = readerOfLanguage[languageID] { return index }
    readers.append(RunReader(WordRules.rules(for: languageID)))
    readerOfLanguage[languageID] = readers.count - 1
    return readers.count - 1
  }

  private func read(_ text: UnsafePointer<UInt8>, _ range: Range<Int>, _ reader: inout RunReader) {
    reader.forEachWord(in: text, range) { start, end in
      // A word cannot begin with a digit, and a short one is not worth offering; other checks wait until a word is new.
      if end - start >= WordShape.minimumBytes, end - start <= WordShape.maximumBytes, text[start] &- 0x30 > 9,
        comments == .all || !leftOut.holds(start..<end)
      {
        table.add(text, start, end)
      }
    }
  }
}
