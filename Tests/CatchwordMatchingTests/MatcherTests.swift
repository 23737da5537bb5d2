import Testing

@testable import CatchwordMatching

/// What holds for every pattern and every text; where and in which order is in the tests of places and ranking.
struct MatcherTests {
  @Test func anEmptyPatternMatchesEverything() {
    for pattern in ["", "\u{301}"] {
      var matcher = Matcher(Pattern(pattern), allowsTypos: true)
      #expect(matcher.match("anything") == Match(kind: .prefix, quality: 1, positions: []))
      #expect(matcher.match("")?.quality == 1)
    }
  }

  @Test func longTextsAreNoTrouble() {
    let long = String(repeating: "ab", count: 50_000)
    for pattern in [long, String(repeating: "a", count: 100), "ab", "bbbbbbbbbbba"] {
      var matcher = Matcher(Pattern(pattern), allowsTypos: true)
      #expect(matcher.match(long) != nil)
      #expect(matcher.match("x") == nil)
    }
  }

  @Test func aPatternThatIsTooLongIsExactOnlyAtItsLength() {
    var matcher = Matcher(Pattern(String(repeating: "a", count: 100)))
    #expect(matcher.score(String(repeating: "a", count: 100))?.kind == .exact)
    #expect(matcher.score(String(repeating: "a", count: 64))?.kind == .prefix)
  }

  @Test func aMatcherRemembersNothingOfTheLastCandidate() {
    let texts = [
      "fooBarBaz", "xfoobarx", "f", "foo_bar_baz_" + String(repeating: "x", count: 100), "fobar", "übfoo", "ofobar",
    ]
    var used = Matcher(Pattern("fobar"), allowsTypos: true)
    for text in texts + texts.reversed() {
      var fresh = Matcher(Pattern("fobar"), allowsTypos: true)
      #expect(used.match(text) == fresh.match(text))
    }
  }

  @Test func qualitiesAreFromZeroToOne() {
    for pattern in ["a", "ab", "A", "aé", "_", "a b", "1a", "xaxb"] {
      for text in [
        "a", "ab", "xAxB", "a_b", "aaaaaabbbbb", "É", "a b", "__a", "axbx", String(repeating: "xa", count: 100) + "b",
      ] {
        var matcher = Matcher(Pattern(pattern), allowsTypos: true)
        if let match = matcher.match(text) { #expect((0...1).contains(match.quality)) }
      }
    }
  }
}
