import CatchwordPrediction
import CatchwordText
import Testing

@testable import CatchwordCompletion

/// What comes up by itself while somebody types, and what only when it is asked for.
struct ComposerTypingTests {
  private func offered(
    _ text: String, language: String = "c", isTyping: Bool = true, _ words: [String], learns: Bool = true
  ) -> [String] {
    composed(text, language: language, isTyping: isTyping, words, learns: learns).items.map(\.candidate.text)
  }

  private func composed(
    _ text: String, language: String = "c", isTyping: Bool = true, takesFirst: Bool = false,
    leavesWholeWords: Bool = false, _ words: [String], learns: Bool = true
  ) -> CompletionResult {
    let document = DocumentSnapshot(
      uri: language == "c" ? "a.c" : "a.txt", languageID: language, version: 1, text: Text(text))
    let query = CompletionQuery(
      document: document, offset: text.utf8.count, trigger: isTyping ? .automatic : .invoked, isTyping: isTyping,
      takesFirst: takesFirst, leavesWholeWords: leavesWholeWords)
    let parts = LanguageRules().allows(query, from: SourceDescriptor(name: "s")) ? words : []
    var composer = Composer(
      query: query,
      parts: [Composer.Part(source: SourceDescriptor(name: "s"), answer: SourceAnswer(parts.map { Candidate($0) }))],
      isMissingAnswers: false)
    let model = LanguageModel()
    if learns { model.documentDidOpen(document) }
    composer.model = model
    return composer.compose()
  }

  @Test(arguments: [
    // What begins so, in any case.
    ("pri", ["printf", "Printer", "sprint", "paper_ring"], ["printf", "Printer"]),
    // A part of a name, of three letters and more, beside what begins so; alone, of five. Parts by their capitals.
    ("win", ["this_window", "twin", "window"], ["this_window", "window"]), ("wi", ["this_window", "wine"], ["wine"]),
    ("wind", ["this_window", "twin"], []), ("windo", ["this_window", "twin"], ["this_window"]),
    ("fBB", ["fooBarBaz"], ["fooBarBaz"]), ("fbb", ["fooBarBaz"], []),
    // Typos and letters here and there when nothing begins so: of five letters and more.
    ("prnt", ["printed"], []), ("prntd", ["printed"], ["printed"]), ("prntf", ["printf", "prntfile"], ["prntfile"]),
    ("recieve", ["receive"], ["receive"]),
    // What has a hyphen is no name here.
    ("win", ["window-size", "window"], ["window"]), ("window-", ["window-size"], []),
  ])
  func onlyWhatBeginsAsTypedComesUp(typed: String, words: [String], expected: [String]) {
    #expect(offered(typed, words).sorted() == expected.sorted())
  }

  /// Parts of names in a text: where nothing begins so, and for who asks.
  @Test(arguments: [
    ("win", ["this_window", "ofTheWindow", "window"], ["window"]), ("win", ["this_window", "ofTheWindow"], []),
    ("windo", ["this_window"], ["this_window"]), ("thi", ["this_window"], ["this_window"]),
    ("avi", ["l'avion", "avide"], ["avide", "l'avion"]),
  ])
  func namesComeUpInATextByTheirFirstLetters(typed: String, words: [String], expected: [String]) {
    #expect(offered(typed, language: "plaintext", words).sorted() == expected)
    #expect(offered(typed, language: "plaintext", isTyping: false, words).count == words.count)
  }

  /// A capital that only began a sentence goes; that of a name stays, and so does every one for who asks.
  @Test(arguments: [
    ("So! Perhaps it is.\nIt is per", ["perhaps"]), ("It is Perhaps.\nIt is per", ["Perhaps"]),
    ("So! Perhaps it is.\nIt is so. Per", ["Perhaps"]), ("It is. Perhaps it is. I perhaps am.\nIt is per", ["perhaps"]),
    // Typed whole, it is no help, and finished: nothing else comes up either.
    ("It is. Perhaps it is. So! Perhaps.\nIt is perhaps", []),
  ])
  func aWordThatBeganASentenceIsOfferedInTheTypedCase(text: String, expected: [String]) {
    let words = text.hasSuffix("perhaps") ? ["Perhaps", "perhapsing"] : ["Perhaps"]
    let text = "It is it. " + text
    #expect(offered(text, language: "plaintext", words) == expected)
    #expect(offered(text, language: "plaintext", isTyping: false, words).contains("Perhaps"))
  }

  @Test func whatIsBannedIsNoFinishedWordInAnotherCase() {
    let document = DocumentSnapshot(
      uri: "a.txt", languageID: "plaintext", version: 1, text: Text("It is it. Recieve\nIt is recieve"))
    let query = CompletionQuery(
      document: document, offset: document.text.count, trigger: .automatic, isTyping: true)
    var learned = LearnedWords()
    learned.setBanned(true, "recieve", languageID: nil)
    var composer = Composer(
      query: query,
      parts: [
        Composer.Part(
          source: SourceDescriptor(name: "s"), answer: SourceAnswer([Candidate("Recieve"), Candidate("receive")]))
      ], isMissingAnswers: false)
    composer.learned = learned
    #expect(composer.compose().items.map(\.candidate.text) == ["receive"])
  }

  @Test func inProgramsAnotherCaseIsAnotherName() {
    #expect(offered("Perhaps it is.\nIt is per", ["Perhaps"]) == ["Perhaps"])
  }

