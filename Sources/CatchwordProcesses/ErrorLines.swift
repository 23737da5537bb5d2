package import CatchwordCompletion
import Synchronization

/// What a program writes to its standard error, on its way to the log: line by line, and never much of it.
struct ErrorLines {
  /// The longest line that is shown whole, in bytes.
  static let maximumLength = 2000
  /// How many lines are shown in one interval.
  static let maximumLines = 20
  /// After how long so many lines may be shown again.
  static let interval = Duration.seconds(10)

  private let name: String
  private let log: EventLog
  private let budget: ErrorLineBudget
  /// When this process was started, by the budget's clock.
  private let start: Duration
  private var lines = LineSplitter(maximumLength: ErrorLines.maximumLength)

  /// - Parameter budget: What may be shown, together with the other processes that it is given to.
  init(name: String, log: EventLog, budget: ErrorLineBudget = ErrorLineBudget()) {
    self.name = name
    self.log = log
    self.budget = budget
    start = budget.clock.now
  }

  /// Takes what has come.
  mutating func append(_ bytes: ContiguousArray<UInt8>.SubSequence, now: Duration) {
    for line in lines.append(bytes) { show(line, now: now) }
  }

  /// Shows what came after the last line end, and how much was not shown.
  mutating func end(now: Duration) {
    if let line = lines.end() { show(line, now: now) }
    // What is left of a program that is started for each question is told once the next lines may be shown.
    if !budget.isShared { report(left: budget.takeLeft()) }
  }

  private func show(_ line: LineSplitter.Line, now: Duration) {
    let text = String(
      String.UnicodeScalarView(line.text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 || $0 == "\t" }))
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    let (isShown, left) = budget.take(now: start + now)
    report(left: left)
    guard isShown else { return }
    log.report(.info, "\(name): \(text)\(line.isCut ? "…" : "")")
  }

  private func report(left: Int) {
    if left > 0 { log.report(.info, "\(name): … and \(left) more lines, which are not shown.") }
  }
}

/// How many lines may still be shown of what a program writes to its standard error: of one process, or of all that are
/// started one after another, so that a program that is started for each question has no more than one that stays.
package final class ErrorLineBudget: Sendable {
  private struct State {
    var intervalStart: Duration?
    var shown = 0
    var left = 0
  }

  let clock: EngineClock
  /// True when several processes have it.
  let isShared: Bool
  private let state = Mutex(State())

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - clock: What processes that begin at different times are compared by.
  ///   - isShared: True when several processes have it.
  package init(clock: EngineClock = EngineClock(), isShared: Bool = false) {
    self.clock = clock
    self.isShared = isShared
  }

  /// Takes a line.
  ///
  /// - Returns: Whether it may be shown, and how many were left out before it that have not been told.
  func take(now: Duration) -> (isShown: Bool, left: Int) {
    state.withLock { state in
      var left = 0
      if state.intervalStart.map({ now - $0 >= ErrorLines.interval }) ?? true {
        (left, state) = (state.left, State(intervalStart: now))
      }
      if state.shown < ErrorLines.maximumLines {
        state.shown += 1
        return (true, left)
      }
      state.left += 1
      return (false, left)
    }
  }

  /// How many were left out that have not been told.
  func takeLeft() -> Int {
    state.withLock { state in
      defer { state.left = 0 }
      return state.left
    }
  }
}
