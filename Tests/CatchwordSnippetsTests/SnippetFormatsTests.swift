import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordSnippets

struct SnippetFormatsTests {
  private func json(_ text: String) -> ParsedSnippets {
    VSCodeSnippets.parse(ContiguousArray(text.utf8), path: "/s.json")
  }

  private func lines(_ text: String) throws -> SnippetLines { try #require(SnippetLines(ContiguousArray(text.utf8))) }

  // MARK: VS Code

  /// What is no entry is looked over a few times, however long the file goes on so.
  @Test func aFileOfNoEntriesIsGivenUp() {
    let parsed = json("{" + String(repeating: "1,", count: 1_000_000))
    #expect(parsed.snippets.isEmpty && parsed.problems.count == SnippetLimits.problemsPerFile)
  }

  @Test func aSnippetHasOnlySoManyPrefixes() {
    let prefixes = (0..<2000).map { "\"a\($0)\"" }.joined(separator: ",")
    let parsed = json(
      "{\"a\": {\"prefix\": [\(prefixes)], \"body\": \"x\"}, \"b\": {\"prefix\": \"b\", \"body\": \"y\"}}")
    #expect(parsed.snippets.map(\.trigger) == (0..<SnippetLimits.prefixesPerSnippet).map { "a\($0)" } + ["b"])
    #expect(parsed.problems.count == 1)
  }

  @Test func everyShapeOfVSCodesIsRead() {
    let parsed = json(
      """
      \u{FEFF}{ // comment
        "$schema": "x", /* a
        comment */
        "For": {"prefix": ["for", "fore-ach"], "body": ["a", "\\tb//c", "/*d*/"], "description": ["one", "two"],},
        "If": {"prefix": "if", "body": "x\\r\\ny", "desciption": "misspelt", "scope": "javascript, ts"},
        "Template": {"isFileTemplate": true, "body": "t"},
        "Nothing": {"prefix": null, "body": "t"},
      }
      """)
    #expect(parsed.problems == [])
    #expect(parsed.snippets.map(\.trigger) == ["for", "fore-ach", "if"])
    #expect(parsed.snippets.map(\.body) == ["a\n\tb//c\n/*d*/", "a\n\tb//c\n/*d*/", "x\ny"])
    #expect(parsed.snippets.map(\.description) == ["one two", "one two", "misspelt"])
    #expect(parsed.snippets.map(\.name) == ["For", "For", "If"])
    #expect(parsed.snippets.map(\.line) == [4, 4, 5])
    #expect(parsed.snippets.last?.languages == ["javascript", "typescript"])
  }

  @Test(arguments: [
    // A comma is missing between two lines of a body.
    (
      "{\n\"a\": {\"prefix\": \"a\", \"body\": [\"x\" \"y\"]},\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "2:35: unexpected \"; a comma is missing", "b"
    ),
    ("{\n\"a\": {\"prefix\": \"a, \"body\": 1},\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}", "2:", "b"),
    (
      "{\n\"a\": {\"prefix\": 'a'},\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "2:17: unexpected '; JSON has double quotes only", "b"
    ),
    (
      "{\n\"a\": {\"prefix\": \"a\", \"body\": \"x\ny\"},\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "2:32: a line break or a tab", "b"
    ),
    (
      "{\n\"a\": {\"prefix\": 1, \"body\": 2},\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "2:17: expected a string or a list of strings", "b"
    ),
    (
      "{\n\"a\": {\"prefix\": [\"a\\nb\", \"a\"], \"body\": \"a\"},\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "2:1: a prefix of the snippet \"a\" cannot be typed", "a b"
    ),
    (
      "{\n\"a\": {\"prefix\": \"a\"},\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "2:1: the snippet \"a\" has no body", "b"
    ),
    (
      "{\n\"a\": {\"prefix\": \"a\", \"body\": \"a\"}\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "3:1: a comma is missing after the snippet \"a\"", "a b"
    ),
    (
      "{\n\"a\" {\"prefix\": \"a\", \"body\": \"a\"},\n\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "2:5: a colon was expected", "b"
    ),
    ("{\"b\": {\"prefix\": \"b\", \"body\": \"b\"}\n", "2:1: the file ends too early", "b"),
    ("{\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}}\n", "1:36: there is something after the last brace", "b"),
    ("[]", "1:1: the file must be an object", ""),
    (
      "{\"a\": {\"prefix\": \"a\", \"body\": \"\\q\"},\"b\": {\"prefix\": \"b\", \"body\": \"b\"}}",
      "1:32: unknown escape", "b"
    ),
  ])
  func aBrokenSnippetIsNamedAndCostsOnlyItself(text: String, problem: String, triggers: String) {
    let parsed = json(text)
    #expect(parsed.snippets.map(\.trigger).joined(separator: " ") == triggers)
    #expect(parsed.problems.first?.description.hasPrefix("/s.json:\(problem)") == true, "\(parsed.problems)")
  }

  /// It is offered all the same, as VS Code does.
  @Test func aPlaceThatIsNotClosedIsSaid() {
    let parsed = json(
      """
      {
        "a": {"prefix": "a", "body": "${1:open"},
        "b": {"prefix": ["b", "c"], "body": ["x", "${1|one,two}"]},
        "d": {"prefix": "d", "body": "${1:closed} ${HOME || \\\\${1:"}
      }
      """)
    #expect(parsed.snippets.map(\.trigger) == ["a", "b", "c", "d"])
    let places = [(2, "a", "${1:"), (3, "b", "${1|")]
    #expect(
      parsed.problems.map(\.description)
        == places.map { line, name, place in
          "/s.json:\(line): the body of the snippet \"\(name)\" has \(place) without its end, which is inserted as "
            + "text; close it, or write \\\\$ for a dollar sign"
        })
  }

