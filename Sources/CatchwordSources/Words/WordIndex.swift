import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// The words of all open documents, with their counts.
///
/// Each word has one reference per occurrence, so an edit adds and removes only the words that it touched, and closing
/// a document removes its words. Searches use a copy of `candidates`; the rest is for the owner alone.
struct WordIndex {
  /// A word that may be half typed.
  struct TypedWord: Sendable {
    let start: Int
    let text: String
  }

  struct Document {
    let languageID: String
    /// True when the words are offered in the document itself only.
    var isPrivate: Bool
    var counts = RowCounts()
    var rows = RowSet()
    /// The number of places of `counts` that are emptied, once the document is being closed.
    var emptied = 0
    /// The word that the last edit ended in, with its start; it may be half typed.
    var typing: TypedWord?
  }

  private(set) var candidates = CandidateIndex()
  /// The documents whose words are offered in one.
  var scope = WordsSettings.Scope.all
  private var table = RowTable()
  /// By row: the number of occurrences of the word, and the edit that wrote it last.
  private(set) var counts: ContiguousArray<Int32> = []
  private(set) var stamps: ContiguousArray<Int32> = []
  private(set) var documents: [String: Document] = [:]
  /// The words that occur in documents of a language.
  private(set) var languages: [String: RowSet] = [:]
  private(set) var recent = RecentRows()
  private(set) var clock: Int32 = 0
  /// The result of prefetching; it exists only so that the compiler does not remove the reads.
  private var fetched = 0

  /// The number of words that are looked up together.
  private static let batch = 32
  /// The number of places of a document's counts that are emptied at a time: below a millisecond's work.
  private static let closingBatch = 2048
  /// The number of edits after which a word no longer counts as recent.
  static let recentEdits = 512.0

  /// The number of different words.
  var count: Int { candidates.count }

  /// Adds a document without words, once an earlier document with its URI is closed.
  ///
  /// - Parameter isPrivate: True when its words are offered in itself only.
  /// - Returns: False when closing is not finished yet: call it again.
  mutating func open(_ uri: String, languageID: String, isPrivate: Bool = false) -> Bool {
    guard close(uri) else { return false }
    documents[uri] = Document(languageID: languageID, isPrivate: isPrivate)
    return true
  }

  /// Says anew of which documents the words are offered in themselves only.
  mutating func choosePrivate(_ isPrivate: (_ uri: String) -> Bool) {
    for uri in documents.keys { documents[uri]?.isPrivate = isPrivate(uri) }
  }

  /// Removes some words of a document, and the document with the last of them.
  ///
  /// - Returns: False when there are more: call it again.
  mutating func close(_ uri: String) -> Bool {
    var isEmpty = true
    update(uri) { index, document in
      for (row, count) in document.counts.take(WordIndex.closingBatch, from: &document.emptied) {
        document.rows.remove(row)
        index.release(row, count: count)
      }
      isEmpty = document.emptied == document.counts.places
    }
    guard isEmpty else { return false }
    guard let document = documents.removeValue(forKey: uri) else { return true }
    var rows = RowSet()
    var isSpoken = false
    for other in documents.values where other.languageID == document.languageID {
      isSpoken = true
      rows.formUnion(other.rows)
    }
    languages[document.languageID] = isSpoken ? rows : nil
    return true
  }

  /// Adds and removes the words that an edit changed.
  ///
  /// - Parameter typing: The word in which the edit ended; nil when the edit was not typing.
  mutating func apply(_ change: WordChange, to uri: String, typing: TypedWord?) {
    update(uri) { index, document in
      index.clock += 1
      for var word in change.added {
        word.withUTF8 { index.add($0, index.table.hash($0), to: &document, isRecent: typing != nil) }
      }
      for var word in change.removed {
        word.withUTF8 { index.remove($0, from: &document) }
      }
      document.typing = typing
    }
  }

