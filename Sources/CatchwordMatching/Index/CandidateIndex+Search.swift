/// The result of a search in an index.
public struct IndexAnswer: Sendable {
  /// A candidate that matches.
  public struct Match: Equatable, Sendable {
    /// The row of the candidate.
    public let row: CandidateIndex.Row
    /// The kind of match; exact matches are reported as prefixes.
    public let kind: MatchKind
  }

  /// The best candidates, best first.
  public let matches: [Match]
  /// True when more may match.
  public let isCut: Bool
  /// True when time was up before all candidates had been seen: some of the others may be better.
  public let isInterrupted: Bool
  /// True when time was up before all candidates had been seen that begin as the pattern does.
  public let lacksBeginnings: Bool
  /// What was found out about the candidates that do not match; nil when nothing was.
  public let narrowing: Narrowing?
}

extension CandidateIndex {
  /// Finds the best candidates that match a pattern.
  ///
  /// The order is by kind of match, then, if capitals were typed, by whether they are met, by preferred set, by weight,
  /// by length, and by row. It is coarse: the result is to be ranked further, with everything that is known.
  ///
  /// - Parameters:
  ///   - pattern: The typed pattern; when it is empty, every candidate matches.
  ///   - limit: The maximum number of matches.
  ///   - allowsTypos: True to find typos when no candidate, and no word in one, begins as it was typed.
  ///   - preferred: Up to three sets of rows that come before others of the same kind of match.
  ///   - narrowing: What is known of the rows that may match a pattern that covers this one, in this state of this index or an
  ///     earlier one.
  ///   - checkpoint: Called every few microseconds of work. It may throw, or return false to end the search.
  /// - Throws: Any error that `checkpoint` throws.
  /// - Complexity: O(*n* / 64) with a very small constant, plus O(length) for each candidate that its characters alone
  ///   do not rule out. In sorted segments it is usually much less.
  public func search(
    _ pattern: Pattern, limit: Int, allowsTypos: Bool = false, preferred: [RowSet] = [], narrowing: Narrowing? = nil,
    checkpoint: @escaping () throws -> Bool = { true }
  ) throws -> IndexAnswer {
    try search(
      pattern, limit: limit, allowsTypos: allowsTypos, preferred: preferred, narrowing: narrowing,
      notedRows: SearchNotes.maximumRows, checkpoint: checkpoint)
  }

  /// Finds the best candidates, and takes notes of an index of so many rows at most.
  func search(
    _ pattern: Pattern, limit: Int, allowsTypos: Bool, preferred: [RowSet], narrowing: Narrowing?, notedRows: Int,
    checkpoint: @escaping () throws -> Bool
  ) throws -> IndexAnswer {
    let parts = parts
    var search = IndexSearch(
      pattern, limit: limit, allowsTypos: allowsTypos, preferred: preferred,
      notes: SearchNotes(pattern, parts, narrowing, maximumRows: notedRows), checkpoint: checkpoint)
    try search.run(over: parts)
    let matches = search.results.sorted().map {
      IndexAnswer.Match(row: $0.order.row, kind: SearchResults.kinds[$0.kind])
    }
    let notes = search.notes
    let wasComplete = narrowing.map { $0.isComplete && $0.pattern == pattern.folded } ?? false
    return IndexAnswer(
      matches: matches, isCut: search.results.hasMore, isInterrupted: search.isInterrupted,
      lacksBeginnings: !search.hasBeginnings,
      narrowing: notes.hasNews
        ? Narrowing(
          pattern, parts, matching: notes.matching, beginning: notes.beginning, isComplete: wasComplete) : nil)
  }

  /// Finds all candidates that match a pattern.
  ///
  /// - Parameters:
  ///   - narrowing: What is known of the rows that may match a pattern that covers this one.
  ///   - checkpoint: Called every few microseconds of work. It may throw, or return false to give up.
  /// - Returns: nil when the search was given up, or the result would be of no use.
  /// - Throws: Any error that `checkpoint` throws.
  public func narrowing(
    for pattern: Pattern, from narrowing: Narrowing?, checkpoint: () throws -> Bool
  ) throws -> Narrowing? {
    // A single character is looked up in its plane just as fast.
    guard pattern.folded.count > 1 else { return nil }
    let parts = parts
    let known = narrowing?.matching(in: parts)
    let matching = RowBits(rows: IndexPart.rowCount(of: parts), repeating: 0)
    var reader = KindReader(pattern)
    let groups = IndexSearch.groups(of: pattern)
    for part in parts {
      defer { withExtendedLifetime((part, known)) {} }
      let word = part.firstRow >> 6
      let possible = known.map { UnsafePointer($0.words + word) }
      guard try part.rows.match(groups, &reader, among: possible, into: matching.words + word, checkpoint) else {
        return nil
      }
    }
    let beginning = narrowing?.beginning(with: pattern, in: parts)
    return Narrowing(pattern, parts, matching: matching, beginning: beginning, isComplete: true)
  }
}

extension RowView {
  /// The number of texts read between two calls of the checkpoint.
  private static let textsBetweenChecks = 512

  /// Notes the rows that match, one bit for each.
  ///
  /// - Parameters:
  ///   - known: The words of the bits of the only rows that may match; nil for all.
  ///   - matching: The words of these rows' bits, all zero.
  /// - Returns: False when the search was given up.
  fileprivate func match(
    _ groups: [Int], _ reader: inout KindReader, among known: UnsafePointer<UInt64>?,
    into matching: UnsafeMutablePointer<UInt64>, _ checkpoint: () throws -> Bool
  ) throws -> Bool {
    var filter = RowFilter()
    filter.begin(self, among: known)
    for group in groups { filter.require(BitPlanes.present + group, of: self) }
    let notASCII = plane(BitPlanes.notASCII)
    var ahead = RowLookahead(self)
    var texts = 0
    func goesOn() throws -> Bool {
      guard texts > RowView.textsBetweenChecks else { return true }
      texts = 0
      return try checkpoint()
    }
    while let block = ahead.next() {
      texts += 1
      guard try goesOn() else { return false }
      guard ahead.look(at: block, filter) else { continue }
      for word in block {
        var bits = ahead.bits(word)
        texts += bits.nonzeroBitCount
        while bits != 0 {
          let bit = bits.trailingZeroBitCount
          bits &= bits &- 1
          let isASCII = notASCII[word] >> UInt64(bit) & 1 == 0
          let text = text(word << 6 | bit)
          // Text that is not ASCII is decoded to its end.
          if !isASCII { texts += text.count / IndexSearch.textWork }
          if reader.matches(text, isASCII: isASCII) { matching[word] |= 1 << UInt64(bit) }
          guard try goesOn() else { return false }
        }
      }
    }
    texts += ahead.cost
    return true
  }
}
