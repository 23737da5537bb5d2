/// One search over the parts of an index.
///
/// It goes through all parts up to four times: for beginnings; for candidates in which a word begins with the first
/// character; for the rest; for typos. Each time the planes tell which rows can match, 64 at once, and only those texts
/// are read. It ends as soon as there are enough of the better kinds, and in a sorted part as soon as all that follows
/// can only be worse. So it finds the same rows as a search through all of them.
struct IndexSearch {
  /// The reason for which a pass ended early.
  private enum Interruption: Error { case timeIsUp }

  /// The amount of work between two calls of the checkpoint, in units of some 2 ns: well below 50 µs.
  private static let workBetweenChecks = 8192
  /// The work of reading a text, in these units; a text that is decoded costs one more for each of its bytes.
  static let textWork = 16
  /// The work of passing over a row for what it weighs, in these units.
  private static let skippingWork = 2

  private let pattern: Pattern
  private let groups: [Int]
  private let allowsTypos: Bool
  private let preferred: PreferredRows
  private let checkpoint: () throws -> Bool
  /// True when the planes alone tell whether ASCII rows begin with the pattern.
  private let isKnownByPlanes: Bool
  private var reader: KindReader
  private var filter = RowFilter()
  /// What has been found out about rows that are no results.
  private(set) var notes: SearchNotes
  /// Those of the 64 rows being looked at that were found not to match, or not to begin so.
  private var rejected: UInt64 = 0
  /// Where it is noted which rows of the part may match; valid during a pass over the part.
  private var record: UnsafeMutablePointer<UInt64>?
  private var lookaheadMemory: ContiguousArray<UInt64> = []
  /// True while a row counts only if the pattern stands in it as a whole.
  private var wantsWhole = false
  private var work = 0
  private(set) var results: SearchResults
  /// True when time was up before all rows were seen.
  private(set) var isInterrupted = false
  /// True when all rows that begin as the pattern does have been seen, or as many as were wanted.
  private(set) var hasBeginnings = false

  /// - Parameters:
  ///   - pattern: The pattern; when it is empty, every candidate begins with it.
  ///   - allowsTypos: True to look for typos when nothing begins as it was typed.
  ///   - preferred: Up to three sets of rows that come first, those of the first set before those of the second.
  ///   - notes: What is known about rows.
  ///   - checkpoint: Called every few microseconds; false ends the search with the results so far.
  init(
    _ pattern: Pattern, limit: Int, allowsTypos: Bool, preferred: [RowSet], notes: SearchNotes,
    checkpoint: @escaping () throws -> Bool
  ) {
    self.notes = notes
    self.pattern = pattern
    self.allowsTypos = allowsTypos
    self.preferred = PreferredRows(preferred)
    self.checkpoint = checkpoint
    groups = IndexSearch.groups(of: pattern)
    isKnownByPlanes =
      pattern.folded.count <= 2 && pattern.folded.allSatisfy(CharacterGroup.isAlone) && !pattern.takesEffort
    reader = KindReader(pattern)
    results = SearchResults(limit: limit)
  }

  /// Returns the groups of a pattern's characters, each once, in the order in which they occur.
  static func groups(of pattern: Pattern) -> [Int] {
    var groups: [Int] = []
    for scalar in pattern.folded {
      let group = CharacterGroup.of(scalar)
      if !groups.contains(group) { groups.append(group) }
    }
    return groups
  }

