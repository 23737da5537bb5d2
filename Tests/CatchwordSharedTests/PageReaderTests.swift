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
    for step in 0..<600 {
      if step % 200 == 0 {
        // What is newer is known soon; the head stays for a while, so only all of them together are looked at then.
        let count = [3, 700, 5000][random.below(3)]
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
      } else {
        #expect(Set(begun) == all, "\(typed)")
      }
      #expect(reader.facts.cacheBytes < 10 << 20)
    }
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

/// A place in memory that counts what it is asked.
private final class CountingStore: PageStore {
  private struct State {
    var publication: Publication?
    var pages: [String: [UInt8]] = [:]
    var questions = 0
    var heads = 0
    var asked: [String] = []
  }

  private let state = Mutex(State())
  private let hasHead: Bool
  let isAway = Mutex(false)

  init(hasHead: Bool) { self.hasHead = hasHead }

  var questions: Int { state.withLock { $0.questions } }
  var heads: Int { state.withLock { $0.heads } }
  /// The prefixes for which a bucket was asked.
  var asked: [String] { state.withLock { $0.asked } }
  var descriptionAge: Duration { hasHead ? .seconds(10) : .zero }

  private func key(_ name: PageName, _ bucketCount: Int) -> String {
    "\(name.prefix.bucket(of: bucketCount).name) \(name.text)"
  }

  private func answer<Value>(_ body: (inout State) -> Value) throws -> Value {
    if isAway.withLock({ $0 }) { throw PageStoreError("it is away", isAway: true) }
    return state.withLock { state in
      state.questions += 1
      return body(&state)
    }
  }

  func publication(of namespace: SharedNamespace) throws -> Publication? { try answer { $0.publication } }

  func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] {
    try answer { state in
      if bucket != .head, let name = names.first { state.asked.append(name.prefix.text) }
      return names.map { state.pages["\(bucket.name) \($0.text)"] }
    }
  }

  func head(of publication: Publication, _ namespace: SharedNamespace) throws -> [[UInt8]: [UInt8]]? {
    guard hasHead else { return nil }
    return try answer { state in
      state.heads += 1
      let head = state.pages.filter { $0.key.hasPrefix("head ") }
      return Dictionary(uniqueKeysWithValues: head.map { (Array($0.key.dropFirst(5).utf8), $0.value) })
    }
  }

  func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int, rate: Int?, _ progress: (Int, Int) -> Void
  ) throws -> (Publication, isNew: Bool) {
    var pages: [String: [UInt8]] = [:]
    tree.forEachPage { name, page in pages[key(name, tree.bucketCount)] = page }
    let publication = Publication(tree, digest: 0, time: time)
    state.withLock { ($0.pages, $0.publication) = (pages, publication) }
    return (publication, true)
  }

  func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {}

  func remove(_ namespace: SharedNamespace) throws -> Bool {
    state.withLock { $0.publication = nil }
    return true
  }
}
