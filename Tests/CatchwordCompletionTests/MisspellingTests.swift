import CatchwordPrediction
import CatchwordText
import Testing

@testable import CatchwordCompletion

/// What stands once and is one edit from what stands often comes behind it.
struct MisspellingTests {
  private func shown(_ words: String, typed: String, _ candidates: [String]) -> [String] {
    let document = DocumentSnapshot(uri: "a", languageID: "swift", version: 1, text: Text(words + "\n" + typed))
    let model = LanguageModel()
    model.documentDidOpen(document)
    var composer = Composer(
      query: CompletionQuery(document: document, offset: document.text.count),
      parts: [
        Composer.Part(source: SourceDescriptor(name: "s"), answer: SourceAnswer(candidates.map { Candidate($0) }))
      ],
      isMissingAnswers: false)
    composer.model = model
    return composer.compose().items.map(\.candidate.text)
  }

  @Test(arguments: [
    // The misspelling was written last, and would come first.
    ("receive receive receive receive receive\nx = recieve", "rec", ["recieve", "receive"], ["receive", "recieve"]),
    ("length length length length length lenght", "len", ["lenght", "length"], ["length", "lenght"]),
    ("buffer buffer buffer buffer buffer bufer", "buf", ["bufer", "buffer"], ["buffer", "bufer"]),
  ])
  func aMisspellingComesBehindTheWord(text: String, typed: String, offered: [String], expected: [String]) {
    #expect(shown(text, typed: typed, offered) == expected)
  }

  @Test func theEditsThatCount() {
    func isOneEdit(_ left: String, _ right: String) -> Bool { Composer.isOneEdit(Array(left.utf8), Array(right.utf8)) }
    for (left, right) in [("abcd", "abd"), ("abcd", "abxd"), ("abcd", "acbd"), ("abcd", "abcde"), ("abcd", "xbcd")] {
      #expect(isOneEdit(left, right) && isOneEdit(right, left))
    }
    for (left, right) in [("abcd", "abcd"), ("abcd", "ab"), ("abcd", "dcba"), ("abcd", "axyd"), ("", "ab")] {
      #expect(!isOneEdit(left, right) && !isOneEdit(right, left))
    }
  }
}