  /// Adds words that are read for the first time.
  ///
  /// - Parameters:
  ///   - text: The bytes that hold the words.
  ///   - words: Calls its argument with the range of each word.
  mutating func read(
    _ text: ContiguousArray<UInt8>, of uri: String, words: (_ body: (Range<Int>) -> Void) -> Void
  ) {
    var ranges: ContiguousArray<Range<Int>> = []
    ranges.reserveCapacity(text.count / 6)
    words { ranges.append($0) }
    update(uri) { index, document in
      text.withUnsafeBufferPointer { text in
        var start = 0
        while start < ranges.count {
          let end = min(start + WordIndex.batch, ranges.count)
          let words = ranges[start..<end].map { UnsafeBufferPointer(rebasing: text[$0]) }
          let hashes = words.map { index.table.hash($0) }
          index.fetch(hashes)
          for (word, hash) in zip(words, hashes) { index.add(word, hash, to: &document, isRecent: false) }
          start = end
        }
      }
    }
  }

  /// Reads the memory that `add` needs for many words, so that the processor waits for memory once and not for each.
  private mutating func fetch(_ hashes: [UInt32]) {
    let rows = hashes.map { table.likelyRow($0) }
    for row in rows where row < counts.count { fetched &+= candidates.fetch(row) &+ Int(counts[row]) }
  }

  /// Changes a document outside of the table, so that nothing in it is copied.
  private mutating func update(_ uri: String, _ body: (inout WordIndex, inout Document) -> Void) {
    guard var document = documents.removeValue(forKey: uri) else { return }
    body(&self, &document)
    documents[uri] = document
  }

  /// True for at least two characters, one of them not a digit: nobody completes `7` or `x`.
  private static func isWorthOffering(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    var scalars = 0
    var hasLetter = false
    for byte in word {
      if byte & 0xC0 != 0x80 { scalars += 1 }
      hasLetter = hasLetter || byte &- 0x30 > 9
      if scalars > 1 && hasLetter { return true }
    }
    return false
  }

  private mutating func add(
    _ word: UnsafeBufferPointer<UInt8>, _ hash: UInt32, to document: inout Document, isRecent: Bool
  ) {
    guard WordIndex.isWorthOffering(word) else { return }
    let row = table.row(hash) { candidates.holds(word, at: $0) } ?? insert(word, hash)
    counts[row] &+= 1
    let count = counts[row]
    if count & (count &- 1) == 0 { candidates.setWeight(WordIndex.weight(count), of: row) }
    if document.counts.add(1, to: row) == 1 {
      document.rows.insert(row)
      languages[document.languageID, default: RowSet()].insert(row)
    }
    if isRecent {
      stamps[row] = clock
      recent.insert(row)
    }
  }

  private mutating func insert(_ word: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> CandidateIndex.Row {
    let row = candidates.insert(word)
    if row >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: row + 1 - counts.count))
      stamps.append(contentsOf: repeatElement(0, count: row + 1 - stamps.count))
    }
    table.insert(hash, row: row)
    return row
  }

  private mutating func remove(_ word: UnsafeBufferPointer<UInt8>, from document: inout Document) {
    guard WordIndex.isWorthOffering(word), let row = row(of: word), document.counts[row] > 0 else { return }
    if document.counts.add(-1, to: row) == 0 { document.rows.remove(row) }
    release(row, count: 1)
  }

  private mutating func release(_ row: CandidateIndex.Row, count: Int) {
    let old = counts[row]
    counts[row] -= Int32(count)
    guard counts[row] <= 0 else {
      let weight = WordIndex.weight(counts[row])
      if weight != WordIndex.weight(old) { candidates.setWeight(weight, of: row) }
      return
    }
    stamps[row] = 0
    recent.remove(row)
    // Iterates by index, in place: the dictionary's keys would retain all sets, and each would be copied.
    var language = languages.startIndex
    while language != languages.endIndex {
      languages.values[language].remove(row)
      languages.formIndex(after: &language)
    }
    var word = candidates[row]
    table.remove(word.withUTF8 { table.hash($0) }, row: row)
    candidates.remove(row)
  }

  /// Returns the binary logarithm of a count as its weight: the tenth occurrence says less than the second.
  static func weight(_ count: Int32) -> UInt8 { UInt8(Int32.bitWidth - 1 - count.leadingZeroBitCount) }

  private func row(of word: UnsafeBufferPointer<UInt8>) -> CandidateIndex.Row? {
    table.row(table.hash(word)) { candidates.holds(word, at: $0) }
  }

  func row(of word: String) -> CandidateIndex.Row? {
    var word = word
    return word.withUTF8 { row(of: $0) }
  }
}
