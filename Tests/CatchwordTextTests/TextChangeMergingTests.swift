import CatchwordText
import TestSupport
import Testing

/// Two edits in a row, as one.
struct TextChangeMergingTests {
  @Test func oneEditSaysWhatManyDid() throws {
    var random = SeededRandom()
    let pieces = ["a", "é", "東", "\n", "word ", "🎉", "  "]
    func string() -> String { (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined() }
    for _ in 0..<200 {
      let start = Text((0..<20).map { _ in string() }.joined())
      var (text, merged) = (start, TextChange?.none)
      for _ in 0..<1 + random.below(20) {
        let (first, second) = (random.below(text.count + 1), random.below(text.count + 1))
        let change = TextChange(
          text, replacing: min(first, second)..<min(max(first, second), min(first, second) + 8), with: string())
        text = change.after
        merged = try merged.map { try #require($0.merged(with: change)) } ?? change
      }
      let change = try #require(merged)
      #expect(change.before == start && change.after == text)
      #expect(change.replaced.lowerBound == change.inserted.lowerBound)
      // Before and behind, nothing differs.
      #expect(start.string(in: 0..<change.replaced.lowerBound) == text.string(in: 0..<change.inserted.lowerBound))
      #expect(
        start.string(in: change.replaced.upperBound..<start.count)
          == text.string(in: change.inserted.upperBound..<text.count))
    }
  }

  @Test func editsOfOtherTextsAreNotOne() {
    let change = TextChange(Text("one"), replacing: 0..<1, with: "t")
    #expect(change.merged(with: TextChange(Text("tne"), replacing: 0..<1, with: "x")) == nil)
    #expect(change.merged(with: TextChange(change.after, replacing: 0..<1, with: "x"))?.after.string == "xne")
  }
}
