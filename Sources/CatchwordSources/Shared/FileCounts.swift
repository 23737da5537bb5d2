import CatchwordFiles
import CatchwordMatching

/// The numbers of files that have each word of a folder, as some files are no longer what they were when they were indexed.
struct FileCounts {
  private let index: WorkspaceIndex
  private let candidates: CandidateIndex
  /// The words of files that have changed, with their rows in the index, and the numbers of files that have them now.
  private var changed: [[UInt8]: (row: CandidateIndex.Row?, files: Int)] = [:]
  /// The rows among them.
  private var rows: Set<CandidateIndex.Row> = []
  /// The number of words that were looked up in the index, and the maximum of its size times that: more take longer than to
  /// read all files.
  private var lookups = 0
  private static let maximumWork = 20_000_000_000

  /// Begins with what is indexed.
  init(_ index: WorkspaceIndex) {
    self.index = index
    candidates = CandidateIndex(segments: index.segments)
  }

  private func files(of row: CandidateIndex.Row?) -> Int {
    row.flatMap { index.fact(ofRow: $0) }.map { Int($0.files) } ?? 0
  }

  private func row(of word: [UInt8]) -> CandidateIndex.Row? {
    // Nothing ends it.
    (try? candidates.row(of: String(decoding: word, as: UTF8.self))) ?? nil
  }

  /// The number of words that are not in the index.
  var newWords: Int { changed.count - rows.count }

  /// True when more words have changed than are worth it.
  var isTooMuch: Bool { lookups * index.header.wordCount > FileCounts.maximumWork }

  /// Returns the number of files that had a word when they were indexed.
  func files(of word: [UInt8]) -> Int { files(of: changed[word]?.row ?? nil) }

  /// Counts a file of the index no longer.
  mutating func remove(_ number: Int) {
    guard let file = index.file(number) else { return }
    index.forEachWord(of: file) { row, _ in
      let word = Array(candidates[row].utf8)
      note(word, row: row)
      changed[word]?.files -= 1
    }
  }

  /// Counts a file as it is now.
  ///
  /// - Parameters:
  ///   - table: Its words.
  ///   - text: The text that they are offsets in.
  mutating func add(_ table: FileWordTable, _ text: UnsafePointer<UInt8>) {
    var secrets = LineSecrets(text)
    for number in 0..<table.count {
      let (start, length) = (Int(table.entries[number].start), Int(table.entries[number].length))
      let bytes = UnsafeBufferPointer(start: text + start, count: length)
      guard WordShape.isWorthOffering(bytes), !secrets.hold(start, start + length) else { continue }
      let word = Array(bytes)
      note(word)
      changed[word]?.files += 1
    }
  }

  /// Begins to count a word otherwise than it is indexed.
  mutating func note(_ word: [UInt8], row known: CandidateIndex.Row? = nil) {
    guard changed[word] == nil, !isTooMuch else { return }
    if known == nil { lookups += 1 }
    let row = known ?? row(of: word)
    changed[word] = (row, files(of: row))
    if let row { rows.insert(row) }
  }

  /// The numbers for the words of which others were indexed.
  var others: [[UInt8]: Int] { changed.filter { $0.value.files != files(of: $0.value.row) }.mapValues(\.files) }

  /// Passes on the words that at least so many files have.
  ///
  /// - Complexity: O(*n*).
  func forEachWord(inFiles least: Int, _ body: (_ word: String, _ files: Int) -> Void) {
    candidates.forEachSegmentRow { row in
      let files = files(of: row)
      if files >= least, !rows.contains(row) { body(candidates[row], files) }
    }
    for (word, count) in changed where count.files >= least { body(String(decoding: word, as: UTF8.self), count.files) }
  }
}
