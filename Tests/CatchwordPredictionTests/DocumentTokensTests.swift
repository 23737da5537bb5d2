import CatchwordText
import Testing

@testable import CatchwordPrediction

struct DocumentTokensTests {
  /// Numbers in the order of coming.
  private final class Numbers {
    private var numbers: [String: Token] = [:]

    func token(_ word: UnsafeBufferPointer<UInt8>) -> Token {
      let text = String(decoding: word, as: UTF8.self)
      let number = numbers[text] ?? Token.firstWord + Token(numbers.count)
      numbers[text] = number
      return number
    }

    var words: Set<String> { Set(numbers.keys) }
  }

  private func word(at place: Int, in text: Text) -> Range<Int> {
    text.wordRange(around: place, scanner: Tokenizer.scanner)
  }

  private func live(_ counts: TokenTable<Int32>) -> [Token: Int32] {
    var live: [Token: Int32] = [:]
    counts.forEach { if $1 != 0 { live[$0] = $1 } }
    return live
  }

  private func expectCountsOfTokens(_ tokens: DocumentTokens) {
    let expected = Dictionary(tokens.tokens.map { ($0, Int32(1)) }, uniquingKeysWith: +)
    #expect(live(tokens.counts) == expected)
    #expect(tokens.distinctCount == expected.count)
    #expect(tokens.gaps.count == tokens.tokens.count)
  }

