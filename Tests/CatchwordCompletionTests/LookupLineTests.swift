import CatchwordRPC
import CatchwordText
import Synchronization
import TestSupport
import Testing

@testable import CatchwordCompletion

/// Lookups that are given up faster than they end: nothing to complain of, unless they never do.
struct LookupLineTests {
  /// What a burst of requests led to.
  private struct Outcome {
    var words: [String] = []
    var complaints: [String] = []
    var counts = CompletionScheduler.Counts()
  }

  /// Asks in a burst, each time at another word, and then once more after a while.
  ///
  /// - Parameters:
  ///   - end: How long a lookup goes on that was given up, in milliseconds.
  ///   - pause: How long the last request waits, in milliseconds.
  private func burst(end: Int, pause: Int) -> Outcome {
    let time = VirtualTime()
    let clock = time.engineClock
    let source = ScriptedSource(
      ["name": "source", "words": ["hero"], "after": .int(end), "isDeaf": true], clock: clock, executor: time.executor)
    let log = EventLog()
    let outcome = Box<Outcome>()
    outcome.value = Outcome()
    log.listen { _, message in outcome.update { Self.changed($0) { $0.complaints.append(message) } } }
    let scheduler = CompletionScheduler(sources: [source], clock: clock, executor: time.executor, log: log)
    var document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("he"))
    for number in 1...20 {
      if number == 20 { time.advance(by: .milliseconds(pause)) }
      scheduler.request(
        PendingCompletion(CompletionQuery(document: document, offset: document.text.count)) { update in
          guard case .end(.done(let result)) = update else { return }
          outcome.update { Self.changed($0) { $0.words += result.items.map(\.candidate.text) } }
        })
      time.advance(by: .milliseconds(2))
      if number == 20 { break }
      let place = document.text.count
      let change = TextChange(document.text, replacing: place..<place, with: " he")
      document = document.updated(version: document.version + 1, text: change.after)
      scheduler.documentDidChange(change, in: document)
    }
    time.advance(by: .seconds(100))
    outcome.update { Self.changed($0) { $0.counts = scheduler.counts } }
    return outcome.value ?? Outcome()
  }

  private static func changed(_ outcome: Outcome?, _ change: (inout Outcome) -> Void) -> Outcome? {
    var changed = outcome ?? Outcome()
    change(&changed)
    return changed
  }

  @Test func whatNeedsAMomentToEndIsNotDeaf() {
    let outcome = burst(end: 100, pause: 0)
    #expect(outcome.complaints == [])
    #expect(outcome.words == ["hero"])
    #expect(outcome.counts == CompletionScheduler.Counts())
  }

  @Test func whatEndsNothingForASecondIsLeftAlone() {
    let outcome = burst(end: 20_000, pause: 1000)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.complaints.allSatisfy { $0.contains("does not end the lookups") })
    #expect(outcome.words == [])
    #expect(outcome.counts == CompletionScheduler.Counts())
  }

  /// A line, and how many wait in it.
  private final class SharedLine: Sendable {
    let line = Mutex(LookupLine())
    let waiting = Mutex(0)
  }

  /// The line is not full any more: nobody waits for a lookup that nobody gave up.
  @Test func whenOneOfThoseGivenUpEndsAllWhoWaitBegin() async {
    let shared = SharedLine()
    shared.line.withLock { line in
      for number: UInt64 in 1...4 {
        guard case .now = line.enter(number, now: .zero) else { Issue.record("\(number) has to wait"); continue }
        line.giveUp(number, now: .zero)
      }
    }
    let begun = await withTaskGroup(of: Bool.self) { group in
      for number: UInt64 in [5, 6] {
        group.addTask {
          await withCheckedContinuation { continuation in
            let mustWait = shared.line.withLock { line in
              guard case .later = line.enter(number, now: .zero) else { return false }
              return line.wait(number, continuation)
            }
            guard mustWait else { return continuation.resume(returning: false) }
            let areBothThere = shared.waiting.withLock { count in
              count += 1
              return count == 2
            }
            guard areBothThere else { return }
            for next in shared.line.withLock({ $0.end(1, now: .zero) }) { next.resume(returning: true) }
            // Who is left would wait for ever.
            for left: UInt64 in [5, 6] { shared.line.withLock { $0.leave(left) }?.resume(returning: false) }
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(begun == 2)
  }
}
