import TestSupport
import Testing

@testable import CatchwordProgram

/// The keys, the text and the screen of `catchword demo`.
struct DemoPartsTests {
  @Test func keysAreTheSameInWhateverPiecesTheyCome() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    let tokens: [(String, DemoKey?)] = [
      ("a", .text("a")), ("ü", .text("ü")), ("漢", .text("漢")), ("🦩", .text("🦩")), ("\r", .enter), ("\t", .tab),
      ("\u{7F}", .backspace), ("\u{e}", .control("N")), ("\0", .control("@")), ("\u{1D}", .control("]")),
      ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .controlRight), ("\u{1B}[3~", .delete),
      ("\u{1B}f", .alt("f")), ("\u{1B}[99;99z", nil),
      ("\u{1B}[200~a\r\u{1B}[Ab\u{1B}[201~", .paste("a\r\u{1B}[Ab")), ("\u{1B}[200~\u{1B}[201~", .paste("")),
    ]
    for _ in 0..<500 {
      let chosen = (0..<Int.random(in: 0..<12, using: &random)).map { _ in tokens.randomElement(using: &random)! }
      var keys = DemoKeys()
      var found: [DemoKey] = []
      // An ESC at the end of a piece is a key of its own, so pieces end elsewhere.
      var piece: [UInt8] = []
      for byte in chosen.flatMap({ Array($0.0.utf8) }) {
        piece.append(byte)
        if byte != 0x1B, Bool.random(using: &random) {
          found += keys.add(piece)
          piece = []
        }
      }
      found += keys.add(piece)
      #expect(found == chosen.compactMap(\.1), "\(seed) \(chosen.map(\.0))")
    }
  }

  @Test func whatIsNoKeyNeitherStopsNorCrashes() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    var keys = DemoKeys()
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 1..<20, using: &random)).map { _ in
        [UInt8.random(in: .min ... .max, using: &random), 0x1B, 0x5B].randomElement(using: &random)!
      }
      _ = keys.add(bytes)
    }
    // The end of a paste, if one has begun, and of a sequence.
    _ = keys.add(Array("\u{1B}[201~\u{1B}[201~zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz".utf8))
    #expect(keys.add(Array("a".utf8)).last == .text("a"), "\(seed)")
    #expect(DemoKeys().isEmptyAfter([0x1B]))
  }

  /// Each change, made to another copy as a server makes it, gives the same text.
  @Test func changesAreThoseThatAreTold() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "ü", "\n", "e\u{301}", "🇩🇪", "漢", "\r\n", "x\ny", ""]
    for _ in 0..<200 {
      var text = DemoText((0..<5).map { _ in pieces.randomElement(using: &random)! }.joined())
      var copy = text
      for _ in 0..<30 {
        text.move(
          to: .init(line: Int.random(in: -1..<9, using: &random), column: Int.random(in: -1..<9, using: &random)))
        let place = text.cursor
        let change: DemoText.Change?
        switch Int.random(in: 0..<5, using: &random) {
        case 0: change = text.deleteBackward()
        case 1: change = text.deleteForward()
        case 2:
          change = text.replace(
            place, .init(line: place.line + 1, column: 1), with: pieces.randomElement(using: &random)!)
        default: change = text.insert(pieces.randomElement(using: &random)!)
        }
        if let change { _ = copy.replace(change.start, change.end, with: change.text) }
        #expect(text.string == copy.string, "\(seed)")
        #expect(text.lines.indices.contains(text.cursor.line), "\(seed)")
        #expect(text.cursor.column <= text.lines[text.cursor.line].count, "\(seed)")
        #expect(!text.string.contains("\r"), "\(seed)")
      }
    }
  }

  @Test func deletesWholeCharacters() {
    var text = DemoText("e\u{301}🇩🇪x")
    _ = text.deleteBackward()
    _ = text.deleteBackward()
    #expect(text.string == "e\u{301}")
    _ = text.deleteBackward()
    #expect(text.string == "" && text.deleteBackward() == nil && text.deleteForward() == nil)
  }

  @Test func theScreenHoldsWhateverIsWrittenToIt() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let (columns, rows) = (Int.random(in: 1..<30, using: &random), Int.random(in: 1..<6, using: &random))
      var screen = DemoScreen(columns: columns, rows: rows)
      for _ in 0..<8 {
        screen.write(
          "a漢\t\u{1B}[2Je\u{301}🦩", row: Int.random(in: -2..<8, using: &random),
          column: Int.random(in: -40..<40, using: &random), origin: Int.random(in: -9..<9, using: &random), .dim)
      }
      #expect(!screen.bytes.contains("\u{1B}[2J"), "\(seed)")
      #expect(screen.bytes.split(separator: "\r\n", omittingEmptySubsequences: false).count == rows, "\(seed)")
    }
  }

  @Test(arguments: [
    ("pages, proof", "pages"), (", proof", ","), (" by Anna", " by"), ("x", "x"), ("", ""), ("\n  end", "\n  end"),
  ])
  func takesAWordOfGhostText(_ text: String, _ word: String) {
    #expect(DemoEditor.firstWord(of: text) == word)
  }
}

extension DemoKeys {
  /// True when nothing of some bytes is waited for.
  fileprivate func isEmptyAfter(_ bytes: [UInt8]) -> Bool {
    var copy = self
    _ = copy.add(bytes)
    return copy.add(Array("a".utf8)) == [.text("a")]
  }
}
