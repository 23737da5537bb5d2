import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import Synchronization
import TestSupport
import Testing

/// Random streams of requests, cancellations, edits and time, against what must hold for all of them.
struct SchedulerTests {
  private static let scripts: [JSONValue] = [
    ["name": "fast", "words": ["alpha", "alto"]],
    ["name": "slow", "words": ["almond"], "after": 70, "anchor": true],
    ["name": "slower", "words": ["albatross"], "after": 45, "isIncomplete": true],
    ["name": "broken", "fails": "always", "after": 10],
    ["name": "stuck", "words": ["never"], "after": 100_000, "deadline": 200],
    ["name": "deaf", "words": ["late"], "after": 300, "isDeaf": true],
  ]

  @Test(arguments: [IdentityPolicy.cursor, .anchor])
  func everyRequestIsAnsweredOnceOrCancelled(policy: IdentityPolicy) {
    var random = SeededRandom()
    for _ in 0..<30 {
      let time = VirtualTime()
      var settings = CompletionSettings()
      settings.policy = policy
      let scheduler = CompletionScheduler(
        sources: Self.scripts.map { ScriptedSource($0, clock: time.engineClock, executor: time.executor) },
        settings: settings, clock: time.engineClock, executor: time.executor)
      var client = RandomClient(scheduler: scheduler, time: time)
      for _ in 0..<120 { client.step(&random) }
      time.advance(by: .seconds(200))
      client.check()
      #expect(scheduler.counts == CompletionScheduler.Counts())
    }
  }

  @Test func aClosedDocumentTakesItsTasksWithIt() {
    let time = VirtualTime()
    let source = ScriptedSource(["words": ["hero"], "after": 1000], clock: time.engineClock)
    let scheduler = CompletionScheduler(sources: [source], clock: time.engineClock, executor: time.executor)
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("he"))
    let answers = Log()
    scheduler.request(
      PendingCompletion(CompletionQuery(document: document, offset: 2)) { update in
        guard case .end(let ending) = update else { return }
        if case .stale(let result) = ending { answers.add("stale \(result.items.count) \(result.isIncomplete)") }
      })
    time.settle()
    scheduler.documentDidClose(uri: "a")
    time.settle()
    #expect(answers.entries == ["stale 0 true"])
    #expect(scheduler.counts == CompletionScheduler.Counts())
  }

  /// A timer that is replaced is cancelled outside the scheduler's lock: else what its cancellation runs would end the
  /// process, or wait for ever.
  @Test func whatATimersCancellationRunsMayAskTheScheduler() {
    let time = VirtualTime()
    let box = Box<CompletionScheduler>()
    let calls = Box<Int>()
    let clock = EngineClock(
      HookedClock(clock: time.clock) {
        guard let scheduler = box.value else { return }
        _ = scheduler.settings
        calls.update { ($0 ?? 0) + 1 }
      })
    let source = ScriptedSource(["words": ["hero"], "after": 4000], clock: time.engineClock)
    let scheduler = CompletionScheduler(sources: [source], clock: clock, executor: time.executor)
    box.value = scheduler
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("he"))
    for _ in 1...2 {
      scheduler.request(PendingCompletion(CompletionQuery(document: document, offset: 2)) { _ in })
      // The request is answered, and the timer is set to the end of the source's patience, which is later.
      time.advance(by: .seconds(1))
    }
    #expect(calls.value ?? 0 > 0)
    box.value = nil
  }

  @Test func requestsAreFoundByDocumentAndCursor() {
    let time = VirtualTime()
    let source = ScriptedSource(["words": ["hero"], "after": 1000], clock: time.engineClock)
    let scheduler = CompletionScheduler(sources: [source], clock: time.engineClock, executor: time.executor)
    let requests = [("a", 2), ("b", 1), ("a", 2)].map { uri, offset in
      let document = DocumentSnapshot(uri: uri, languageID: "plaintext", version: 1, text: Text("he"))
      return PendingCompletion(CompletionQuery(document: document, offset: offset)) { _ in }
    }
    requests.forEach(scheduler.request)
    func numbers(in uri: String, at offset: Int? = nil) -> [Int?] {
      scheduler.requests(in: uri, at: offset).map { found in requests.firstIndex { $0 === found } }
    }
    #expect(numbers(in: "a") == [0, 2])
    #expect(numbers(in: "a", at: 2) == [0, 2])
    #expect(numbers(in: "a", at: 1) == [])
    #expect(numbers(in: "b") == [1])
    scheduler.cancel(requests[1])
    #expect(numbers(in: "b") == [])
    #expect(requests.map(\.isFinished) == [false, true, false])
    time.advance(by: .seconds(2))
    #expect(numbers(in: "a") == [])
    #expect(requests.map(\.isFinished) == [true, true, true])
  }

  @Test func shuttingDownCancelsEverythingSilently() {
    let time = VirtualTime()
    let source = ScriptedSource(["words": ["hero"], "after": 1000], clock: time.engineClock)
    let scheduler = CompletionScheduler(sources: [source], clock: time.engineClock, executor: time.executor)
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("he"))
    for number in 1...3 {
      scheduler.request(
        PendingCompletion(CompletionQuery(document: document, offset: number % 3)) {
          if case .end(.done) = $0 { Issue.record("answered") }
        })
    }
    scheduler.shutDown()
    time.advance(by: .seconds(10))
    #expect(scheduler.counts == CompletionScheduler.Counts())
  }
}

