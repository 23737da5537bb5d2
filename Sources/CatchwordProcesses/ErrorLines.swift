package import CatchwordCompletion
import Synchronization

/// Passes a program's standard error to the log, line by line, up to a limit of lines per interval.
struct ErrorLines {
  /// The maximum length of a line that is shown whole, in bytes.
  static let maximumLength = 2000
  /// The maximum number of lines that are shown in one interval.
  static let maximumLines = 20
  /// The interval after which that number of lines may be shown again.
  static let interval = Duration.seconds(10)
  /// The maximum number of bytes after the last line that was shown that are read at once, as much as a pipe holds.
  static let maximumUnshown = 64 * 1024

  private let name: String
  private let log: EventLog
  private let budget: ErrorLineBudget
  private var lines = LineSplitter(maximumLength: ErrorLines.maximumLength)
  /// The number of bytes after the last line that was shown.
  private var unshown = 0

  /// True when so much has come of which nothing is shown that the rest may wait.
  var isFlood: Bool { unshown > ErrorLines.maximumUnshown }

  /// - Parameter budget: The budget of lines, possibly shared with other processes.
  init(name: String, log: EventLog, budget: ErrorLineBudget = ErrorLineBudget()) {
    self.name = name
    self.log = log
    self.budget = budget
  }

  /// Adds bytes, and shows the lines that they complete.
  mutating func append(_ bytes: ContiguousArray<UInt8>.SubSequence) {
    unshown += bytes.count
    for line in lines.append(bytes) { show(line) }
    if isFlood, budget.isFirstFlood() {
      log.report(.warning, "\(name) writes too much to its standard error, which is read slowly from now on.")
    }
  }

  /// Shows the rest after the last line end, and the number of lines that were not shown.
  mutating func end() {
    if let line = lines.end() { show(line) }
    // For a program that is started for each request, that number is reported when the next lines may be shown.
    if !budget.isShared { report(left: budget.takeLeft()) }
  }

  private mutating func show(_ line: LineSplitter.Line) {
    let text = String(
      String.UnicodeScalarView(line.text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 || $0 == "\t" }))
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    let (isShown, left) = budget.take()
    report(left: left)
    guard isShown else { return }
    unshown = 0
    log.report(.info, "\(name): \(text)\(line.isCut ? "…" : "")")
  }

  private func report(left: Int) {
    if left > 0 { log.report(.info, "\(name): … and \(left) more lines, which are not shown.") }
  }
}

/// The budget of lines from a program's standard error: for one process, or for all that are started one after another,
/// so that a program that is started for each request may show no more than one that keeps running.
package final class ErrorLineBudget: Sendable {
  private struct State {
    var intervalStart: Duration?
    var shown = 0
    var left = 0
    var hadFlood = false
  }

  private let clock: EngineClock
  /// True when several processes share the budget.
  let isShared: Bool
  private let state = Mutex(State())

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the intervals.
  ///   - isShared: True when several processes share the budget.
  package init(clock: EngineClock = EngineClock(), isShared: Bool = false) {
    self.clock = clock
    self.isShared = isShared
  }

  /// Spends one line of the budget, if there is one.
  ///
  /// - Returns: True when the line may be shown, and the number of lines left out before it that are not reported yet.
  func take() -> (isShown: Bool, left: Int) {
    let now = clock.now
    return state.withLock { state in
      var left = 0
      if state.intervalStart.map({ now - $0 >= ErrorLines.interval }) ?? true {
        (left, state) = (state.left, State(intervalStart: now, hadFlood: state.hadFlood))
      }
      if state.shown < ErrorLines.maximumLines {
        state.shown += 1
        return (true, left)
      }
      state.left += 1
      return (false, left)
    }
  }

  /// Returns true once, when a process has written too much for the first time.
  func isFirstFlood() -> Bool {
    state.withLock { state in
      defer { state.hadFlood = true }
      return !state.hadFlood
    }
  }

  /// Returns the number of lines left out that are not reported yet, and resets it.
  func takeLeft() -> Int {
    state.withLock { state in
      defer { state.left = 0 }
      return state.left
    }
  }
}
