/// Filters the rows of a part a few words ahead, and in a large one reads the beginnings of their texts.
///
/// Most texts of a large index are in no cache, or in a slow one. Read one by one, each is waited for, as what is done with it
/// decides what is done next; read here, where nothing depends on them, many are waited for at once.
struct RowLookahead {
  /// The number of rows from which on a part is large: the texts of fewer stay in the fastest cache.
  private static let leastRows = 1 << 10

  private let rows: RowView
  private let words: Int
  /// The first word that has not been looked at.
  private var nextWord = 0
  private let isLarge: Bool
  /// The words that were filtered last; memory for them is taken over from the lookahead before.
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
    filtered = memory.isEmpty ? ContiguousArray(repeating: 0, count: RowFilter.blockSize) : memory
  }

  /// Returns the words that are to be looked at next, each once; nil when there are no more.
  @inline(__always) mutating func next() -> Range<Int>? {
    if nextWord >= words { return nil }
    let block = nextWord..<min(nextWord + RowFilter.blockSize, words)
    nextWord = block.upperBound
    return block
  }

  /// Looks at a block of words.
  ///
  /// - Parameter readsTexts: False where most texts need not be read.
  /// - Returns: False when the filter lets no row of them through.
  mutating func look(at block: Range<Int>, _ filter: RowFilter, readsTexts: Bool = true) -> Bool {
    guard filtered.withUnsafeMutableBufferPointer({ filter.filter(from: block.lowerBound, into: $0.baseAddress!) })
    else { return false }
    if isLarge && readsTexts { for word in block { read(word, filtered[word - block.lowerBound]) } }
    return true
  }

  /// Returns the rows of a word that the filter lets through.
  ///
  /// - Parameter word: A word of the block that was looked at last, where rows were found.
  @inline(__always) func bits(_ word: Int) -> UInt64 { filtered[word % RowFilter.blockSize] }

  private mutating func read(_ word: Int, _ bits: UInt64) {
    var bits = bits
    while bits != 0 {
      let start = Int(rows.starts[word << 6 | bits.trailingZeroBitCount])
      bits &= bits &- 1
      // The starts may come from a damaged file.
      if start < rows.texts.count { sum &+= Int(rows.texts[start]) }
    }
  }

  /// Nothing; or one, which it never is.
  var cost: Int { sum == .max ? 1 : 0 }
}
