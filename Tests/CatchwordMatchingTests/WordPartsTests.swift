import CatchwordMatching
import Testing

@Suite struct WordPartsTests {
  /// What is folded has the letters of the text that it was made of, whatever is in it.
  @Test func lettersOfWhatIsFoldedAreThoseOfTheText() {
    var parts = WordParts()
    var others: [Unicode.Scalar] = []
    for value in UInt32(0x20)...0x2_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)b"
      parts.load(text)
      if WordParts.letters(of: FoldedText.scalars(of: text)) != parts.letters { others.append(scalar) }
    }
    #expect(others == [])
  }
}
