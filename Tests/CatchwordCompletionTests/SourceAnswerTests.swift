import CatchwordCompletion
import CatchwordText
import Testing

/// Answers that authors make of plain strings.
struct SourceAnswerTests {
  private func query(_ text: String) -> CompletionQuery {
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(text))
    return CompletionQuery(document: document, offset: text.utf8.count)
  }

  @Test func wordsAndLiteralsAreCandidates() {
    let words = ["Berlin", "Prague"].lazy.map { $0.uppercased() }
    #expect(SourceAnswer(words, kind: .value).candidates.map(\.text) == ["BERLIN", "PRAGUE"])
    #expect(SourceAnswer(words, kind: .value).candidates.map(\.kind) == [.value, .value])
    let literal: Candidate = "Berlin"
    #expect(literal.text == "Berlin" && literal.kind == .text)
    #expect(SourceAnswer(["a", "b"], isIncomplete: true).candidates.map(\.text) == ["a", "b"])
  }

  /// What stands before the word, and what is offered of the names.
  @Test(arguments: [
    ("", ["New York", "New Delhi", "York"]), ("new ", ["York", "Delhi", "York"]),
    ("I saw new y", ["York", "Delhi", "York"]), ("anew y", ["New York", "New Delhi", "York"]),
    ("(New ", ["York", "Delhi", "York"]), ("new  ", ["New York", "New Delhi", "York"]),
    ("new\n", ["New York", "New Delhi", "York"]), ("NEW Yo", ["York", "Delhi", "York"]),
  ])
  func theRestOfANameIsOffered(text: String, offered: [String]) {
    let answer = SourceAnswer(names: ["New York", "New Delhi", "York"], for: query(text), kind: .constant)
    #expect(answer.candidates.map(\.text) == offered)
    let isRest = answer.candidates.map { $0.detail != nil }
    #expect(isRest == [offered[0] == "York", offered[1] == "Delhi", false])
  }
}
