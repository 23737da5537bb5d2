import CatchwordRPC
import CatchwordText
import Synchronization
import TestSupport
import Testing

@testable import CatchwordCompletion

/// How long a request waits, by default settings and in virtual time: the best so far at the budget, but nothing only after
/// the second limit.
struct CompletionPhasesTests {
  /// When a request was answered, in milliseconds, and with what.
  private struct Answer: Equatable, CustomStringConvertible {
    let time: Int
    let words: [String]
    var description: String { "\(words) after \(time) ms" }
  }

  /// A scheduler, and what came of its requests.
  private struct Bench {
    let time = VirtualTime()
    let clock: EngineClock
    let scheduler: CompletionScheduler
    let answers = Box<[Answer]>()
    let changes = Box<[Int]>()
    var document: DocumentSnapshot
    /// The requests, in order.
    private(set) var requests: [PendingCompletion] = []

    init(_ scripts: [JSONValue], text: String = "he", emptyBudget: Duration? = nil) {
      let (time, clock) = (time, time.engineClock)
      self.clock = clock
      var settings = CompletionSettings()
      settings.emptyBudget = emptyBudget ?? settings.emptyBudget
      scheduler = CompletionScheduler(
        sources: scripts.map { ScriptedSource($0, clock: clock, executor: time.executor) },
        settings: settings, clock: clock, executor: time.executor)
      document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(text))
    }

    mutating func ask(
      waitsForAll: Bool = false, isTyping: Bool = false, trigger: CompletionTrigger = .invoked
    ) {
      let now: @Sendable () -> Int = { [clock] in Int(clock.now / .milliseconds(1)) }
      let completion = PendingCompletion(
        CompletionQuery(document: document, offset: document.text.count, trigger: trigger, isTyping: isTyping),
        waitsForAll: waitsForAll, onChange: { [changes] in changes.update { ($0 ?? []) + [now()] } }
      ) { [answers] update in
        guard case .end(let ending) = update else { return }
        let answer = Answer(time: now(), words: ending.result.items.map(\.candidate.text))
        answers.update { ($0 ?? []) + [answer] }
      }
      requests.append(completion)
      scheduler.request(completion)
      time.settle()
    }

    mutating func type(_ text: String) {
      let end = document.text.count
      let change = TextChange(document.text, replacing: end..<end, with: text)
      document = document.updated(version: document.version + 1, text: change.after)
      scheduler.documentDidChange(change, in: document)
      time.settle()
    }

