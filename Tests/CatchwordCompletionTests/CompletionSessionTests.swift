import CatchwordText
import Testing

@testable import CatchwordCompletion

/// The decisions of the task rule, one by one, without tasks or time.
struct CompletionSessionTests {
  private func document(_ text: String, version: Int = 1) -> DocumentSnapshot {
    DocumentSnapshot(uri: "a", languageID: "plaintext", version: version, text: Text(text))
  }

  private func waiter(
    _ document: DocumentSnapshot, limit: Int = 100, onChange: (@Sendable () -> Void)? = nil
  ) -> PendingCompletion {
    let query = CompletionQuery(document: document, offset: document.text.count, limit: limit)
    return PendingCompletion(query, onChange: onChange) { _ in }
  }

  private func eligibleSource(
    _ index: Int = 0, anchored: Bool = false, delay: Duration? = nil, median: Duration = .zero, generation: Int = 0
  ) -> CompletionSession.EligibleSource {
    .init(
      index: index,
      descriptor: SourceDescriptor(name: "s\(index)", delay: delay, dependsOnlyOnAnchor: anchored),
      generation: generation, delay: median)
  }

  private func session(_ policy: IdentityPolicy = .cursor) -> CompletionSession {
    var settings = CompletionSettings()
    settings.policy = policy
    return CompletionSession(settings: settings)
  }

  private func typing(_ text: String, after document: DocumentSnapshot) -> (TextChange, DocumentSnapshot) {
    let end = document.text.count
    let change = TextChange(document.text, replacing: end..<end, with: text)
    return (change, document.updated(version: document.version + 1, text: change.after))
  }

  @Test func theFirstLookupOfAnAnchorStartsAtOnceAndRepeatedOnesWait() {
    var session = session()
    var document = document("h")
    let first = session.request(waiter(document), sources: [eligibleSource(median: .milliseconds(20))], now: .zero)
    #expect(first.starts == [.zero])
    var change: TextChange
    (change, document) = typing("e", after: document)
    _ = session.edit(change, in: document)
    let second = session.request(waiter(document), sources: [eligibleSource(median: .milliseconds(20))], now: .zero)
    #expect(second.starts == [.milliseconds(20)])
    (change, document) = typing(" x", after: document)
    _ = session.edit(change, in: document)
    let third = session.request(waiter(document), sources: [eligibleSource(median: .milliseconds(20))], now: .zero)
    #expect(third.starts == [.zero])
  }

  @Test func aSourcesOwnDelayCountsForRepeatedLookups() {
    var session = session()
    var document = document("h")
    let eager = eligibleSource(delay: .milliseconds(300), median: .milliseconds(20))
    #expect(session.request(waiter(document), sources: [eager], now: .zero).starts == [.zero])
    let change: TextChange
    (change, document) = typing("e", after: document)
    _ = session.edit(change, in: document)
    #expect(session.request(waiter(document), sources: [eager], now: .zero).starts == [.milliseconds(300)])
  }

  @Test func theTwoPoliciesDifferInWhatAnEditEnds() {
    for (policy, ends) in [(IdentityPolicy.cursor, true), (.anchor, false)] {
      var session = session(policy)
      var document = document("h")
      _ = session.request(waiter(document), sources: [eligibleSource()], now: .zero)
      let change: TextChange
      (change, document) = typing("e", after: document)
      _ = session.edit(change, in: document)
      #expect((session.task == nil) == ends)
      #expect(session.lookups.isEmpty == ends)
    }
  }

  @Test func anAnchoredLookupOutlivesAnExtensionButNoOtherEdit() {
    for (typed, survives) in [("e", true), (" ", false), (".", false)] {
      var session = session()
      var document = document("x h")
      _ = session.request(waiter(document), sources: [eligibleSource(anchored: true)], now: .zero)
      let change: TextChange
      (change, document) = typing(typed, after: document)
      _ = session.edit(change, in: document)
      #expect(session.task == nil)
      #expect(!session.lookups.isEmpty == survives)
    }
    var session = session()
    let document = document("x h")
    _ = session.request(waiter(document), sources: [eligibleSource(anchored: true)], now: .zero)
    let change = TextChange(document.text, replacing: 0..<1, with: "y")
    _ = session.edit(change, in: document.updated(version: 2, text: change.after))
    #expect(session.lookups.isEmpty)
  }

