import CatchwordMatching
import Testing

/// What matches, where, and what comes first. `[u]nique_[p]tr` marks what is matched.
struct MatcherTests {
  @Test(arguments: [
    ("up", "[u]nique_[p]tr"), ("fb", "[f]oo[B]ar"), ("bar", "foo[Bar]"), ("bar", "foo_[bar]_bar"),
    ("hs", "[H]ttp[S]erver"),
    ("abc", "[abc]def"), ("ub", "[Üb]er"), ("uber", "[über]"), ("USB", "lib[usb]"), ("sc", "[s]nake_[c]ase"),
    ("vn", "[V]iệt[N]am"), ("東", "[東]京"), ("京", "東[京]"), ("f2", "[f]oo[2]"), ("ee", "fr[ee]"), ("np", "[N]ew [P]aris"),
  ])
  func places(pattern: String, marked: String) {
    let expected = Marked(marked)
    var matcher = Matcher(Pattern(pattern))
    let match = matcher.match(expected.text)
    #expect(match?.positions == expected.positions)
  }

  @Test(arguments: [("abc", "acb"), ("x", "abc"), ("aa", "a"), ("long pattern", "short"), ("ü", "abc")])
  func doesNotMatch(pattern: String, text: String) {
    var matcher = Matcher(Pattern(pattern))
    #expect(matcher.match(text) == nil)
  }

  @Test(arguments: [
    ("foo", ["foo", "foobar", "barfoo", "fxoxo"]), ("fb", ["fbx", "fooBar", "afbx", "fxxb"]),
    ("get", ["get", "getName", "widget_get", "g_e_t", "gadget"]), ("Str", ["String", "string"]),
    ("str", ["str", "strong", "substring"]), ("ab", ["abc", "abcdef", "xAb", "xab", "axxb"]),
    ("con", ["con", "conf", "config", "configuration", "second"]), ("np", ["npm", "newPage", "input"]),
  ])
  func ranks(pattern: String, expected: [String]) {
    var matcher = Matcher(Pattern(pattern))
    let ranked = expected.shuffled().sorted {
      let left = matcher.match($0)?.quality ?? -1
      let right = matcher.match($1)?.quality ?? -1
      return left > right
    }
    #expect(ranked == expected)
  }

  @Test func anEmptyPatternMatchesEverything() {
    var matcher = Matcher(Pattern(""))
    #expect(matcher.match("anything")?.quality == 1)
  }

  @Test func longTextsAreNoTrouble() {
    let long = String(repeating: "ab", count: 50_000)
    var matcher = Matcher(Pattern(long))
    #expect(matcher.match(long) != nil)
    #expect(matcher.match("ab") == nil)
  }

  @Test func qualitiesAreFromZeroToOne() {
    for pattern in ["a", "ab", "A", "aé", "_", "a b", "1a"] {
      for text in [
        "a", "ab", "xAxB", "a_b", "aaaaaabbbbb", "É", "a b", "__a", String(repeating: "xa", count: 100) + "b",
      ] {
        var matcher = Matcher(Pattern(pattern))
        if let match = matcher.match(text) { #expect((0...1).contains(match.quality)) }
      }
    }
  }
}

private struct Marked {
  var text = ""
  var positions: [Int] = []

  init(_ marked: String) {
    var isInside = false
    var index = 0
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "[": isInside = true
      case "]": isInside = false
      default:
        text.unicodeScalars.append(scalar)
        if isInside { positions.append(index) }
        index += 1
      }
    }
  }
}
