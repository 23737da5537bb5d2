import CatchwordPrediction
import CatchwordText
import Foundation
import Testing

@testable import CatchwordServer

/// Where ghost text is asked for, and what of an answer is shown. `|` is the cursor.
struct GhostTextTests {
  private static func document(_ text: String, _ languageID: String = "swift") -> DocumentSnapshot {
    OpenDocument(uri: "file:///a", languageID: languageID, version: 1, text: text).snapshot
  }

  private static func question(
    _ marked: String, isInvoked: Bool = false, selected: (range: Range<Int>, text: String)? = nil
  ) -> GhostQuestion? {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return GhostQuestion(
      document(parts.joined()), cursor: parts[0].utf8.count, isInvoked: isInvoked, selected: selected, confidence: 0.5)
  }

  /// The document with what is shown put in, in brackets.
  private static func shown(
    _ marked: String, _ answer: String, isInvoked: Bool = false, banned: Set<String> = []
  ) -> String? {
    guard let question = question(marked, isInvoked: isInvoked),
      let ghost = GhostText(answer, to: question, isAllowed: { !banned.contains($0) })
    else { return nil }
    let text = question.document.text
    let (before, typed) = (text.string(in: 0..<ghost.replaced.lowerBound), text.string(in: ghost.replaced))
    #expect(ghost.text == typed + ghost.rest)
    return "\(before)\(typed)[\(ghost.rest)]\(text.string(in: ghost.replaced.upperBound..<text.count))"
  }

  @Test(arguments: [
    // At the end of a line, with a word begun or without.
    ("let a = pri|", "nt(a)", "let a = pri[nt(a)]"), ("let a = |", "print(a)", "let a = [print(a)]"),
    ("pri|\nnext", "nt(a)", "pri[nt(a)]\nnext"), ("pri|\r\nnext", "nt(a)", "pri[nt(a)]\r\nnext"),
    // In the middle of a word, or before another text.
    ("pri|nt", "vate", nil), ("pri| = 1", "vate", nil), ("|x", "private", nil), ("f(|, x)", "abc", nil),
    // Before what only closes, which is not said twice.
    ("f(|)", "abc)", "f([abc])"), ("f(|)", "abc", "f([abc])"), ("f(|)", "g(x), y)", "f([g(x), y])"),
    ("f(|) ;", "abc); x", "f([abc]) ;"), ("x[|]", "a[0]", "x[[a[0]]]"), ("s = \"|\"", "abc\"", "s = \"[abc]\""),
    ("a|;", "bc; d", "a[bc];"), ("f(|)", ")", nil), ("f(a|   ", "bc", "f(a[bc]   "),
    // Nothing is left to separate there.
    ("f(a|)", "bc,", "f(a[bc])"), ("f(|)", "abc, ", "f([abc])"), ("f(a|", "bc,", "f(a[bc,]"), ("f(|)", "a,", nil),
    // To the end of the line, and no white space after it.
    ("a|", "bc\ndef", "a[bc]"), ("a|", "bc  \r\ndef", "a[bc]"), ("a|", "bc   ", "a[bc]"),
    // Two characters that can be seen.
    ("a|", "b", nil), ("a|", " b", nil), ("a|", "b c", "a[b c]"), ("a|", "  ", nil), ("a|", "", nil),
    ("a|", "\nbc", nil),
    ("a|", "😀", nil), ("a|", "😀é", "a[😀é]"),
  ])
  func oneLine(marked: String, answer: String, expected: String?) {
    #expect(Self.shown(marked, answer) == expected)
  }

  @Test(arguments: [
    // What stands on the next line is not said twice, but for marks at its end.
    ("  |\n  } catch {", "} catch {", nil), ("try:\n|\n    except E:", "except E:", nil),
    ("\t\treturn|\n\n\t\treturn err", " err", nil), ("  re|\n  return err;", "turn err", nil),
    ("  |\r\n  end", "end", nil), ("    |\n  end", "end", "    [end]\n  end"),
    ("{{{\n    |\n  }", "}}", "{{{\n    [}}]\n  }"),
    ("  re|\n  return err + x", "turn err", "  re[turn err]\n  return err + x"),
    ("{{\n  |\n  }", "} x", "{{\n  [} x]\n  }"),
    // Nothing stays open before what closes, whatever is opened.
    ("f(|)", "g(\"x\", (int", nil), ("f(|)", "abc, g(\"x\", (int", "f([abc])"), ("{ |}", "\"name", nil),
    ("{|}", "\"name\": \"", "{[\"name\":]}"), ("g(|); }", "\"x\", (", "g([\"x\"]); }"),
    ("f(|)", "a, \"b)\", c", "f([a, \"b)\", c])"), ("f(|)", "a, g(b), h(c, (", "f([a, g(b)])"),
    ("f(|)", "&'a str", "f([&'a str])"),
    ("f(|)", "'(', x", "f(['(', x])"),
    ("f(\"ab|)", "c\", d", "f(\"ab[c\", d])"), ("f(g(x|)", "y))", nil), ("f(g(x|)", "yz))", "f(g(x[yz])"),
    ("f(\"a\\\"b|)", "c\", d", "f(\"a\\\"b[c\", d])"),
    ("f(|)", "\"a\\\")b\", c", "f([\"a\\\")b\", c])"), ("printf(\"|\");", ");", nil),
    ("f(a, |;", "bc);", "f(a, [bc)];"), ("f(a, b|;", "))", nil),
  ])
  func besideWhatStandsThere(marked: String, answer: String, expected: String?) {
    #expect(Self.shown(marked, answer) == expected)
  }

