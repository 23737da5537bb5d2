import CatchwordCompletion
import TestSupport
import Testing

@testable import CatchwordSources

/// What a line of a tags file says.
struct TagsLineTests {
  private func parse(_ line: String) -> TagLine? { TagLine(Array(line.utf8)[...]) }

  @Test func theExtendedFormat() throws {
    let tag = try #require(
      parse("draw\tsrc/a.py\t/^    def draw(self):$/;\"\tkind:member\tline:12\tscope:class:Widget\tsignature:(self, x)")
    )
    #expect(tag.name == "draw" && tag.file == "src/a.py" && tag.kind == "member" && tag.line == 12)
    #expect(tag.scope == "class Widget" && tag.signature == "(self, x)")
    #expect(tag.place == .pattern("    def draw(self):", isWholeLine: true))
  }

  @Test(arguments: [
    ("a\tb.c\t12", TagLine.Place.line(12)), ("a\tb.c\t12;\"\tf", .line(12)), ("a\tb.c\t12;/^int a$/;\"\tf", .line(12)),
    ("a\tb.c\t/^int a;$/", .pattern("int a;", isWholeLine: true)),
    ("a\tb.c\t?^int a?", .pattern("int a", isWholeLine: false)),
    ("a\tb.c\t/^x\\/y\\\\z$/;\"\tv", .pattern("x/y\\z", isWholeLine: true)),
    ("a\tb.c\t/^x\ty$/;\"\tv", .pattern("x\ty", isWholeLine: true)),
  ])
  func places(line: String, place: TagLine.Place) throws {
    #expect(try #require(parse(line)).place == place)
  }

  @Test func aNumberOfManyDigitsDoesNoHarm() {
    let place = parse("a\tb.c\t" + String(repeating: "9", count: 100))?.place
    if case .line(let line) = place { #expect(line >= 0) } else { Issue.record("\(place as Any)") }
  }

  @Test(
    arguments: [
      ("a\tb.c\t/^a$/;\"\tf\tclass:Shape\tfile:", "f", "class Shape"), ("a\tb.c\t1;\"\tkind:f", "f", nil),
      ("a\tb.c\t1;\"\tline:3\tf", "f", nil),
      ("a\tb.c\t1;\"\tf\ttyperef:typename:int\tstruct:geo::P", "f", "struct geo::P"),
      ("a\tb.c\t1;\"", "", nil), ("a\tb.c\t1;\"\tf\taccess:public\tnamespace:n\\tx", "f", "namespace n x"),
    ] as [(String, String, String?)])
  func fields(line: String, kind: String, scope: String?) {
    #expect(parse(line)?.kind == kind)
    #expect(parse(line)?.scope == scope)
  }

  @Test(arguments: [
    "", "a", "a\tb", "a\tb\t", "\tb\t1", "a\t\t1", "a\tb\tx", "a\tb\t/abc", "a\u{1}\tb\t1", "a\\xZZ\tb\t1", "\t\t\t",
  ])
  func whatIsNoTag(line: String) { #expect(parse(line) == nil) }

  @Test func controlsAreUndone() {
    #expect(parse("\\x21a\\\\b\tb.c\t1")?.name == "!a\\b")
    #expect(parse("a\\x1Bb\tb.c\t1") == nil)
    #expect(parse("C:\tD:\\\\new\\\\x.c\t1")?.file == "D:\\new\\x.c")
  }

  @Test func anythingIsRead() {
    var random = SeededRandom()
    let pieces = ["a", "\t", "/", ";\"", "\\", "x4", ":", "kind", "line:", "12", "?", "^", "$", "é", "\u{0}"]
    for _ in 0..<5000 {
      let line = (0...random.below(20)).map { _ in pieces[random.below(pieces.count)] }.joined()
      if let tag = parse(line) { #expect(!tag.name.isEmpty && !tag.file.isEmpty) }
    }
  }

  @Test(arguments: [
    ("a\ta.c\t1;\"\tf", CandidateKind.function, "function"), ("a\ta.c\t1;\"\tm", .field, "member"),
    ("a\ta.py\t1;\"\tm", .method, "member"), ("a\ta.c\t1;\"\tkind:macro", .constant, "macro"),
    ("a\ta.c\t1;\"\ts", .structure, "struct"), ("a\ta.c\t1;\"\tz", .reference, ""), ("a\ta.c\t1", .reference, ""),
    ("a\ta.md\t1;\"\tq", .text, "chapter"),
  ])
  func kinds(line: String, kind: CandidateKind, name: String) throws {
    let found = TagKind(of: try #require(parse(line)), names: ["q": "chapter"])
    #expect(found.kind == kind && found.name == name)
  }

  /// From the end, each step would go over all the flags that are left.
  @Test(.timeLimit(.minutes(10))) func filesNamedForFlagsCostNoMoreThanOthers() throws {
    let flags = String(repeating: "🇩🇪", count: 8000)
    for (file, kind) in [("a.c/\(flags)", CandidateKind.method), ("\(flags).c", .field)] {
      let tag = try #require(parse("a\t\(file)\t1;\"\tm"))
      for _ in 0..<300 { #expect(TagKind(of: tag).kind == kind) }
    }
  }
}
