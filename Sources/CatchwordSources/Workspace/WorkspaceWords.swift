import CatchwordFiles
import CatchwordMatching

/// The words of a root for lookups: those of its index, without those removed from files since, and with those added.
///
/// It is a value: a copy is the snapshot to search while the original follows the files.
struct WorkspaceWords: Sendable {
  /// The statistics of a word, and its place.
  struct Place: Equatable {
    var count: Int
    var files: Int
    /// The path from the root.
    var path: String
    /// The line, from 1; nil when the file has changed since the line was found.
    var line: Int?
  }

  /// A file that has changed since the index was built.
  private struct ChangedFile {
    let stamp: FileAccess.Stamp
    var words: [(row: CandidateIndex.Row, count: UInt32)] = []
  }

  /// A word of files that have changed.
  private struct AddedWord {
    var count: Int
    var files: Int
    /// The path of one of the files; nil once that file is gone.
    var path: String?
    var line: Int
    var languageID: String
  }

  /// The index that is searched.
  private(set) var candidates: CandidateIndex
  private let index: WorkspaceIndex?
  /// The numbers of the files of the index that have changed or are gone.
  private var gone: Set<Int> = []
  /// By row of the index: the number of its occurrences that are gone.
  private var goneCounts: [CandidateIndex.Row: UInt32] = [:]
  private var changed: [String: ChangedFile] = [:]
  private var added: [CandidateIndex.Row: AddedWord] = [:]
  private var table = RowTable()

  /// Creates the words of an index.
  init(_ index: WorkspaceIndex) {
    self.index = index
    candidates = CandidateIndex(segments: index.segments)
  }

  /// Creates words that have only a frequency, while a root is read for the first time.
  init(_ segments: [IndexSegment]) {
    index = nil
    candidates = CandidateIndex(segments: segments)
  }

  /// The number of files that have changed since the index was built.
  var changedFiles: Int { gone.count + changed.count }

  /// The memory that the words take besides the index, in bytes, approximately.
  var byteCount: Int {
    160 * added.count + 24 * goneCounts.count + changed.values.reduce(0) { $0 + 16 * $1.words.count }
  }

  // MARK: Following the files

  /// True when files of the root were left out because of a limit.
  var isCut: Bool { index?.header.isCut ?? false }

  /// The files as they were read last, whether or not they have words.
  ///
  /// - Complexity: O(number of files).
  var files: [(path: String, stamp: FileAccess.Stamp)] {
    var files: [(path: String, stamp: FileAccess.Stamp)] = []
    if let index {
      for number in 0..<index.header.fileCount where !gone.contains(number) {
        guard let file = index.file(number) else { continue }
        files.append((index.path(of: file), file.stamp))
      }
    }
    for (path, file) in changed.sorted(by: { $0.key < $1.key }) { files.append((path, file.stamp)) }
    return files
  }

  /// Returns the stamp of a file when it was read after the index was built; nil when it was not.
  func stamp(ofChanged path: String) -> FileAccess.Stamp? { changed[path]?.stamp }

  /// True when a file of the index has changed or is gone.
  func isGone(_ number: Int) -> Bool { gone.contains(number) }

  /// The paths of the files that were read after the index was built.
  var changedPaths: some Collection<String> { changed.keys }

  /// Removes the words of a file of the index.
  ///
  /// - Complexity: O(words of the file), and a bit per word of the index for each word that is in no other file.
  mutating func remove(_ number: Int) {
    guard let index, let file = index.file(number), gone.insert(number).inserted else { return }
    index.forEachWord(of: file) { row, count in
      guard let fact = index.fact(ofRow: row) else { return }
      let before = goneCounts[row, default: 0]
      let after = before.addingReportingOverflow(count)
      guard !after.overflow, before < fact.count else { return }
      goneCounts[row] = after.partialValue
      if after.partialValue >= fact.count { candidates.remove(row) }
    }
  }

