/// Words to search: texts with a number each, added and removed at any time.
///
/// A value: copying it is the snapshot to search while the original changes. Rows are filtered by their
/// `CharacterMask` before anything else is looked at.
public struct CandidateIndex: Sendable {
  /// One candidate's handle; it stays valid until the candidate is removed.
  public typealias Row = Int

  private var texts: ContiguousArray<String> = []
  private var masks: ContiguousArray<UInt64> = []
  private var vacant: [Row] = []

  /// An empty index.
  public init() {}

  /// The number of candidates.
  public var count: Int { texts.count - vacant.count }

  /// Adds a candidate; equal texts are candidates of their own.
  ///
  /// - Complexity: O(length of `text`), amortised.
  public mutating func insert(_ text: String) -> Row {
    let mask = CharacterMask(text.unicodeScalars).bits
    if let row = vacant.popLast() {
      texts[row] = text
      masks[row] = mask
      return row
    }
    texts.append(text)
    masks.append(mask)
    return texts.count - 1
  }

  /// Removes a candidate.
  public mutating func remove(_ row: Row) {
    texts[row] = ""
    masks[row] = 0
    vacant.append(row)
  }

  /// The text of a candidate.
  public subscript(row: Row) -> String { texts[row] }

  /// Finds the candidates that match a pattern, in no particular order.
  ///
  /// - Parameters:
  ///   - pattern: What was typed; when it is empty, every candidate matches.
  ///   - body: Called with each match. It returns the least quality that is still of interest, so that candidates that
  ///     cannot reach it need not be looked at closely; 0 for all.
  /// - Returns: False when candidates were passed over because they could not reach the quality that `body` wanted.
  /// - Throws: `CancellationError` when the current task is cancelled, looked at every 1024 rows.
  /// - Complexity: O(*n*) with a small constant, plus O(matches).
  @discardableResult
  public func forEachMatch(of pattern: Pattern, _ body: (Row, MatchScore) -> Double) throws -> Bool {
    var matcher = Matcher(pattern)
    let wanted = pattern.mask.bits
    var least = 0.0
    var isComplete = true
    for row in masks.indices {
      if row & 1023 == 0 { try Task.checkCancellation() }
      guard masks[row] & wanted == wanted, !texts[row].isEmpty else { continue }
      if least >= Matcher.bestWithoutPrefix, !pattern.mayBeginWith(texts[row]) {
        isComplete = false
        continue
      }
      guard let score = matcher.score(texts[row]) else { continue }
      least = body(row, score)
    }
    return isComplete
  }
}