  @Test func aCachedAnswerServesTheLongerWordIfItIsComplete() {
    for (isIncomplete, anchored, asksAgain) in [
      (false, false, false), (true, false, true), (false, true, false), (true, true, true),
    ] {
      var session = session()
      var document = document("h")
      _ = session.request(waiter(document), sources: [eligibleSource(anchored: anchored)], now: .zero)
      let number = session.lookups[0]!.number
      let answer = SourceAnswer([Candidate("hero")], isIncomplete: isIncomplete)
      #expect(session.lookupDidEnd(number, source: 0, result: .success(answer)).composed == 1)
      let change: TextChange
      (change, document) = typing("e", after: document)
      _ = session.edit(change, in: document)
      let effects = session.request(waiter(document), sources: [eligibleSource(anchored: anchored)], now: .zero)
      #expect(effects.starts.isEmpty != asksAgain)
    }
  }

  /// Who asks by hand behind a list that came up by itself, and was short, gets more of what was cut.
  @Test(arguments: [(false, 100, false), (true, 100, true), (true, 20, false)])
  func whatWasCutForAShortListIsAskedForAnewForALongerOne(isIncomplete: Bool, limit: Int, asksAgain: Bool) {
    var session = session()
    let document = document("h")
    _ = session.request(waiter(document, limit: 20), sources: [eligibleSource()], now: .zero)
    let answer = SourceAnswer([Candidate("hero")], isIncomplete: isIncomplete)
    _ = session.lookupDidEnd(session.lookups[0]!.number, source: 0, result: .success(answer))
    for number in session.compositions.keys {
      _ = session.compositionDidEnd(
        number, CompletionResult(query: waiter(document).query, items: [], isIncomplete: false))
    }
    let effects = session.request(waiter(document, limit: limit), sources: [eligibleSource()], now: .zero)
    #expect(effects.starts.isEmpty != asksAgain)
  }

  @Test func whoAsksAgainDoesNotJoinAListThatWasCancelled() {
    var session = session()
    let document = document("h")
    let first = waiter(document)
    _ = session.request(first, sources: [eligibleSource()], now: .zero)
    let answer = SourceAnswer([Candidate("hero")])
    #expect(session.lookupDidEnd(session.lookups[0]!.number, source: 0, result: .success(answer)).composed == 1)
    _ = session.cancel(first, now: .zero)
    #expect(session.request(waiter(document), sources: [eligibleSource()], now: .zero).composed == 1)
  }

  @Test func aNewGenerationIsAskedForAnew() {
    var session = session()
    let document = document("h")
    _ = session.request(waiter(document), sources: [eligibleSource(anchored: true)], now: .zero)
    _ = session.lookupDidEnd(session.lookups[0]!.number, source: 0, result: .success(SourceAnswer([])))
    #expect(session.request(waiter(document), sources: [eligibleSource(anchored: true)], now: .zero).starts.isEmpty)
    let newer = eligibleSource(anchored: true, generation: 1)
    #expect(session.request(waiter(document), sources: [newer], now: .zero).starts.count == 1)
  }

  @Test func aLateAnswerOfAnOldLookupIsIgnored() {
    var session = session()
    let document = document("h")
    _ = session.request(waiter(document), sources: [eligibleSource()], now: .zero)
    let old = session.lookups[0]!.number
    let change = TextChange(document.text, replacing: 0..<1, with: "x")
    let newer = document.updated(version: 2, text: change.after)
    _ = session.edit(change, in: newer)
    _ = session.request(waiter(newer), sources: [eligibleSource()], now: .zero)
    #expect(session.lookupDidEnd(old, source: 0, result: .success(SourceAnswer([]))).isEmpty)
    #expect(session.task?.missing == [0])
  }

