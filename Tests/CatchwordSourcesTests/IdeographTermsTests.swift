import CatchwordCompletion
@testable import CatchwordSources
import CatchwordText
import TestSupport
import Testing

/// Terms of Chinese and Japanese that stand between others, and what is offered of them.
struct IdeographTermsTests {
  private let time = VirtualTime()

  /// What is offered at the end of a document that begins with `text`, best first.
  private func offered(_ text: String, typed: String) -> [String] {
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    let whole = text + "\n" + typed
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(whole))
    source.documentDidOpen(document)
    time.settle()
    let query = CompletionQuery(document: document, offset: whole.utf8.count)
    guard case .success(let answer)? = time.run({ try await source.completions(for: query) }) else { return [] }
    // As the engine ranks them where nothing else is known; what has two reasons is there twice.
    var seen: Set<String> = []
    return answer.candidates.filter { $0.text.hasPrefix(typed) && $0.start == nil }
      .sorted { ($0.signals.cohesion, $0.text) > ($1.signals.cohesion, $1.text) }.map(\.text)
      .filter { seen.insert($0).inserted }
  }

  private static let text = """
    我在北京大学学习计算机科学。
    北京大学、计算机科学、人工智能
    人工智能正在改变世界。
    你好，世界。
    """

  @Test(arguments: [
    ("北", "北京大学"), ("北京", "北京大学"), ("计", "计算机科学"), ("人", "人工智能"), ("人工", "人工智能"), ("你", "你好"), ("世", "世界"),
  ])
  func aTermThatStandsAloneElsewhereIsNotCut(typed: String, term: String) {
    let offered = offered(Self.text, typed: typed)
    #expect(offered.first == term)
    #expect(!offered.contains { $0.hasPrefix("北京大学学习计") && $0 != "北京大学学习计算机科学" })
  }

  /// Where nothing tells where a term ends, nothing is cut.
  @Test func whatIsNotKnownIsWhole() {
    #expect(offered("他们研究自然语言处理。", typed: "研") == ["研究自然语言处理"])
    #expect(offered("他们研究自然语言处理。", typed: "自") == ["自然语言处理"])
  }

  /// Two places that go on differently tell where a term ends, and two that begin differently where it begins.
  @Test(arguments: [
    ("机", "机器学习"), ("数", "数据"), ("图", "图像识别"),
  ])
  func aTermThatStandsAmongOthersIsFound(typed: String, term: String) {
    let text = "研究机器学习算法。使用机器学习方法。收集数据分析。大量数据训练。实现图像识别功能。改善图像识别效果。"
    #expect(offered(text, typed: typed).first == term)
  }

  /// Of sentences on several subjects, what is wanted is among the first five, of the most terms that can be told.
  ///
  /// Before terms were told by what goes on around them, it was 13 of 66, and 8 of 22.
  @Test(arguments: [(typed: 1, least: 54, of: 66), (2, 20, 22)])
  func wantedTermsAreAmongTheFirstFive(typed: Int, least: Int, of count: Int) {
    let terms = IdeographCorpus.terms.filter { $0.count > typed }
    #expect(terms.count == count)
    let missed = terms.filter { term in
      !offered(IdeographCorpus.text, typed: String(term.prefix(typed))).prefix(5).contains(term)
    }
    #expect(count - missed.count >= least, "\(missed)")
  }

  /// What has been typed before the term is no part of it.
  @Test func aTermBeginsWithinWhatIsBeingTyped() throws {
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    let text = Self.text + "\n大家讨论人工"
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(text))
    source.documentDidOpen(document)
    let query = CompletionQuery(document: document, offset: text.utf8.count)
    let answer = try #require(try time.run { try await source.completions(for: query) }?.get())
    let found = answer.candidates.filter { $0.text.hasSuffix("工智能") && $0.signals.cohesion > 0 }
    #expect(found.map(\.text) == ["人工智能"])
    let term = try #require(found.first)
    #expect(term.start == text.utf8.count - "人工".utf8.count)
    #expect(answer.isIncomplete)
  }

  @Test(arguments: [("東", ["東京都"]), ("勉", ["勉強"]), ("機", ["機械学習"]), ("京", ["京都"]), ("強", [])])
  func japaneseHasTheWordsItHad(typed: String, words: [String]) {
    #expect(offered("東京都で勉強を続ける。機械学習の勉強が好き。東京都は", typed: typed) == words)
  }

  @Test func nothingIsLookedUpWhereNoHanIsTyped() {
    for (text, segments) in [("ab", true), ("", true), ("コー", true), ("東京の", true), ("北京", false)] {
      let document = DocumentSnapshot(
        uri: "a", languageID: "plaintext", version: 1, text: Text(text), segmentsIdeographs: segments)
      #expect(IdeographTerms(CompletionQuery(document: document, offset: text.utf8.count)) == nil)
    }
  }

  /// However long a text repeats itself, a lookup sees a bounded part of it.
  @Test func aLongTextIsSeenInPart() {
    let long = (0..<3000).map { "人\(String(UnicodeScalar(0x4E00 + UInt32($0))!))工智能" }.joined(separator: "，")
    #expect(offered(long, typed: "人").count <= 300)
  }

  /// A text that is one letter again and again costs no more than another, and what is counted too often does not trap.
  @Test func whatIsSeenIsBounded() {
    var places = IdeographPlaces(of: "山")
    for length in 2...85 {
      for _ in 0..<10 { places.add(String(repeating: "山", count: length), count: .max) }
    }
    #expect(places.seen == IdeographPlaces.maximumSeen)
    #expect(places.terms(limit: 100).first?.text == "山山")
  }
}
