import Foundation
import TestSupport
import Testing

@testable import CatchwordSnippets

struct SnippetBodyTests {
  @Test(arguments: [
    ("plain", [SnippetNode.text("plain")]),
    ("$1 ${2} $0", [.tabStop(1, nil), .text(" "), .tabStop(2, nil), .text(" "), .tabStop(0, nil)]),
    ("${1:a}", [.placeholder(1, [.text("a")])]),
    ("${1:a ${2:b} c}", [.placeholder(1, [.text("a "), .placeholder(2, [.text("b")]), .text(" c")])]),
    ("${1|one,t\\,wo,t\\|hree|}", [.choice(1, ["one", "t,wo", "t|hree"])]),
    ("$NAME", [.variable("NAME", fallback: nil, nil)]),
    ("${NAME:x$1}", [.variable("NAME", fallback: [.text("x"), .tabStop(1, nil)], nil)]),
    ("\\$1 \\} \\\\ \\n", [.text("$1 } \\ \\n")]),
    // What does not fit the grammar is text.
    ("$", [.text("$")]), ("${", [.text("${")]), ("${}", [.text("${}")]), ("$$1", [.text("$"), .tabStop(1, nil)]),
    ("${1:a", [.text("${1:a")]), ("${1:a ${2:b}", [.text("${1:a "), .placeholder(2, [.text("b")])]),
    ("${1|a,b}", [.text("${1|a,b}")]), ("${1-}", [.text("${1-}")]), ("}", [.text("}")]),
    ("$12345678", [.text("$12345678")]),
  ])
  func isTakenApart(text: String, nodes: [SnippetNode]) {
    #expect(SnippetParser.parse(text).nodes == nodes)
  }

  @Test(
    arguments: [
      ("${1:a", "${1:"), ("x() { ${1:a", "${1:"), ("${1:a ${2:b}", "${1:"), ("${NAME:x", "${NAME:"),
      ("${1|a,b}", "${1|"), ("${1/a/b", "${1/"), ("${1:a}", nil), ("${1|a,b|}", nil), ("${HOME", nil), ("a || b", nil),
      ("\\${1:a", nil), ("${1:\\}}", nil),
    ] as [(String, String?)])
  func aPlaceThatIsNotClosedIsNoted(text: String, place: String?) {
    #expect(SnippetParser.brokenPlace(in: text) == place)
  }

  @Test(arguments: [
    ("", true), ("$1$0", true), ("${1:}", true), ("${1/(.*)/${1:/upcase}/}", true), ("$NAME", false), ("${1:a}", false),
    ("${1:$NAME}", false), ("$1 ", false),
  ])
  func aBodyWithoutTextIsEmpty(text: String, isEmpty: Bool) {
    #expect(SnippetParser.parse(text).isEmpty == isEmpty)
  }

