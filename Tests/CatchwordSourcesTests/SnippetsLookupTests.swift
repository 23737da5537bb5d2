import CatchwordCompletion
import CatchwordText
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

/// Lookups that wait while documents of many other languages are opened.
@Suite(.timeLimit(.minutes(10)))
struct SnippetsLookupTests {
  /// A clock that stands still, and says each time that it is read.
  private struct WatchedClock: Clock {
    let clock = ManualClock()
    let onRead: @Sendable () -> Void

    var now: ManualClock.Instant {
      onRead()
      return clock.now
    }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  /// A language that is wanted is read also when so many come after it that the list of them begins anew.
  @Test func aLanguageThatIsForgottenMeanwhileIsReadAllTheSame() {
    let contents = ["/s/python.snippets": ContiguousArray("snippet t\n\tx\n".utf8)]
    let time = VirtualTime()
    let held = DeterministicExecutor()
    let lookups = Box<[Task<Void, Never>]>()
    let reads = Mutex(0)
    // Whoever asks for the time without end is stopped, so that the test ends.
    let clock = WatchedClock {
      let count = reads.withLock { reads in
        reads += 1
        return reads
      }
      if count > 10_000 { for lookup in lookups.value ?? [] { lookup.cancel() } }
    }
    let source = SnippetsSource(
      settings: SnippetsSettings(locations: [.init(path: "/s")], readsWorkspace: false),
      files: SnippetDisk(contents).files, clock: EngineClock(clock), executor: held)
    let answers = Box<[String: [String]]>()
    let ask = { (language: String) in
      let document = DocumentSnapshot(uri: "a", languageID: language, version: 1, text: Text("t"))
      let lookup = Task(executorPreference: time.executor) {
        let answer = try? await source.completions(for: CompletionQuery(document: document, offset: 1))
        answers.update { ($0 ?? [:]).merging([language: answer?.candidates.map(\.shown) ?? ["none"]]) { $1 } }
      }
      lookups.update { ($0 ?? []) + [lookup] }
      time.settle()
    }
    // The files of the first are being read when the one that matters is asked for, and a hundred others.
    ask("first")
    ask("python")
    for number in 0...100 { ask("other\(number)") }
    #expect(answers.value == nil)
    for _ in 0..<10 {
      held.drain()
      time.settle()
    }
    #expect(answers.value?["python"] == ["t"])
    #expect(answers.value?.count == 103)
  }
}