  /// Another ending is no typo in prose.
  @Test(arguments: [
    ("einen", ["einer"], []), ("nichts", ["nichte"], []), ("gardem", ["gardens"], []), ("gardeh", ["garden"], []),
    // A letter that was left out, or is wrong before the last one.
    ("gardn", ["garden"], ["garden"]), ("prinf", ["printf"], ["printf"]), ("gatden", ["garden"], ["garden"]),
    ("nichst", ["nichts"], ["nichts"]),
  ])
  func anotherEndingIsNoTypoInATextWhileTyping(typed: String, words: [String], expected: [String]) {
    #expect(offered(typed, language: "plaintext", words, learns: false) == expected)
    #expect(offered(typed, language: "plaintext", isTyping: false, words, learns: false) == words)
    #expect(offered(typed, language: "c", words, learns: false) == words)
  }

  @Test func allThatMayBeMeantIsThereForWhoAsks() {
    let words = ["sprint", "paper_ring", "fooBarBaz", "this_window", "window-size"]
    #expect(offered("pri", isTyping: false, words).count == 2)
    #expect(offered("fbb", isTyping: false, words) == ["fooBarBaz"])
    #expect(offered("wi", isTyping: false, words).sorted() == ["this_window", "window-size"])
  }

  @Test(arguments: [
    // A word that stands here often, and another one that goes on.
    ("the end of the day and the night of the year; then\nto the", ["then"], []),
    // One that has stood here only as the beginning of a longer one.
    ("garden garden garden\ngar", ["garden"], ["garden"]),
    // A finished word is not taken for a typo of another.
    ("noch noch noch nicht nicht\nnoch", ["Nachbarn", "nicht"], []),
  ])
  func nothingComesUpBehindAWordThatIsFinished(text: String, words: [String], expected: [String]) {
    #expect(offered(text, language: "plaintext", words) == expected)
  }

  @Test(arguments: [("ga", []), ("gar", ["garden"]), ("le", []), ("left-h", ["hand"])])
  func proseIsCalm(typed: String, expected: [String]) {
    #expect(offered(typed, language: "plaintext", ["garden", "left-hand"], learns: false) == expected)
  }

  /// The long names of a project have the letters of any word somewhere; who writes a letter means none of them.
  @Test(arguments: [
    ("plaintext", ["garden", "gardening"]), ("c", ["garden", "gardening", "gathersAllRowsDownNow"]),
  ])
  func inATextWhatBeginsNothingIsATypoOrNothing(language: String, expected: [String]) {
    let words = ["garden", "gathersAllRowsDownNow", "gardening"]
    #expect(offered("gardn", language: language, words, learns: false).sorted() == expected)
    #expect(offered("gardn", language: language, isTyping: false, words, learns: false).count == 3)
    #expect(offered("grden", language: "plaintext", words, learns: false) == ["garden", "gardening"])
  }

  @Test(arguments: [("wi", ["this_window", "wide"], true), ("wi", ["window", "wide"], false)])
  func aListIsIncompleteWhenMoreMayComeOfMoreThatIsTyped(typed: String, words: [String], expected: Bool) {
    #expect(composed(typed, words, learns: false).isIncomplete == expected)
    #expect(!composed(typed, isTyping: false, words, learns: false).isIncomplete)
  }

  @Test(arguments: [
    // A word that somebody has written; one that nobody has.
    ("printing printing printing print\nprint", ["printing", "print_all"], ["print", "printing", "print_all"]),
    ("printing printing printing print\nprin", ["printing", "print_all"], ["printing", "print_all"]),
    // One of which only a source knows, and which is far likelier to go on.
    ("printing printing printing\nprint", ["printing", "print"], ["printing", "print"]),
  ])
  func whereEnterTakesTheFirstItemAWordThatMayBeDoneComesFirst(text: String, words: [String], expected: [String]) {
    let items = composed(text, takesFirst: true, words).items.map(\.candidate.text)
    #expect(items.first == expected.first)
    #expect(items.sorted() == expected.sorted())
    // Who asks by hand wants another word.
    let asked = composed(text, isTyping: false, takesFirst: true, words).items.map(\.candidate.text)
    #expect(asked.first == "printing")
  }

  @Test(arguments: [
    // However likely it goes on, and whoever knows it; one that nobody knows.
    ("printing printing printing print\nprint", ["printing", "print_all"], []),
    ("printing printing printing\nprint", ["printing", "print"], []),
    ("printing printing printing print\nprinti", ["printing", "print_all"], ["printing"]),
  ])
  func whereEachKeyAsksAgainNothingComesUpBehindAWholeWord(text: String, words: [String], expected: [String]) {
    let result = composed(text, takesFirst: true, leavesWholeWords: true, words)
    #expect(result.items.map(\.candidate.text) == expected)
    #expect(expected.isEmpty == result.isIncomplete)
    let asked = composed(text, isTyping: false, takesFirst: true, leavesWholeWords: true, words)
    #expect(asked.items.first?.candidate.text == "printing")
  }

  /// What a language server offers, it has found to fit.
  @Test func itemsOfALanguageServerAreNotHeldBack() {
    let document = DocumentSnapshot(uri: "a.c", languageID: "c", version: 1, text: Text("push_back pb"))
    let query = CompletionQuery(document: document, offset: 12, trigger: .automatic, isTyping: true)
    var item = Candidate("push_back", kind: .method)
    item.attachment = 1
    let part = Composer.Part(source: SourceDescriptor(name: "s"), answer: SourceAnswer([item, Candidate("pub_a")]))
    let list = Composer(query: query, parts: [part], isMissingAnswers: false).compose()
    #expect(list.items.map(\.candidate.text) == ["push_back"])
  }
}
