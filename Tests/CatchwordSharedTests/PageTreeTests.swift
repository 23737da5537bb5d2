import TestSupport
import Testing

@testable import CatchwordShared

/// The pages of random words, asked as a reader asks, against a search through all words.
struct PageTreeTests {
  private static let alphabets = [
    "etaoinsh", "abAB_é", "абвгё", "日本語学", "🎉👩x", "aa\u{301}äÄ", "ſßs", "が゛かカ",
  ]

  /// Words of few letters, so that some prefixes have very many.
  private func randomWords(_ random: inout SeededRandom, _ count: Int) -> [SharedWord] {
    let letters = Array(PageTreeTests.alphabets[random.below(PageTreeTests.alphabets.count)])
    return (0..<count).map { _ in
      let text = String(
        (0..<1 + random.below(random.below(3) == 0 ? 12 : 6)).map { _ in letters[random.below(letters.count)] })
      return SharedWord(text, weight: UInt8(random.below(random.below(2) == 0 ? 3 : 256)))
    }
  }

  /// By bucket and by the text of the name.
  private typealias Pages = [SharedBucket: [String: [UInt8]]]

  private func pages(of tree: PageTree) -> Pages {
    var pages: Pages = [:]
    tree.forEachPage { name, bytes in
      #expect(
        pages[name.prefix.bucket(of: tree.bucketCount), default: [:]].updateValue(bytes, forKey: name.text) == nil)
    }
    return pages
  }

  private func ask(_ question: PageQuestion, _ pages: Pages, _ tree: PageTree) throws -> PageReader.Answer {
    let head = question.inHead.compactMap { name in pages[.head]?[name.text].map { (name, $0) } }
    let bucket = question.prefix.bucket(of: tree.bucketCount)
    let others = question.inBucket.compactMap { name in pages[bucket]?[name.text].map { (name, $0) } }
    #expect((head + others).count <= 1, "\(question.prefix.text): \((head + others).map(\.0.text))")
    guard let page = (head + others).first else { return PageReader.Answer(words: [], isCut: false) }
    return try question.answer(page, atMost: .max)
  }

  @Test(arguments: 0..<12) func theAnswerIsThatOfASearchThroughAll(round: Int) throws {
    var random = SeededRandom()
    let words = randomWords(&random, [0, 1, 40, 700, 3000, 12_000][random.below(6)])
    let tree = PageTree(words)
    let pages = pages(of: tree)
    var heaviest: [String: UInt8] = [:]
    for word in words { heaviest[word.text] = max(heaviest[word.text] ?? 0, word.weight) }
    let all = heaviest.map { (key: SharedPrefix($0), word: SharedWord($0, weight: $1)) }.filter { !$0.key.isEmpty }
    #expect(tree.count == all.count)
    var prefixes = Array(
      (0..<30).map { _ in SharedPrefix(String(randomWords(&random, 1)[0].text.prefix(1 + random.below(5)))) })
    for _ in 0..<(all.isEmpty ? 0 : 150) {
      let key = all[random.below(all.count)].key
      prefixes.append(key.first(1 + random.below(key.count)))
    }
    for prefix in prefixes where !prefix.isEmpty {
      let wanted = all.filter { prefix.begins($0.key) }.map(\.word).sorted {
        $0.weight != $1.weight ? $0.weight > $1.weight : $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
      }
      let answer = try ask(PageQuestion(prefix), pages, tree)
      #expect(answer.isCut == (wanted.count > SharedFormat.wholePage), "\(prefix.text)")
      if answer.isCut {
        #expect(
          Array(answer.words.prefix(SharedFormat.bestPage)).map(\.weight)
            == wanted.prefix(SharedFormat.bestPage).map(\.weight))
        #expect(Set(answer.words.map(\.text)).isSuperset(of: wanted.prefix(SharedFormat.bestPage).map(\.text)))
        let typed = wanted.filter { SharedPrefix($0.text) == prefix }.prefix(SharedFormat.bestPage)
        #expect(Set(answer.words.map(\.text)).isSuperset(of: typed.map(\.text)))
      } else {
        #expect(
          Set(answer.words.map(\.text)) == Set(wanted.map(\.text)) && answer.words.map(\.weight) == wanted.map(\.weight)
        )
      }
    }
  }

  @Test func aPageIsWithinItsLimits() {
    var random = SeededRandom()
    for _ in 0..<4 {
      let tree = PageTree(randomWords(&random, 8000))
      tree.forEachPage { name, bytes in
        #expect(bytes.count <= SharedFormat.maximumPageBytes && SharedPage.decoded(bytes) != nil, "\(name.text)")
      }
    }
  }

  @Test func longWordsAndVeryManyThatFoldToOneArePut() throws {
    let long = String(repeating: "x", count: 128)
    // 2¹⁰ words that differ in case alone.
    let cases = (0..<1024).map { number in
      String("abcdefghij".enumerated().map { number >> $0 & 1 == 1 ? Character($1.uppercased()) : $1 })
    }
    let tree = PageTree((cases + [long, long + "y", "tab\there", "a\u{202E}b", ""]).map { SharedWord($0, weight: 1) })
    #expect(tree.count == 1025)
    let pages = pages(of: tree)
    #expect(try ask(PageQuestion(SharedPrefix("xx")), pages, tree).words.map(\.text) == [long])
    let answer = try ask(PageQuestion(SharedPrefix("ABCDEFGHIJ")), pages, tree)
    #expect(answer.isCut && answer.words.count >= SharedFormat.bestPage)
  }

  @Test(arguments: 0..<20) func whatIsNoPageIsRefused(round: Int) {
    var random = SeededRandom()
    var bytes = SharedPage.encoded(randomWords(&random, 1 + random.below(30)))
    #expect(SharedPage.decoded(bytes) != nil)
    for _ in 0..<200 {
      random.spoil(&bytes)
      for word in SharedPage.decoded(bytes) ?? [] { #expect(SharedWord.isPossible(word.text)) }
    }
    #expect(SharedPage.decoded([UInt8]()) == nil && SharedPage.decoded([2]) == nil && SharedPage.decoded([1]) == [])
    #expect(SharedPage.decoded([1] + [UInt8](repeating: 0, count: 1 << 20)) == nil)
  }

  /// Escape sequences, and marks that turn text around, would change the user's screen.
  @Test(arguments: ["\u{1B}[2J", "a\nb", "a\u{202E}b", "a\u{200F}b", "\u{0}", "a\u{85}b", "a\u{2028}b", "\u{FEFF}a"])
  func whatIsNoWordForAScreenIsNone(text: String) {
    #expect(
      !SharedWord.isPossible(text) && SharedPage.decoded(SharedPage.encoded([SharedWord(text, weight: 1)])) == nil)
  }

  @Test func theBucketIsThatOfTheFirstThreeBytes() {
    for (text, start) in [("getuser", "get"), ("größe", "gro"), ("Привет", "пр"), ("日本語", "日"), ("👩x", "👩")] {
      #expect(SharedPrefix(text).bucket(of: 64) == SharedPrefix(start).bucket(of: 64), "\(text)")
      #expect(SharedPrefix(text).bucket(of: 64) != .head)
    }
    #expect(SharedPrefix("ge").bucket(of: 64) == .head && SharedPrefix("п").bucket(of: 64) == .head)
  }
}
