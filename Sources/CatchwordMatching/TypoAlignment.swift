/// Aligns a pattern with the beginning of a candidate, allowing a few typos.
///
/// The measure is the optimal string alignment distance: the minimum number of insertions, deletions, substitutions and
/// swaps of neighbours, no place edited twice. Only the diagonals within the allowance are computed.
struct TypoAlignment: Sendable {
  /// The minimum number of edits, and the length of the candidate's beginning they align: of equal ones, the longest.
  struct Result: Equatable {
    let edits: Int
    let prefixLength: Int
  }

  /// A value greater than any distance that counts.
  private static let far: UInt8 = 100
  // A row for each scalar of the pattern and one before them; in it, the distances at `row + diagonal - allowance`,
  // with a margin on each side.
  private var distances: ContiguousArray<UInt8> = []
  private var width = 0

  /// Aligns a pattern with a candidate.
  ///
  /// - Returns: nil when more than `pattern.allowedEdits` are needed, or the candidate begins with neither of the
  ///   pattern's first two characters: people see a typo in the first character at once. Nil as well when the pattern
  ///   begins with the candidate, which then has been typed already.
  /// - Complexity: O(pattern).
  mutating func align(_ pattern: borrowing Pattern, with candidate: borrowing FoldedCandidate) -> Result? {
    let allowed = pattern.allowedEdits
    let rows = pattern.folded.count
    let count = candidate.count
    guard allowed > 0, count > 0, rows <= count + allowed else { return nil }
    let first = candidate.folded[0]
    guard first == pattern.folded[0] || first == pattern.folded[1] else { return nil }
    if count < rows, (0..<count).allSatisfy({ candidate.folded[$0] == pattern.folded[$0] }) { return nil }
    prepare(rows: rows, allowed: allowed)
    guard fill(pattern, with: candidate) else { return nil }
    var best: Result?
    for column in max(0, rows - allowed)...min(count, rows + allowed) {
      let edits = Int(distances[index(rows, column, allowed)])
      if edits <= min(allowed, best?.edits ?? allowed) { best = Result(edits: edits, prefixLength: column) }
    }
    return best
  }

  /// Returns the positions of the characters that were typed right, swapped ones included; to be called after `align`.
  ///
  /// - Complexity: O(pattern).
  func positions(
    _ pattern: Pattern, in candidate: FoldedCandidate, _ result: Result
  ) -> [Int] {
    let allowed = pattern.allowedEdits
    var found: [Int] = []
    var (row, column) = (pattern.folded.count, result.prefixLength)
    while row > 0, column > 0 {
      let distance = distances[index(row, column, allowed)]
      if pattern.folded[row - 1] == candidate.folded[column - 1],
        distances[index(row - 1, column - 1, allowed)] == distance
      {
        found.append(column - 1)
        (row, column) = (row - 1, column - 1)
      } else if isSwap(row, column, pattern, candidate),
        distances[index(row - 2, column - 2, allowed)] + 1 == distance
      {
        found.append(column - 1)
        found.append(column - 2)
        (row, column) = (row - 2, column - 2)
      } else if distances[index(row, column - 1, allowed)] + 1 == distance {
        column -= 1
      } else if distances[index(row - 1, column, allowed)] + 1 == distance {
        row -= 1
      } else {
        (row, column) = (row - 1, column - 1)
      }
    }
    return found.reversed()
  }

  /// Fills the cells outside the candidate and outside the diagonals, and the row before the first scalar.
  private mutating func prepare(rows: Int, allowed: Int) {
    width = 2 * allowed + 3
    distances.removeAll(keepingCapacity: true)
    distances.append(contentsOf: repeatElement(TypoAlignment.far, count: (rows + 1) * width))
    for column in 0...allowed { distances[index(0, column, allowed)] = UInt8(truncatingIfNeeded: column) }
  }

  @inline(__always)
  private func index(_ row: Int, _ column: Int, _ allowed: Int) -> Int { row * width + column - row + allowed + 1 }

  @inline(__always)
  private func isSwap(
    _ row: Int, _ column: Int, _ pattern: borrowing Pattern, _ candidate: borrowing FoldedCandidate
  ) -> Bool {
    row > 1 && column > 1 && pattern.folded[row - 1] == candidate.folded[column - 2]
      && pattern.folded[row - 2] == candidate.folded[column - 1]
  }

  /// Computes all distances within the allowance.
  ///
  /// - Returns: False as soon as all distances in a row are beyond it.
  private mutating func fill(_ pattern: borrowing Pattern, with candidate: borrowing FoldedCandidate) -> Bool {
    let allowed = pattern.allowedEdits
    let count = candidate.count
    let width = width
    return distances.withUnsafeMutableBufferPointer { distances in
      pattern.folded.withUnsafeBufferPointer { typed in
        candidate.folded.withUnsafeBufferPointer { folded in
          for row in 1..<typed.count + 1 {
            var least = TypoAlignment.far
            for column in max(0, row - allowed)..<min(count, row + allowed) + 1 {
              // The same diagonal is `width` further in the next row.
              let here = row * width + column - row + allowed + 1
              var distance = UInt8(truncatingIfNeeded: row)
              if column > 0 {
                let isSame = typed[row - 1] == folded[column - 1]
                distance = distances[here - width] + (isSame ? 0 : 1)
                distance = min(distance, distances[here - width + 1] + 1, distances[here - 1] + 1)
                if !isSame, row > 1, column > 1, typed[row - 1] == folded[column - 2],
                  typed[row - 2] == folded[column - 1]
                {
                  distance = min(distance, distances[here - 2 * width] + 1)
                }
              }
              distances[here] = distance
              least = min(least, distance)
            }
            // A swap costs no less than a substitution, so the row before cannot lead to a smaller distance either.
            guard least <= allowed else { return false }
          }
          return true
        }
      }
    }
  }
}
