import CatchwordFiles
import TestSupport
import Testing

@testable import CatchwordSources

/// What is taken for a path, by the line alone.
struct PathsContextTests {
  private func paths(_ line: String, _ languageID: String = "plaintext") -> [String] {
    PathContext.candidates(in: Array(line.utf8), language: PathLanguage(languageID)).map {
      "\($0.directory)|\($0.name)"
    }
  }

  @Test(arguments: [
    ("see src/fo", "plaintext", ["src/|fo"]), ("see src/My Fi", "plaintext", ["src/|My Fi"]),
    ("in ../My Docs/and/o", "markdown", ["Docs/and/|o", "../My Docs/and/|o"]), ("src/a b c d e", "plaintext", []),
    ("src/My  Fi", "plaintext", []), ("ls src/My Fi", "sh", []), ("./", "plaintext", ["./|"]),
    ("../a/b", "plaintext", ["../a/|b"]),
    ("~/Doc", "plaintext", ["~/|Doc"]), ("~ann/x", "plaintext", ["~ann/|x"]), ("$HOME/x", "sh", ["$HOME/|x"]),
    ("cp ${DATA}/in/fi", "sh", ["${DATA}/in/|fi"]), ("ls /us", "sh", ["/|us"]), ("ls /", "sh", ["/|"]),
    ("cat <in/fi", "sh", ["in/|fi"]), ("x >/dev/nu", "sh", ["/dev/|nu"]),
    ("cat My\\ Docs/a\\ f", "sh", ["My Docs/|a f"]),
    ("dir: /usr/lo", "yaml", ["/usr/|lo"]), ("--prefix=/usr/lo", "sh", ["/usr/|lo"]),
    ("PATH=/bin:/usr/lo", "sh", ["/usr/|lo"]), ("and/o", "plaintext", ["and/|o"]),
    ("// in src/ma", "swift", ["src/|ma"]), (" * see src/ma", "c", ["src/|ma"]), ("x = ./fo", "nix", ["./|fo"]),
    ("file:///etc/ho", "plaintext", ["/etc/|ho"]), ("file://localhost/etc/ho", "plaintext", ["/etc/|ho"]),
    ("(file:///a%20b/c%C3%A9", "plaintext", ["/a b/|cé"]),
  ])
  func whereThereAreNoQuotes(line: String, languageID: String, expected: [String]) {
    #expect(paths(line, languageID) == expected)
  }

  @Test(arguments: [
    ("open(\"src/fo", "python", ["src/|fo"]), ("open(f'src/fo", "python", ["src/|fo"]),
    ("open(\"My Docs/a f", "python", ["My Docs/|a f"]), ("open(\"see src/fo", "python", ["see src/|fo", "src/|fo"]),
    ("fn f<'a>(x: &'a str) { g(\"src/fo", "rust", ["src/|fo"]), ("a(\"x\", \"y/z", "swift", ["y/|z"]),
    ("\"it's/o", "swift", ["it's/|o", "s/|o"]), ("'a \"b\" c/d", "lua", ["a \"b\" c/|d", "c/|d"]),
    ("echo \"\\$a/x", "sh", ["$a/|x"]), ("echo 'a b/x", "sh", ["a b/|x", "b/|x"]),
    ("see `src/fo", "markdown", ["src/|fo"]),
    ("import x from \"@/co", "typescript", ["@/|co"]), ("x = \"/", "go", ["/|"]),
    ("#include <sys/so", "c", ["sys/|so"]),
    ("[a](img/my%20f", "markdown", ["img/|my f"]), ("[a](<img/my f", "markdown", ["img/|my f"]),
    ("[a]: img/my%20f", "markdown", ["img/|my f"]), ("[^a]: img/my%20f", "markdown", ["img/|my%20f"]),
    ("[a]: b img/c", "markdown", ["img/|c"]),
    ("\\includegraphics[width=3cm]{my figs/a b", "latex", ["my figs/|a b"]),
    ("background: url(img/lo", "css", ["img/|lo"]), ("[1](a) and [b](c/d", "markdown", ["c/|d"]),
  ])
  func withinSomething(line: String, languageID: String, expected: [String]) {
    // The second one is the weaker guess, after the last space.
    #expect(paths(line, languageID) == expected)
  }

