import CatchwordCompletion
import CatchwordText
import Testing

@testable import CatchwordSources

/// What stands before the cursor, and what it calls for.
struct SymbolContextTests {
  private func context(
    _ line: String, _ language: String = "markdown", settings: SymbolsSettings = SymbolsSettings()
  ) -> SymbolContext? {
    let text = "first line: \\é\n\(line)"
    let document = DocumentSnapshot(uri: "a", languageID: language, version: 1, text: Text(text))
    return SymbolContext.at(CompletionQuery(document: document, offset: document.text.count), settings)
  }

  /// The kind and the name; nothing where no symbol is called for, `…` where there is too little of one.
  private func summary(_ line: String, _ language: String) -> String {
    guard let context = context(line, language) else { return "" }
    return "\(context.kind) \(context.name)\(context.isClosed ? "." : "")\(context.isTooShort ? "…" : "")"
  }

  @Test(arguments: [
    ("so :smi", "emoji smi"), (":smi", "emoji smi"), ("(:tada", "emoji tada"), ("😀:he", "emoji he"),
    (":+1", "emoji +1"),
    (":smile:", "emoji smile."), (":x:", "emoji x."), ("feat: :bug", "emoji bug"), (":lächeln", "emoji lächeln"),
    (":", ""), ("so :", ""), (":s", "emoji s…"), (":+", "emoji +…"), ("a:b", ""), ("a:bc", ""), ("12:30", ""),
    ("12:30:", ""),
    ("::", ""), ("std::ve", ""), ("http:", ""), ("http://ab", ""), (":-D", ""), (":-)", ""), ("é:ab", ""), ("_:ab", ""),
    (": smile", ""), (":)", ""), ("smile:", ""),
  ])
  func emojiAreCalledForByAColonAndLetters(line: String, expected: String) {
    #expect(summary(line, "plaintext") == expected)
    #expect(summary(line, "gitcommit") == expected)
    #expect(summary(line, "python") == "")
  }

  @Test(arguments: [
    ("&al", "entities al"), ("a&nbs", "entities nbs"), ("&frac12", "entities frac12"), ("&amp;", "entities amp."),
    ("&", ""),
    ("a && b", ""), ("&&b", ""), ("/find?a=1&b", ""), ("<a href=\"x?a=1&b", ""), ("<p title=\"&a", "entities a"),
    ("& a", ""),
  ])
  func entitiesAreCalledForInMarkup(line: String, expected: String) {
    #expect(summary(line, "html") == expected)
    #expect(summary(line, "xml") == expected)
    #expect(summary(line, "c") == "")
  }

  @Test(arguments: [
    ("\\", "latex ", "latex …"), ("x\\al", "latex al", "latex al"), ("\\a", "latex a", "latex a…"),
    ("\\^2", "latex ^2", "latex ^2"),
    ("x\\_12", "latex _12", "latex _12"), ("\\^(n+1)", "latex ^(n+1)", "latex ^(n+1)"),
    ("\\mathbb{R}", "latex mathbb{R}", "latex mathbb{R}"), ("\\c{", "latex c{", "latex c{"),
    ("\\'e", "latex 'e", "latex 'e"),
    ("\\foo{a}b", "", ""), ("\\foo{abc", "", ""), ("\\'", "", ""), ("\\'ee", "", ""), ("\\al pha", "", ""),
    ("\\\\alpha", "", ""), ("\\\\\\alpha", "latex alpha", "latex alpha"), ("alpha", "", ""), ("\\alpha.", "", ""),
    ("C:\\alp", "", ""), ("C:\\Users\\alp", "", ""), ("\\\\server\\share\\alp", "", ""),
    ("\"\\nab", "latex nab", "latex nab"),
    ("\"\\na", "latex na", "latex na…"), ("'x' + \\na", "latex na", "latex na"),
  ])
  func backslashesCallForNames(line: String, plain: String, code: String) {
    #expect(summary(line, "plaintext") == plain)
    #expect(summary(line, "julia") == plain)
    #expect(summary(line, "swift") == code)
    #expect(summary(line, "latex") == "")
  }

  @Test(arguments: [
    "type .\\al", "..\\al", "src\\ma", "src2\\al", "in\\x\\al", "x=C:\\al", "@\"src\\ma", "see .\\x\\al",
  ])
  func aBackslashBehindAFolderSeparatesFolders(line: String) {
    for language in ["swift", "csharp", "json", "plaintext", "gitcommit", "autohotkey"] {
      #expect(summary(line, language) == "", "\(language)")
    }
  }

  @Test(arguments: ["markdown", "quarto", "julia", "lean", "typst", "org"])
  func inLanguagesWithFormulaeASymbolMayFollowAWord(language: String) {
    #expect(summary("sin\\al", language) == "latex al")
  }

  @Test(arguments: [
    "bat", "batch", "dosbatch", "powershell", "ps1", "ini", "dosini", "gitignore", "ignore", "cmake", "latex",
  ])
  func noSymbolsAreCalledForWhereBackslashesMeanSomethingElse(language: String) {
    #expect(summary("\\alpha", language) == "")
  }

  /// In Markdown's formulae a command stays a command.
  @Test(arguments: [
    ("$\\al", false), ("$x + \\al", false), ("$$\\al", false), ("$x$ and \\al", true), ("it costs $5, \\al", true),
    ("a $ b \\al", true), ("\\$x \\al", true), ("`a` \\al", true),
  ])
  func formulaeAreLeftAlone(line: String, isOffered: Bool) {
    #expect((context(line, "markdown") != nil) == isOffered)
    #expect(context(line, "plaintext") != nil)
  }

  @Test func theNameBeginsWhereItsLeaderStands() throws {
    let found = try #require(context("é😀 x\\al"))
    // The first line has 16 bytes.
    #expect(found.start == 16 + 8)
    #expect(context("\\", "swift")?.wantsBeginnings == true)
    #expect(context("\\", "lean")?.wantsBeginnings == false)
  }

  @Test func digraphsAreCalledForByTheUsersLeaderOnly() {
    #expect(context("\\\\a:", "plaintext") == nil)
    var settings = SymbolsSettings()
    settings.digraphs = SymbolLanguages(["*"])
    #expect(context("x\\\\a:", "plaintext", settings: settings)?.name == "a:")
    #expect(context("x\\\\", "plaintext", settings: settings)?.name == "")
    #expect(context("x\\\\a b", "plaintext", settings: settings) == nil)
    settings.digraphLeader = ";;"
    #expect(context(";;e'", "c", settings: settings)?.kind == .digraphs)
    settings.digraphLeader = ""
    #expect(context("ab", "c", settings: settings) == nil)
  }

  @Test func aSettingDecidesAboutLanguages() {
    var settings = SymbolsSettings()
    settings.emoji = SymbolLanguages(["*", "!YAML"])
    #expect(context(":smi", "python", settings: settings) != nil)
    #expect(context(":smi", "yaml", settings: settings) == nil)
    settings.isEnabled = false
    #expect(context(":smi", "python", settings: settings) == nil)
  }

  /// A long line costs no more than a short one, and what is cut off at its beginning does no harm.
  @Test func longLinesAreCut() {
    let long = String(repeating: "x\\", count: 50_000)
    #expect(context("\(long) \\al", "plaintext")?.name == "al")
    #expect(context(String(repeating: "a", count: 100_000), "plaintext") == nil)
    #expect(context("\\" + String(repeating: "a", count: 90), "plaintext") == nil)
    #expect(context(":" + String(repeating: "é", count: 600), "plaintext") == nil)
  }
}
