import CatchwordPrediction
import CatchwordText
import Testing

@testable import CatchwordCompletion

/// What a language server offers, beside the words of the same name.
struct ComposerMergingTests {
  private func compose(_ typed: String, _ parts: [(String, [Candidate])]) -> [CompletionResult.Item] {
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text(typed))
    let composer = Composer(
      query: CompletionQuery(document: document, offset: typed.utf8.count),
      parts: parts.map {
        Composer.Part(source: SourceDescriptor(name: $0.0), answer: SourceAnswer($0.1))
      },
      isMissingAnswers: false)
    return composer.compose().items
  }

  @Test(arguments: [
    (others: [] as [Candidate], offered: ["pricey", "print", "prior"], isCut: false),
    // What is being typed is no help.
    (["pri"], ["pri", "pricey", "print", "prior"], false),
    (["other"], ["pricey", "print", "prior"], false),
    (["prize"], ["pricey", "prize"], true),
  ])
  func furtherOnesAreForWantOfOthers(others: [Candidate], offered: [String], isCut: Bool) {
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("pri"))
    var answer = SourceAnswer(["pricey"])
    answer.further = { ["print", "prior", "other"] }
    let parts = [
      Composer.Part(source: SourceDescriptor(name: "words"), answer: SourceAnswer(others)),
      Composer.Part(source: SourceDescriptor(name: "team"), answer: answer),
    ]
    for parts in [parts, parts.reversed()] {
      let result = Composer(
        query: CompletionQuery(document: document, offset: 3), parts: parts, isMissingAnswers: false
      )
      .compose()
      #expect(result.items.map(\.candidate.text).sorted() == offered && result.isIncomplete == isCut)
    }
  }

  /// Items that nothing but their details tells apart come as they were offered, whether or not some are left out.
  @Test(arguments: [2, 3, 4, 100]) func equalItemsComeAsTheyWereOffered(limit: Int) {
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("pri"))
    let others = [item("prior"), item("prison")]
    let offered = ["int", "char"].map { item("print", detail: $0) } + others + [item("print", detail: "bool")]
    let composer = Composer(
      query: CompletionQuery(document: document, offset: 3, limit: limit),
      parts: [Composer.Part(source: SourceDescriptor(name: "server"), answer: SourceAnswer(offered))],
      isMissingAnswers: false)
    let details = composer.compose().items.compactMap(\.candidate.detail)
    #expect(details == Array(["int", "char", "bool"].prefix(limit)))
  }

  @Test func whatIsKnownOfAWordIsNotThatOfTheOneInItsPlace() {
    var signals = RankingSignals()
    signals.prediction.occurrences = 50
    let (words, lists) = (SourceDescriptor(name: "words"), SourceDescriptor(name: "lists"))
    var entry = Composer.Entry("Hello", from: words, rank: 0, signals)
    entry.merge("Hello", from: lists)
    #expect(entry.signals.prediction.occurrences == 50)
    entry.merge(Candidate("Hello", detail: "a greeting"), from: lists)
    #expect(entry.candidate.detail == "a greeting" && entry.signals.prediction.occurrences == nil)
  }

  private func item(
    _ text: String, label: String? = nil, filter: String? = nil, detail: String? = nil, snippet: String? = nil,
    id: Int = 0
  ) -> Candidate {
    var candidate = Candidate(text, kind: .function, detail: detail)
    candidate.label = label
    candidate.filter = filter
    candidate.snippet = snippet
    candidate.attachment = id
    return candidate
  }

  private let word = Candidate("printf", detail: "a word", signals: CandidateSignals(recency: 0.8, affinity: 1))

  @Test(arguments: [true, false])
  func theWordGoesIntoTheItem(isWordFirst: Bool) {
    let items = [
      item("printf"), item("printf($1)", label: "printf(format, ...)", snippet: "printf($1)"),
      item("printf()", label: " printf(const char *…)", filter: "printf"),
    ]
    for item in items {
      let parts = [("words", [word, Candidate("print")]), ("server", [item])]
      let found = compose("pri", isWordFirst ? parts : parts.reversed())
      #expect(found.count == 2)
      let merged = found.first { $0.source == "server" }
      #expect(merged?.candidate.attachment != nil && merged?.candidate.kind == .function)
      #expect(merged?.signals.candidate == word.signals)
    }
  }

  /// A name of a tags file has a kind, and says where it is declared.
  @Test(arguments: [CandidateKind.function, .class, .variable, .keyword])
  func theNameFromATagsFileGoesIntoTheItem(_ kind: CandidateKind) {
    let tag = Candidate("printf", kind: kind, detail: "function in stdio.h", key: "tags")
    let parts = [("tags", [tag]), ("server", [item("printf", detail: "int")])]
    for parts in [parts, parts.reversed()] {
      let items = compose("pri", parts)
      #expect(items.map(\.candidate.detail) == ["int"] && items.map(\.source) == ["server"])
    }
  }

  @Test func aFileOfTheSameNameStaysApart() {
    let items = compose("pri", [("paths", [Candidate("printf", kind: .file)]), ("server", [item("printf")])])
    #expect(items.count == 2)
  }

  @Test func overloadsStayApartAndAllGainByTheWord() {
    let overloads = (0..<3).map { item("printf", label: "printf", detail: "same", id: $0) }
    let found = compose("pri", [("words", [word]), ("server", overloads)])
    #expect(Set(found.compactMap { $0.candidate.attachment as? Int }) == [0, 1, 2])
    #expect(found.count == 3 && found.allSatisfy { $0.signals.candidate == word.signals })
  }

  @Test func whatTwoServersOfferIsTheFirstOnes() {
    let found = compose(
      "pri",
      [
        ("a", [item("printf", label: "printf(format)", detail: "int", id: 1), item("printf", detail: "long", id: 2)]),
        ("b", [item("printf", id: 3), item("printf", detail: "x", id: 4), item("print", id: 5)]),
      ])
    #expect(found.compactMap { $0.candidate.attachment as? Int }.sorted() == [1, 2, 5])
  }

  @Test func snippetsStayApart() {
    var snippet = Candidate("for (…)", kind: .snippet)
    snippet.label = "for"
    snippet.snippet = "for ($1)"
    let found = compose("fo", [("snippets", [snippet]), ("words", [Candidate("for")]), ("server", [item("for")])])
    #expect(found.map(\.source).sorted() == ["server", "snippets"])
  }
}
