/// What a search finds out about rows that are no results: the next search, for the same pattern and more, passes them over.
struct SearchNotes {
  /// The maximum number of rows of which anything is noted: a copy of more notes would take longer than it saves.
  static let maximumRows = 1 << 18

  /// The rows that may match; nil for all.
  private(set) var matching: RowBits?
  /// The rows that may begin with the pattern; nil for all.
  private(set) var beginning: RowBits?
  /// True when these sets were made for these notes, and are changed.
  private var isOwn = (matching: false, beginning: false)
  private let rowCount: Int
  private let takesNotes: Bool

  /// Starts with what is known about the rows of some parts.
  ///
  /// - Parameter maximumRows: The maximum number of rows of which anything is noted.
  init(_ pattern: Pattern, _ parts: [IndexPart], _ narrowing: Narrowing?, maximumRows: Int) {
    rowCount = IndexPart.rowCount(of: parts)
    takesNotes = rowCount > 0 && rowCount <= maximumRows && !pattern.isEmpty
    matching = narrowing?.matching(in: parts)
    // What begins with the pattern also matches it.
    beginning = narrowing?.beginning(with: pattern, in: parts) ?? matching
  }

  /// Where to note which rows may begin with the pattern; nil where nothing is noted, as others may hold what is known.
  var beginningRecord: UnsafeMutablePointer<UInt64>? { isOwn.beginning ? beginning?.words : nil }

  /// Where to note which rows may match; nil where nothing is noted.
  var matchingRecord: UnsafeMutablePointer<UInt64>? { isOwn.matching ? matching?.words : nil }

  /// True when something was noted.
  var hasNews: Bool { isOwn.matching || isOwn.beginning }

  /// Prepares for notes on beginnings; to be called once.
  mutating func beginBeginnings() {
    guard takesNotes else { return }
    (beginning, isOwn.beginning) = (copy(of: beginning), true)
  }

  /// Prepares for notes on matches anywhere; to be called once.
  mutating func beginRest() {
    guard takesNotes else { return }
    (matching, isOwn.matching) = (copy(of: matching), true)
  }

  private func copy(of rows: RowBits?) -> RowBits {
    rows.map { RowBits(copying: $0, rows: rowCount) } ?? RowBits(rows: rowCount, repeating: .max)
  }
}