  /// Searches all parts.
  ///
  /// - Throws: Any error that `checkpoint` throws.
  mutating func run(over parts: [IndexPart]) throws {
    // The rows are valid as long as their parts are held.
    defer { withExtendedLifetime(parts) {} }
    let parts = parts.map { PartView(rows: $0.rows, firstRow: $0.firstRow) }
    do {
      notes.beginBeginnings()
      for part in parts { try findBeginnings(part) }
      hasBeginnings = true
      if pattern.isEmpty { return }
      guard results.count(betterThan: 1) < results.limit else { return results.noteCut() }
      results.restrict(from: 1)
      notes.beginRest()
      for part in parts { try findRest(part, atWordStart: true) }
      guard results.count(betterThan: 3) < results.limit else { return results.noteCut() }
      results.restrict(from: 3)
      for part in parts { try findRest(part, atWordStart: false) }
      // If something begins as it was typed, it was typed as it was meant.
      guard allowsTypos, pattern.allowedEdits > 0, results.count(betterThan: 2) == 0 else { return }
      results.restrict(from: 5)
      for part in parts { try findTypos(part) }
    } catch is Interruption {
      isInterrupted = true
      results.noteCut()
    }
  }

  // MARK: Passes

  private mutating func findBeginnings(_ part: PartView) throws {
    let rows = part.rows
    record = notes.beginningRecord.map { $0 + part.firstWord }
    filter.begin(rows, among: notes.beginning.map { UnsafePointer($0.words + part.firstWord) })
    let count = pattern.folded.count
    guard count > 0 else { return try scan(rows, part, kind: 0) { _, _, _ in (0, false) } }
    filter.require(BitPlanes.first, number: CharacterGroup.of(pattern.folded[0]), of: rows)
    if count > 1 { filter.require(BitPlanes.second, number: CharacterGroup.of(pattern.folded[1]), of: rows) }
    for group in groups.dropFirst(count > 1 ? 2 : 1) { filter.require(BitPlanes.present + group, of: rows) }
    // The planes know the first two characters of ASCII rows exactly if each is alone in its group.
    let isKnown = isKnownByPlanes
    try scan(rows, part, kind: 0) { search, row, isASCII in
      if isKnown && isASCII { return (0, false) }
      let text = search.text(row, of: rows, isDecoded: !isASCII)
      guard search.reader.isPrefix(of: text, isASCII: isASCII) else {
        search.reject(row)
        return nil
      }
      return (0, search.pattern.takesEffort && !search.reader.isExact(text, kind: .prefix, isASCII: isASCII))
    }
  }

  private mutating func findRest(_ part: PartView, atWordStart: Bool) throws {
    let rows = part.rows
    record = notes.matchingRecord.map { $0 + part.firstWord }
    filter.begin(rows, among: notes.matching.map { UnsafePointer($0.words + part.firstWord) })
    let first = BitPlanes.wordStarts + CharacterGroup.of(pattern.folded[0])
    if atWordStart { filter.require(first, of: rows) } else { filter.exclude(first, of: rows) }
    for group in groups { filter.require(BitPlanes.present + group, of: rows) }
    try scan(rows, part, kind: atWordStart ? 1 : 3) { search, row, isASCII in
      let text = search.text(row, of: rows, isDecoded: !isASCII)
      if search.wantsWhole && isASCII && !search.reader.isSubstring(of: text) { return nil }
      guard let kind = search.reader.kind(of: text, isASCII: isASCII) else {
        search.reject(row)
        return nil
      }
      guard kind < .prefix else { return nil }
      let isOtherCase = search.pattern.takesEffort && !search.reader.isExact(text, kind: kind, isASCII: isASCII)
      return (SearchResults.index(of: kind), isOtherCase)
    }
  }

  /// Looks for typos: an edit changes one character, so a text a few edits away lacks only a few of the pattern's.
  private mutating func findTypos(_ part: PartView) throws {
    let first = [pattern.folded[0], pattern.folded[1]].map(CharacterGroup.of)
    // Rows that match a shorter pattern are of no use here.
    let rows = part.rows
    record = nil
    filter.begin(rows, beginningsOf: first, lackingAtMost: pattern.allowedEdits, of: groups)
    try scan(rows, part, kind: 5) { search, row, isASCII in
      let text = search.text(row, of: rows, isDecoded: true)
      return search.reader.isTypo(of: text, isASCII: isASCII) ? (5, false) : nil
    }
  }

