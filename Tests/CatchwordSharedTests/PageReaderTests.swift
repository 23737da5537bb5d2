import Synchronization
import TestSupport
import Testing

@testable import CatchwordShared

/// What a reader asks for and what it keeps, against a search through all words.
struct PageReaderTests {
  private let namespace = SharedNamespace("acme/app")!

  private func answer(
    _ typed: String, _ reader: inout PageReader, at time: Duration = .zero
  ) throws -> [String]? {
    try reader.answer(to: SharedPrefix(typed), of: namespace, now: time)?.words.map(\.text)
  }

  private func tree(_ texts: [String]) -> PageTree { PageTree(weighted(texts)) }

  private func weighted(_ texts: [String]) -> [SharedWord] {
    texts.enumerated().map { SharedWord($1, weight: UInt8(clamping: 250 - $0)) }
  }

  /// Random words, typed and corrected a letter at a time as people do, while others are published now and then.
  @Test(arguments: [true, false], 0..<4) func theAnswerIsThatOfTheWordsThatArePublished(hasHead: Bool, round: Int)
    throws
  {
    var random = SeededRandom()
    let store = CountingStore(hasHead: hasHead)
    var reader = PageReader(store, cacheBytes: [2000, 100_000, 8 << 20][random.below(3)])
    let letters = Array("abcdé日")
    var words: [String] = []
    var weight: [String: UInt8] = [:]
    var (typed, time) = ("", Duration.zero)
    var furtherCount = 0
    for step in 0..<600 {
      if step % 200 == 0 {
        // What is newer is known soon; the head stays for a while, so only all of them together are looked at then.
        // At first so many that some prefixes have more than are offered at once.
        let count = step == 0 ? 700 : [3, 700, 5000][random.below(3)]
        words = (0..<count).map { _ in String((0..<1 + random.below(7)).map { _ in letters[random.below(6)] }) }
        weight = Dictionary(weighted(words).map { ($0.text, $0.weight) }, uniquingKeysWith: max)
        _ = try store.publish(tree(words), as: namespace, time: step)
        time += .seconds(24 * 3600)
        _ = try answer("abcd", &reader, at: time)
        time += .seconds(24 * 3600)
        _ = try answer("abcd", &reader, at: time)
      }
      typed = random.below(4) == 0 ? String(typed.dropLast()) : typed + String(letters[random.below(6)])
      if typed.count > 7 || typed.isEmpty { typed = "a" }
      let prefix = SharedPrefix(typed)
      let answer = try reader.answer(to: prefix, of: namespace, now: time)
      let found = try #require(answer)
      let all = Set(words).filter { prefix.begins(SharedPrefix($0)) }
      #expect(Set(found.words.map(\.text)).isSubset(of: Set(words)))
      // Those that begin otherwise come behind all that begin so, and not where there are enough of these.
      let begun = found.words.prefix { prefix.begins($0.text) }.map(\.text)
      #expect(found.words.count == begun.count || found.words.count <= PageQuestion.enough)
      #expect(found.words.allSatisfy { prefix.begins($0.text) == begun.contains($0.text) })
      if found.isCut, begun.count >= PageQuestion.enough {
        // They are the heaviest that there are.
        let weights = all.map { weight[$0, default: 0] }.sorted(by: >).prefix(begun.count)
        #expect(Set(begun).isSubset(of: all) && begun.map { weight[$0, default: 0] } == Array(weights), "\(typed)")
        let further = found.further
        let most = all.map { weight[$0, default: 0] }.sorted(by: >).dropFirst(begun.count).prefix(further.count)
        #expect(
          further.allSatisfy { all.contains($0.text) && !begun.contains($0.text) }
            && further.map(\.weight) == Array(most))
        furtherCount = max(furtherCount, further.count)
      } else {
        #expect(Set(begun) == all, "\(typed)")
      }
      #expect(reader.facts.cacheBytes < 10 << 20)
    }
    #expect(1...PageQuestion.most - PageQuestion.enough ~= furtherCount)
  }

  /// What comes at once and what comes late make no difference, whatever is typed.
  @Test(arguments: [true, false], 0..<2) func aLateAnswerIsThatOfAPromptOne(hasHead: Bool, round: Int) throws {
    var random = SeededRandom()
    let store = CountingStore(hasHead: hasHead, descriptionAge: .seconds(10))
    let lateness = Mutex(SeededRandom(seed: random.next()))
    store.isPrompt.withLock { $0 = { lateness.withLock { $0.below(2) == 0 } } }
    // There are too many that begin so for a page of all, and none with some of the next letters.
    let letters = Array("abcdef")
    let words = (0..<3000).map { _ in
      let numbers = [2, 3, 6, 6, 6, 6, 6].prefix(5 + random.below(3)).map { random.below($0) }
      return "ab" + String(numbers.map { letters[$0] })
    }
    _ = try store.publish(tree(words), as: namespace, time: 1)
    var (reader, reference) = (PageReader(store), PageReader(store))
    var (typed, prompt, mended, lookups, questions) = ("", 0, 0, 0, 0)
    for _ in 1...300 {
      // Who types fast is not asked for at each letter.
      let more = (0...random.below(3)).map { _ in letters[random.below(6)] }
      typed = random.below(4) == 0 ? String(typed.dropLast()) : typed + String(more)
      if typed.count > 8 || typed.count < 3 {
        // Nothing is kept of what was typed before.
        typed = "ab\(letters[random.below(3)])"
        (reader, reference, questions, lookups) = (PageReader(store), PageReader(store), 0, 0)
      }
      lookups += 1
      let prefix = SharedPrefix(typed)
      let before = store.questions
      var answer = reader.promptAnswer(to: prefix, of: namespace, now: .zero)
      prompt += answer == nil ? 0 : 1
      if answer == nil { answer = try reader.answer(to: prefix, of: namespace, now: .zero) }
      let asked = store.questions - before
      let right = try reference.answer(to: prefix, of: namespace, now: .zero)
      #expect(answer?.words == right?.words && answer?.isCut == right?.isCut, "\(typed)")
      #expect(answer?.further == right?.further, "\(typed)")
      #expect(reader.facts.lookups == lookups)
      // The first question is for the description, and another one for the head.
      if lookups > 1 { #expect(reader.facts.questions - questions == asked) }
      questions = reader.facts.questions
      if let words = answer?.words, !words.isEmpty, !words.contains(where: { prefix.begins($0.text) }) { mended += 1 }
    }
    #expect(prompt > 20 && prompt < 300 && mended > 0)
  }

  /// Of those that begin so, nothing is kept but what the head has.
  @Test func aWrongLetterIsForgivenWhereOnlyTheHeadIsKept() throws {
    let store = CountingStore(hasHead: true)
    _ = try store.publish(tree(["getUser", "getquick"] + (0..<3000).map { "get\($0)" }), as: namespace, time: 1)
    var reader = PageReader(store)
    for typed in ["g", "ge", "get", "getq", "getqs"] {
      #expect(try answer(typed, &reader)?.contains("getUser") == (typed != "getq"), "\(typed)")
    }
    #expect(try answer("getqse", &reader) == ["getUser"])
  }

  /// Nothing of it would have been offered.
  @Test func aDamagedPageOfAShorterBeginningDoesNoHarm() throws {
    let store = CountingStore(hasHead: true)
    _ = try store.publish(tree((0..<3000).map { "get\($0)" }), as: namespace, time: 1)
    store.spoil(PageName(.best, SharedPrefix("ge")))
    var reader = PageReader(store)
    #expect(throws: PageStoreError.self) { try answer("ge", &reader) }
    #expect(try answer("get2", &reader)?.first == "get2")
    #expect(try answer("gexy", &reader) == [])
  }

  @Test func theFirstLettersStayHere() throws {
    let store = CountingStore(hasHead: true)
    _ = try store.publish(tree((0..<9000).map { "word\($0)" } + ["other"]), as: namespace, time: 1)
    var reader = PageReader(store)
    #expect(try answer("w", &reader)?.first == "word0")
    let before = store.questions
    for typed in ["w", "wo", "o", "ot", "x", "xy"] {
      #expect(try answer(typed, &reader, at: .seconds(86_400))?.isEmpty == typed.hasPrefix("x"))
    }
    #expect(store.questions == before && store.asked == [])
    // All that begins so is in the head; what begins otherwise is asked for once.
    for typed in ["oth", "othe", "other", "oth"] {
      #expect(try answer(typed, &reader) == ["other"] && store.asked == ["oth"] && store.questions == before + 1)
    }
  }

  @Test func whatIsTypedOnAndWhatIsNotThereIsAskedOnce() throws {
    let store = CountingStore(hasHead: true)
    _ = try store.publish(tree((0..<3000).map { "get\($0)" }), as: namespace, time: 1)
    var reader = PageReader(store)
    for typed in ["g", "ge", "get", "get2", "get29", "get299", "get29", "get2", "get"] {
      _ = try answer(typed, &reader)
    }
    // The best of "ge" are those of "get" and have enough of "get1". Of "get2" there are more than a page has; all of "get29"
    // are in one.
    #expect(try answer("get1", &reader)?.prefix(3) == ["get1", "get10", "get11"])
    #expect(store.asked == ["get2", "get29"])
    for typed in ["gex", "gexy", "gexyz", "gex"] { #expect(try answer(typed, &reader) == []) }
    #expect(store.asked == ["get2", "get29", "gex"])
  }

  @Test func whatIsNewerIsKnownSoonAndItsHeadLater() throws {
    let store = CountingStore(hasHead: true)
    let many = (0..<4000).map { "get\($0)" }
    _ = try store.publish(tree(many), as: namespace, time: 1)
    var reader = PageReader(store)
    #expect(try answer("get399", &reader)?.contains("get3999") == true)
    _ = try store.publish(tree(many + ["get399x"]), as: namespace, time: 2)
    #expect(try answer("get399", &reader, at: .seconds(9))?.contains("get399x") == false)
    let heads = store.heads
    #expect(try answer("get399", &reader, at: .seconds(11))?.contains("get399x") == true && store.heads == heads)
    _ = try answer("get399", &reader, at: .seconds(11 + 15 * 60))
    #expect(store.heads == heads + 1)
    #expect(try store.remove(namespace) && answer("get399", &reader, at: .seconds(10_000)) == nil)
    let kept = reader.nearest(to: SharedPrefix("get399"), of: namespace)
    #expect(kept == nil)
  }

  /// Where there are few enough of them by now, the newer head has them all, and the bucket has nothing.
  @Test func whatWentFromTheBucketIntoTheHeadIsFoundBeforeThatIsRead() throws {
    let store = CountingStore(hasHead: true)
    _ = try store.publish(tree((0..<3000).map { "get\($0)" }), as: namespace, time: 1)
    var reader = PageReader(store)
    #expect(try answer("get299", &reader)?.count == 11)
    _ = try store.publish(tree((2900..<3000).map { "get\($0)" }), as: namespace, time: 2)
    #expect(try answer("get299", &reader, at: .seconds(11))?.count == 10)
    #expect(
      try answer("get3", &reader, at: .seconds(11))?.contains { $0.hasPrefix("get3") } == false && store.heads == 1)
  }

  @Test func whatIsKeptServesWhileThePlaceIsAway() throws {
    let store = CountingStore(hasHead: true)
    _ = try store.publish(tree((0..<3000).map { "get\($0)" }), as: namespace, time: 1)
    var reader = PageReader(store)
    _ = try answer("get", &reader)
    store.isAway.withLock { $0 = true }
    #expect(throws: PageStoreError.self) { try answer("get2", &reader) }
    let kept = reader.nearest(to: SharedPrefix("get2"), of: namespace)
    let nearest = try #require(kept)
    #expect(
      nearest.isCut && nearest.words.first?.text == "get2" && nearest.words.allSatisfy { $0.text.hasPrefix("get2") })
    store.isAway.withLock { $0 = false }
    #expect(try answer("get2", &reader)?.count == PageQuestion.enough)
  }

  @Test func theCacheKeepsWhatIsAskedForAndNoMoreThanItsLimit() {
    var cache = PageCache(limit: 10_000)
    let often = PageName(.whole, SharedPrefix("often"))
    cache[often] = [1]
    for number in 0..<1000 {
      let name = PageName(.best, SharedPrefix("n\(number)"))
      cache[name] = [UInt8](repeating: 2, count: 100)
      #expect(cache[name]?.count == 100 && cache[often] == [1] && cache.byteCount <= 10_000)
    }
    #expect(cache[PageName(.best, SharedPrefix("n0"))] == nil)
  }
}
