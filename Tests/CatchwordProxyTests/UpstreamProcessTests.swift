import CatchwordCompletion
import CatchwordSources
import Foundation
import TestSupport
import Testing

@testable import CatchwordProxy

/// What is said of a server that has ended, or might as well have.
@Suite(.timeLimit(.minutes(10)))
struct UpstreamProcessTests {
  /// - Parameter clock: By which it is given time to end by itself.
  private func end(of script: String, clock: EngineClock) async -> String {
    let process = UpstreamProcess(
      name: "it", command: ["sh", "-c", script], supervisor: Repository.executable("scripted-server").path,
      clock: clock, log: EventLog())
    while await process.read() != nil {}
    return await process.waitForEnd()
  }

  @Test(
    arguments: [
      ("exit 3", "it ended with status 3."), ("kill -SEGV $$", "it was ended by signal 11."),
      ("exec >&-; exit 3", "it ended with status 3."), ("kill -TERM $$", "it was ended by signal 15."),
    ])
  func itIsSaidHowItEndedByItself(_ script: String, _ expected: String) async {
    // For as long as it takes.
    #expect(await end(of: script, clock: EngineClock(ManualClock())) == expected)
  }

  /// What it is ended by is a signal of ours, which says nothing to the user.
  @Test func oneThatReadsNothingIsSaidToReadNothing() async {
    let process = UpstreamProcess(
      name: "it", command: ["sh", "-c", "exec sleep 1000"],
      supervisor: Repository.executable("scripted-server").path, clock: EngineClock(ManualClock()), log: EventLog())
    process.write(ContiguousArray(repeating: 65, count: (64 << 20) + 1))
    while await process.read() != nil {}
    #expect(await process.waitForEnd() == "it did not read what was written to it and was ended.")
  }

  /// It is ended by us, which is no signal that it had from others.
  @Test func oneThatClosesItsOutputAndGoesOnIsEnded() async throws {
    let time = ManualClock()
    async let end = end(of: "exec >&-; while :; do sleep 1; done", clock: EngineClock(time))
    try await Breather.wait(for: "its patience") { time.nextDeadline != nil }
    time.advance(to: time.now.advanced(by: .seconds(1)))
    #expect(await end == "it closed its output and was ended.")
  }
}
