/// Filters the rows of a large part a few words ahead, and reads the beginnings of their texts.
///
/// Most texts of a large index are in no cache, or in a slow one. Read one by one, each is waited for, as what is done with it
/// decides what is done next; read here, where nothing depends on them, many are waited for at once.
struct RowLookahead {
  /// The number of words that are filtered at once: 1024 rows.
  private static let count = 16
  /// The number of rows from which on a part is large: the texts of fewer stay in the fastest cache.
  private static let leastRows = 1 << 10

  private let rows: RowView
  private let words: Int
  private let isLarge: Bool
  /// The words that were filtered; memory for them is taken over from the lookahead before.
  private(set) var filtered: ContiguousArray<UInt64>
  /// The sum of what has been read: it means nothing, but keeps the compiler from leaving the reading out.
  private var sum = 0

  /// - Parameters:
  ///   - leastRows: The number of rows from which on a part is large; nil where texts are hardly read.
  ///   - memory: The words of a lookahead that has ended, or none.
  init(_ rows: RowView, leastRows: Int? = RowLookahead.leastRows, memory: consuming ContiguousArray<UInt64> = []) {
    self.rows = rows
    words = BitPlanes.words(forRows: rows.rowCount)
    isLarge = leastRows.map { rows.rowCount >= $0 } ?? false
    filtered = isLarge && memory.isEmpty ? ContiguousArray(repeating: 0, count: RowLookahead.count) : memory
  }

  /// Returns the rows of a word that a filter lets through.
  ///
  /// - Parameters:
  ///   - word: The words are asked for one after another, from 0 on.
  ///   - readsTexts: False where most texts need not be read.
  @inline(__always) mutating func bits(_ word: Int, _ filter: RowFilter, readsTexts: Bool = true) -> UInt64 {
    if !isLarge { return filter.bits(word) }
    if word % RowLookahead.count == 0 { look(from: word, filter, readsTexts: readsTexts) }
    return filtered[word % RowLookahead.count]
  }

  private mutating func look(from first: Int, _ filter: RowFilter, readsTexts: Bool) {
    for word in first..<min(first + RowLookahead.count, words) {
      var bits = filter.bits(word)
      filtered[word - first] = bits
      if !readsTexts { continue }
      while bits != 0 {
        let start = Int(rows.starts[word << 6 | bits.trailingZeroBitCount])
        bits &= bits &- 1
        // The starts may come from a damaged file.
        if start < rows.texts.count { sum &+= Int(rows.texts[start]) }
      }
    }
  }

  /// Nothing; or one, which it never is.
  var cost: Int { sum == .max ? 1 : 0 }
}
