import Testing

@testable import CatchwordSources

struct SymbolFileTests {
  @Test func aNameThatIsThereTwiceIsNamed() {
    let text = "qq1\tone\n:qq1:\tother kind\n# comment\nqq1\ttwo\nsame\tx\nsame\tx\n"
    let file = SymbolFile(ContiguousArray(text.utf8), path: "/t.tsv")
    #expect(file.problems == ["/t.tsv:4: \"qq1\" is in line 1 already, with another text; this one counts."])
  }

  private func file(_ text: String) -> SymbolFile { SymbolFile(ContiguousArray(text.utf8), path: "/t.tsv") }

  private func summary(_ file: SymbolFile) -> [String] {
    file.entries.map { "\($0.kind) \($0.entry.name) \($0.entry.text) \($0.entry.description ?? "-")" }
  }

  @Test func readsLinesOfColumns() {
    let file = file(
      "\u{FEFF}# mine\nlg\tLiebe Grüße\r\n\n:shrug:\t¯\\_(ツ)_/¯\t who\u{1B} knows\n&co;\t℅\n\\to\t⟶\n grin \t😁\n")
    #expect(file.problems == [])
    #expect(
      summary(file) == [
        "latex lg Liebe Grüße -", "emoji shrug ¯\\_(ツ)_/¯ who knows", "entities co ℅ -", "latex to ⟶ -",
        "latex grin 😁 -",
      ])
  }

  @Test func readsAnObject() {
    let file = file(" {\"lg\": \"Grüße\", \":a:\": {\"text\": \"α\", \"description\": \"first\"}}")
    #expect(file.problems == [])
    #expect(summary(file) == ["emoji a α first", "latex lg Grüße -"])
  }

  @Test func aBadLineIsNamedAndTheRestWorks() {
    let file = file("good\t1\nno tab\na b\tc\n\tx\nempty\t\nbell\t\u{7}\nalso\t2")
    #expect(summary(file) == ["latex good 1 -", "latex also 2 -"])
    #expect(
      file.problems == [
        "/t.tsv:2: there is no tab; write a name, a tab, and the text.",
        "/t.tsv:3: \"a b\" is no name; use letters, digits and _.",
        "/t.tsv:4: \"\" is no name; use letters, digits and _.",
        "/t.tsv:5: the text must have 1 to 1024 bytes.",
        "/t.tsv:6: the text must be of one line, without control characters; for more use a snippet.",
      ])
  }

  @Test func aBadFieldIsNamedAndTheRestWorks() {
    let file = file("{\"good\": \"1\", \"number\": 3, \"lines\": \"a\\nb\", \"no name\": \"x\"}")
    #expect(summary(file) == ["latex good 1 -"])
    #expect(file.problems.count == 3)
    #expect(file.problems.last == "/t.tsv: \"number\": there is no text; write {\"number\": \"…\"}.")
  }

  @Test(arguments: ["{\"a\": \"b\",\n \"c\": }", "{\n\"a", "{}}\n"])
  func whatIsNoJSONIsNamedWithItsLine(text: String) {
    let file = file(text)
    #expect(file.entries.isEmpty)
    #expect(file.problems.count == 1)
    #expect(file.problems.first?.hasPrefix("/t.tsv:\(text.hasPrefix("{}") ? 1 : 2): this is no JSON object: ") == true)
  }

  @Test func mistakesAreNotToldWithoutEnd() {
    let file = file(String(repeating: "no tab\n", count: 5000) + "good\t1")
    #expect(file.entries.count == 1)
    #expect(file.problems.count == SymbolFile.maximumProblems + 1)
    #expect(file.problems.last == "/t.tsv: there are 4990 more mistakes.")
  }

  @Test func bytesThatAreNoTextAreNamedWithTheirLine() {
    let file = SymbolFile(ContiguousArray("a\tb\nc\t".utf8) + [0xFF, 0xFE], path: "/t.tsv")
    #expect(file.problems == ["/t.tsv:2: this is not UTF-8; save the file as UTF-8. It is not used."])
  }

  @Test func whatIsTooLongIsLeftOutOrCut() {
    let long = String(repeating: "é", count: 600)
    let file = file("\(long)\tx\nname\t\(long)\ngood\tx\t\(long)")
    #expect(file.entries.count == 1)
    #expect(file.problems.count == 2)
    #expect(file.entries.first?.entry.description?.utf8.count == 512)
  }

  /// From the end, each step would go over all the flags that are left.
  @Test(.timeLimit(.minutes(10))) func aDescriptionOfFlagsIsCutAtOnce() {
    let file = file("good\tx\t" + String(repeating: "🇩🇪", count: 200_000))
    #expect(file.problems == [])
    #expect(file.entries.first?.entry.description == String(repeating: "🇩🇪", count: 64))
  }

  @Test func anyLineBreakEndsALine() {
    let file = file("a\t1\rb\t2\r\nc\t3\n\rno tab\r\n\r\nno tab either")
    #expect(summary(file) == ["latex a 1 -", "latex b 2 -", "latex c 3 -"])
    #expect(file.problems.map { $0.prefix(8) } == ["/t.tsv:5", "/t.tsv:7"])
  }

  /// As many lines as bytes, none of which is kept.
  @Test(.timeLimit(.minutes(10))) func linesWithoutTextAreCounted() {
    let empty = ContiguousArray(repeating: UInt8(ascii: "\n"), count: 1 << 20)
    #expect(
      SymbolFile(empty + "x".utf8, path: "/t.tsv").problems == [
        "/t.tsv:1048577: there is no tab; write a name, a tab, and the text."
      ])
    #expect(
      SymbolFile(empty + [0xFF], path: "/t.tsv").problems == [
        "/t.tsv:1048577: this is not UTF-8; save the file as UTF-8. It is not used."
      ])
  }
}
