/// Matches candidates against one pattern; not thread-safe by design, since it reuses its scratch memory.
///
/// A candidate matches when the pattern's characters occur in it in order, compared without case and diacritics. Among
/// all ways to place them, dynamic programming finds the one with the most points (Smith and Waterman's recurrence with
/// affine gaps and no mismatches, as in fzf and nucleo; the weights are ours). The points become a quality from 0 to 1 by
/// the share of the best possible, in bands by kind, so that a prefix always beats a scattered match.
public struct Matcher: Sendable {
  /// No candidate that does not begin with what was typed has a quality above this.
  static let bestWithoutPrefix = Weights.band(.prefix)

  /// What is matched against.
  public let pattern: Pattern
  private var candidate = FoldedCandidate()
  private var scores: ContiguousArray<Int32> = []
  private var cameFrom: ContiguousArray<Int16> = []
  private var positions: ContiguousArray<Int> = []

  /// Creates a matcher.
  public init(_ pattern: Pattern) {
    self.pattern = pattern
  }

  /// Matches one candidate, and tells where.
  ///
  /// - Returns: nil when the pattern's characters do not occur in order.
  /// - Complexity: O(pattern × candidate), over at most 64 × 128 scalars.
  public mutating func match(_ text: String) -> Match? {
    guard let score = score(text) else { return nil }
    return Match(kind: score.kind, quality: score.quality, positions: Array(positions))
  }

  /// Matches one candidate, without allocating anything.
  ///
  /// - Returns: nil when the pattern's characters do not occur in order.
  /// - Complexity: O(pattern × candidate), over at most 64 × 128 scalars.
  public mutating func score(_ text: String) -> MatchScore? {
    positions.removeAll(keepingCapacity: true)
    if pattern.isEmpty { return MatchScore(kind: .prefix, quality: 1) }
    candidate.load(text)
    guard pattern.folded.count <= candidate.count, isSubsequence else { return nil }
    if candidate.hasPrefix(pattern.folded) { return prefixMatch() }
    return placedMatch()
  }

  private var isSubsequence: Bool {
    var next = 0
    for index in 0..<candidate.count where candidate.elements[index].folded == pattern.folded[next] {
      next += 1
      if next == pattern.folded.count { return true }
    }
    return false
  }

  private mutating func prefixMatch() -> MatchScore {
    let count = pattern.folded.count
    positions.append(contentsOf: 0..<count)
    let kind: MatchKind = count == candidate.length ? .exact : .prefix
    // A shorter rest is a likelier wish; a mismatch in case is a lesser one.
    let rest = Double(candidate.length - count) / Double(candidate.length)
    let quality = Weights.band(kind) + Weights.bandWidth * (1 - 0.1 * rest) * caseAgreement()
    return MatchScore(kind: kind, quality: quality)
  }

  private mutating func placedMatch() -> MatchScore {
    placeBest()
    let kind = kindOfPlacement()
    let best = Weights.best(patternLength: positions.count)
    let share = min(1, max(0, Double(pointsOfPlacement()) / Double(best)))
    let rest = Double(candidate.length - positions.count) / Double(candidate.length)
    let quality = Weights.band(kind) + Weights.bandWidth * share * (1 - 0.2 * rest) * caseAgreement()
    return MatchScore(kind: kind, quality: quality)
  }

  private func kindOfPlacement() -> MatchKind {
    let isTogether = positions.last! - positions.first! == positions.count - 1
    let starts = positions.indices.allSatisfy { index in
      candidate.elements[positions[index]].isWordStart || (index > 0 && positions[index] == positions[index - 1] + 1)
    }
    if isTogether { return candidate.elements[positions[0]].isWordStart ? .wordPrefix : .substring }
    return starts ? .initials : .scattered
  }

  /// 1 when every letter typed has the case of the letter it matched; less when a capital that was typed met a small
  /// letter (smart case), and a little less when a small letter met a capital, except at a word's start.
  private func caseAgreement() -> Double {
    var agreement = 1.0
    for (index, position) in positions.enumerated()
    where candidate.elements[position].original != pattern.original[index] {
      if pattern.hasUppercase {
        agreement -= 0.5 / Double(positions.count)
      } else if !candidate.elements[position].isWordStart {
        agreement -= 0.1 / Double(positions.count)
      } else {
        agreement -= 0.02 / Double(positions.count)
      }
    }
    return agreement
  }

