import CatchwordMatching
import Testing

/// Where a pattern is found: `[u]nique_[p]tr` marks what is matched.
struct MatcherPlaceTests {
  @Test(
    arguments: [
      // Prefixes, whatever else there is.
      ("abc", "[abc]def"), ("ab", "[ab]_ab"), ("foo", "[Foo]foo"), ("get", "[get]GetGet"), ("", "anything"),
      ("_a", "[_a]_a"), ("--", "[--]help"), ("$x", "[$x]1"), ("README", "[readme].md"),
      // Words after the first.
      ("bar", "foo[Bar]"), ("bar", "foo_[bar]_bar"), ("bar", "xbar-[bar]"), ("Bar", "foo_bar_[Bar]"),
      ("bar", "a.[bar].Bar"),
      ("ptr", "unique_[ptr]"), ("server", "HTTP[Server]"), ("8", "utf[8]"), ("64", "x86_[64]"), ("b", "a[B]c"),
      ("USB", "lib[USB]"), ("usr", "/[usr]/local/usr"), ("ok", "👍[ok]"), ("l", "don't_[l]et"), ("d", "2[D]"),
      // Initials.
      ("up", "[u]nique_[p]tr"), ("fb", "[f]oo[B]ar"), ("fbb", "[f]oo[B]ar[B]az"), ("hs", "[H]ttp[S]erver"),
      ("hts", "[HT]TP[S]erver"), ("sc", "[s]nake_[c]ase"), ("kc", "[k]ebab-[c]ase"), ("f2", "[f]oo[2]"),
      ("np", "[N]ew [P]aris"),
      ("foba", "[fo]o_[ba]r"), ("fooz", "[foo]_bar_[z]"), ("ubin", "/[u]sr/[bin]"), ("uvc", "[U]I[V]iew[C]ontroller"),
      ("uivc", "[UIV]iew[C]ontroller"), ("sha256", "[SHA]-[256]"), ("u8", "[u]tf[8]"),
      ("gebi", "[g]et[E]lement[B]y[I]d"),
      ("ss", "[s]ome_other_[s]tring"), ("ac", "[a]bc_[c]"), ("bz", "foo_[b]ar_[z]oo"), ("bb", "foo_[b]ar_[b]az_b"),
      ("ill", "[I]'[ll]"), ("dont", "[don]'[t]"), ("aB", "[a].[B].b"), ("svp", "[s]'il [v]ous [p]laît"),
      // In the middle.
      ("ee", "fr[ee]"), ("str", "con[str]uct"), ("ab", "x[ab]ab"), ("ort", "supp[ort]ed"), ("_b", "a[_b]"),
      ("tf", "pla[tf]orm"),
      ("Xb", "aXx[Xb]"), (".h", "stdio[.h]"), ("e_", "nam[e_]"),
      // Scattered.
      ("mcp", "me[mcp]y"), ("mcy", "[m]em[c]p[y]"),
      ("idx", "[i]n[d]e[x]"), ("ctx", "[c]on[t]e[x]t"), ("btn", "[b]u[t]to[n]"), ("adg", "[a]b_[d]ef[g]"),
      ("wrld", "[w]o[rld]"),
      ("bgc", "[b]ack[g]round-[c]olor"), ("axc", "[a]b[x]xx_[c]"),
      // Without accents, and with marks that are skipped.
      ("ub", "[Üb]er"), ("uber", "[über]"), ("über", "[uber]"), ("vn", "[V]iệt [N]am"), ("nam", "Việt [Nam]"),
      ("e", "[é]e"), ("ss", "gro[ßs]"), ("λογος", "[λόγος]"), ("елка", "[ёлка]"),
      // By their characters.
      ("東", "[東]京"), ("京", "東[京]"), ("東大", "[東]京[大]学"), ("学生", "大[学生]"), ("京tower", "東[京Tower]"), ("カナ", "[かな]"),
      ("국", "한[국]"), ("대민", "[대]한[민]국"), ("ＡＢ", "[ab]c"),
    ] as [(String, String)])
  func places(pattern: String, marked: String) {
    let expected = Marked(marked)
    var matcher = Matcher(Pattern(pattern))
    let match = matcher.match(expected.text)
    #expect(match?.positions == expected.positions)
  }

  @Test(arguments: [
    ("recieve", "[receive]r"), ("hallo", "[h]e[llo]"), ("fucntion", "[function]al"), ("lenght", "[length]"),
    ("funktion", "[fun]c[tion]s"), ("retrun", "[return]"), ("ehllo", "[hello]"), ("xhello", "[hello]"),
    ("strasse", "[Straße]"), ("accomodatoin", "[acco]m[modation]s"), ("woxrd", "[word]"), ("привте", "[привет]ик"),
  ])
  func placesWithTypos(pattern: String, marked: String) {
    let expected = Marked(marked)
    var matcher = Matcher(Pattern(pattern), allowsTypos: true)
    let match = matcher.match(expected.text)
    #expect(match?.kind == .typo)
    #expect(match?.positions == expected.positions)
  }

  @Test(arguments: [
    (MatchKind.exact, "foo", "Foo"), (.exact, "etre", "être"), (.prefix, "foo", "foobar"),
    (.wordPrefix, "bar", "fooBar"),
    (.wordPrefix, "bar", "bXbar_bar"), (.initials, "fb", "fooBar"), (.initials, "fob", "foo_bar"),
    (.substring, "oob", "foobar"),
    (.substring, "bar", "b_a_xbar"), (.scattered, "fr", "foobar"), (.typo, "foabar", "foobar"),
    // A better kind counts, although the other place has more points.
    (.initials, "abc", "a_bc_xabcx"), (.wordPrefix, "ab", "xA_B_ab"), (.substring, "xbc", "a_b_cxxbc"),
  ])
  func kinds(kind: MatchKind, pattern: String, text: String) {
    var matcher = Matcher(Pattern(pattern), allowsTypos: true)
    #expect(matcher.score(text)?.kind == kind)
  }

  @Test(arguments: [
    ("abc", "acb"), ("x", "abc"), ("aa", "a"), ("long pattern", "short"), ("ü", "abc"), ("abc", ""), ("東京", "京東"),
  ])
  func doesNotMatch(pattern: String, text: String) {
    var matcher = Matcher(Pattern(pattern))
    #expect(matcher.match(text) == nil)
  }

  // Three letters may not be wrong, nor the first two; and seven only once.
  @Test(arguments: [
    ("teh", "the"), ("xxllo", "hello"), ("elhlo", "hello"), ("reciexe", "receive"), ("abcd", ""), ("abcde", "abc"),
    ("hello", "zzhello_"),
  ])
  func isNoTypo(pattern: String, text: String) {
    var matcher = Matcher(Pattern(pattern), allowsTypos: true)
    #expect(matcher.match(text).map { $0.kind == .typo } != true)
  }

  @Test(arguments: [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (64, 2), (100, 2)])
  func moreLettersMayHaveMoreTypos(length: Int, expected: Int) {
    #expect(Pattern(String(repeating: "a", count: length)).allowedEdits == expected)
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
