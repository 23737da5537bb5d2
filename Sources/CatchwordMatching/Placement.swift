/// Finds the place of a pattern in a candidate; holds the scratch memory of one matcher.
///
/// The kind of place is decided with one set of positions for each character of the pattern; only then does dynamic
/// programming look for the best place of that kind.
struct Placement: Sendable {
  /// The positions found, ascending, one for each character of the pattern.
  private(set) var positions: ContiguousArray<Int>
  /// The points for these positions.
  private(set) var points: Int32 = 0

  private let pattern: Pattern
  // Two words for each slot of the pattern, and two for characters that are not in it.
  private var places: ContiguousArray<UInt64>
  // Two rows: the points of the best way to end at each position, for the current character and for the one before.
  private var scores = ContiguousArray<Int32>(repeating: 0, count: 2 * FoldedCandidate.maximumLength)
  // A row for each character of the pattern: the position of the character before it on the best way.
  private var cameFrom: ContiguousArray<UInt8> = []

  init(_ pattern: Pattern) {
    self.pattern = pattern
    places = ContiguousArray(repeating: 0, count: 2 * (pattern.distinct.count + 1))
    positions = ContiguousArray(repeating: 0, count: pattern.folded.count)
  }

  /// Finds the best kind of place, and the best place of that kind; of equal places, the earliest.
  ///
  /// - Returns: nil when the pattern's characters do not occur in order.
  /// - Complexity: O(pattern + candidate), for `initials` and `scattered` O(pattern × occurrences of its characters).
  mutating func find(in candidate: borrowing FoldedCandidate) -> MatchKind? {
    guard pattern.folded.count <= candidate.count else { return nil }
    return candidate.count <= 64 ? find(in: candidate, UInt64.self) : find(in: candidate, UInt128.self)
  }

  @inline(__always)
  private mutating func find<Positions: PositionSet>(
    in candidate: borrowing FoldedCandidate, _ type: Positions.Type
  ) -> MatchKind? {
    locate(in: candidate)
    guard isSubsequence(type) else { return nil }
    let starts = Positions(truncatingIfNeeded: candidate.wordStarts)
    let together = contiguousPlaces(type)
    if together & 1 == 1 {
      place(at: 0, in: candidate, starts)
      return pattern.length == candidate.length ? .exact : .prefix
    }
    if together & starts != 0 {
      placeTogether(at: together & starts, in: candidate, starts)
      return .wordPrefix
    }
    if hasInitials(starts) {
      placeApart(in: candidate, starts, onlyInitials: true)
      return .initials
    }
    if together != 0 {
      placeTogether(at: together, in: candidate, starts)
      return .substring
    }
    placeApart(in: candidate, starts, onlyInitials: false)
    return .scattered
  }

  // MARK: What kinds there are

  /// Records the positions of each character of the pattern.
  private mutating func locate(in candidate: borrowing FoldedCandidate) {
    let count = candidate.count
    let absent = pattern.distinct.count
    places.withUnsafeMutableBufferPointer { places in
      places.update(repeating: 0)
      candidate.folded.withUnsafeBufferPointer { folded in
        pattern.slotOfASCII.withUnsafeBufferPointer { slotOfASCII in
          for position in 0..<count {
            let value = folded[position]
            let slot = value < 0x80 ? Int(slotOfASCII[Int(value)]) : pattern.distinct.firstIndex(of: value) ?? absent
            places[2 * slot + position &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: position)
          }
        }
      }
    }
  }

  /// Returns the positions of the pattern's character at `index`.
  @inline(__always)
  private func places<Positions: PositionSet>(_ index: Int) -> Positions {
    let slot = Int(pattern.slots[index])
    return Positions(low: places[2 * slot], high: places[2 * slot + 1])
  }

  @inline(__always)
  private func isSubsequence<Positions: PositionSet>(_ type: Positions.Type) -> Bool {
    var left = Positions.max
    for index in 0..<pattern.folded.count {
      let here = places(index) & left
      guard here != 0 else { return false }
      left = here.afterFirst
    }
    return true
  }

  /// Returns the positions at which the whole pattern begins, its characters side by side.
  @inline(__always)
  private func contiguousPlaces<Positions: PositionSet>(_ type: Positions.Type) -> Positions {
    var ends: Positions = places(0)
    for index in 1..<max(1, pattern.folded.count) {
      ends = ends &<< 1 & places(index)
      if ends == 0 { return 0 }
    }
    return ends &>> Positions(truncatingIfNeeded: pattern.folded.count - 1)
  }

  @inline(__always)
  private func hasInitials<Positions: PositionSet>(_ starts: Positions) -> Bool {
    var reached = places(0) & starts
    for index in 1..<max(1, pattern.folded.count) {
      guard reached != 0 else { return false }
      reached = places(index) & (reached &<< 1 | starts & reached.afterFirst)
    }
    return reached != 0
  }

  // MARK: The best place of a kind

  /// Places the pattern at the best of several positions where its characters stand side by side.
  @inline(__always)
  private mutating func placeTogether<Positions: PositionSet>(
    at beginnings: Positions, in candidate: borrowing FoldedCandidate, _ starts: Positions
  ) {
    place(at: beginnings.trailingZeroBitCount, in: candidate, starts)
    var rest = beginnings.withoutFirst
    guard rest != 0 else { return }
    var best = (beginning: positions[0], points: points)
    while rest != 0 {
      place(at: rest.trailingZeroBitCount, in: candidate, starts)
      if points > best.points { best = (positions[0], points) }
      rest = rest.withoutFirst
    }
    place(at: best.beginning, in: candidate, starts)
  }