  @Test(arguments: [
    ("#include \"fo", "c"), ("<img src=\"fo", "html"), ("<a href='fo", "html"), ("[a](fo", "markdown"),
    ("[a](<fo", "markdown"), ("\\input{fo", "latex"), ("require_relative 'fo", "ruby"), ("@import \"fo", "css"),
    ("#include <fo", "c"), ("import x from \"fo", "javascript"), ("const a = require('fo", "typescript"),
    ("await import(\"fo", "vue"), ("COPY fo", "dockerfile"), ("ADD --chown=a fo", "dockerfile"),
    ("all: fo", "makefile"), ("a b: c.o fo", "make"), ("-include fo", "makefile"),
  ])
  func aNameWithoutASlashIsAPathWhereOnlyFilesAre(line: String, languageID: String) {
    #expect(paths(line, languageID) == ["|fo"])
  }

  @Test(arguments: [
    ("fo", "plaintext"), ("\"fo", "swift"), ("see `fo", "markdown"), ("x = \"fo", "javascript"),
    ("f(fo", "python"), ("\\textbf{fo", "latex"), ("a.fo", "swift"), ("~", "sh"),
    ("fo", "makefile"), ("\tcc fo", "makefile"), ("a := fo", "makefile"), ("all: A = fo", "makefile"),
    ("a: $fo", "makefile"),
    ("a: # fo", "makefile"), ("a: -fo", "makefile"), ("a: fo", "sh"), ("$HO", "sh"), ("..", "sh"),
  ])
  func aWordIsNoPath(line: String, languageID: String) { #expect(paths(line, languageID) == []) }

  @Test(arguments: [
    ("//", "plaintext"), ("// wo", "swift"), ("///", "swift"), ("a = b //", "python"), ("/*", "c"), ("/**/", "c"),
    ("x */", "c"), ("a / b", "swift"), ("a /", "swift"), ("a / ", "plaintext"), ("a /", "plaintext"),
    ("3/4", "plaintext"),
    ("f(x)/", "swift"), ("a[1]/n", "swift"), ("x/", "swift"), ("total/cou", "swift"), ("3 /", "sh"), ("$((a /", "sh"),
    ("</", "html"), ("</di", "html"), ("<br /", "html"), ("<b>x</", "markdown"), ("<div/", "html"),
    ("http://", "plaintext"), ("http://a.b/c", "plaintext"), ("see https://a.b/c/d", "markdown"),
    ("\"https://a.b/c", "swift"), ("[a](https://a.b/c", "markdown"), ("ssh://git@a.b/c", "sh"), ("file://host/x", "sh"),
    ("2026/11/21", "plaintext"), ("on 2026/", "plaintext"), ("x = /ab/", "javascript"),
    ("x.match(/home/g", "javascript"),
    ("/a\\/b", "javascript"), ("a//b", "plaintext"), ("[a](b/c#d", "markdown"), ("a/b/../..", "plaintext"),
    ("\"C:\\new\\fo", "c"), ("", "plaintext"), (" ", "plaintext"), ("/", "swift"),
  ])
  func isNotTakenForAPath(line: String, languageID: String) { #expect(paths(line, languageID) == []) }

  @Test(
    arguments: [
      (PathStyle.plain, "a.txt", "a.txt"), (.plain, "a b", "a b"), (.plain, "a  b", nil), (.plain, "a(b", nil),
      (.bare, "a-b.c", "a-b.c"), (.bare, "a b", nil), (.bare, "a$b", nil),
      (.shell, "a b'c", "a\\ b\\'c"),
      (.raw(end: 0x22), "a b", "a b"),
      (.raw(end: 0x22), "a\"b", nil), (.string(quote: 0x22), "a\"b\\c", "a\\\"b\\\\c"),
      (.string(quote: 0x22, also: [0x24]), "a$b", "a\\$b"), (.shellSingle, "it's", "it'\\''s"),
      (.shellSingle, "a'\u{301};touch b;'\u{301}", "a'\\''\u{301};touch b;'\\''\u{301}"),
      (.percent(encodesNonASCII: false), "my é (1)%.md", "my%20é%20%281%29%25.md"),
      (.percent(encodesNonASCII: true), "é", "%C3%A9"), (.braces, "my file_1", "my file_1"), (.braces, "50%", nil),
    ] as [(PathStyle, String, String?)])
  func namesAreWrittenAsTheTextWants(style: PathStyle, name: String, expected: String?) {
    // By bytes: an accent hides the quote before it from those who compare Characters.
    #expect(style.escape(name).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  /// What has been inserted is read again when the path is typed on.
  @Test func whatIsEscapedIsUnderstood() {
    var random = SeededRandom()
    let pieces = ["a", " ", "é", "'", "\"", "$", "\\", "%", "(", ")", "&", "#", ".", "-", "東", "`", "{", "~", "*"]
    let styles: [PathStyle] = [
      .plain, .bare, .shell, .raw(end: 0x60), .string(quote: 0x22), .string(quote: 0x27, also: [0x24]), .braces,
      .percent(encodesNonASCII: false), .percent(encodesNonASCII: true),
    ]
    for _ in 0..<2000 {
      let name = (0...random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
      for style in styles {
        guard let escaped = style.escape(name) else { continue }
        #expect(style.unescape(Array(escaped.utf8)[...]) == name, "\(style): \(escaped)")
      }
    }
  }

  @Test(arguments: ["a%00b", "a%2Fb", "a%zz", "a%4", "%FF"])
  func whatNoNameCanBeIsNotDecoded(text: String) {
    #expect(PathStyle.percent(encodesNonASCII: false).unescape(Array(text.utf8)[...]) == nil)
  }

  @Test func anyLineIsLookedAt() {
    var random = SeededRandom()
    let pieces = [
      "/", "\\", "\"", "'", "`", "(", "](", "<", "${", "}", "a", " ", "://", "file:///", "%", "é", "~", ".", "\\input{",
      "#include ", "import ", "[", "]: ", "{", "COPY ", "src=",
    ]
    for _ in 0..<3000 {
      let line = (0...random.below(24)).map { _ in pieces[random.below(pieces.count)] }.joined()
      for languageID in ["plaintext", "sh", "swift", "markdown", "latex", "php"] {
        let contexts = PathContext.candidates(in: Array(line.utf8), language: PathLanguage(languageID))
        for context in contexts {
          #expect(context.nameStart <= line.utf8.count && !context.directory.contains("//"), "\(line)")
        }
        // What is seen at a glance is what a closer look finds.
        #expect(PathContext.candidates(in: line, language: PathLanguage(languageID)) == contexts, "\(line)")
      }
    }
  }

  @Test(
    arguments: [
      ("file:///a/b%20c", "/a/b c"), ("file://localhost/a", "/a"), ("file://other/a", nil), ("untitled:1", nil),
      ("file:///a%00", nil), ("file:///a%2Fb", nil), ("http:///a", nil), ("file:///%C3%A9", "/é"),
      ("file:///a%FF", nil),
    ] as [(String, String?)])
  func aDocumentsPathIsDecodedSafely(uri: String, path: String?) { #expect(FilePath.path(ofURI: uri) == path) }

  /// From the end, each step would go over all the flags that are left.
  @Test(.timeLimit(.minutes(10))) func namesOfFlagsCostNoMoreThanOthers() {
    let flags = String(repeating: "🇩🇪", count: 200_000)
    #expect(FilePath.stem(flags) == flags)
    #expect(FilePath.stem("a.\(flags)") == "a")
    #expect(PathRoots.folder(of: "/a/\(flags)") == "/a")
    #expect(PathRoots.folder(of: "/\(flags)") == "/")
    #expect(PathRoots.folder(of: flags) == nil)
  }
}
