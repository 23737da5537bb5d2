import CatchwordText
import Testing

/// Positions as LSP says they are.
struct TextPositionTests {
  @Test(arguments: [
    // (text, line, UTF-16 column, expected byte)
    ("abc\ndef", 0, 99, 3), ("abc\r\ndef", 0, 99, 3), ("abc\rdef", 1, 1, 5), ("abc", 9, 9, 3), ("", 0, 0, 0),
    ("", 3, 3, 0),
    ("abc\n", 1, 0, 4), ("abc\n", 1, 5, 4), ("🎉a", 0, 1, 0), ("🎉a", 0, 2, 4), ("🎉a", 0, 3, 5), ("a\u{2028}b", 0, 2, 4),
    ("abc", 0, -1, 0), ("abc", -1, 2, 2), ("", -2, -2, 0), ("abc", .min, .min, 0), ("abc\ndef", -1, 2, 2),
    ("abc", 0, .max, 3), ("abc\ndef", .max, .max, 7),
  ])
  func offsetsOfPositions(text: String, line: Int, column: Int, expected: Int) {
    #expect(Text(text).offset(of: TextPosition(line: line, column: column), encoding: .utf16) == expected)
  }

  @Test func offsetsInsideAScalarAreBeforeIt() {
    let text = Text("aé🎉")
    #expect((0...8).map { text.scalarBoundary(atOrBefore: $0) } == [0, 1, 1, 3, 3, 3, 3, 7, 7])
    #expect(text.string(in: 2..<5) == "é")
  }

  @Test func replacingClampsAndAligns() {
    var text = Text("aé🎉")
    text.replace(2..<999, with: "x")
    #expect(text.string == "ax")
    text.replace(-5..<0, with: "y")
    #expect(text.string == "yax")
  }

  @Test func aBreakMayBeSplitAndJoined() {
    var text = Text("a\r\nb")
    #expect(text.lineCount == 2)
    text.replace(2..<2, with: "x")
    #expect(text.lineCount == 3)
    text.replace(2..<3, with: "")
    #expect(text.lineCount == 2)
  }
}