  /// Many of them do not end the file, as other mistakes do.
  @Test func manyPlacesThatAreNotClosedCostNoSnippet() {
    let entries = (0..<50).map { "\"a\($0)\": {\"prefix\": \"a\($0)\", \"body\": \"${1:\"}" }
    let parsed = json("{\(entries.joined(separator: ", "))}")
    #expect(parsed.snippets.count == 50)
    #expect(parsed.problems.count == SnippetLimits.problemsPerFile)
  }

  @Test func commentsAndCommasAreBlankedInPlace() throws {
    let text = "{\"a\": [1, /* , */ 2, // x\n ], \"b//\": \"/*\\\"\" /**/,}"
    var bytes = ContiguousArray(text.utf8)
    JSONComments.blank(&bytes)
    #expect(bytes.count == text.utf8.count)
    #expect(try JSONValue(parsing: bytes) == ["a": [1, 2], "b//": "/*\""])
  }

  /// JSON that is strict already stays as it is.
  @Test func strictJSONIsNotTouched() throws {
    let text = "{\"a,]\": [1, 2, {\"b\": \"\\\\\"}], \"c\": \"//\"}"
    var bytes = ContiguousArray(text.utf8)
    JSONComments.blank(&bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func packagesNameFilesAndLanguages() {
    let package = SnippetPackage.parse(
      ContiguousArray(
        """
        {"contributes": {"snippets": [{"language": "sh", "path": "./s/a.json"}, {"language": ["tsx", "ts"], "path": "b.json"},
        {"language": "c", "path": "../out.json"}, {"path": "c.json"}, {"language": "c"}]}} // done
        """.utf8), path: "/p/package.json")
    #expect(
      package.contributions == [
        .init(path: "/p/s/a.json", languages: ["shellscript"]),
        .init(path: "/p/b.json", languages: ["typescriptreact", "typescript"]),
        .init(path: "/p/c.json", languages: ["all"]),
      ])
    #expect(package.problems.map(\.message).count == 2)
    #expect(SnippetPackage.parse(ContiguousArray("{\"name\": \"x\"}".utf8), path: "/p").contributions == nil)
    let broken = SnippetPackage.parse(ContiguousArray("{\n\"a\" 1}".utf8), path: "/p/package.json")
    #expect(broken.problems.first?.description.hasPrefix("/p/package.json:2:5: ") == true)
  }

  // MARK: SnipMate

  @Test func snipMatesFilesAreRead() throws {
    let parsed = SnipMateSnippets.parse(
      try lines(
        """
        # comment
        extends c, html
        snippet for a loop
        \tfor ${1:i} {

        \t\t$0
        \t}

        snippet today
        \t`strftime("%F")`
        snippet #!
        \t#!/bin/sh
        snippet empty
        nonsense
        """), path: "/c.snippets")
    #expect(parsed.extends == ["c", "html"])
    #expect(parsed.snippets.map(\.trigger) == ["for", "#!"])
    #expect(parsed.snippets.first?.body == "for ${1:i} {\n\n\t${0}\n\\}")
    #expect(parsed.snippets.first?.description == "a loop")
    #expect(parsed.leftOut.count { $0.obstacle == .code } == 1)
    #expect(
      parsed.problems.map(\.description) == [
        "/c.snippets:13: the snippet \"empty\" has no body",
        "/c.snippets:14: expected \"snippet\", \"extends\", a comment or a line that begins with a tab",
      ])
  }

