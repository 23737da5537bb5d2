import Testing

@testable import CatchwordText

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

  /// Long lines are measured otherwise than short ones.
  @Test(arguments: ["", "x\r\n", "é\r", "\n\n日\n"], ["a", "é", "日", "🎉"])
  func placesFarFromTheBeginningOfALine(before: String, piece: Character) {
    for behind in ["", "\r\n", "\rz", "\n\n"] {
      let string = before + String(repeating: piece, count: 300) + behind
      let model = ArrayText(ContiguousArray(string.unicodeScalars.map(\.value)))
      let start = before.utf8.count
      for shape in [TextShape.standard, TextShape(maximumLeafBytes: 32, maximumChildren: 4)] {
        let text = Text(string, shape: shape)
        let line = text.line(at: start)
        let places =
          Array(start...start + 2) + Array(start + 250...start + 262) + Array(text.count - 6...text.count + 1)
        for encoding in [PositionEncoding.utf8, .utf16, .utf32] {
          for column in [1, 128, 254, 255, 256, 257, 258, 299, 300, 301, 600, 1200, .max] {
            let position = TextPosition(line: line, column: column)
            #expect(
              text.offset(of: position, encoding: encoding) == model.place(of: position, encoding: encoding).offset)
          }
          for place in places {
            #expect(text.position(of: place, encoding: encoding) == model.position(ofByte: place, encoding: encoding))
          }
        }
        for place in places where place <= start + 300 * piece.utf8.count {
          #expect(text.lineStart(of: place) == start)
        }
      }
    }
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
