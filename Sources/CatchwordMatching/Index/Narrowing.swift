/// The rows of an index that may match a pattern; matches of a longer pattern are among them.
///
/// It knows the parts that it was made from, so that what has changed in one since is recognised. Rows that were removed
/// since may still be in it.
public struct Narrowing: Sendable {
  /// A part as it was.
  private struct PartState {
    let firstRow: Int
    let id: PartID
    /// The number of insertions into it; 0 for a sorted part.
    let insertions: UInt64
  }

  let pattern: ContiguousArray<UInt32>
  /// True when all rows that do not match are known; false when some may be among the others.
  public let isComplete: Bool
  private let parts: [PartState]
  private let matching: RowBits?
  private let beginning: RowBits?

  /// - Parameters:
  ///   - parts: The parts of the index that was searched.
  ///   - matching: The rows that may match; nil for all.
  ///   - beginning: The rows that may begin with the pattern; nil for all.
  init(_ pattern: Pattern, _ parts: [IndexPart], matching: RowBits?, beginning: RowBits? = nil, isComplete: Bool) {
    self.pattern = pattern.folded
    self.isComplete = isComplete
    self.parts = parts.map { part in
      var insertions: UInt64 = 0
      if case .mutable(let rows) = part.content { insertions = rows.memory.insertions }
      return PartState(firstRow: part.firstRow, id: part.id, insertions: insertions)
    }
    (self.matching, self.beginning) = (matching, beginning)
  }

  /// True when every match of `other` matches this pattern, too: its characters occur there in order.
  public func covers(_ other: Pattern) -> Bool {
    var rest = pattern[...]
    for scalar in other.folded where scalar == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// The length of the pattern.
  public var patternLength: Int { pattern.count }

  /// Returns the rows of some parts that may match; nil for all.
  func matching(in parts: [IndexPart]) -> RowBits? { matching.map { current($0, parts) } }

  /// Returns the rows of some parts that may begin with a pattern; nil for all.
  func beginning(with other: Pattern, in parts: [IndexPart]) -> RowBits? {
    guard other.folded.starts(with: pattern) else { return nil }
    return beginning.map { current($0, parts) }
  }

  /// Returns what is known of parts, with all rows that have changed since, or are new.
  private func current(_ known: RowBits, _ parts: [IndexPart]) -> RowBits {
    let rows = IndexPart.rowCount(of: parts)
    // Only its creator changes a set that others may hold.
    var own = BitPlanes.words(forRows: rows) > known.count ? RowBits(copying: known, rows: rows) : nil
    for (index, part) in parts.enumerated() {
      forEachChange(in: part, since: self.parts.indices.contains(index) ? self.parts[index] : nil) { words in
        let bits = own ?? RowBits(copying: known)
        for word in words { bits.words[word] = .max }
        own = bits
      }
    }
    return own ?? known
  }

  /// Calls `body` with the words of the rows that have changed, or are new.
  private func forEachChange(in part: IndexPart, since old: PartState?, _ body: (Range<Int>) -> Void) {
    let first = part.firstRow >> 6
    guard let old, old.firstRow == part.firstRow, old.id == part.id else {
      return body(first..<first + BitPlanes.words(forRows: part.capacity))
    }
    guard case .mutable(let rows) = part.content, rows.memory.insertions > old.insertions else { return }
    for word in 0..<RowMemory.stride where rows.memory.lastInsertions[word] > old.insertions {
      body(first + word..<first + word + 1)
    }
  }
}

/// The narrowings of the last few patterns, the newest last; a word that is typed on and deleted again finds its own.
public struct NarrowingHistory: Sendable {
  /// More narrowings than a word has letters are of no use, and each takes one or two bits for each candidate.
  private static let capacity = 6

  private var narrowings: [Narrowing] = []

  /// Creates an empty history.
  public init() {}

  /// Returns the narrowing that leaves the fewest rows for a pattern.
  public func best(for pattern: Pattern) -> Narrowing? {
    narrowings.filter { $0.covers(pattern) }.max { $0.patternLength < $1.patternLength }
  }

  /// Adds a narrowing; the oldest is removed when there are too many.
  public mutating func append(_ narrowing: Narrowing) {
    narrowings.removeAll { $0.pattern == narrowing.pattern }
    narrowings.append(narrowing)
    if narrowings.count > NarrowingHistory.capacity { narrowings.removeFirst() }
  }
}