  @Test(arguments: [
    ("f {\n  a\n}\n|", "}\n}", nil), ("f {\n  g {\n    a|", "b\n  }\n}\n}", "f {\n  g {\n    a[b\n  }\n}]"),
    ("f {\r\n  a|", "b\r\n}\r\n}\r\nx", "f {\r\n  a[b\r\n}]"), ("|", "f {\n}\n}\nx", "[f {\n}]"),
    ("f {\n  a|\n}", "b\n  c\n}\nd", "f {\n  a[b\n  c]\n}"), ("1) a|", "b)\nc)", "1) a[b)\nc)]"),
    ("import A\n|\nimport C", "import B\nimport C\nimport D", "import A\n[import B]\nimport C"),
  ])
  func linesBesideWhatStandsThere(marked: String, answer: String, expected: String?) {
    #expect(Self.shown(marked, answer, isInvoked: true) == expected)
  }

  @Test func severalLinesForWhoAsks() {
    let answer = (1...20).map { "line\($0)" }.joined(separator: "\r\n")
    let lines = Self.shown("|", answer, isInvoked: true)?.components(separatedBy: "\r\n")
    #expect(lines?.count == GhostQuestion.invokedLines)
    #expect(lines?.last == "line8]")
    #expect(Self.shown("f(|)", "a\nbc", isInvoked: true) == nil)
    #expect(Self.shown("f(|)", "ab\nc", isInvoked: true) == "f([ab])")
    #expect(Self.shown("a|", "  \n  b", isInvoked: true) == nil)
  }

  @Test func whoAsksIsShownWhatIsLessCertain() {
    #expect(Self.question("a|")?.options.confidence == 0.5)
    #expect(Self.question("a|", isInvoked: true)?.options.confidence == 0.05)
    #expect(Self.question("a|")?.accepts(Continuation(text: "", confidence: 0.5)) == true)
    #expect(Self.question("a|")?.accepts(Continuation(text: "", confidence: 0.49)) == false)
  }

  @Test(arguments: [
    ("a|", "b cd ef", "cd", nil), ("a|", "bx cd ef", "ef", "a[bx cd]"), ("a|", "bc cd", "abc", nil),
    ("a |", "cd ef", "cd", nil), ("cd |", "ab ef", "cd", "cd [ab ef]"), ("a|", "bc.cd.ef", "cd", "a[bc.]"),
  ])
  func nothingFromABannedWordOn(marked: String, answer: String, banned: String, expected: String?) {
    #expect(Self.shown(marked, answer, banned: [banned]) == expected)
  }

  @Test func whatIsTooLongIsCutBetweenWords() throws {
    let word = String(repeating: "é", count: 50)
    let answer = Array(repeating: word, count: 100).joined(separator: " ")
    let shown = try #require(Self.shown("|", answer)).dropFirst().dropLast()
    #expect(shown.utf8.count <= GhostText.maximumLength)
    #expect(shown.split(separator: " ").allSatisfy { $0 == word })
    #expect(Self.shown("|", String(repeating: "a", count: 5000)) == nil)
  }

  /// The end of a line of megabytes is enough.
  @Test func ofALongLineTheEndIsRead() {
    let line = String(repeating: "f(\"a\") ", count: 500_000)
    #expect(Self.shown("\(line)f(|)", "abc)") == "\(line)f([abc])")
    // What is open before that is not known.
    #expect(Self.shown("{ \(line)|", "ab }") == "{ \(line)[ab }]")
    #expect(Self.shown("\(line)|", "ab }") == "\(line)[ab }]")
  }

  @Test func aLongLineIsNotRead() {
    #expect(Self.question("a|" + String(repeating: " ", count: 64)) != nil)
    #expect(Self.question("a|" + String(repeating: " ", count: 65)) == nil)
  }

  // MARK: What is selected in the menu