  @inline(__always)
  private mutating func place<Positions: PositionSet>(
    at beginning: Int, in candidate: borrowing FoldedCandidate, _ starts: Positions
  ) {
    let count = pattern.folded.count
    points = beginning == 0 ? MatchWeights.candidateStart : 0
    points += MatchWeights.adjacency * Int32(count - 1)
    for index in 0..<count {
      positions[index] = beginning + index
      points += ownPoints(index, at: beginning + index, in: candidate, starts)
    }
  }

  /// Returns the points of one character at a position, regardless of the others.
  @inline(__always)
  private func ownPoints<Positions: PositionSet>(
    _ index: Int, at position: Int, in candidate: borrowing FoldedCandidate, _ starts: Positions
  ) -> Int32 {
    MatchWeights.character + (starts.has(position) ? MatchWeights.wordStart : 0)
      + (candidate.original[position] == pattern.original[index] ? MatchWeights.sameWriting : 0)
  }

  /// Finds the best place for a pattern that does not stand together: Smith and Waterman's recurrence with affine gaps,
  /// over only those positions that hold the wanted character.
  ///
  /// - Parameter onlyInitials: True to let every run begin at the start of a word.
  @inline(__always)
  private mutating func placeApart<Positions: PositionSet>(
    in candidate: borrowing FoldedCandidate, _ starts: Positions, onlyInitials: Bool
  ) {
    let count = pattern.folded.count
    if cameFrom.isEmpty { cameFrom = ContiguousArray(repeating: 0, count: count * FoldedCandidate.maximumLength) }
    var reached: Positions = 0
    for index in 0..<count {
      let before = reached
      reached = reachable(index, from: before, onlyInitials ? starts : .max)
      fillRow(index, at: reached, from: before, in: candidate, starts, afterGap: onlyInitials ? starts : .max)
    }
    traceBack(from: reached)
  }

  /// Computes the points of the best way to each of the positions `reached`, from those of the character before.
  @inline(__always)
  private mutating func fillRow<Positions: PositionSet>(
    _ index: Int, at reached: Positions, from before: Positions, in candidate: borrowing FoldedCandidate,
    _ starts: Positions, afterGap: Positions
  ) {
    let width = FoldedCandidate.maximumLength
    let typed = pattern.original[index]
    withScratch { scores, cameFrom in
      let earlierScores = scores.extracting((~index & 1) * width..<(~index & 1) * width + width)
      let ownScores = scores.extracting((index & 1) * width..<(index & 1) * width + width)
      // The positions of the character before that are two or more back, and the best of them, as if gaps were free.
      var pending = before
      var bestGap = (points: Int32.min / 2, position: 0)
      var rest = reached
      while rest != 0 {
        let position = rest.trailingZeroBitCount
        rest = rest.withoutFirst
        var own = MatchWeights.character + (starts.has(position) ? MatchWeights.wordStart : 0)
        if candidate.original[position] == typed { own += MatchWeights.sameWriting }
        guard index > 0 else {
          ownScores[position] = own + (position == 0 ? MatchWeights.candidateStart : 0)
          continue
        }
        while pending != 0, pending.trailingZeroBitCount + 1 < position {
          let earlier = pending.trailingZeroBitCount
          pending = pending.withoutFirst
          let points = earlierScores[earlier] - MatchWeights.gapExtension * Int32(earlier + 2) + MatchWeights.gapOpening
          if points > bestGap.points { bestGap = (points, earlier) }
        }
        var best = (points: Int32.min / 2, position: 0)
        if afterGap.has(position) {
          best = (bestGap.points + MatchWeights.gapExtension * Int32(position), bestGap.position)
        }
        if position > 0, before.has(position - 1) {
          let adjacent = earlierScores[position - 1] + MatchWeights.adjacency
          if adjacent >= best.points { best = (adjacent, position - 1) }
        }
        ownScores[position] = best.points + own
        cameFrom[index * width + position] = UInt8(truncatingIfNeeded: best.position)
      }
    }
  }

  /// Calls `body` with the scratch memory as buffers, whose accesses are not each checked.
  @inline(__always)
  private mutating func withScratch(
    _ body: (UnsafeMutableBufferPointer<Int32>, UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    scores.withUnsafeMutableBufferPointer { scores in
      cameFrom.withUnsafeMutableBufferPointer { cameFrom in body(scores, cameFrom) }
    }
  }

  /// Returns the positions of a character of the pattern that can follow those in `before` of the character before.
  @inline(__always)
  private func reachable<Positions: PositionSet>(
    _ index: Int, from before: Positions, _ afterGap: Positions
  ) -> Positions {
    guard index > 0 else { return places(0) & afterGap }
    return places(index) & (before &<< 1 | afterGap & before.afterFirst)
  }

  @inline(__always)
  private mutating func traceBack<Positions: PositionSet>(from ends: Positions) {
    let width = FoldedCandidate.maximumLength
    let count = pattern.folded.count
    let row = ((count - 1) & 1) * width
    var position = ends.trailingZeroBitCount
    var rest = ends.withoutFirst
    while rest != 0 {
      if scores[row + rest.trailingZeroBitCount] > scores[row + position] { position = rest.trailingZeroBitCount }
      rest = rest.withoutFirst
    }
    points = scores[row + position]
    for index in stride(from: count - 1, through: 0, by: -1) {
      positions[index] = position
      position = Int(cameFrom[index * width + position])
    }
  }
}
