import Foundation
import TestSupport
import Testing

@testable import CatchwordSnippets

struct SnippetPatternTests {
  private func apply(_ transform: String, to value: String) -> String? {
    guard case .variable(_, _, let parsed?)? = SnippetParser.parse("${X/\(transform)}").nodes.first else { return "?" }
    return parsed.apply(to: value)
  }

  /// A pattern that is the only one.
  private func program(_ pattern: String) throws -> PatternProgram {
    var parts = SnippetLimits.patternParts
    return try PatternProgram(pattern, parts: &parts)
  }

  @Test(arguments: [
    ("(.*)\\..+$/$1/", "name.test.swift", "name.test"), ("[\\\\/]/./g", "a/b\\c", "a.b.c"),
    ("(.*)/${1:/upcase}/", "abc", "ABC"), ("(.*)/${1:/pascalcase}/", "my-file_name", "MyFileName"),
    ("(.*)/${1:/camelcase}/", "My-file", "myFile"), ("(.*)/${1:/snakecase}/", "fooBarURLName", "foo_bar_url_name"),
    ("(.*)/${1:/kebabcase}/", "FooBar baz", "foo-bar-baz"), ("(.*)/${1:/capitalize}/", "éa b", "Éa b"),
    ("(.*)/${1:/nonsense}/", "a", "a"), ("x/y/", "abc", "abc"), ("x/${0:?y:n}/", "abc", "n"),
    ("(b)?/${1:+B}/g", "ab", "aB"),
    ("b|(c)/${1:?C:-}/g", "abc", "a-C"), ("^/> /gm", "a\nb", "> a\n> b"), ("A/b/i", "a", "b"),
    ("(?<n>a)\\k<n>/[$1]/", "aa", "[a]"), ("(a)(?!b)/x/", "abac", "abxc"), ("(?=(b))/$1/", "ab", "abb"),
    ("a{2,3}?/x/", "aaaa", "xaa"), ("[^\\W_]+/w/g", "a_b c", "w_w w"), ("\\u0041\\x42/x/", "AB", "x"),
    ("\\bb/x/", "ab b", "ab x"),
    ("(.*)/$1\n/", "a", "a\n"), ("(.*)/$1\\n/", "a", "a\\n"), ("./x/s", "\n", "x"), ("(a*)*b/x/", "aaab", "x"),
    ("(?:a|)*c/x/", "aac", "x"),
  ])
  func transformsAreVSCodes(transform: String, value: String, expected: String) {
    #expect(apply(transform, to: value) == expected)
  }