  @Test(arguments: [
    // The item, what it replaces, what is asked for, what must come, an answer, and the text.
    ("x.pri|", "print", 2..<5, "print", "nt", "nt(x)", "print(x)"),
    ("x.|", "print", 2..<2, "print", "print", "print(x)", "print(x)"),
    // It begins before the word, and is taken at its word.
    ("x.pri|", ".print", 1..<5, "print", "nt", "nt(x)", ".print(x)"), ("x.pri|", "->print", 1..<5, nil, nil, "", ""),
    // It begins in the word.
    ("x.pri|", "int", 4..<5, "print", "nt", "nt(x)", "int(x)"),
    // It is not what was typed.
    ("x.PRI|", "print", 2..<5, nil, nil, "", ""), ("x.p|", "other", 2..<3, nil, nil, "", ""),
    // It is elsewhere.
    ("x.pri|", "x", 0..<1, nil, nil, "", ""), ("a\nb|", "abc", 0..<3, nil, nil, "", ""),
    // What it opens is open once.
    ("f(|)", "\"a", 2..<2, "\"a", "\"a", "\"a\", b", "\"a\", b"),
    // It ends behind the cursor.
    ("f(a|b)", "abc", 2..<4, "abc", "bc", "bcde)", "abcde"),
  ])
  func selected(
    _ marked: String, _ item: String, _ range: Range<Int>, _ beginning: String?, _ required: String?, _ answer: String,
    _ text: String
  ) throws {
    let question = Self.question(marked, selected: (range, item))
    #expect(question?.options.beginning == beginning)
    #expect(question?.required == required)
    guard let question else { return }
    let ghost = try #require(GhostText(answer, to: question, isAllowed: { _ in true }))
    #expect(ghost.replaced == range)
    #expect(ghost.text == text)
    #expect(ghost.rest == (text.hasSuffix("e") ? "bcde" : answer))
    #expect(GhostText("other", to: question, isAllowed: { _ in true }) == nil)
    // The item alone is in the menu already.
    #expect(GhostText(question.required + " ", to: question, isAllowed: { _ in true }) == nil)
    #expect(GhostText(question.required + "(", to: question, isAllowed: { _ in true }) == nil)
  }
}

/// How long a text is shown while somebody types. `|` is the cursor.
struct GhostMemoryTests {
  private struct Editor {
    var document: OpenDocument
    var memory: GhostMemory?

    init(_ text: String, _ rest: String) {
      document = OpenDocument(uri: "a", languageID: "c", version: 1, text: text)
      memory = GhostMemory(rest, at: text.utf8.count, isInvoked: false)
    }

    mutating func edit(_ start: Int, _ end: Int, _ text: String) {
      let change = document.apply(
        replacing: (TextPosition(line: 0, column: start), TextPosition(line: 0, column: end)), with: text, version: 2,
        encoding: .utf8)
      if memory?.follow(change) == false { memory = nil }
    }

    func rest(at cursor: Int) -> String? { memory?.rest(at: cursor, isInvoked: false) }
  }

  @Test func typingWhatIsShownLeavesTheRest() {
    var editor = Editor("pri", "nt(x)")
    #expect(editor.rest(at: 3) == "nt(x)")
    editor.edit(3, 3, "n")
    #expect(editor.rest(at: 4) == "t(x)")
    #expect(editor.rest(at: 3) == nil)
    editor.edit(4, 4, "t(")
    #expect(editor.rest(at: 6) == "x)")
    // Letters taken back, and typed again otherwise than before: the whole word, sent by some clients.
    editor.edit(5, 6, "")
    #expect(editor.rest(at: 5) == "(x)")
    editor.edit(0, 5, "print(")
    #expect(editor.rest(at: 6) == "x)")
    editor.edit(6, 6, "x)")
    #expect(editor.rest(at: 8) == "")
    editor.edit(8, 8, "!")
    #expect(editor.memory == nil)
  }

  @Test(arguments: [(3, 3, "N"), (3, 3, "nn"), (3, 3, "nt(x)y"), (2, 3, ""), (0, 0, "n"), (0, 3, "ni"), (0, 3, "")])
  func anythingElseEndsIt(start: Int, end: Int, text: String) {
    var editor = Editor("pri", "nt(x)")
    editor.edit(start, end, text)
    #expect(editor.memory == nil)
  }

  @Test func anEditThatChangesNothingIsNone() {
    var editor = Editor("pri", "nt")
    editor.edit(0, 3, "pri")
    #expect(editor.rest(at: 3) == "nt")
  }

  @Test func lettersBeforeItTakenBackEndIt() {
    var editor = Editor("pri", "nt(x)")
    editor.edit(3, 3, "n")
    editor.edit(2, 4, "")
    #expect(editor.memory == nil)
  }

  @Test func itIsForWhomItWasShown() {
    #expect(GhostMemory("ab", at: 0, isInvoked: true).rest(at: 0, isInvoked: false) == nil)
    #expect(GhostMemory("ab", at: 0, isInvoked: true).rest(at: 0, isInvoked: true) == "ab")
  }
}
