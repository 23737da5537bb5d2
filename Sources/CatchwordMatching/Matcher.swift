/// Matches candidates against one pattern; not thread-safe by design, since it reuses its scratch memory.
///
/// A candidate matches when the pattern's characters occur in it in order, compared without case and diacritics. Among
/// all ways to place them, the best kind counts, and of that kind the one with the most points (see `Placement`; the
/// recurrence is that of fzf and nucleo, the weights are ours). Divided by the best possible points, they give a
/// quality from 0 to 1, in bands by kind, so that a prefix always beats a scattered match.
public struct Matcher: Sendable {
  /// The pattern that candidates are matched against.
  public let pattern: Pattern
  /// True when a candidate in which the characters do not occur in order may still match as a typo.
  public let allowsTypos: Bool
  private var candidate = FoldedCandidate()
  private var placement: Placement
  private var alignment = TypoAlignment()
  private var aligned: TypoAlignment.Result?

  /// Creates a matcher.
  ///
  /// - Parameter allowsTypos: True to allow `MatchKind.typo`; worth it only when nothing better was found.
  public init(_ pattern: Pattern, allowsTypos: Bool = false) {
    self.pattern = pattern
    self.allowsTypos = allowsTypos
    placement = Placement(pattern)
  }

  /// Matches one candidate and returns the positions.
  ///
  /// - Returns: nil when the pattern's characters do not occur in order, and an allowed typo does not match either.
  /// - Complexity: O(pattern × candidate), over at most 64 × 128 scalars.
  public mutating func match(_ text: String) -> Match? {
    var text = text
    guard let score = text.withUTF8({ place($0) }) else { return nil }
    guard !pattern.isEmpty else { return Match(kind: score.kind, quality: score.quality, positions: []) }
    let positions = aligned.map { alignment.positions(pattern, in: candidate, $0) } ?? Array(placement.positions)
    return Match(kind: score.kind, quality: score.quality, positions: positions)
  }

  /// Matches one candidate; allocates nothing once it has matched a few.
  ///
  /// - Returns: nil when the pattern's characters do not occur in order, and an allowed typo does not match either.
  /// - Complexity: O(pattern × candidate), over at most 64 × 128 scalars.
  public mutating func score(_ text: String) -> MatchScore? {
    var text = text
    return text.withUTF8 { score($0) }
  }

  /// Matches one candidate that is given in UTF-8; invalid bytes match as U+FFFD, one by one.
  ///
  /// - Complexity: O(pattern × candidate), over at most 64 × 128 scalars.
  public mutating func score(_ bytes: UnsafeBufferPointer<UInt8>) -> MatchScore? {
    beginningScore(bytes) ?? place(bytes)
  }

  /// Returns the score of a candidate in ASCII that begins with the pattern as it was typed, which most candidates do; nil for
  /// all others.
  private func beginningScore(_ bytes: UnsafeBufferPointer<UInt8>) -> MatchScore? {
    guard let typed = pattern.ascii, !typed.isEmpty, bytes.count >= typed.count else { return nil }
    for index in typed.indices where bytes[index] != typed[index] { return nil }
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    guard all < 0x80 else { return nil }
    return score(beginning: bytes.count == typed.count ? .exact : .prefix, length: bytes.count, agreement: 1)
  }

  /// Returns the score of a candidate that begins with the pattern.
  ///
  /// - Parameter length: Its length in scalars.
  private func score(beginning kind: MatchKind, length: Int, agreement: Double) -> MatchScore {
    let rest = Double(length - pattern.folded.count) / Double(length)
    let quality = 1 - MatchWeights.restAfterPrefix * rest
    return MatchScore(kind: kind, quality: MatchWeights.band(kind) + MatchWeights.bandWidth * quality * agreement)
  }

  /// Matches one candidate, and finds the positions.
  private mutating func place(_ bytes: UnsafeBufferPointer<UInt8>) -> MatchScore? {
    if pattern.isEmpty { return MatchScore(kind: .prefix, quality: 1) }
    aligned = nil
    candidate.load(bytes)
    guard let kind = placement.find(in: candidate) else { return allowsTypos ? typoScore() : nil }
    if kind >= .prefix { return score(beginning: kind, length: candidate.length, agreement: agreement()) }
    let rest = Double(candidate.length - pattern.folded.count) / Double(candidate.length)
    let share = Double(placement.points) / Double(MatchWeights.best(patternLength: pattern.folded.count))
    let quality = min(1, max(0, share)) * (1 - MatchWeights.restAround * rest)
    return MatchScore(kind: kind, quality: MatchWeights.band(kind) + MatchWeights.bandWidth * quality * agreement())
  }

  /// Returns the score of a typo: fewer edits come before more, then a shorter rest before a longer one.
  private mutating func typoScore() -> MatchScore? {
    aligned = alignment.align(pattern, with: candidate)
    guard let aligned else { return nil }
    let rest = Double(candidate.length - aligned.prefixLength)
    let share = (3 - Double(aligned.edits) - rest / (rest + Double(pattern.folded.count))) / 2
    return MatchScore(kind: .typo, quality: MatchWeights.band(.typo) + MatchWeights.bandWidth * share)
  }

  /// Returns 1 when every letter is written as it was typed, and less when letters differ in case or accent.
  private func agreement() -> Double {
    var loss = 0.0
    let count = pattern.folded.count
    for index in 0..<count {
      let typed = pattern.original[index]
      let position = placement.positions[index]
      guard candidate.original[position] != typed else { continue }
      if typed != pattern.folded[index] {
        loss += MatchWeights.missingEffort
      } else if candidate.wordStarts.has(position) {
        loss += MatchWeights.plainAtWordStart
      } else {
        loss += MatchWeights.plainInside
      }
    }
    return 1 - loss / Double(count)
  }
}