  /// Checks the rows that the filter lets through.
  ///
  /// - Parameters:
  ///   - kind: The index of the best kind that is possible.
  ///   - match: Returns the match of a row; nil when it does not match.
  @inline(__always)
  private mutating func scan(
    _ rows: RowView, _ part: PartView, kind best: Int,
    _ match: (inout IndexSearch, _ row: Int, _ isASCII: Bool) -> (kind: Int, isOtherCase: Bool)?
  ) throws {
    var quality = RowQuality(rows)
    let notASCII = rows.plane(BitPlanes.notASCII)
    let isKnown = best == 0 && isKnownByPlanes
    var ahead = isKnown ? RowLookahead(rows, leastRows: nil) : RowLookahead(rows, memory: lookaheadMemory)
    lookaheadMemory = []
    defer { lookaheadMemory = ahead.filtered }
    var bar = results.bar(of: best)
    while let block = ahead.next() {
      work += block.count
      if work > IndexSearch.workBetweenChecks { try check() }
      // Where all places are taken, most rows are passed over for what they weigh.
      guard ahead.look(at: block, filter, readsTexts: bar == .last) else {
        for word in block { note(0, word, rows, kind: best) }
        continue
      }
      for word in block {
        let possible = ahead.bits(word)
        guard possible != 0 else {
          note(0, word, rows, kind: best)
          continue
        }
        var bits = possible
        let preferences = preferred.word(part.firstWord + word)
        if bar != .last {
          let hopeful = quality.preferences(before: bar, word: word, firstRow: part.firstRow, of: preferred.count)
          if hopeful <= preferred.count {
            results.noteCut()
            if hopeful == 0 && quality.isSorted { return }
            bits &= preferences.members(ofFirst: hopeful)
          }
        }
        while bits != 0 {
          let bit = bits.trailingZeroBitCount
          bits &= bits &- 1
          let row = word << 6 | bit
          let order = quality.order(row, preference: preferences.preference(of: bit), global: part.firstRow + row)
          // A row that has no place however it matches is not read.
          guard order < bar else {
            work += IndexSearch.skippingWork
            results.noteCut()
            continue
          }
          wantsWhole = best == 3 && !results.hasPlace(for: order, kind: 4)
          work += IndexSearch.textWork
          // Decoding the texts may have taken long.
          if work > IndexSearch.workBetweenChecks { try check() }
          guard let (kind, isOtherCase) = match(&self, row, notASCII[word] >> UInt64(bit) & 1 == 0) else { continue }
          results.insert(isOtherCase ? order.inOtherCase : order, kind: kind)
          bar = results.bar(of: best)
        }
        note(possible & ~rejected, word, rows, kind: best)
        rejected = 0
        if work > IndexSearch.workBetweenChecks { try check() }
      }
    }
    work += ahead.cost
    if work > IndexSearch.workBetweenChecks / 2 { try check() }
  }

  /// Notes which rows of a word may match, among those that a pass looks at.
  @inline(__always)
  private func note(_ possible: UInt64, _ word: Int, _ rows: RowView, kind best: Int) {
    guard let record else { return }
    if best == 0 { return record[word] = possible }
    let looked = rows.plane(BitPlanes.wordStarts + CharacterGroup.of(pattern.folded[0]))[word]
    record[word] &= possible | (best == 1 ? ~looked : looked)
  }

  /// Notes that a row does not match, or does not begin with the pattern.
  @inline(__always) private mutating func reject(_ row: Int) { rejected |= 1 << UInt64(row & 63) }

  /// Returns the text of a row.
  ///
  /// - Parameter isDecoded: True when the text is read to its end, so that the work grows with its length.
  @inline(__always)
  private mutating func text(_ row: Int, of rows: RowView, isDecoded: Bool) -> UnsafeBufferPointer<UInt8> {
    let text = rows.text(row)
    if isDecoded { work += text.count }
    return text
  }

  private mutating func check() throws {
    work = 0
    if try !checkpoint() { throw Interruption.timeIsUp }
  }
}
