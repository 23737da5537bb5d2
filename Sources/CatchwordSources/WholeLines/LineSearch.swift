import CatchwordCompletion
import CatchwordText

/// One search of texts for lines that begin alike.
struct LineSearch: Sendable {
  /// The lines that were found.
  private struct Found {
    /// How often each was found.
    var counts: [String: Int] = [:]
    /// The number of lines from the cursor, of those in its document.
    var distances: [String: Int] = [:]

    func precedes(_ left: String, _ right: String) -> Bool {
      let (often, less) = (counts[left] ?? 0, counts[right] ?? 0)
      if often != less { return often > less }
      let (near, far) = (distances[left] ?? .max, distances[right] ?? .max)
      return near != far ? near < far : left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }

  private let beginning: LineBeginning
  private let clock: EngineClock
  private let deadline: Duration

  /// The number of bytes that are searched at a time.
  private static let pieceBytes = 64 << 10
  private static let mostLines = 20
  /// The maximum number of different lines that are looked at.
  private static let mostFound = 2000

  init(_ beginning: LineBeginning, clock: EngineClock, deadline: Duration) {
    self.beginning = beginning
    self.clock = clock
    self.deadline = deadline
  }

  @concurrent
  func run(_ own: DocumentSnapshot, _ others: [DocumentSnapshot]) async throws -> SourceAnswer {
    var found = Found()
    var isComplete = true
    // Backwards from the cursor, then behind it, then the others: a search that is cut has the nearest ones.
    let lines = own.text.lineCount
    isComplete = try search(own, 0..<beginning.line, backwards: true, into: &found, isOwn: true)
    if isComplete, beginning.line + 1 < lines {
      isComplete = try search(own, beginning.line + 1..<lines, into: &found, isOwn: true)
    }
    for other in others where isComplete {
      isComplete = try search(other, 0..<other.text.lineCount, into: &found, isOwn: false)
    }
    let candidates = found.counts.keys.sorted(by: found.precedes).prefix(LineSearch.mostLines).map { line in
      let (count, isNear) = (found.counts[line] ?? 0, found.distances[line] != nil)
      var candidate = Candidate(
        line, signals: CandidateSignals(frequency: min(1, Double(count) / 8), affinity: isNear ? 1 : 0))
      candidate.start = beginning.start
      candidate.detail = count > 1 ? "\(count) lines" : nil
      return candidate
    }
    return SourceAnswer(candidates, isIncomplete: !isComplete || found.counts.count > LineSearch.mostLines)
  }

  /// - Returns: False when time was up, or enough is found.
  private func search(
    _ document: DocumentSnapshot, _ lines: Range<Int>, backwards: Bool = false, into found: inout Found,
    isOwn: Bool
  ) throws -> Bool {
    let text = document.text
    var rest = lines
    while !rest.isEmpty {
      try Task.checkCancellation()
      if clock.now > deadline || found.counts.count > LineSearch.mostFound { return false }
      // As many lines as are in a piece; one that is longer is none that anybody wants whole.
      let piece: Range<Int>
      if backwards {
        let end = text.lineRange(rest.upperBound - 1).upperBound
        let first = text.line(at: max(0, end - LineSearch.pieceBytes))
        piece = min(max(first + 1, rest.lowerBound), rest.upperBound - 1)..<rest.upperBound
        rest = rest.lowerBound..<piece.lowerBound
      } else {
        let start = text.lineRange(rest.lowerBound).lowerBound
        let last = text.line(at: min(text.count, start + LineSearch.pieceBytes))
        piece = rest.lowerBound..<max(rest.lowerBound + 1, min(last, rest.upperBound))
        rest = piece.upperBound..<rest.upperBound
      }
      let bytes = text.lineRange(piece.lowerBound).lowerBound..<text.lineRange(piece.upperBound - 1).upperBound
      if bytes.count > 4 * LineSearch.pieceBytes { continue }
      look(in: text, bytes, from: piece.lowerBound, into: &found, isOwn: isOwn)
    }
    return true
  }

  private func look(
    in text: Text, _ range: Range<Int>, from first: Int, into found: inout Found, isOwn: Bool
  ) {
    let bytes = text.bytes(in: range)
    var secrets: [Range<Int>]?
    var start = bytes.startIndex
    var number = first
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      defer {
        start = end + 1
        number += 1
      }
      guard end - start <= LineBeginning.mostBytes else { continue }
      let written = bytes[start..<end].drop(while: LineBeginning.isSpace)
      guard written.count > beginning.text.count, written.starts(with: beginning.text) else { continue }
      var line = written
      while let last = line.last, LineBeginning.isSpace(last) { line.removeLast() }
      guard line.count > beginning.text.count, let string = String(validating: line, as: UTF8.self) else { continue }
      // What holds a secret is offered nowhere.
      let known = secrets ?? text.secrets(in: range)
      secrets = known
      if known.contains(where: { $0.overlaps(line.startIndex..<line.endIndex) }) { continue }
      found.counts[string, default: 0] += 1
      if isOwn { found.distances[string] = min(found.distances[string] ?? .max, abs(number - beginning.line)) }
    }
  }
}
