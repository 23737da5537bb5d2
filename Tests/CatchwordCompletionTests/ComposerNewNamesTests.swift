import CatchwordPrediction
import CatchwordText
import Testing

@testable import CatchwordCompletion

/// Names that nobody has written yet, in the list.
struct ComposerNewNamesTests {
  private static let known = "list_window_size set_client_name window_pane get_user_name RestResult\n"

  private func composed(
    _ typed: String, language: String = "c", isTyping: Bool = false, _ words: [String] = [], isBehind: Bool = false,
    _ change: (inout Composer) -> Void = { _ in }
  ) -> CompletionResult {
    let text = ComposerNewNamesTests.known + typed
    let document = DocumentSnapshot(uri: "a", languageID: language, version: 1, text: Text(text))
    let query = CompletionQuery(
      document: document, offset: text.utf8.count, trigger: isTyping ? .automatic : .invoked, isTyping: isTyping)
    var answer = SourceAnswer(words.map { Candidate($0) })
    answer.isBehind = isBehind
    var composer = Composer(
      query: query, parts: [Composer.Part(source: SourceDescriptor(name: "s"), answer: answer)],
      isMissingAnswers: false)
    composer.model.documentDidOpen(document)
    composer.offersPredictions = true
    change(&composer)
    return composer.compose()
  }

  private func texts(_ result: CompletionResult) -> [String] { result.items.map(\.candidate.text) }

  @Test func areOfferedAndSayWhatTheyAreLike() throws {
    let result = composed("client_window_s")
    let item = try #require(result.items.first)
    #expect(item.candidate.text == "client_window_size" && item.candidate.detail == "like list_window_size")
    #expect(item.source == "prediction" && item.signals.isNewName && !item.signals.isDoubtful)
    // Typed on, another one may be meant; and a source that has not answered may know a name that begins so.
    #expect(result.isIncomplete && !result.hasBeginnings)
    #expect(composed("client_window_s", ["client_window_sash"]).hasBeginnings)
  }

  @Test func comeBehindWhatBeginsAsTyped() {
    #expect(texts(composed("window_p", ["window_pane"])) == ["window_pane"])
    let result = composed("client_window_s", ["client_window_sash"])
    #expect(Set(texts(result).prefix(2)) == ["client_window_sash", "client_window_size"])
    let many = (0..<5).map { "client_window_s\($0)" }
    #expect(!texts(composed("client_window_s", many)).contains("client_window_size"))
    #expect(texts(composed("client_window_s", Array(many.dropLast()))).contains("client_window_size"))
  }

  /// An abbreviation, a typo and a later part of a known name are not the beginning of a new one.
  @Test(arguments: [
    ("ge_us", "get_user_name"), ("gte_user_na", "get_user_name"), ("user_na", "get_user_name"),
    ("seCl", "set_client_name"),
  ])
  func comeBehindAKnownNameThatMayBeMeant(typed: String, expected: String) {
    #expect(texts(composed(typed, [expected])).first == expected)
  }

  @Test func thereAreNoneWhereTheyAreNoHelp() {
    func hasNewNames(_ result: CompletionResult) -> Bool { result.items.contains(where: \.signals.isNewName) }
    #expect(hasNewNames(composed("client_window_s")))
    #expect(!hasNewNames(composed("client_window_s", language: "plaintext")))
    #expect(!hasNewNames(composed("client_window_s", isBehind: true)))
    #expect(!hasNewNames(composed("client_window_s") { $0.offersPredictions = false }))
    #expect(!hasNewNames(composed("client_window_s") { $0.cancellation.cancel() }))
    #expect(!hasNewNames(composed("window_pane = window_pane")))
    for word in ["client_window_size", "list_window_size"] {
      #expect(!hasNewNames(composed("client_window_s") { $0.learned.setBanned(true, word, languageID: nil) }))
    }
  }

  /// By themselves they come up with three letters of a part, and not where the name may be complete.
  @Test(arguments: [
    ("client_window_siz", ["client_window_size"]), ("client_window_si", []), ("client_window", []),
    ("client_window_size", []),
  ])
  func comeUpByThemselvesWhereTheNameGoesOn(typed: String, expected: [String]) {
    #expect(texts(composed(typed, isTyping: true)) == expected)
  }
}
