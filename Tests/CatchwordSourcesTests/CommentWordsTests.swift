import CatchwordCompletion
@testable import CatchwordSources
import CatchwordText
import TestSupport
import Testing

/// Words of comments that are not offered, or no others.
struct CommentWordsTests {
  /// The comments are in guillemets.
  @Test(arguments: [
    ("c", "int a; «// one»\n«/* two\n three */» b"), ("c", "x = \"/* no */\"; y «/*»"),
    ("c", "'\"' «// a»\n\"open «// b»"), ("swift", "url(http://x) «// a \\»\nb"), ("swift", "\"a \\\" // no\" «//b»"),
    ("python", "a = '#no' «# yes»\nb#no\n«# at the start»"), ("shellscript", "echo $# ${#a} «# c»"),
    ("rust", "fn f<'a>() «// it's»\n'b «/* c */»"), ("lua", "a «-- b»\n«--[[ c\nd ]]» e"),
    ("haskell", "foldl' «-- it's»\n«{- a\n-}»b"), ("html", "<p>it's <!no> «<!-- a\n -->»</p>"),
    ("julia", "a' «#= b\n=#» c «# d»"), ("lisp", "'a «; b's»\n«#| c |#» \\; d"), ("latex", "50\\% «% a»"),
    ("vim", "let a = \"b\"\n  «\" c»\n"), ("css", "a { «/* b */» } //no"), ("restructuredtext", "a .. b\n«.. c»\n"),
    ("ini", "«; a»\nb=c"), ("sql", "select 'a--b' «-- c»"), ("plaintext", "# no // no /* no */"),
    ("c", "«/*/ a */» b"), ("c", "«/* open"), ("c", "a \\"), ("c", "\"\\"), ("c", ""),
    ("c", "\"a \\\n b «// c\"»\nd"),
  ])
  func commentsAreFound(_ languageID: String, _ marked: String) {
    let bytes = Array(marked.replacing("«", with: "").replacing("»", with: "").utf8)
    var expected: [Range<Int>] = []
    var (offset, start) = (0, 0)
    for character in marked {
      switch character {
      case "«": start = offset
      case "»": expected.append(start..<offset)
      default: offset += character.utf8.count
      }
    }
    let isOpen = marked.hasSuffix("/*»") || marked.contains("«/* open")
    if marked.contains("«/* open") { expected.append(0..<offset) }
    let found = bytes.withUnsafeBufferPointer { CommentScanner(languageID)?.comments(in: $0) }
    #expect(found?.ranges ?? [] == expected)
    #expect(found?.isOpen ?? false == isOpen)
  }

  private static let pieces = [
    "/*", "*/", "//", "\"", "'", "\\", "\n", "\n", " ", " ", " w1", " w2", " w3", " w4", " w5", " w6w", "w", "/", "*",
  ]

  /// Random edits, against reading the text anew.
  @Test(arguments: [CommentWords.none, .only, .all])
  func editsAreLikeReadingAnew(_ comments: CommentWords) throws {
    var random = SeededRandom()
    for _ in 0..<40 {
      let time = VirtualTime()
      let source = WordsSource(clock: time.engineClock, executor: time.executor)
      source.apply(settings(comments))
      func piece(_ most: Int) -> String {
        (0..<random.below(most)).map { _ in CommentWordsTests.pieces.randomElement(using: &random)! }.joined()
      }
      var document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text(piece(40)))
      source.documentDidOpen(document)
      for _ in 0..<12 {
        let ends = (0...1).map { _ in random.below(document.text.count + 1) }.sorted()
        let change = TextChange(document.text, replacing: ends[0]..<min(ends[1], ends[0] + 4), with: piece(4))
        document = document.updated(version: document.version + 1, text: change.after)
        source.documentDidChange(change, in: document)
        if random.below(3) == 0 { _ = offered(by: source, time, in: document) }
      }
      let anew = WordsSource(clock: time.engineClock, executor: time.executor)
      anew.apply(settings(comments))
      anew.documentDidOpen(document)
      let text = document.text.string(in: 0..<document.text.count)
      let words = offered(by: source, time, in: document)
      #expect(words == offered(by: anew, time, in: document), "\(text.debugDescription)")
      #expect(words == expected(text, comments), "\(text.debugDescription)")
      // Another setting counts at once for what is open, as the server opens it anew.
      source.apply(settings(.all))
      source.documentDidClose(uri: "a")
      source.documentDidOpen(document)
      #expect(offered(by: source, time, in: document) == expected(text, .all), "\(text.debugDescription)")
    }
  }

  /// A string whose line ends with a backslash does not reach into the next line: its beginning may go without a look at that.
  @Test func anEditOfAStringCountsOnItsLine() {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    source.apply(settings(.none))
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("\" w1 \\\n w2 // w3 \" w4"))
    source.documentDidOpen(document)
    #expect(offered(by: source, time, in: document) == ["w1", "w2"])
    let change = TextChange(document.text, replacing: 0..<1, with: "")
    source.documentDidChange(change, in: document.updated(version: 2, text: change.after))
    #expect(offered(by: source, time, in: document) == ["w1", "w2"])
  }

  private func settings(_ comments: CommentWords) -> WordsSettings {
    var settings = WordsSettings()
    settings.comments = comments
    return settings
  }

  private func offered(by source: WordsSource, _ time: VirtualTime, in document: DocumentSnapshot) -> Set<String> {
    let query = CompletionQuery(
      document: DocumentSnapshot(uri: "other", languageID: "c", version: 1, text: Text("")), offset: 0, limit: 1000)
    guard case .success(let answer)? = time.run({ try await source.completions(for: query) }) else { return [] }
    return Set(answer.candidates.map(\.text))
  }

  /// The words of a whole text, by the comments in it.
  private func expected(_ text: String, _ comments: CommentWords) -> Set<String> {
    let bytes = ContiguousArray(text.utf8)
    let ranges = bytes.withUnsafeBufferPointer { CommentScanner("c")!.comments(in: $0).ranges }
    var words: Set<String> = []
    WordScanner(WordRules.rules(for: "c")).forEachWord(in: bytes) { word in
      let isInComment = ranges.contains { $0.overlaps(word) }
      if comments == .all || isInComment == (comments == .only) {
        words.insert(String(decoding: bytes[word], as: UTF8.self))
      }
    }
    // One letter is not worth it, and a number comes by its beginning.
    return words.filter { $0.count > 1 && $0.first?.isNumber == false }
  }

  /// A long text is read in slices, which end within lines and comments.
  @Test func longTextsAreReadInSlices() {
    let time = VirtualTime()
    let source = WordsSource(clock: time.engineClock, executor: time.executor)
    source.apply(settings(.none))
    let lines = (0..<12_000).map { "code\($0) \"a // b\" // comment\($0)\n/* block\($0)\n more\($0) */" }
    let document = DocumentSnapshot(
      uri: "a", languageID: "c", version: 1, text: Text(lines.joined(separator: "\n") + "\n"))
    source.documentDidOpen(document)
    time.settle()
    func found(_ typed: String) -> Int {
      let query = CompletionQuery(
        document: DocumentSnapshot(uri: "b", languageID: "c", version: 1, text: Text(typed)),
        offset: typed.utf8.count, limit: 20_000)
      guard case .success(let answer)? = time.run({ try await source.completions(for: query) }) else { return -1 }
      return answer.candidates.count { $0.text.hasPrefix(typed) }
    }
    #expect(["code", "comment", "block", "more"].map(found) == [12_000, 0, 0, 0])
  }
}