  /// The placement with the most points; ties go to the earliest.
  private mutating func placeBest() {
    let rows = pattern.folded.count
    let columns = candidate.count
    let impossible = Int32.min / 2
    // scores[i × columns + j]: the best points of placing 0...i with i at j; cameFrom: where i - 1 then is.
    scores.removeAll(keepingCapacity: true)
    scores.append(contentsOf: repeatElement(impossible, count: rows * columns))
    cameFrom.removeAll(keepingCapacity: true)
    cameFrom.append(contentsOf: repeatElement(-1, count: rows * columns))
    for row in 0..<rows {
      var bestGap = impossible
      var bestGapColumn: Int16 = -1
      for column in row..<columns {
        // Extend the best gap by one, and let it begin after a match two columns back.
        if row > 0 && column > 1 {
          bestGap += Weights.gapExtension
          let opened = scores[(row - 1) * columns + column - 2] + Weights.gapOpening
          if opened > bestGap {
            bestGap = opened
            bestGapColumn = Int16(column - 2)
          }
        }
        guard candidate.elements[column].folded == pattern.folded[row] else { continue }
        let start = candidate.elements[column].isWordStart ? Weights.wordStart : 0
        let own = Weights.character + start
        guard row > 0 else {
          scores[column] = own + (column == 0 ? Weights.candidateStart : 0)
          continue
        }
        let adjacent = column > 0 ? scores[(row - 1) * columns + column - 1] + Weights.adjacency : impossible
        let isAdjacentBetter = adjacent >= bestGap
        let previous = isAdjacentBetter ? adjacent : bestGap
        guard previous > impossible / 2 else { continue }
        scores[row * columns + column] = previous + own
        cameFrom[row * columns + column] = isAdjacentBetter ? Int16(column - 1) : bestGapColumn
      }
    }
    traceBack(rows: rows, columns: columns)
  }

  private mutating func traceBack(rows: Int, columns: Int) {
    let last = (rows - 1) * columns
    var column = 0
    for candidate in 0..<columns where scores[last + candidate] > scores[last + column] { column = candidate }
    positions.append(contentsOf: repeatElement(0, count: rows))
    for row in stride(from: rows - 1, through: 0, by: -1) {
      positions[row] = column
      column = Int(cameFrom[row * columns + column])
    }
  }

  private func pointsOfPlacement() -> Int32 {
    var points: Int32 = positions[0] == 0 ? Weights.candidateStart : 0
    for (index, position) in positions.enumerated() {
      points += Weights.character + (candidate.elements[position].isWordStart ? Weights.wordStart : 0)
      guard index > 0 else { continue }
      let gap = position - positions[index - 1] - 1
      points += gap == 0 ? Weights.adjacency : Weights.gapOpening + Weights.gapExtension * Int32(gap - 1)
    }
    return points
  }
}

/// What a placement is worth, in points.
enum Weights {
  /// Every matched character: the unit of the scale.
  static let character: Int32 = 16
  /// At the start of a word: people type the starts of words.
  static let wordStart: Int32 = 12
  /// At the start of the candidate: the first letter typed is nearly always the first letter wanted.
  static let candidateStart: Int32 = 8
  /// Right after the previous match: people type runs.
  static let adjacency: Int32 = 8
  /// A gap: each break in a run is a little evidence against.
  static let gapOpening: Int32 = -6
  /// Each further character skipped: far apart is worse than near.
  static let gapExtension: Int32 = -1

  /// The width of a kind's band on the scale from 0 to 1.
  static let bandWidth = 1.0 / 6

  /// Where the band of a kind begins.
  static func band(_ kind: MatchKind) -> Double { Double(kind.rawValue) * bandWidth }

  /// The most points that a pattern of this length can have.
  static func best(patternLength: Int) -> Int32 {
    candidateStart + (character + wordStart) * Int32(patternLength) + adjacency * Int32(patternLength - 1)
  }
}