  @Test(arguments: [RandomText.plain, RandomText.hard]) func editsLeaveWhatReadingAnewFinds(_ pieces: [String]) {
    var random = RandomText(pieces)
    let numbers = Numbers()
    for _ in 0..<15 {
      var text = Text(random.string(upTo: 400))
      var tokens = DocumentTokens(DocumentTokens.Extent(reach: 1 << 20, pieceLength: 96))
      for _ in 0..<40 {
        for _ in 0..<1 + random.below(3) {
          let change = random.edit(text)
          tokens.note(change)
          text = change.after
        }
        let cursor = random.below(4) == 0 ? nil : word(at: random.place(in: text), in: text)
        let found = tokens.read(text, around: cursor) { numbers.token($1) }
        var whole = DocumentTokens(DocumentTokens.Extent(reach: 1 << 20, pieceLength: 1 << 20))
        let expected = whole.read(text, around: cursor) { numbers.token($1) }
        #expect(tokens.tokens == whole.tokens, "\(text.string.debugDescription)")
        #expect(tokens.gaps == whole.gaps, "\(text.string.debugDescription)")
        if cursor != nil { #expect(found == expected) }
        #expect(tokens.beginsText)
        expectCountsOfTokens(tokens)
      }
    }
  }

  @Test(arguments: [false, true]) func theWindowHoldsWhatStandsInIt(_ isStepwise: Bool) {
    var random = RandomText(RandomText.plain)
    let numbers = Numbers()
    let extent = DocumentTokens.Extent(reach: 300, pieceLength: 40, firstReach: 80, step: 60, jumpLength: 100)
    let least = isStepwise ? 40 : 150
    for _ in 0..<15 {
      var text = Text(random.string(upTo: 1500))
      var tokens = DocumentTokens(extent)
      for _ in 0..<40 {
        let change = random.edit(text)
        tokens.note(change)
        text = change.after
        let cursor = word(at: random.place(in: text), in: text)
        _ = tokens.read(text, around: cursor, isStepwise: isStepwise) { numbers.token($1) }
        let window = tokens.window
        #expect(window.lowerBound >= 0 && window.upperBound <= text.count && window.count <= 900)
        #expect(window.lowerBound == 0 || cursor.lowerBound - window.lowerBound >= least)
        #expect(window.upperBound == text.count || window.upperBound - cursor.lowerBound >= least)
        #expect(tokens.tokens == self.tokens(of: text, window, without: cursor, numbers))
        expectCountsOfTokens(tokens)
      }
    }
  }

  @Test func theWindowGrowsInStepsToItsReach() {
    let text = Text(String(repeating: "some words in a line\n", count: 500))
    let numbers = Numbers()
    var tokens = DocumentTokens(
      DocumentTokens.Extent(reach: 2000, pieceLength: 40, firstReach: 200, step: 300, jumpLength: 1000))
    for cursor in [5000..<5000, 1000..<1000] {
      for step in 0..<9 {
        _ = tokens.read(text, around: cursor, isStepwise: true) { numbers.token($1) }
        let reach = min(2000, 200 + step * 300)
        #expect((reach...reach + 200).contains(tokens.window.upperBound - cursor.lowerBound), "\(step)")
        #expect(tokens.window.lowerBound <= max(0, cursor.lowerBound - reach))
        #expect(tokens.tokens == self.tokens(of: text, tokens.window, without: cursor, numbers))
      }
    }
    // Who asks for all gets it.
    _ = tokens.read(text, around: 9000..<9000) { numbers.token($1) }
    #expect(tokens.window.lowerBound <= 7000 && tokens.window.upperBound == text.count)
  }

  private func tokens(of text: Text, _ window: Range<Int>, without cursor: Range<Int>, _ numbers: Numbers)
    -> ContiguousArray<Token>
  {
    let bytes = text.bytes(in: 0..<text.count)
    var found: ContiguousArray<Token> = []
    var last = window.lowerBound == 0 || bytes[window.lowerBound - 1] == 0x0A ? Token.newline : .hole
    bytes.withUnsafeBufferPointer { buffer in
      Tokenizer.forEachToken(in: bytes, without: SecretScanner.secrets(in: bytes)) { range, kind, _ in
        guard range.overlaps(window) else { return }
        // A part of a word is no word.
        let isCut = range.clamped(to: window) != range
        let token: Token =
          if isCut || kind == .hole || range.overlaps(cursor) { .hole } else if kind == .newline { .newline } else {
            numbers.token(UnsafeBufferPointer(rebasing: buffer[range]))
          }
        if token == .newline && last == .newline { return }
        last = token
        found.append(token)
      }
    }
    return found
  }

  @Test(arguments: [
    String(repeating: "secret", count: 40_000),
    String(repeating: "é", count: 100_000), "x = " + String(repeating: "ab12", count: 50_000) + " y",
  ])
  func piecesOfWhatIsTooLongAreNoWords(_ string: String) {
    let text = Text(string)
    let numbers = Numbers()
    for place in [0, 1, 5000, 100_001, text.count - 1, text.count] {
      var tokens = DocumentTokens(DocumentTokens.Extent(reach: 20_000, pieceLength: 512))
      _ = tokens.read(text, around: word(at: place, in: text)) { numbers.token($1) }
    }
    #expect(numbers.words.isSubset(of: ["x", "=", "y"]))
  }

  @Test func wordsAreNotCutWhereTheWindowEnds() {
    let text = Text(String(repeating: "configuration ", count: 3000))
    let numbers = Numbers()
    for place in stride(from: 0, to: text.count, by: 999) {
      var tokens = DocumentTokens(DocumentTokens.Extent(reach: 1000, pieceLength: 100))
      _ = tokens.read(text, around: place..<place) { numbers.token($1) }
    }
    #expect(numbers.words == ["configuration"])
  }

  /// What is inserted where the window ends may be the beginning of a word that goes on behind it.
  @Test(arguments: ["x", " x", "x ", "yy"]) func wordsAreNotCutByAnEditWhereTheWindowEnds(_ inserted: String) {
    let text = Text(String(repeating: "configuration of lines\n", count: 200))
    let numbers = Numbers()
    var tokens = DocumentTokens(DocumentTokens.Extent(reach: 1000, pieceLength: 100))
    let cursor = 2000..<2000
    _ = tokens.read(text, around: cursor) { numbers.token($1) }
    for place in [tokens.window.upperBound, tokens.window.lowerBound] {
      var tokens = tokens
      let change = TextChange(text, replacing: place..<place, with: inserted)
      tokens.note(change)
      _ = tokens.read(change.after, around: cursor) { numbers.token($1) }
      #expect(tokens.tokens == self.tokens(of: change.after, tokens.window, without: cursor, numbers))
    }
  }

  @Test func anotherTextOfTheSameLengthIsAnotherText() {
    let numbers = Numbers()
    var tokens = DocumentTokens()
    func words(_ text: Text) -> ContiguousArray<Token> {
      var fresh = DocumentTokens()
      _ = fresh.read(text, around: nil) { numbers.token($1) }
      return fresh.tokens
    }
    let (old, other) = (Text("one two"), Text("two one"))
    _ = tokens.read(old, around: nil) { numbers.token($1) }
    _ = tokens.read(other, around: nil) { numbers.token($1) }
    #expect(tokens.tokens == words(other))
    // An edit of a text that is not the one that was read.
    let change = TextChange(old, replacing: 7..<7, with: " x")
    tokens.note(change)
    _ = tokens.read(change.after, around: nil) { numbers.token($1) }
    #expect(tokens.tokens == words(change.after))
  }

  @Test func memoryFollowsTheText() {
    var tokens = DocumentTokens()
    let numbers = Numbers()
    var text = Text("a b c")
    for step in 0..<6000 {
      let change = TextChange(text, replacing: 0..<text.count, with: "word\(step) b c")
      tokens.note(change)
      text = change.after
      _ = tokens.read(text, around: nil) { numbers.token($1) }
    }
    #expect(tokens.counts.count < 1100)
    expectCountsOfTokens(tokens)
  }
}
