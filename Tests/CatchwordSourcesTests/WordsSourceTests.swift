import CatchwordCompletion
@testable import CatchwordSources
import CatchwordText
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

struct WordsSourceTests {
  @Test func keepsTheContract() async {
    let source = WordsSource()
    source.documentDidOpen(
      DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text("function fund world 東京 été")))
    let violations = await SourceContract(clock: .unhurried).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }

  /// Random openings, edits and closings of three documents, against collecting all words anew.
  @Test func knowsJustTheWordsOfTheOpenDocuments() {
    var random = SeededRandom()
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    var documents: [String: DocumentSnapshot] = [:]
    for step in 0..<300 {
      let uri = ["a", "b", "c"].randomElement(using: &random)!
      if let document = documents[uri] {
        if Int.random(in: 0..<12, using: &random) == 0 {
          documents[uri] = nil
          source.documentDidClose(uri: uri)
        } else {
          let ends = (0...1).map { _ in Int.random(in: 0...document.text.count, using: &random) }.sorted()
          let change = TextChange(
            document.text, replacing: ends[0]..<min(ends[1], ends[0] + 20), with: random.text(upTo: 6))
          let newer = document.updated(version: document.version + 1, text: change.after)
          documents[uri] = newer
          source.documentDidChange(change, in: newer)
        }
      } else {
        let document = DocumentSnapshot(
          uri: uri, languageID: "c", version: 1, text: Text(random.text(upTo: 60)))
        documents[uri] = document
        source.documentDidOpen(document)
      }
      guard step % 5 == 0 else { continue }
      #expect(offered(by: source, time) == expected(documents))
    }
  }

  /// What is in a file that holds secrets is offered there, and not elsewhere.
  @Test func wordsOfSensitiveFilesStayInThem() {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    func document(_ uri: String, _ text: String) -> DocumentSnapshot {
      DocumentSnapshot(uri: uri, languageID: "plaintext", version: 1, text: Text(text))
    }
    func offered(in document: DocumentSnapshot) -> [String] {
      let query = CompletionQuery(document: document, offset: document.text.count)
      guard case .success(let answer)? = time.run({ try await source.completions(for: query) }) else { return [] }
      return answer.candidates.map(\.text).sorted()
    }
    let secret = document("file:///a/.env", "hunter2 hubert hu")
    let open = document("file:///a/b.txt", "hubert hundred hu")
    source.documentDidOpen(secret)
    source.documentDidOpen(open)
    #expect(offered(in: open) == ["hubert", "hundred"])
    #expect(offered(in: secret) == ["hubert", "hundred", "hunter2"])
    source.documentDidClose(uri: "file:///a/b.txt")
    #expect(offered(in: document("file:///a/c.txt", "hu")) == [])
  }

  /// All that are open, those of the language, or the document alone; and none that the user leaves out.
  @Test func theUserSaysWhichDocumentsCount() {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    func document(_ uri: String, _ languageID: String, _ text: String) -> DocumentSnapshot {
      DocumentSnapshot(uri: uri, languageID: languageID, version: 1, text: Text(text))
    }
    let here = document("file:///a/here.txt", "plaintext", "huge hugest hu")
    let log = document("file:///a/logs/x.log", "plaintext", "hull hu")
    for document in [
      here, log, document("file:///a/prose.txt", "plaintext", "hundred huge"), document("file:///a/b.c", "c", "hurl"),
    ] { source.documentDidOpen(document) }
    func offered(_ scope: WordsSettings.Scope, _ excludes: [String] = [], in document: DocumentSnapshot) -> [String] {
      var settings = WordsSettings()
      (settings.scope, settings.exclude) = (scope, excludes)
      source.apply(settings)
      let query = CompletionQuery(document: document, offset: document.text.count)
      guard case .success(let answer)? = time.run({ try await source.completions(for: query) }) else { return [] }
      return answer.candidates.map(\.text).sorted()
    }
    #expect(offered(.all, in: here) == ["huge", "hugest", "hull", "hundred", "hurl"])
    #expect(offered(.language, in: here) == ["huge", "hugest", "hull", "hundred"])
    #expect(offered(.document, in: here) == ["huge", "hugest"])
    for pattern in ["*.log", "logs/", "**/logs/*", "/a/logs"] {
      #expect(offered(.all, [pattern], in: here) == ["huge", "hugest", "hundred", "hurl"], "\(pattern)")
    }
    #expect(offered(.language, ["*.log"], in: log) == ["huge", "hugest", "hull", "hundred"])
    // What is only being typed is no word yet, though another document has it.
    let other = document("file:///a/c.txt", "plaintext", "hugest")
    source.documentDidOpen(other)
    #expect(offered(.document, in: other) == [])
    #expect(offered(.all, in: here) == ["huge", "hugest", "hull", "hundred", "hurl"])
  }

  @Test func aLargeDocumentIsReadInSlicesWithoutLosingAWord() {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    let words = (0..<20_000).map { "word\($0)é" }
    let document = DocumentSnapshot(
      uri: "a", languageID: "c", version: 1, text: Text(words.joined(separator: " ")))
    source.documentDidOpen(document)
    #expect(offered(by: source, time) == Set(words))
  }

  /// What is left of it is taken away before it is read anew, and no edit is lost meanwhile.
  @Test func aLargeDocumentThatIsOpenedAnewHasItsNewWords() {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    let old = Text((0..<20_000).map { "word\($0)" }.joined(separator: " "))
    for reopening in 0..<3 {
      source.documentDidOpen(DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: old))
      time.settle()
      if reopening > 0 { source.documentDidClose(uri: "a") }
      let new = DocumentSnapshot(uri: "a", languageID: "swift", version: 2, text: Text("hero \(reopening)"))
      source.documentDidOpen(new)
      let change = TextChange(new.text, replacing: 0..<0, with: "last ")
      source.documentDidChange(change, in: new.updated(version: 3, text: change.after))
      #expect(offered(by: source, time) == ["last", "hero"])
    }
    source.documentDidOpen(DocumentSnapshot(uri: "a", languageID: "c", version: 4, text: old))
    time.settle()
    source.documentDidClose(uri: "a")
    #expect(offered(by: source, time) == [])
  }

  @Test func aDocumentThatIsClosedAgainIsNotRead() {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    let large = Text(String(repeating: "some words ", count: 10_000))
    for _ in 0..<2_000 {
      source.documentDidOpen(DocumentSnapshot(uri: "large", languageID: "c", version: 1, text: large))
      source.documentDidClose(uri: "large")
    }
    source.documentDidOpen(DocumentSnapshot(uri: "small", languageID: "c", version: 1, text: Text("hero")))
    #expect(offered(by: source, time) == ["hero"])
  }

  /// Each look at the clock takes a millisecond, so that the time of a lookup is over long before the document is read.
  @Test func whoAsksAgainGetsWhatHasBeenReadSince() {
    let time = VirtualTime()
    let held = DeterministicExecutor()
    let source = WordsSource(clock: EngineClock(TickingClock()), executor: held)
    let lines = (0..<80).map { "needle\($0)word " + String(repeating: "some words ", count: 1_000) + "\n" }
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text(lines.joined() + "need"))
    source.documentDidOpen(document)
    let query = CompletionQuery(document: document, offset: document.text.count, budget: .milliseconds(30))
    let before = source.generation
    let early = try? time.run { try await source.completions(for: query) }?.get()
    // The nearest are read first.
    #expect((1..<80).contains(early?.candidates.count ?? 0))
    #expect(early?.candidates.contains { $0.text == "needle79word" } == true)
    #expect(early?.candidates.contains { $0.text == "needle0word" } == false)
    #expect(early?.isIncomplete == true)
    // An answer that is kept for the word is not taken for the one that there is now.
    #expect(source.generation != before)
    // Nobody asks meanwhile.
    held.drain()
    let late = CompletionQuery(document: document, offset: document.text.count, limit: 1_000, budget: .seconds(1000))
    let answer = time.run { try await source.completions(for: late) }
    #expect((try? answer?.get().candidates.count) == 80)
  }

  /// A client that asks once would be left with a word that only looks like the one that is further away; the rest of the
  /// documents is not read for it.
  @Test(arguments: ["a", "b"])
  func whatOnlyLooksAlikeIsNoAnswerWhereAWordBeginsAsTyped(uri: String) throws {
    let time = VirtualTime()
    let source = WordsSource(clock: EngineClock(TickingClock()), executor: DeterministicExecutor())
    let filler = String(repeating: "some words ", count: 40_000)
    let text = Text("noodle " + filler + "Needleword " + filler + "noodles")
    for other in ["a", "b"] {
      source.documentDidOpen(
        DocumentSnapshot(uri: other, languageID: "c", version: 1, text: other == uri ? text : Text(filler)))
    }
    let typing = DocumentSnapshot(
      uri: "a", languageID: "c", version: 2, text: Text((uri == "a" ? text.string : filler) + "\nneedl"))
    let query = CompletionQuery(document: typing, offset: typing.text.count, budget: .milliseconds(30))
    let answer = try #require(try time.run { try await source.completions(for: query) }?.get())
    #expect(answer.candidates.first?.text == "Needleword")
    #expect(answer.isIncomplete)
  }

  /// On a busy machine the time of a lookup may be over when only the document with what is typed has been read, as where a
  /// command line is a document that is opened to be asked about.
  @Test func whatIsTypedIsNoWordThatLooksAlike() throws {
    let time = VirtualTime()
    let source = WordsSource(clock: EngineClock(TickingClock()), executor: DeterministicExecutor())
    func document(_ uri: String, _ text: String) -> DocumentSnapshot {
      DocumentSnapshot(uri: uri, languageID: "c", version: 1, text: Text(text))
    }
    source.documentDidOpen(document("a", "needlework neighbourhood"))
    let typing = document("b", "nee")
    source.documentDidOpen(typing)
    let query = CompletionQuery(document: typing, offset: typing.text.count, budget: .milliseconds(1))
    let answer = try #require(try time.run { try await source.completions(for: query) }?.get())
    #expect(answer.candidates.map(\.text) == ["needlework"])
  }

  /// Who asks again and again gets on: what was looked through for a lookup is not for the next one.
  @Test func askingWithoutAPauseFindsWhatIsFarAway() throws {
    let time = VirtualTime()
    let source = WordsSource(clock: EngineClock(TickingClock()), executor: DeterministicExecutor())
    let filler = String(repeating: "some words ", count: 60_000)
    let text = Text("noodle needle noeedled " + String(repeating: filler, count: 6) + "noeedle\nneed")
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: text)
    source.documentDidOpen(document)
    var asked = 0
    repeat {
      asked += 1
      let query = CompletionQuery(
        document: document, offset: document.text.count - (asked == 1 ? 1 : 0), budget: .milliseconds(6))
      let answer = try time.run { try await source.completions(for: query) }?.get()
      if answer?.candidates.first?.text == "needle" { break }
      try #require(answer?.isIncomplete == true && answer?.isBehind == true)
    } while asked < 20
    #expect((2..<10).contains(asked), "\(asked)")
  }

  /// Where no word begins as it was typed, what looks alike is offered as far as it was found in time.
  @Test func whereNothingBeginsAsTypedTheAnswerWaitsForNothing() throws {
    let time = VirtualTime()
    let source = WordsSource(clock: EngineClock(TickingClock()), executor: DeterministicExecutor())
    let text = Text("noeedler " + String(repeating: "some words ", count: 60_000) + "noeedle\nneedl")
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: text)
    source.documentDidOpen(document)
    let query = CompletionQuery(document: document, offset: document.text.count, budget: .milliseconds(30))
    let answer = try #require(try time.run { try await source.completions(for: query) }?.get())
    #expect(answer.candidates.map(\.text) == ["noeedle"])
    // No unread word begins so.
    #expect(answer.isIncomplete && !answer.isBehind)
  }

  /// On a machine that stands still for a moment, the time of a search may be over before it has begun.
  @Test func aSearchThatIsInterruptedIsMadeAgain() throws {
    let time = VirtualTime()
    let source = WordsSource(clock: EngineClock(TickingClock()), executor: DeterministicExecutor())
    let text = Text((0..<20_000).map { "pasted\($0)line" }.joined(separator: "\n") + "\npasted18765")
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: text)
    source.documentDidOpen(document)
    let all = CompletionQuery(document: document, offset: text.count, budget: .seconds(10))
    #expect(try time.run { try await source.completions(for: all) }?.get().candidates.first?.text == "pasted18765line")
    let query = CompletionQuery(document: document, offset: text.count, budget: .milliseconds(6))
    let answer = try #require(try time.run { try await source.completions(for: query) }?.get())
    #expect(answer.candidates.first?.text == "pasted18765line")
  }

  /// What was pasted into a document that is being read is behind the rest of it, which has no such word.
  @Test(arguments: [false, true]) func findsWhatWasPastedMeanwhile(wasAskedBefore: Bool) throws {
    let time = VirtualTime()
    let source = WordsSource(clock: EngineClock(TickingClock()), executor: DeterministicExecutor())
    let text = Text(String(repeating: "some words ", count: 300_000) + "\nneed")
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: text)
    source.documentDidOpen(document)
    func answer(in document: DocumentSnapshot, _ budget: Duration = .seconds(1)) throws -> SourceAnswer {
      let query = CompletionQuery(document: document, offset: document.text.count, budget: budget)
      return try #require(try time.run { try await source.completions(for: query) }?.get())
    }
    if wasAskedBefore { #expect(try answer(in: document, .milliseconds(6)).candidates.isEmpty) }
    let pasted = String(repeating: "other words ", count: 500) + "needle "
    let change = TextChange(text, replacing: 0..<0, with: pasted)
    let edited = document.updated(version: 2, text: change.after)
    source.documentDidChange(change, in: edited)
    #expect(try answer(in: edited).candidates.first?.text == "needle")
  }

  /// Whatever is asked for while documents are being read, edited and closed, at the end their words are known, each as
  /// often as it occurs.
  @Test func readingInWhicheverOrderLosesNoWord() throws {
    var random = SeededRandom()
    for _ in 0..<4 {
      let time = VirtualTime()
      let source = WordsSource(clock: EngineClock(TickingClock()), executor: DeterministicExecutor())
      var documents: [String: DocumentSnapshot] = [:]
      for step in 0..<12 {
        let uri = ["a", "b"][random.below(2)]
        if let document = documents[uri], random.below(3) > 0 {
          let start = random.below(document.text.count + 1)
          let change = TextChange(
            document.text, replacing: start..<min(document.text.count, start + random.below(9)),
            with: random.text(upTo: 4))
          documents[uri] = document.updated(version: step + 2, text: change.after)
          source.documentDidChange(change, in: documents[uri]!)
        } else {
          let words = (0..<30_000).map { _ in
            ["one", "two", "three", "été", "東京", "x-\(random.below(500))y", "ONE"][random.below(7)]
          }
          documents[uri] = DocumentSnapshot(
            uri: uri, languageID: "c", version: 1, text: Text(words.joined(separator: " ")))
          source.documentDidOpen(documents[uri]!)
        }
        let document = documents[uri]!
        let query = CompletionQuery(
          document: document, offset: random.below(document.text.count + 1), budget: .milliseconds(random.below(40)))
        _ = time.run { try await source.completions(for: query) }
      }
      let late = CompletionQuery(
        document: DocumentSnapshot(uri: "c", languageID: "c", version: 1, text: Text()), offset: 0, limit: 1_000_000,
        budget: .seconds(1000))
      let answer = try #require(try time.run { try await source.completions(for: late) }?.get())
      #expect(Set(answer.candidates.map(\.text)) == expected(documents))
      for document in documents.keys { source.documentDidClose(uri: document) }
      let none = try #require(try time.run { try await source.completions(for: late) }?.get())
      #expect(none.candidates.isEmpty)
    }
  }

  /// Each look at the clock takes as long as the lookup may.
  @Test func whatHasBeenReadToTheEndIsCompleteHoweverLongThatTook() throws {
    let time = VirtualTime()
    let source = WordsSource(clock: EngineClock(TickingClock()), executor: time.executor)
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("needleword\nneed"))
    source.documentDidOpen(document)
    let query = CompletionQuery(document: document, offset: document.text.count, budget: .milliseconds(1))
    let answer = try #require(try time.run { try await source.completions(for: query) }?.get())
    #expect(answer.candidates.map(\.text) == ["needleword"])
    #expect(!answer.isIncomplete)
  }

  /// More edits than are kept: the document is read anew.
  @Test func aLongBacklogLosesNoWord() {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    var document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("first "))
    source.documentDidOpen(document)
    var words: Set = ["first"]
    for number in 0..<10_000 {
      let word = "w\(number % 1000)x"
      words.insert(word)
      let change = TextChange(document.text, replacing: 0..<0, with: word + " ")
      document = document.updated(version: number + 2, text: change.after)
      source.documentDidChange(change, in: document)
    }
    #expect(offered(by: source, time) == words)
  }

  /// In slices: at once, it would keep lookups waiting that nobody wants any more.
  @Test func aLargeChangeIsReadLikeANewDocument() {
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("first "))
    let pasted = String(repeating: "word ", count: 300_000)
    var events = DocumentEvents()
    var text = document.text
    for (replaced, inserted) in [(0..<0, pasted), (0..<pasted.utf8.count, "x"), (0..<1, "y")] {
      let change = TextChange(text, replacing: replaced, with: inserted)
      text = change.after
      events.append(.change(change, document.updated(version: 2, text: text)))
    }
    guard case .open(let read)? = events.popFirst(), case .change? = events.popFirst() else {
      Issue.record("it is not read anew")
      return
    }
    #expect(read.text.count == 7)
    #expect(events.count == 0)
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    source.documentDidOpen(document)
    let change = TextChange(document.text, replacing: 0..<0, with: pasted + "last ")
    source.documentDidChange(change, in: document.updated(version: 2, text: change.after))
    #expect(offered(by: source, time) == ["first", "word", "last"])
  }

  @Test func saysWhereAWordIs() throws {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    for (uri, text) in [("file:///x/a.txt", "hero hero"), ("file:///x/b.txt", "hero")] {
      source.documentDidOpen(DocumentSnapshot(uri: uri, languageID: "c", version: 1, text: Text(text)))
    }
    time.settle()
    let text = time.run { try await source.documentation(for: Candidate("hero")) }
    #expect(try text?.get() == "Occurs 2 times in a.txt, and in b.txt.")
  }

  /// All words, asked for from a document that is not open.
  private func offered(by source: WordsSource, _ time: VirtualTime) -> Set<String> {
    let empty = DocumentSnapshot(uri: "elsewhere", languageID: "c", version: 1, text: Text())
    let query = CompletionQuery(document: empty, offset: 0, limit: 1_000_000)
    let answer = time.run { try await source.completions(for: query) }
    return Set((try? answer?.get().candidates.map(\.text)) ?? [])
  }

  private func expected(_ documents: [String: DocumentSnapshot]) -> Set<String> {
    var words: Set<String> = []
    for document in documents.values {
      let bytes = document.text.bytes(in: 0..<document.text.count)
      document.scanner.forEachWord(in: bytes) { range in
        let word = String(decoding: bytes[range], as: UTF8.self)
        let hasLetter = word.unicodeScalars.contains { !("0"..."9").contains($0) }
        // A number is offered by its beginning, and nothing of it has been typed.
        let isNumber = word.unicodeScalars.first { $0 != "_" }.map { ("0"..."9").contains($0) } ?? false
        if word.unicodeScalars.count > 1 && hasLetter && !isNumber { words.insert(word) }
      }
    }
    return words
  }
}

/// A clock that moves on whenever it is looked at.
private final class TickingClock: Clock, Sendable {
  private let ticks = Mutex(0)

  private let start = ContinuousClock.now

  var now: ContinuousClock.Instant {
    let passed = ticks.withLock { ticks in
      ticks += 1
      return ticks
    }
    return start + .milliseconds(passed)
  }

  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
