import CatchwordText
import TestSupport
import Testing

struct TextChangeTests {
  @Test func isTrimmedToWhatDiffers() {
    let text = Text("one two three")
    let change = TextChange(text, replacing: 0..<text.count, with: "one twos three")
    #expect(change.replaced == 7..<7)
    #expect(change.inserted == 7..<8)
    #expect(change.after.string == "one twos three")
  }

  @Test func isTrimmedToWholeScalars() {
    // é and ê share their first byte, é and ĩ their second.
    for (old, new) in [("é", "ê"), ("é", "ĩ"), ("aé", "aê"), ("🎉", "🎊"), ("é", "e\u{301}")] {
      let change = TextChange(Text(old), replacing: 0..<old.utf8.count, with: new)
      #expect(change.after.string == new)
      #expect(change.before.string(in: change.replaced) + "|" + change.after.string(in: change.inserted) != "|")
    }
  }

  @Test func equalTextsMakeAnEmptyChange() {
    #expect(TextChange(Text("aé🎉"), replacing: 0..<7, with: "aé🎉").isEmpty)
  }

  @Test func isWhatItSays() {
    var random = SeededRandom()
    for _ in 0..<500 {
      let text = Text(random.text(upTo: 30))
      let ends = [0...text.count, 0...text.count].map { Int.random(in: $0, using: &random) }.sorted()
      let range = text.scalarBoundary(atOrBefore: ends[0])..<text.scalarBoundary(atOrBefore: ends[1])
      let new = random.text(upTo: 6)
      let change = TextChange(text, replacing: range, with: new)
      let expected =
        text.string(in: 0..<range.lowerBound) + new + text.string(in: range.upperBound..<text.count)
      #expect(change.after.string.unicodeScalars.elementsEqual(expected.unicodeScalars))
      var again = change.before
      again.replace(change.replaced, with: change.after.string(in: change.inserted))
      #expect(again == change.after)
    }
  }
}
