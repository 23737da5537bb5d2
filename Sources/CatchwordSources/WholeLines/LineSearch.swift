import CatchwordCompletion
import CatchwordText

/// One search of texts for lines that begin alike.
struct LineSearch: Sendable {
  private struct Found {
    var count = 0
    /// The number of lines from the cursor; nil in another document.
    var distance: Int?
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
    var found: [String: Found] = [:]
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
    let best = found.sorted { left, right in
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      let (near, far) = (left.value.distance ?? .max, right.value.distance ?? .max)
      return near != far ? near < far : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }.prefix(LineSearch.mostLines)
    let candidates = best.map { line, found in
      var candidate = Candidate(
        line,
        signals: CandidateSignals(frequency: min(1, Double(found.count) / 8), affinity: found.distance == nil ? 0 : 1))
      candidate.start = beginning.start
      candidate.detail = found.count > 1 ? "\(found.count) lines" : nil
      return candidate
    }
    return SourceAnswer(candidates, isIncomplete: !isComplete || found.count > LineSearch.mostLines)
  }

  /// - Returns: False when time was up, or enough is found.
  private func search(
    _ document: DocumentSnapshot, _ lines: Range<Int>, backwards: Bool = false, into found: inout [String: Found],
    isOwn: Bool
  ) throws -> Bool {
    let text = document.text
    var rest = lines
    while !rest.isEmpty {
      try Task.checkCancellation()
      if clock.now > deadline || found.count > LineSearch.mostFound { return false }
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
    in text: Text, _ range: Range<Int>, from first: Int, into found: inout [String: Found], isOwn: Bool
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
      var entry = found[string] ?? Found()
      entry.count += 1
      if isOwn { entry.distance = min(entry.distance ?? .max, abs(number - beginning.line)) }
      found[string] = entry
    }
  }
}
