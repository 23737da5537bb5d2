import CatchwordRPC

/// The ledger of requests: each must be answered exactly once, and nothing else may be answered.
struct SoakLedger {
  private struct Open {
    let since: ContinuousClock.Instant
    var isCancelled = false
  }

  private var open: [Int: Open] = [:]
  private var lastID = 0
  private(set) var asked = 0
  private(set) var answered = 0
  private(set) var cancelled = 0
  /// The number of answers with at least one item: a server that never offers anything is useless.
  private(set) var lists = 0
  private(set) var twice = 0
  private(set) var unasked = 0
  /// The faults of single answers; only the first few are kept.
  private(set) var problems: [String] = []

  var pending: Int { open.count }

  /// Returns the age of the oldest request without an answer; zero without one.
  func oldest(at now: ContinuousClock.Instant) -> Duration {
    open.values.map(\.since).min().map { now - $0 } ?? .zero
  }

  mutating func ask(_ id: Int, at instant: ContinuousClock.Instant) {
    open[id] = Open(since: instant)
    lastID = max(lastID, id)
    asked += 1
  }

  mutating func cancel(_ id: Int) { open[id]?.isCancelled = true }

  /// Records an answer.
  ///
  /// - Returns: The time since the request; nil for an answer that was not expected.
  mutating func enter(_ answer: JSONValue, at instant: ContinuousClock.Instant) -> Duration? {
    guard let id = answer["id"]?.intValue, (1...max(1, lastID)).contains(id) else {
      unasked += 1
      report("an answer came that nobody asked for: \(answer.json.prefix(200))")
      return nil
    }
    guard let entry = open.removeValue(forKey: id) else {
      twice += 1
      report("request \(id) was answered again: \(answer.json.prefix(200))")
      return nil
    }
    answered += 1
    check(answer, id, entry)
    return instant - entry.since
  }

  private mutating func check(_ answer: JSONValue, _ id: Int, _ entry: Open) {
    guard (answer["result"] == nil) != (answer["error"] == nil) else {
      return report("the answer to request \(id) has not just one of result and error: \(answer.json.prefix(200))")
    }
    let items = answer["result"]?["items"] ?? answer["result"]
    if items?[0] != nil { lists += 1 }
    guard let error = answer["error"] else { return }
    let isCancelled = error["code"]?.intValue == ResponseError.Code.requestCancelled.rawValue
    if isCancelled && entry.isCancelled {
      cancelled += 1
    } else {
      report("request \(id), which is right, was answered \(error.json.prefix(200))")
    }
  }

  private mutating func report(_ problem: String) {
    if problems.count < 10 { problems.append(problem) }
  }
}