  @Test func transformsAreTakenApart() {
    let body = SnippetParser.parse("${NAME/(.*)\\.\\/(x)/-${1:/upcase}$2${3:+a\\}b}${4:?c:d}${5:-e}${6:f}\\//gi}")
    #expect(
      body.nodes == [
        .variable(
          "NAME", fallback: nil,
          SnippetTransform(
            pattern: "(.*)\\.\\/(x)",
            format: [
              .text("-"), .changed(1, "upcase"), .group(2), .conditional(3, then: "a}b", otherwise: ""),
              .conditional(4, then: "c", otherwise: "d"), .conditional(5, then: nil, otherwise: "e"),
              .conditional(6, then: nil, otherwise: "f"), .text("/"),
            ], options: "gi"))
      ])
  }

  /// What VS Code's parser of snippets has for some bodies, and how we write them so that it has the same.
  @Test(
    arguments: [
      ("${1/(.+)/${1:+: }/}", [.conditional(1, then: ": ", otherwise: "")], nil),
      ("${1/(.+)/{$1}/}", [.text("{"), .group(1), .text("}")], "${1/(.+)/{${1}}/}"),
      ("${1/(.+)/$$1/}", [.text("$"), .group(1)], "${1/(.+)/$${1}/}"),
      ("${1/(.+)/${1:+ / }/}", [.conditional(1, then: " / ", otherwise: "")], nil),
      ("${1/(.+)/${1:+a\nb}/}", [.conditional(1, then: "a\nb", otherwise: "")], nil),
      (#"${1/(.+)/\$1\/\\\n/}"#, [.text("\\"), .group(1), .text("/\\\\n")], #"${1/(.+)/\\${1}\/\\\\n/}"#),
      (#"${1/(.+)/${1:+\$\}\\}/}"#, [.conditional(1, then: #"$}\"#, otherwise: "")], nil),
      ("${1/(.+)/${1:?a:b:c}/}", [.conditional(1, then: "a", otherwise: "b:c")], nil),
      // What is no condition there is text.
      (#"${1/(.+)/${1:+\:}/}"#, [.text(#"${1:+\:}"#)], #"${1/(.+)/${0:?\$:\$}{1:+\\:}/}"#),
      ("${1/(.+)/${1:+}x/}", [.text("${1:+}x")], #"${1/(.+)/${0:?\$:\$}{1:+}x/}"#),
    ] as [(String, [SnippetFormat], String?)])
  func transformsAreThoseOfVSCode(text: String, format: [SnippetFormat], written: String?) {
    let body = SnippetParser.parse(text)
    #expect(body.nodes == [.tabStop(1, SnippetTransform(pattern: "(.+)", format: format, options: ""))])
    #expect(body.snippetText == written ?? text)
  }

  @Test func choicesAreThoseOfVSCode() {
    let body = SnippetParser.parse(#"${1|$foo,a}b,c\,d\|e\\f\$g|}"#)
    #expect(body.nodes == [.choice(1, ["$foo", "a}b", #"c,d|e\f\$g"#])])
    #expect(SnippetParser.parse(body.snippetText) == body && body.snippetText.hasPrefix("${1|$foo,a}b,"))
  }

  @Test(arguments: [
    ("for ${1:i} in ${2:list}: $1$0", "for i in list: i"), ("${1|one,two|} $1", "one one"),
    ("$1 ${1:late}", "late late"),
    ("${1:$1}", ""), ("${1:$2}${2:$1}", ""), ("${1:a${2:b}}-$2", "ab-b"), ("$1$0", ""), ("${1/a/b/}", ""),
  ])
  func plainTextHasTheTextsOfPlaces(text: String, plain: String) {
    #expect(SnippetParser.parse(text).plainText == plain)
  }

  /// Each place has what the last one has, twice.
  @Test func mirrorsOfMirrorsAreBounded() {
    var text = "${1:aaaaaaaaaaaaaaaa}"
    for number in 2...200 { text += "${\(number):$\(number - 1)$\(number - 1)}" }
    #expect(SnippetParser.parse(text).plainText.utf8.count < 100_000)
  }

  /// Each place has what the next one has: a chain as long as the body, on a stack as small as that of a thread in Darwin's
  /// cooperative pool.
  @Test func aChainOfMirrorsNeedsLittleStack() {
    let body = SnippetParser.parse((1...2690).map { "${\($0):$\($0 + 1)}" }.joined() + "${2691:end}")
    let text = Box<String>()
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      text.value = body.plainText
      isDone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    isDone.wait()
    #expect(text.value?.hasSuffix("end") == true)
  }

  @Test(arguments: ["${1:", "${a:", "$", "${1|a,", "${1/a", "${1/a/${1:", "\\", "{", "}", "${1:${1|x|}"])
  func repeatedBeginningsAreReadInNoTime(piece: String) {
    let text = String(repeating: piece, count: SnippetLimits.bodyBytes / piece.utf8.count)
    let body = SnippetParser.parse(text)
    #expect(SnippetParser.parse(body.snippetText) == body)
    for dialect in [SnippetDialect.snipMate, .ultiSnips, .yasnippet] {
      _ = SnippetParser.translate(text, from: dialect)
    }
  }

  @Test(arguments: [
    ("$1", false), ("a$0", false), ("$0a", true), ("a", false), ("${1:a}", true), ("${1|a,b|}", true), ("$1$0", true),
  ])
  func theEndAloneIsNoPlace(text: String, expected: Bool) {
    #expect(SnippetParser.parse(text == "$1" ? "x" : text).hasPlaces == expected)
  }

  /// Whatever the text: it is taken apart, and what is written of it is the same body.
  @Test func anyTextIsABodyThatCanBeWritten() {
    var random = SeededRandom()
    let pieces = [
      "$", "{", "}", "1", "2", "0", ":", "|", ",", "/", "\\", "a", "TM_FILENAME", " ", "\n", "?", "+", "-", "upcase",
      "g",
      "(.*)", "é", "🎉", "`", "!p", "${1:", "${2|", "|}", "${X/", "$(", "\r", "\u{0}", "\t", "VISUAL",
    ]
    for _ in 0..<4000 {
      let text = (0..<random.below(24)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let body = SnippetParser.parse(text)
      let written = body.snippetText
      #expect(SnippetParser.parse(written) == body, "\(text.debugDescription) became \(written.debugDescription)")
      #expect(SnippetParser.parse(written).snippetText == written)
      #expect(SnippetParser.parse(written).plainText == body.plainText)
      var resolver = SnippetResolver { $0.count < 3 ? .unknown : $0 == "VISUAL" ? .unset : .value("$x}\\") }
      let resolved = resolver.resolve(body)
      #expect(SnippetParser.parse(resolved.snippetText) == resolved, "\(text.debugDescription)")
      for dialect in [SnippetDialect.snipMate, .ultiSnips, .yasnippet] {
        guard case .success(let translated) = SnippetParser.translate(text, from: dialect) else { continue }
        #expect(SnippetParser.parse(translated).snippetText == translated, "\(text.debugDescription)")
      }
    }
  }
}

struct SnippetResolverTests {
  /// What a project's snippet may cost at each key: long values many times over, and patterns that take long.
  @Test(arguments: [
    String(repeating: "$TM_CURRENT_LINE", count: 2000), String(repeating: "${UUID/(.*)*x/y/}", count: 1800),
    // A short pattern that is long to compile, and one that is replaced by many parts.
    String(repeating: "${UUID/(?:(?:){97}){200}/x/}", count: 800),
    String(repeating: "${UUID//\(String(repeating: "$1", count: 500))/g}", count: 30),
    "${TM_CURRENT_LINE/.*/\(String(repeating: "$0", count: 500))/}",
  ])
  func aBodyThatIsFarTooMuchIsGivenUp(body: String) {
    var resolver = SnippetResolver { .value(String(repeating: "a", count: $0 == "UUID" ? 36 : 4096)) }
    let resolved = resolver.resolve(SnippetParser.parse(body))
    #expect(resolver.isSpent)
    #expect(resolved.plainText.utf8.count <= SnippetLimits.resolvedBytes + 4096)
  }

  @Test func textsThatFollowOneAnotherBecomeOne() {
    var nodes: [SnippetNode] = []
    for text in ["a", "", "b", "c"] { nodes.add(.text(text)) }
    #expect(nodes == [.text("abc")])
  }
}

struct SnippetDialectTests {
  @Test(arguments: [
    ("if $this { ${1:x} }", "if \\$this { ${1:x} \\}"), ("${VISUAL}$0", "${TM_SELECTED_TEXT}${0}"),
    ("${1:${VISUAL:sel}}", "${1:${TM_SELECTED_TEXT:sel}}"), ("\\`a\\` \\$x \\\\", "`a` \\$x \\\\"),
  ])
  func snipMateIsTranslated(text: String, expected: String) throws {
    #expect(try SnippetParser.translate(text, from: .snipMate).get() == expected)
  }

  @Test func backslashesOfTheNewSnipMateAreRead() throws {
    #expect(try SnippetParser.translate("\\a\\\\n\\$", from: .snipMate1).get() == "a\\\\n\\$")
    #expect(try SnippetParser.translate("\\a\\\\n\\$", from: .snipMate).get() == "\\\\a\\\\n\\$")
    let lines = try #require(SnippetLines(ContiguousArray("version 1\nsnippet a\n\t\\a".utf8)))
    #expect(SnipMateSnippets.parse(lines, path: "/a").snippets.map(\.body) == ["a"])
  }

  @Test(arguments: [
    ("${1:a{b}c}", "${1:a{b\\}c}"), ("${1/(.)/\\u$1/}", "${1/(.)/${1:/capitalize}/}"),
    ("${1/(x)|.*/(?1:yes:no)/}", "${1/(x)|.*/${1:?yes:no}/}"), ("${1/a/\\U$0\\E/g}", "${1/a/${0:/upcase}/g}"),
    ("${1|a,b|}", "${1|a,b|}"), ("${1/(a)/(?1:, :\\);)\\(/}", "${1/(a)/${1:?, :);}(/}"),
    ("${1/(a)/(?1:\\n)/}", "${1/(a)/${1:+\n}/}"), ("${1/(a)/(?1:\\: int)/}", "${1/(a)/${1:+: int}/}"),
    ("${1/(a)/(?1:a\\:b:c\\:d)/}", "${1/(a)/${1:?a:c:d}${1:+:b}/}"),
    ("${1/(a)/\\$1\\\\{$1}/}", #"${1/(a)/${0:?\$:\$}1\\{${1}}/}"#),
  ])
  func ultiSnipsIsTranslated(text: String, expected: String) throws {
    #expect(try SnippetParser.translate(text, from: .ultiSnips).get() == expected)
  }

  @Test(arguments: [
    ("${1:a} ${b} $1$>", "${1:a} ${901:b} ${1}"), ("(\\`quoted\\') $0", "(`quoted') ${0}"),
    ("$foo {x}", "\\$foo {x\\}"),
  ])
  func yasnippetIsTranslated(text: String, expected: String) throws {
    #expect(try SnippetParser.translate(text, from: .yasnippet).get() == expected)
  }

  @Test(arguments: [
    (SnippetDialect.snipMate, "`strftime('%Y')`"), (.ultiSnips, "`!p snip.rv = 1`"), (.ultiSnips, "a `!v x` b"),
    (.ultiSnips, "`date`"), (.yasnippet, "`(user-name)`"), (.yasnippet, "${1:$(upcase yas-text)}"),
    (.yasnippet, "${1:$$(yas-choose-value '(1 2))}"),
  ])
  func codeIsLeftOut(dialect: SnippetDialect, text: String) {
    #expect(throws: SnippetParser.TranslationError(obstacle: .code)) {
      try SnippetParser.translate(text, from: dialect).get()
    }
  }

  @Test(arguments: [
    (SnippetDialect.snipMate, "${1/a/b/}"), (.ultiSnips, "${1/a/b/a}"), (.ultiSnips, "${1/a/\\l$1/}"),
    (.ultiSnips, "${1/[[:alpha:]]/b/}"), (.ultiSnips, "${1/(?P<x>a)/b/}"), (.ultiSnips, "${1/a/(?1::(?2:a))/}"),
    (.ultiSnips, "${1/(a)/(?1:\\:b:c)/}"), (.ultiSnips, "${1/(a)/(?1::c)/}"),
  ])
  func foreignTransformsAreLeftOut(dialect: SnippetDialect, text: String) {
    #expect(throws: SnippetParser.TranslationError(obstacle: .transform)) {
      try SnippetParser.translate(text, from: dialect).get()
    }
  }
}