  @Test(arguments: ["(a+)+$", "(a|a)*$", "(a*)*b", "(.*)*.*.*.*.*.*x", "(?=(a+))*(a+)+$"])
  func aPatternThatTakesForEverIsGivenUp(pattern: String) {
    let transform = SnippetTransform(pattern: pattern, format: [.text("x")], options: "")
    _ = transform.apply(to: String(repeating: "a", count: 3000) + "!")
    #expect(
      SnippetTransform(pattern: "(a+)+$", format: [], options: "").apply(to: String(repeating: "a", count: 60) + "!")
        == nil)
  }

  @Test(arguments: [
    "(", ")", "[", "a**", "(?<=a)b", "\\p{L}", "[z-a]", "a{3,2}", "\\2(a)", "a{999}", "((a{200}){200}){200}", "\\",
    String(repeating: "(", count: 50) + String(repeating: ")", count: 50), "\\c",
    "(?:(?:(?:(?:){200}){200}){200}){200}",
  ])
  func whatIsNotKnownIsRefused(pattern: String) {
    #expect(throws: PatternParser.Unsupported.self) { try program(pattern) }
    #expect(SnippetTransform(pattern: pattern, format: [], options: "").apply(to: "aaa") == nil)
  }

  /// What is compiled is subtracted, whether it comes to an end or not.
  @Test func whatRepeatsByNumberIsCompiledWithinABudget() throws {
    let pattern = "(?:(?:){97}){200}"
    var parts = 100_000
    let program = try PatternProgram(pattern, parts: &parts)
    #expect(program.steps.count == 3)
    #expect(parts < 100_000 - 97 * 200)
    var few = 1000
    #expect(throws: PatternParser.Unsupported.self) { try PatternProgram(pattern, parts: &few) }
    #expect(few == 0)
    // Far too large by itself: the rest is for others.
    var many = 100_000
    #expect(throws: PatternParser.Unsupported.self) { try PatternProgram("(?:(?:){200}){200}", parts: &many) }
    #expect(many == 80_000)
  }

  /// All the transforms of a file together, each of which is short to write and long to compile.
  @Test func aFileOfPatternsIsReadWithinABudget() throws {
    let count = 10_000
    let text = (0..<count).map { "snippet s\($0)\n${1/(?:(?:){97}){200}/x/}\nendsnippet\n" }.joined()
    let lines = try #require(SnippetLines(ContiguousArray(text.utf8)))
    let parsed = UltiSnipsSnippets.parse(lines, path: "/u.snippets")
    #expect(parsed.snippets.count == SnippetLimits.patternParts / (97 * 200 + 400))
    #expect(parsed.snippets.count + parsed.leftOut.count { $0.obstacle == .transform } == count)
    #expect(parsed.problems.count == 1)
  }

  /// A body that is not offered anyway costs no more.
  @Test func behindAnObstacleNothingIsCompiled() {
    var parts = SnippetLimits.patternParts
    let text = "`!p code`" + String(repeating: "${1/(?:(?:){97}){200}/x/}", count: 100)
    #expect(throws: SnippetParser.TranslationError(obstacle: .code)) {
      try SnippetParser.translate(text, from: .ultiSnips, parts: &parts).get()
    }
    #expect(parts == SnippetLimits.patternParts)
  }

  /// Steps that go over many slots, ranges or characters count for more than those that do not.
  @Test(arguments: [
    ("b" + String(repeating: "()", count: 300), "", 1000),
    ("(?:(?=a)){200}b" + String(repeating: "()", count: 300), "", 10),
    ("[" + String(repeating: "à", count: 800) + "]", "", 1000),
    ("^(a{200})(?:(?=\\1)){200}(?:(?=\\1)){200}b", "i", 1000),
  ])
  func stepsAreCountedByTheirWork(pattern: String, options: String, length: Int) throws {
    let text = Array(String(repeating: "a", count: length).unicodeScalars)
    var matcher = PatternMatcher(try program(pattern), text: text, options: options, steps: 50_000)
    #expect(throws: PatternMatcher.Exhausted.self) { try matcher.firstMatch(from: 0) }
  }

  /// Beside the platform's regular expressions, which are the same in this part of the language.
  @Test func matchesAreThoseOfThePlatform() throws {
    var random = SeededRandom()
    let atoms = [
      "a", "b", ".", "[ab]", "[^a]", "\\w", "\\b", "^", "$", "(a)", "(b|ab)", "(?:a|)", "(?=a)", "(?!b)", "c",
    ]
    let counts = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{1,2}", "{2}"]
    var compared = 0
    for _ in 0..<1000 {
      let pattern = (0..<1 + random.below(5)).map { _ in
        let atom = atoms[random.below(atoms.count)]
        // What may be empty is repeated otherwise there than in JavaScript.
        return ["\\b", "^", "$", "(?=a)", "(?!b)", "(?:a|)"].contains(atom)
          ? atom : atom + counts[random.below(counts.count)]
      }.joined(separator: random.below(6) == 0 ? "|" : "")
      let text = String((0..<random.below(8)).map { _ in "abc\n-".randomElement(using: &random) ?? "a" })
      guard !text.contains("\n") || !pattern.contains("$") else { continue }
      let reference = try NSRegularExpression(pattern: pattern)
      let expected = reference.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count))?.range
      var matcher = PatternMatcher(
        try program(pattern), text: Array(text.unicodeScalars), options: "", steps: 50_000)
      let found = try matcher.firstMatch(from: 0)?[0]
      #expect(found.map { NSRange($0) } == expected, "\(pattern.debugDescription) in \(text.debugDescription)")
      compared += 1
    }
    #expect(compared > 300)
  }

  @Test func anyPatternEnds() {
    var random = SeededRandom()
    let pieces = [
      "(", ")", "[", "]", "a", "*", "+", "?", "{", "2", ",", "}", "|", "\\", "^", "$", ".", "?:", "?=", "-", "é",
    ]
    for _ in 0..<3000 {
      let pattern = (0..<random.below(14)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let transform = SnippetTransform(pattern: pattern, format: [.group(1), .text("x")], options: "gi")
      _ = transform.apply(to: random.text(upTo: 12))
    }
  }
}

extension SnippetTransform {
  /// Transforms a text that is the only one.
  fileprivate func apply(to value: String) -> String? {
    var stepsLeft = SnippetLimits.transformSteps
    return apply(to: value, stepsLeft: &stepsLeft)
  }
}