    func wait(_ milliseconds: Int) { time.advance(by: .milliseconds(milliseconds)) }
  }

  /// Two requests for one place and one list are answered with it, whatever brought them about.
  @Test func bothWhoWaitForAListGetIt() {
    var bench = Bench([
      ["name": "words", "after": 200, "words": ["hero"]], ["name": "slow", "after": 450, "words": ["x"]],
    ])
    bench.scheduler.settings.policy = .anchor
    bench.ask()
    bench.ask(trigger: .automatic)
    bench.wait(1000)
    #expect(bench.answers.value == [Answer(time: 200, words: ["hero"]), Answer(time: 200, words: ["hero"])])
  }

  @Test func aChangedBudgetHoldsFromTheNextRequestOn() {
    var bench = Bench([["name": "words", "words": ["hero"]], ["name": "slow", "after": 900, "words": ["help"]]])
    bench.ask()
    bench.wait(100)
    bench.scheduler.settings.budget = .milliseconds(300)
    bench.type("r")
    bench.ask()
    bench.wait(2000)
    #expect(bench.answers.value == [Answer(time: 30, words: ["hero"]), Answer(time: 400, words: ["hero"])])
  }

  /// Who asks by hand at a place where a list is awaited that comes up by itself gets one of their own, and the reverse.
  @Test(arguments: [false, true]) func whoAsksByHandGetsNoListByTyping(_ isTypingFirst: Bool) {
    var bench = Bench(
      [["name": "words", "after": 200, "words": ["theory@"]], ["name": "slow", "after": 600, "words": ["x@"]]],
      text: "the end.\nheo")
    bench.ask(isTyping: isTypingFirst)
    bench.wait(50)
    bench.ask(isTyping: !isTypingFirst)
    bench.wait(1000)
    let answers = bench.answers.value ?? []
    #expect(answers.count == 2)
    #expect(answers.first?.words.count == 1 && answers.first?.time == 200, "\(answers)")
    #expect(answers.last?.words == [], "\(answers)")
  }

  @Test(
    arguments: [
      // Something is there: it leaves at the budget.
      ([("words", 0), ("slow", 200)], 30, ["hero"]),
      ([("words", 29), ("slow", 200)], 30, ["hero"]),
      // Nothing is: the first list that is not empty.
      ([("words", 200), ("slow", 300)], 200, ["hero"]),
      ([("words", 499), ("slow", 600)], 499, ["hero"]),
      // Nothing comes in time.
      ([("words", 501), ("slow", 600)], 500, []),
      // What comes does not fit, and does not count.
      ([("zebra", 0), ("words", 300), ("slow", 400)], 300, ["hero"]),
      // All have ended.
      ([("zebra", 0), ("zebra", 40)], 40, []),
      ([("zebra", 10), ("none", 20)], 20, []),
    ] as [([(String, Int)], Int, [String])])
  func theFirstAnswerLeaves(sources: [(String, Int)], time: Int, words: [String]) {
    let offers: [String: JSONValue] = ["words": ["hero"], "slow": ["hello"], "zebra": ["zebra"], "none": []]
    var bench = Bench(
      sources.enumerated().map { index, source in
        ["name": .string("s\(index)"), "words": offers[source.0] ?? [], "after": .int(source.1)]
      })
    bench.ask()
    bench.wait(10_000)
    #expect(bench.answers.value == [Answer(time: time, words: words)])
    #expect(bench.scheduler.counts == CompletionScheduler.Counts())
  }

  /// `theory` only looks like what was typed. `words` answers from memory, and `slow` does not.
  @Test(
    arguments: [
      // A list without a beginning waits for what memory has, and for nothing slower.
      ([("loose", 0), ("words", 200)], false, 200, ["hero", "theory"]),
      ([("loose", 0), ("none", 200), ("slow", 900)], false, 200, ["theory"]),
      ([("loose", 0), ("slow", 200)], false, 30, ["theory"]),
      // A list with one does not.
      ([("slow", 0), ("words", 200)], false, 30, ["hello"]),
      // Who asks by hand, and will not ask again, waits beyond the second limit,
      ([("loose", 0), ("words", 900)], false, 900, ["hero", "theory"]),
      ([("words", 900)], false, 900, ["hero"]),
      ([("words", 900), ("slow", 1200)], false, 900, ["hero"]),
      ([("none", 900), ("slow", 1200)], false, 900, []),
      ([("words", 900), ("slow", 700)], false, 700, ["hello"]),
      // and at most for its deadline;
      ([("words", 9000), ("slow", 9000)], false, 5000, []),
      ([("loose", 0), ("words", 9000)], false, 5000, ["theory"]),
      // who only types on does not.
      ([("words", 900)], true, 500, []),
    ] as [([(String, Int)], Bool, Int, [String])])
  func whatOnlyLooksAlikeWaitsForMemory(sources: [(String, Int)], isTyping: Bool, time: Int, words: [String]) {
    let offers: [String: JSONValue] = ["words": ["hero"], "slow": ["hello"], "loose": ["theory"], "none": []]
    let scripts: [JSONValue] = sources.map { name, after in
      [
        "name": .string(name), "words": offers[name] ?? [], "after": .int(after),
        "isAwaited": .bool(["words", "none"].contains(name)),
      ]
    }
    for hasCompany in [false, true] {
      // In prose a list comes up by itself behind three letters.
      var bench = Bench(scripts, text: isTyping ? "the end.\nher" : "the end.\nhe")
      bench.ask(isTyping: isTyping)
      // One who takes parts waits in the same task, and has all of it in the end.
      if hasCompany { bench.ask(waitsForAll: true, isTyping: isTyping) }
      bench.wait(10_000)
      #expect(bench.answers.value?.first == Answer(time: time, words: words), "\(hasCompany)")
      #expect(bench.answers.value?.count == (hasCompany ? 2 : 1))
      #expect(bench.scheduler.counts == CompletionScheduler.Counts())
    }
  }

  @Test func aSecondLimitWithinTheBudgetIsTheBudget() {
    var bench = Bench([["words": ["hero"], "after": 200]], emptyBudget: .milliseconds(1))
    bench.ask()
    bench.wait(1000)
    #expect(bench.answers.value == [Answer(time: 30, words: [])])
  }

  @Test func somethingNewerEndsTheWait() {
    var bench = Bench([["words": ["hero"], "after": 200]])
    bench.ask()
    bench.wait(100)
    bench.type("r")
    #expect(bench.answers.value == [Answer(time: 100, words: [])])
    bench.ask()
    bench.wait(1000)
    #expect(bench.answers.value?.last == Answer(time: 300, words: ["hero"]))
  }

  @Test func whoJoinsWaitsTogether() {
    var bench = Bench([["words": ["hero"], "after": 200]])
    bench.ask()
    bench.wait(100)
    bench.ask()
    bench.wait(1000)
    #expect(bench.answers.value == [Answer(time: 200, words: ["hero"]), Answer(time: 200, words: ["hero"])])
  }

  @Test func whoJoinsThoseThatWaitForAllHasALimitOfItsOwn() {
    var bench = Bench([["words": ["hero"], "after": 2000]])
    bench.ask(waitsForAll: true)
    bench.wait(100)
    bench.ask()
    bench.wait(3000)
    #expect(bench.answers.value == [Answer(time: 600, words: []), Answer(time: 2000, words: ["hero"])])
  }

  @Test func aChangeIsToldOnce() {
    var bench = Bench([
      ["name": "fast", "words": ["hello"]], ["name": "slow", "words": ["hero"], "after": 200, "anchor": true],
      ["name": "slower", "words": ["help"], "after": 300, "anchor": true],
    ])
    bench.ask()
    bench.wait(1000)
    #expect(bench.answers.value == [Answer(time: 30, words: ["hello"])])
    #expect(bench.changes.value == [200])
  }

  /// One client takes a list in parts, and another one whole: both wait in the same task, and one is answered before.
  @Test func aChangeIsToldBesideARequestThatWaitsForAll() {
    var bench = Bench([
      ["name": "fast", "words": ["hello"]], ["name": "slow", "words": ["hero"], "after": 200, "anchor": true],
    ])
    bench.ask(waitsForAll: true)
    bench.ask()
    bench.wait(1000)
    #expect(
      bench.answers.value == [Answer(time: 30, words: ["hello"]), Answer(time: 200, words: ["hero", "hello"])])
    #expect(bench.changes.value == [200])
  }

  @Test func whoHasAskedAgainIsNotToldOfTheListBefore() {
    var bench = Bench([
      ["name": "fast", "words": ["hello"]], ["name": "slow", "words": ["hero"], "after": 200, "anchor": true],
    ])
    bench.ask(waitsForAll: true)
    bench.ask()
    bench.wait(100)
    bench.ask(waitsForAll: true)
    bench.wait(1000)
    #expect(bench.answers.value?.map(\.time) == [30, 200, 200])
    #expect(bench.changes.value == nil)
  }

  @Test(arguments: [["hello"], ["zebra"], []])
  func whatBringsNothingNewIsNoChange(words: [JSONValue]) {
    var bench = Bench([
      ["name": "fast", "words": ["hello"]], ["name": "slow", "words": .array(words), "after": 200, "anchor": true],
    ])
    bench.ask()
    bench.wait(1000)
    #expect(bench.changes.value == nil)
  }

  @Test func anythingNewerEndsTheInterest() {
    for isEdit in [true, false] {
      var bench = Bench([
        ["name": "fast", "words": ["hello"]], ["name": "slow", "words": ["hero"], "after": 200, "anchor": true],
      ])
      bench.ask()
      bench.wait(40)
      if isEdit { bench.type("l") } else { bench.scheduler.documentDidClose(uri: "a") }
      bench.wait(1000)
      #expect(bench.changes.value == nil)
      #expect(bench.scheduler.counts == CompletionScheduler.Counts())
    }
  }

  @Test func aCancellationBehindTheClosingLeavesNothing() {
    var bench = Bench([["words": ["hero"]]])
    bench.ask()
    bench.scheduler.documentDidClose(uri: "a")
    bench.scheduler.cancel(bench.requests[0])
    bench.wait(1000)
    #expect(bench.scheduler.state.withLock { $0.documents.isEmpty })
  }
}
