import CatchwordText
import Testing

struct OpenDocumentTests {
  private func document(_ text: String) -> OpenDocument {
    OpenDocument(uri: "file:///a", languageID: "plaintext", version: 1, text: text)
  }

  @Test func takesRangesTheWrongWayRound() {
    var document = document("hello world")
    let range = (start: TextPosition(line: 0, column: 5), end: TextPosition(line: 0, column: 0))
    _ = document.apply(replacing: range, with: "bye", version: 2, encoding: .utf8)
    #expect(document.snapshot.text.string == "bye world")
    #expect(document.snapshot.version == 2)
  }

  @Test func isInStepAgainAfterAWholeText() {
    var document = document("hello")
    document.markOutOfStep()
    let range = (start: TextPosition(line: 0, column: 0), end: TextPosition(line: 0, column: 1))
    _ = document.apply(replacing: range, with: "j", version: 2, encoding: .utf8)
    #expect(document.isOutOfStep)
    _ = document.apply(replacing: nil, with: "bye", version: 3, encoding: .utf8)
    #expect(!document.isOutOfStep)
    #expect(document.snapshot.text.string == "bye")
  }
}
