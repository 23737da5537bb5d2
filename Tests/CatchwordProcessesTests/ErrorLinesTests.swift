import CatchwordCompletion
import TestSupport
import Testing

@testable import CatchwordProcesses

/// How many lines of a program's standard error are shown.
struct ErrorLinesTests {
  private let clock = ManualClock()
  private let messages = LoggedMessages()

  /// The lines of one run of a program.
  private func run(_ count: Int, _ budget: ErrorLineBudget) {
    var errors = ErrorLines(name: "it", log: messages.log, budget: budget)
    for number in 0..<count { errors.append(ContiguousArray("line \(number)\n".utf8)[...]) }
    errors.end()
  }

  /// However long each of them takes to begin: the intervals are those of one clock.
  @Test func runsOneAfterAnotherShareTheLimit() {
    let budget = ErrorLineBudget(clock: EngineClock(clock), isShared: true)
    clock.advance(to: clock.now.advanced(by: .seconds(60)))
    for _ in 0..<3 { run(15, budget) }
    #expect(messages.all.count == ErrorLines.maximumLines)
    clock.advance(to: clock.now.advanced(by: ErrorLines.interval))
    run(1, budget)
    #expect(
      messages.all.dropFirst(ErrorLines.maximumLines) == [
        "it: … and 25 more lines, which are not shown.", "it: line 0",
      ])
  }

  /// Of whatever it consists: lines that are not shown any more, empty ones, and one that does not end.
  @Test(arguments: ["line\n", "\n", "x"])
  func whoeverWritesTooMuchIsAFloodAndThatIsSaidOnce(piece: String) {
    let budget = ErrorLineBudget(clock: EngineClock(clock), isShared: true)
    let bytes = ContiguousArray(String(repeating: piece, count: 40_000 / piece.utf8.count).utf8)
    for _ in 0..<2 {
      var errors = ErrorLines(name: "it", log: messages.log, budget: budget)
      errors.append(bytes[...])
      #expect(!errors.isFlood)
      for _ in 0..<2 { errors.append(bytes[...]) }
      #expect(errors.isFlood)
    }
    let warning = "it writes too much to its standard error, which is read slowly from now on."
    #expect(messages.all.filter { $0 == warning }.count == 1)
  }

  @Test func whoeverIsShownAgainIsNoFlood() {
    var errors = ErrorLines(name: "it", log: messages.log, budget: ErrorLineBudget(clock: EngineClock(clock)))
    let bytes = ContiguousArray(String(repeating: "line\n", count: 20_000).utf8)
    for _ in 0..<2 { errors.append(bytes[...]) }
    #expect(errors.isFlood)
    clock.advance(to: clock.now.advanced(by: ErrorLines.interval))
    errors.append(ContiguousArray("line\n".utf8)[...])
    #expect(!errors.isFlood)
  }

  @Test func aRunOfItsOwnSaysAtItsEndWhatItDidNotShow() {
    run(25, ErrorLineBudget(clock: EngineClock(clock)))
    #expect(messages.all.count == ErrorLines.maximumLines + 1)
    #expect(messages.all.last == "it: … and 5 more lines, which are not shown.")
  }
}