/// A client that does anything, and remembers what it is owed.
private struct RandomClient {
  let scheduler: CompletionScheduler
  let time: VirtualTime
  private var document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("one two al"))
  private var next: UInt64 = 0
  private var open: [UInt64: PendingCompletion] = [:]
  private var cancelled: Set<UInt64> = []
  private let answers = Answers()

  init(scheduler: CompletionScheduler, time: VirtualTime) {
    self.scheduler = scheduler
    self.time = time
  }

  mutating func step(_ random: inout SeededRandom) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: request(at: document.text.count - Int.random(in: 0...2, using: &random))
    case 4: request(at: Int.random(in: 0...document.text.count, using: &random))
    case 5: type("l")
    case 6: edit(&random)
    case 7:
      let open = open.keys.filter { !cancelled.contains($0) }.sorted()
      if let id = open.randomElement(using: &random) { cancel(id) }
    case 8: if Int.random(in: 0..<8, using: &random) == 0 { scheduler.documentDidClose(uri: "a") }
    default: time.advance(by: .milliseconds(Int.random(in: 0...60, using: &random)))
    }
  }

  private mutating func request(at offset: Int) {
    next += 1
    let id = next
    let query = CompletionQuery(document: document, offset: offset)
    let completion = PendingCompletion(query) { [answers] update in
      guard case .end(let ending) = update else { return }
      answers.note(id)
      // Whatever came late, the answer is for the place that was asked about.
      #expect(ending.result.query.offset == query.offset)
      #expect(ending.result.query.document.version == query.document.version)
    }
    open[id] = completion
    scheduler.request(completion)
  }

  private mutating func type(_ text: String) { apply(document.text.count..<document.text.count, text) }

  private mutating func edit(_ random: inout SeededRandom) {
    let start = Int.random(in: 0...document.text.count, using: &random)
    let end = min(document.text.count, start + Int.random(in: 0...2, using: &random))
    apply(start..<end, random.text(upTo: 2))
  }

  private mutating func apply(_ range: Range<Int>, _ text: String) {
    let change = TextChange(document.text, replacing: range, with: text)
    document = document.updated(version: document.version + 1, text: change.after)
    scheduler.documentDidChange(change, in: document)
  }

  private mutating func cancel(_ id: UInt64) {
    cancelled.insert(id)
    if let completion = open[id] { scheduler.cancel(completion) }
  }

  func check() {
    let counts = answers.counts
    for id in open.keys {
      let count = counts[id] ?? 0
      // A request that was answered and cancelled in either order is answered at most once.
      #expect(cancelled.contains(id) ? count <= 1 : count == 1, "request \(id) was answered \(count) times")
    }
  }
}

private final class Answers: Sendable {
  private let storage = Mutex<[UInt64: Int]>([:])

  var counts: [UInt64: Int] { storage.withLock { $0 } }

  func note(_ id: UInt64) { storage.withLock { $0[id, default: 0] += 1 } }
}

/// A clock that tells when a wait is cancelled.
private struct HookedClock: Clock {
  let clock: ManualClock
  let onCancel: @Sendable () -> Void

  var now: ManualClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await withTaskCancellationHandler {
      try await clock.sleep(until: deadline, tolerance: tolerance)
    } onCancel: {
      onCancel()
    }
  }
}