  /// Removes the words of a file that was read after the index was built.
  mutating func removeChanged(_ path: String) {
    guard let file = changed.removeValue(forKey: path) else { return }
    for (row, count) in file.words {
      guard var word = added[row] else { continue }
      (word.count, word.files) = (word.count - Int(count), word.files - 1)
      if word.files > 0 {
        if word.path == path { word.path = nil }
        added[row] = word
        continue
      }
      added[row] = nil
      var text = candidates[row]
      table.remove(text.withUTF8 { table.hash($0) }, row: row)
      candidates.remove(row)
    }
  }

  /// Adds the words of a file, in place of those from its last reading after the index was built.
  ///
  /// - Parameters:
  ///   - words: The words; nil when the file has none that count.
  ///   - text: The text that the words are offsets in.
  mutating func add(
    _ path: String, _ stamp: FileAccess.Stamp, languageID: String, words: FileWordTable?,
    text: UnsafePointer<UInt8>?
  ) {
    removeChanged(path)
    var file = ChangedFile(stamp: stamp)
    if let words, let text {
      var lines = LineCount(text)
      var secrets = LineSecrets(text)
      for number in 0..<words.count {
        let entry = words.entries[number]
        let bytes = UnsafeBufferPointer(start: text + Int(entry.start), count: Int(entry.length))
        let end = Int(entry.start) + Int(entry.length)
        guard WordShape.isWorthOffering(bytes), !secrets.hold(Int(entry.start), end) else { continue }
        let word = AddedWord(
          count: Int(entry.count), files: 1, path: path, line: Int(lines.line(at: Int(entry.start))),
          languageID: languageID)
        file.words.append((add(bytes, word), entry.count))
      }
    }
    changed[path] = file
  }

  private mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ word: AddedWord) -> CandidateIndex.Row {
    let hash = table.hash(text)
    if let row = table.row(hash, where: { candidates.holds(text, at: $0) }) {
      added[row]?.count += word.count
      added[row]?.files += 1
      if added[row]?.path == nil {
        added[row]?.path = word.path
        added[row]?.line = word.line
      }
      candidates.setWeight(ListWeight.code(Double(added[row]?.count ?? 1)), of: row)
      return row
    }
    let row = candidates.insert(text, weight: ListWeight.code(Double(word.count)))
    table.insert(hash, row: row)
    added[row] = word
    return row
  }

  // MARK: Telling about words

  /// Returns the place of a word; nil when it is not known yet, or no longer.
  func place(ofRow row: CandidateIndex.Row) -> Place? {
    if let word = added[row] {
      return word.path.map { Place(count: word.count, files: word.files, path: $0, line: word.line) }
    }
    guard let index, let fact = index.fact(ofRow: row), let file = index.file(Int(fact.file)) else { return nil }
    let count = max(1, Int(fact.count) - Int(goneCounts[row] ?? 0))
    let path = index.path(of: file)
    let isChanged = gone.contains(Int(fact.file))
    // A file that is gone has no words; in a file that has changed, the word may be on another line.
    if isChanged, changed[path] == nil { return nil }
    return Place(count: count, files: Int(fact.files), path: path, line: isChanged ? nil : Int(fact.line))
  }

  /// Returns the place of a word that was offered; nil when it is not known yet, or the word is gone.
  ///
  /// - Parameter row: The word's row when it was offered; a later build of the index may have given it another.
  /// - Throws: `CancellationError`.
  @concurrent
  func place(of text: String, row: CandidateIndex.Row) async throws -> Place? {
    if let place = place(ofRow: row), candidates[row] == text { return place }
    guard index != nil else { return nil }
    return try candidates.row(of: text) { try Task.checkCancellation() }.flatMap { place(ofRow: $0) }
  }

  /// True when a word is in a file of a language.
  func has(_ row: CandidateIndex.Row, language: String) -> Bool {
    if let word = added[row] { return word.languageID == language }
    guard let index, let bit = index.languages.firstIndex(of: language), let fact = index.fact(ofRow: row) else {
      return false
    }
    return fact.languages >> UInt32(bit) & 1 == 1
  }
}