  // MARK: UltiSnips

  @Test(arguments: [
    ("snippet for", "for", nil, ""), ("snippet for \"a loop\"", "for", "a loop", ""),
    ("snippet for \"a loop\" bA", "for", "a loop", "bA"),
    ("snippet \"for all\" \"a loop\" w!", "for all", "a loop", "w!"),
    ("snippet !for all!", "for all", nil, ""), ("snippet #! \"shebang\" b", "#!", "shebang", "b"),
    ("snippet 'a(.)' \"x\" r", "a(.)", "x", "r"), ("snippet a \"x\" \"c > 1\" be", "a", "x", "be"),
  ])
  func headsOfUltiSnipsAreRead(line: String, trigger: String, description: String?, options: String) {
    let head = UltiSnipsHead(line, line: 1)
    #expect(head?.trigger == trigger)
    #expect(head?.description == description)
    #expect(head?.options == options)
  }

  @Test(arguments: ["snippet", "snippet a b", "snippet \"\""])
  func aHeadWithoutATriggerIsNone(line: String) {
    #expect(UltiSnipsHead(line, line: 1)?.trigger != "a b")
    if line != "snippet \"\"" { #expect(UltiSnipsHead(line, line: 1) == nil) }
  }

  /// From the end, each step would go over all the flags that are left.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ("snippet a \"x\" FLAGS", "a"), ("snippet a FLAGS\"", nil), ("snippet a FLAGS\" e", nil),
      ("snippet a \"FLAGS\"", "a"),
    ] as [(String, String?)])
  func headsOfFlagsAreRead(line: String, trigger: String?) {
    let flags = String(repeating: "🇩🇪", count: 200_000)
    #expect(UltiSnipsHead(line.replacing("FLAGS", with: flags), line: 1)?.trigger == trigger)
  }

  @Test(arguments: ["", "a", "a\r\n", "\n\n", "\u{FEFF}a\rb\r\n\r\nc"]) func linesAreThoseBetweenLineFeeds(text: String)
    throws
  {
    let wanted = text.replacing("\u{FEFF}", with: "").unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { String($0.last == "\r" ? $0.dropLast() : $0) }
    #expect(try lines(text).lines == wanted)
  }

  @Test func ultiSnipsFilesAreRead() throws {
    let text = """
      priority -50
      extends html
      global !p
      snippet no
      endsnippet
      endglobal
      snippet b "at the beginning" b
      ${1:x} ${VISUAL}
      endsnippet
      snippet date
      `!p snip.rv = 1`
      endsnippet
      snippet "r(.*)" "regex" r
      x
      endsnippet
      context "True"
      snippet ctx
      x
      endsnippet
      snippet lost
      text
      snippet found
      text
      endsnippet
      """
    let lines = try lines(text)
    #expect(UltiSnipsSnippets.isOne(lines))
    let parsed = UltiSnipsSnippets.parse(lines, path: "/u.snippets")
    #expect(parsed.snippets.map(\.trigger) == ["b", "found"])
    #expect(parsed.snippets.first?.places == .lineStart)
    #expect(parsed.snippets.first?.priority == -50)
    #expect(parsed.snippets.first?.body == "${1:x} ${TM_SELECTED_TEXT}")
    #expect(parsed.leftOut.count { $0.obstacle == .code } == 3)
    #expect(parsed.extends == ["html"])
    #expect(parsed.problems.map(\.line) == [20])
  }

  // MARK: yasnippet

  @Test func yasnippetsFilesAreRead() throws {
    let parsed = YasnippetSnippets.parse(
      try lines("# -*- mode: snippet -*-\n# name: A loop\n# key: for\n# --\nfor ${1:x}\n  $0\n"), path: "/m/loop")
    #expect(parsed.snippets.map(\.trigger) == ["for"])
    #expect(parsed.snippets.first?.body == "for ${1:x}\n  ${0}")
    #expect(parsed.snippets.first?.name == "A loop")
    #expect(YasnippetSnippets.parse(try lines("just text"), path: "/m/loop").snippets.map(\.trigger) == ["loop"])
    #expect(
      YasnippetSnippets.parse(try lines("# type: command\n# key: a\n# --\n(x)"), path: "/m/a").leftOut.count {
        $0.obstacle == .code
      } == 1)
    #expect(YasnippetSnippets.parse(try lines("# binding: C-c\n# --\nx"), path: "/m/a").snippets.isEmpty)
  }

  // MARK: Anything

  @Test func anyFileIsReadToItsEnd() {
    var random = SeededRandom()
    let seeds = [
      "{\"a\": {\"prefix\": [\"a\"], \"body\": [\"x\", \"$1\"], \"description\": \"d\"}, // c\n \"b\": {\"prefix\": \"b\", \"body\": \"y\"},}",
      "extends a\nsnippet a b\n\tx ${1:y}\n\nsnippet c\n\t`z`\n",
      "priority 1\nsnippet \"a b\" \"d\" bw\nx\nendsnippet\nglobal !p\nendglobal\n",
      "# key: a\n# name: b\n# --\n${1:x}\n",
    ]
    let pieces = [
      "\"", "{", "}", "[", "]", ",", ":", "\n", "\t", "//", "/*", "\\", "snippet ", "endsnippet\n", "# --\n", "`",
    ]
    for _ in 0..<3000 {
      var bytes = ContiguousArray(seeds[random.below(seeds.count)].utf8)
      for _ in 0..<1 + random.below(6) {
        let place = random.below(bytes.count + 1)
        switch random.below(3) {
        case 0: bytes.insert(contentsOf: pieces[random.below(pieces.count)].utf8, at: place)
        case 1 where place < bytes.count: bytes[place] = UInt8(random.below(256))
        default: bytes.removeSubrange(place..<min(bytes.count, place + random.below(8)))
        }
      }
      let parsed = VSCodeSnippets.parse(bytes, path: "/x")
      #expect(parsed.problems.count <= SnippetLimits.problemsPerFile)
      _ = SnippetPackage.parse(bytes, path: "/x")
      guard let lines = SnippetLines(bytes) else {
        #expect(SnippetLines.problem(bytes, path: "/x").line != nil)
        continue
      }
      for parsed in [
        SnipMateSnippets.parse(lines, path: "/x"), UltiSnipsSnippets.parse(lines, path: "/x"),
        YasnippetSnippets.parse(lines, path: "/x"),
      ] {
        for snippet in parsed.snippets { #expect(!snippet.trigger.isEmpty) }
      }
    }
  }
}