  @Test func whatAnOlderListWouldBeByNowSaysNothingAboutANewerOne() throws {
    var session = session()
    var document = document("h")
    func request(_ second: Int) -> PendingCompletion {
      let followed = waiter(document) {}
      _ = session.request(followed, sources: [eligibleSource(0), eligibleSource(1)], now: .seconds(second))
      return followed
    }
    func land(_ source: Int, _ text: String) {
      let number = session.lookups[source]?.number ?? 0
      _ = session.lookupDidEnd(number, source: source, result: .success(SourceAnswer([Candidate(text)])))
    }
    func end(_ number: UInt64, _ texts: [String]) -> CompletionSession.Outcome {
      let items = texts.map { CompletionResult.Item(candidate: Candidate($0), source: "s", signals: RankingSignals()) }
      let query = waiter(document).query
      return session.compositionDidEnd(number, CompletionResult(query: query, items: items, isIncomplete: true))
    }
    /// One source has answered when the budget is spent, and the list of that is sent.
    func send(_ text: String, at second: Int) throws -> PendingCompletion {
      let completion = request(second)
      land(0, text)
      _ = session.timeDidPass(now: .seconds(second) + .milliseconds(30))
      _ = session.follow(try #require(end(session.compositions.keys.max() ?? 0, [text]).followed))
      #expect(session.followed?.completion === completion)
      return completion
    }
    _ = try send("hero", at: 1)
    land(1, "help")
    let again = session.compositions.keys.max() ?? 0
    #expect(session.compositions.count == 1)
    let change: TextChange
    (change, document) = typing(" h", after: document)
    _ = session.edit(change, in: document)
    let second = try send("hut", at: 2)
    #expect(end(again, ["hero", "help"]).changed == nil)
    #expect(session.followed?.completion === second)
    // A change of its own is still told.
    land(1, "hat")
    #expect(end(session.compositions.keys.max() ?? 0, ["hut", "hat"]).changed === second)
  }

  @Test func theLastWaiterTakesTheWorkWithIt() {
    var session = session()
    let document = document("h")
    let waiters = [waiter(document), waiter(document)]
    for waiter in waiters {
      _ = session.request(waiter, sources: [eligibleSource(0), eligibleSource(1, anchored: true)], now: .zero)
    }
    #expect(session.cancel(waiters[0], now: .zero).isEmpty)
    #expect(session.lookups.count == 2)
    #expect(session.cancel(waiters[1], now: .zero).cancelled == [0])
    // The anchored one lingers, in case the client asks again at once.
    #expect(session.lookups.count == 1)
    #expect(session.wakeTime == .milliseconds(100))
    #expect(session.timeDidPass(now: .milliseconds(100)).cancelled == [1])
  }

  @Test func budgetAndDeadlineAreKept() {
    var session = session()
    let document = document("h")
    _ = session.request(waiter(document), sources: [eligibleSource()], now: .seconds(1))
    #expect(session.wakeTime == .seconds(1) + .milliseconds(30))
    #expect(session.timeDidPass(now: .seconds(1) + .milliseconds(29)).isEmpty)
    #expect(session.timeDidPass(now: .seconds(1) + .milliseconds(30)).isEmpty)
    #expect(session.wakeTime == .seconds(1) + .milliseconds(500))
    #expect(session.timeDidPass(now: .seconds(1) + .milliseconds(500)).composed == 1)
    #expect(session.wakeTime == .seconds(6))
    #expect(session.timeDidPass(now: .seconds(6)).cancelled == [0])
    #expect(session.wakeTime == nil)
  }
}

extension [CompletionEffect] {
  fileprivate var starts: [Duration] {
    compactMap { if case .start(_, _, let delay) = $0 { delay } else { nil } }
  }

  fileprivate var cancelled: [Int] {
    compactMap { if case .cancel(let source) = $0 { source } else { nil } }
  }

  fileprivate var composed: Int {
    reduce(0) { if case .compose = $1 { $0 + 1 } else { $0 } }
  }
}
