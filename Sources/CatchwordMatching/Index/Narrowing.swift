/// The rows of an index that match a pattern; matches of a longer pattern are among them.
///
/// It holds the parts that it was made from, so that a part that has changed since is recognised as another one. Rows
/// that were removed since may still be in it.
public struct Narrowing: Sendable {
  enum Identity: Sendable {
    case segment(IndexSegment)
    case rows(RowMemory)

    static func == (left: Identity, right: Identity) -> Bool {
      switch (left, right) {
      case (.segment(let left), .segment(let right)): left === right
      case (.rows(let left), .rows(let right)): left === right
      default: false
      }
    }
  }

  let pattern: ContiguousArray<UInt32>
  private var parts: [(identity: Identity, rows: RowBits)] = []

  init(_ pattern: Pattern) { self.pattern = pattern.folded }

  mutating func append(_ rows: RowBits, of part: IndexPart) {
    parts.append((part.identity, rows))
  }

  /// True when every match of `other` matches this pattern, too: its characters occur there in order.
  public func covers(_ other: Pattern) -> Bool {
    var rest = pattern[...]
    for scalar in other.folded where scalar == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// The length of the pattern.
  public var patternLength: Int { pattern.count }

  /// Returns the rows of a part; nil when the part has changed, or is new.
  ///
  /// - Parameter index: The index of the part among the parts.
  func rows(of part: IndexPart, at index: Int) -> RowBits? {
    guard parts.indices.contains(index), parts[index].identity == part.identity else { return nil }
    return parts[index].rows
  }
}

/// The narrowings of the last few patterns, the newest last; a word that is typed on and deleted again finds its own.
public struct NarrowingHistory: Sendable {
  /// More narrowings than a word has letters are of no use, and each takes one bit for each candidate.
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
