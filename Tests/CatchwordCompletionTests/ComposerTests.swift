import CatchwordPrediction
import CatchwordText
import TestSupport
import Testing

@testable import CatchwordCompletion

/// What comes first, and what is not shown.
struct ComposerTests {
  private func compose(
    _ marked: String, _ parts: [(source: String, priority: Double, candidates: [Candidate])], limit: Int = 100,
    wantsTypos: Bool = true, languageID: String = "plaintext"
  ) -> CompletionResult {
    let sides = marked.split(separator: "|", omittingEmptySubsequences: false)
    let document = DocumentSnapshot(
      uri: "a", languageID: languageID, version: 1, text: Text(sides.joined()))
    let query = CompletionQuery(document: document, offset: sides[0].utf8.count, limit: limit, wantsTypos: wantsTypos)
    let composer = Composer(
      query: query,
      parts: parts.map {
        Composer.Part(
          source: SourceDescriptor(name: $0.source, priority: $0.priority), answer: SourceAnswer($0.candidates))
      },
      isMissingAnswers: false)
    return composer.compose()
  }

  /// Words of the model that are a typo away are left out, too.
  @Test func whoWantsNoTyposGetsNone() {
    let lines = String(repeating: "words imported from elsewhere\n", count: 20)
    #expect(predicted(lines + "words imported fron", beside: ["frontier"]).items.count == 2)
    #expect(predicted(lines + "words imported fron", beside: ["frontier"], wantsTypos: false).items.count == 1)
  }

  private func texts(_ marked: String, _ words: [String]) -> [String] {
    compose(marked, [("s", 0, words.map { Candidate($0) })]).items.map(\.candidate.text)
  }

  @Test func nearComesBeforeFar() {
    let filler = String(repeating: "x ", count: 500)
    #expect(
      texts("international \(filler)\ninterview\nin|", ["international", "interview"]) == [
        "interview", "international",
      ])
  }

  @Test func whatFollowedBeforeComesFirst() {
    #expect(texts("of course it is, of course we are, of count, of co|", ["count", "course"]) == ["course", "count"])
  }

  /// Small letters stand for capitals, too; capitals that were typed are meant.
  @Test(arguments: [
    ("FOO", ["FOOQUX", "fooBarBaz"]), ("Foo", ["Foobaz", "fooBarBaz"]), ("foo", ["fooBarBaz", "Foobaz"]),
  ])
  func typedCapitalsAreMeant(typed: String, order: [String]) {
    let text = "let me foobar Foobaz FOOQUX fooBarBaz\n"
    let offered = texts("\(text)\(typed)|", ["foobar", "Foobaz", "FOOQUX", "fooBarBaz"])
    #expect(offered.filter(order.contains) == order)
  }

  /// What is common elsewhere comes behind what the change has.
  @Test(arguments: [("plaintext", "rename_value"), ("git-commit", "renameGiraffe"), ("gitcommit", "renameGiraffe")])
  func whoDescribesAChangeMeansWhatIsInIt(languageID: String, first: String) {
    let common = Candidate("rename_value", signals: CandidateSignals(frequency: 1))
    let changed = Candidate("renameGiraffe", signals: CandidateSignals(affinity: 1))
    let text = "Fix rena|\ndiff --git a/y.py b/y.py\n+ x = 1\n"
    let offered = compose(text, [("s", 0, [common]), ("t", -0.9, [changed])], languageID: languageID).items
    #expect(offered.map(\.candidate.text).first == first)
  }

  @Test func prefixesComeBeforeTheRestWhateverTheContext() {
    #expect(texts("an subway an subway an su|", ["subway", "issue", "sum"]).last == "issue")
    #expect(texts("xab xab xab ab|", ["xab", "abroad"]) == ["abroad", "xab"])
  }

  @Test func aSymbolThatHasBeenTypedInFullComesFirst() {
    var whole = Candidate("#!/bin/sh")
    (whole.filter, whole.start) = ("#!", 12)
    var longer = Candidate("#!arrow")
    (longer.filter, longer.start) = ("#!a", 12)
    let words = ["one", "two"].map { Candidate($0) }
    let result = compose("one two one #!|", [("words", 1, words), ("snippets", 0, [longer, whole])])
    #expect(result.items.first?.candidate.text == "#!/bin/sh")
    #expect(result.items.count == 4)
    // Of two, the one of which more has been typed.
    var arrow = Candidate("-> x")
    (arrow.filter, arrow.start) = ("->", 1)
    var call = Candidate("c->x()")
    (call.filter, call.start) = ("c->", 0)
    #expect(compose("c->|", [("s", 0, [arrow, call])]).items.map(\.candidate.text) == ["c->x()", "-> x"])
  }

  @Test func snippetsOfTwoNamesAreTwo() {
    let candidates = ["ifmain", "ifmaim"].map { name in
      var candidate = Candidate("if __name__", kind: .snippet)
      (candidate.label, candidate.filter) = (name, name)
      return candidate
    }
    #expect(compose("ifmai|", [("s", 0, candidates)]).items.count == 2)
  }

  @Test func priorityDecidesBetweenEquals() {
    let result = compose("he|", [("low", -1, [Candidate("hero")]), ("high", 1, [Candidate("herd")])])
    #expect(result.items.map(\.source) == ["high", "low"])
  }

  @Test func equalTextsAreOneItemWithTheBestOfBoth() {
    let result = compose(
      "he|",
      [
        ("a", 0, [Candidate("hero", signals: CandidateSignals(frequency: 0.2))]),
        ("b", 0.5, [Candidate("hero", detail: "a person", signals: CandidateSignals(frequency: 0.9))]),
      ])
    #expect(result.items.count == 1)
    // The one that has something to say about it.
    #expect(result.items[0].source == "b")
    #expect(result.items[0].candidate.detail == "a person")
    #expect(result.items[0].signals.candidate.frequency == 0.9)
    #expect(result.items[0].signals.priority == 0.5)
  }

  @Test func aSingleCandidateThatIsTypedAlreadyIsNotShown() {
    #expect(texts("hero|", ["hero"]) == [])
    #expect(texts("hero|", ["hero", "heroine"]) == ["hero", "heroine"])
  }

  @Test func aCutListSaysSo() {
    let words = (0..<10).map { Candidate("word\($0)") }
    #expect(compose("w|", [("s", 0, words)], limit: 9).isIncomplete)
    #expect(!compose("w|", [("s", 0, words)], limit: 10).isIncomplete)
    #expect(compose("q|", [("s", 0, words)]).isIncomplete)
  }

  @Test func aTypoFindsTheWord() {
    let result = compose("recieve|", [("s", 0, ["receive", "receiver", "recipe", "deceive"].map { Candidate($0) })])
    #expect(result.items.map(\.candidate.text) == ["receive", "receiver"])
    #expect(result.items.allSatisfy { !$0.signals.isPrefix })
    // As the user types on, other words may be meant.
    #expect(result.isIncomplete)
    let others = ["receive", "recxieve"].map { Candidate($0) }
    #expect(compose("recieve|", [("s", 0, others)], wantsTypos: false).items.map(\.candidate.text) == ["recxieve"])
  }

  @Test func typosComeBeforeLettersThatAreThereByChance() {
    #expect(texts("form|", ["from", "fxoxrxm"]) == ["from", "fxoxrxm"])
  }

  @Test(arguments: [(nil, ["receive"]), (["prediction"], ["receive"]), (["words"], [])] as [(Set<String>?, [String])])
  func whatTheModelKnowsIsOfferedWhereTheUserWantsIt(_ sources: Set<String>?, _ expected: [String]) {
    let text = "receive a gift\nrecie"
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text(text))
    var composer = Composer(
      query: CompletionQuery(document: document, offset: text.utf8.count), parts: [], isMissingAnswers: false)
    composer.offersPredictions = true
    composer.settings.rules.sources = sources
    #expect(composer.compose().items.map(\.candidate.text) == expected)
  }

  @Test func whatNobodyWaitsForIsNotLookedForAmongAllWords() {
    let text = "receive a gift\nreciev"
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text(text))
    var composer = Composer(
      query: CompletionQuery(document: document, offset: text.utf8.count), parts: [], isMissingAnswers: false)
    composer.offersPredictions = true
    #expect(composer.compose().items.map(\.candidate.text) == ["receive"])
    composer.cancellation.cancel()
    let result = composer.compose()
    #expect(result.items.isEmpty && result.isIncomplete)
  }

  /// What the model offers of its own, beside the words of a source.
  private func predicted(
    _ text: String, _ languageID: String = "c", beside words: [String], wantsTypos: Bool = true
  ) -> CompletionResult {
    let document = DocumentSnapshot(uri: "a", languageID: languageID, version: 1, text: Text(text))
    var composer = Composer(
      query: CompletionQuery(document: document, offset: text.utf8.count, wantsTypos: wantsTypos),
      parts: [Composer.Part(source: SourceDescriptor(name: "s"), answer: SourceAnswer(words.map { Candidate($0) }))],
      isMissingAnswers: false)
    composer.offersPredictions = true
    return composer.compose()
  }

  @Test func aLikelyWordIsOfferedInSpiteOfATypo() {
    let lines = String(repeating: "words imported from elsewhere\n", count: 20)
    let result = predicted(lines + "words imported fron", beside: ["frontier", "fronde"])
    #expect(Set(result.items.map(\.candidate.text)) == ["from", "frontier", "fronde"])
    // One more letter, and it may be two typos.
    #expect(result.isIncomplete)
    let item = result.items.first { $0.candidate.text == "from" }
    #expect(item?.signals.isMended == true && item?.signals.isPrefix == false)
    // A word that is written somewhere is no typo.
    let known = predicted("fron\n" + lines + "words imported fron", beside: ["frontier"])
    #expect(known.items.map(\.candidate.text) == ["frontier"])
    #expect(!known.isIncomplete)
    // Where many words begin so, one that nothing speaks for is left out.
    let many = (0..<8).map { "fron\($0)" }
    let unlikely = predicted(
      many.joined(separator: "\n") + "\nfrom\n" + lines.filter { $0 != "m" } + "fron", beside: many)
    #expect(!unlikely.items.map(\.candidate.text).contains("from"))
    #expect(!unlikely.isIncomplete)
  }

  @Test func whatStandsThereAsAWordIsNotMended() {
    #expect(texts("sel|", ["select"]) == ["select"])
    #expect(predicted("self\nselect select\nself", beside: ["select"]).items.isEmpty)
    #expect(predicted("select select\nself", beside: ["select"]).items.map(\.candidate.text) == ["select"])
    // A list of the user's has it.
    #expect(!texts("self|", ["self", "selves", "select"]).contains("select"))
  }

  @Test func anotherCaseOfAWordIsOfferedWhereItIsLikelier() {
    let often = String(repeating: "return x\n", count: 9)
    #expect(
      predicted(often + "Return\nreturn", beside: ["Return", "returned"]).items.map(\.candidate.text) == ["returned"])
    let rarely = String(repeating: "the URL is\n", count: 9)
    #expect(predicted(rarely + "url\nthe url", beside: ["URL"]).items.map(\.candidate.text) == ["URL"])
    #expect(predicted("x = None\nnone", beside: ["None"]).items.map(\.candidate.text) == ["None"])
  }

  @Test func numbersAreOfferedByTheirBeginningsOnly() {
    #expect(texts("1|", ["0x1000", "12px", "deadbeef12", "1.5"]).sorted() == ["1.5", "12px"])
  }

  @Test func aCompoundGoesOnAsOthersThatBeginSo() {
    let css = "a { font-size: 1; line-height: 2; text-align: x }\n"
    func words(_ text: String, _ languageID: String, beside words: [String]) -> [String] {
      predicted(text, languageID, beside: words).items.map(\.candidate.text)
    }
    // `font-height` is nobody's.
    let all = ["font-size", "line-height", "text-align"]
    #expect(words(css + "font-", "css", beside: all) == ["font-size"])
    #expect(words(css + "he", "css", beside: all).contains("height") == true)
    // Nor is `font` on its own.
    #expect(words(css + "fo", "css", beside: all) == ["font-size"])
    #expect(words(css + "font { }\nfo", "css", beside: all + ["font"]).contains("font"))
  }

  /// The model knows `aujourd` of `aujourd'hui` alone.
  @Test(arguments: [
    ("plaintext", "Le journal d'aujourd'hui, le journal d'aujourd'hui,\nauj", ["d'aujourd'hui"], ["d'aujourd'hui"]),
    ("plaintext", "Le journal d'aujourd'hui, le journal d'aujourd'hui,\nle d'auj", ["d'aujourd'hui"], ["aujourd'hui"]),
    ("css", "x a-middle-z x a-middle-z x mid", ["a-middle-z"], ["a-middle-z"]),
    ("css", "a-middle-z\nmiddle\na-middle-z x mid", ["a-middle-z", "middle"], ["a-middle-z", "middle"]),
  ])
  func aPartBeforeOthersIsNoWord(languageID: String, text: String, words: [String], expected: [String]) {
    #expect(predicted(text, languageID, beside: words).items.map(\.candidate.text).sorted() == expected)
  }

  @Test func anApostropheComesBeforeAWordOrAnEnding() {
    let english = "We don't think there was a team. We don't say that.\nWe don't"
    #expect(predicted(english, "markdown", beside: ["don't"]).items.isEmpty)
    let french = "L'école de la ville, à l'étage de l'hiver. Une éclipse.\nà l'é"
    let words = predicted(french, "markdown", beside: []).items.map(\.candidate.text)
    #expect(Set(words).isSuperset(of: ["étage", "école", "éclipse"]))
  }

  @Test func cleanInputIsUnaffectedByTypos() {
    // Three letters are too few to be wrong in one.
    let short = compose("rec|", [("s", 0, ["receive", "red", "rev"].map { Candidate($0) })])
    #expect(short.items.map(\.candidate.text) == ["receive"])
    #expect(!short.isIncomplete)
    // Looked for, but there are none.
    let clean = compose("recei|", [("s", 0, ["receive", "receiver", "other"].map { Candidate($0) })])
    #expect(clean.items.map(\.candidate.text) == ["receive", "receiver"])
    #expect(!clean.isIncomplete)
  }

  @Test func typosAreLookedForOnlyWhenNothingBeginsSo() {
    let result = compose("form|", [("s", 0, ["formal", "from", "toForm"].map { Candidate($0) })])
    #expect(result.items.map(\.candidate.text) == ["formal", "toForm"])
    #expect(!result.isIncomplete)
    #expect(texts("form|", ["from", "toForm"]) == ["from", "toForm"])
  }

  /// A word of a text that has not been read to its end may begin so.
  @Test(arguments: [false, true])
  func nothingIsATypoWhileASourceIsBehind(isBehind: Bool) {
    let text = "the receiver\nreceive receive receive\nrecieve"
    let document = DocumentSnapshot(uri: "a.c", languageID: "c", version: 1, text: Text(text))
    let model = LanguageModel()
    model.documentDidOpen(document)
    func offered(_ words: [String]) -> CompletionResult {
      var answer = SourceAnswer(words, isIncomplete: isBehind)
      answer.isBehind = isBehind
      var composer = Composer(
        query: CompletionQuery(document: document, offset: text.utf8.count),
        parts: [Composer.Part(source: SourceDescriptor(name: "s"), answer: answer)], isMissingAnswers: false)
      composer.model = model
      composer.offersPredictions = true
      return composer.compose()
    }
    // From the source, and from the model.
    for words in [["receive", "deceive"], ["deceive"]] {
      let list = offered(words)
      #expect(list.items.first?.candidate.text == (isBehind ? nil : "receive"))
      #expect(list.isIncomplete)
    }
    #expect(offered(["receive", "recievers"]).items.map(\.candidate.text).contains("recievers"))
  }

  @Test func typosTakeThePlaceOfLettersThatAreThereByChance() {
    let parts = [(source: "s", priority: 0.0, candidates: ["xformx", "from"].map { Candidate($0) })]
    #expect(compose("form|", parts, limit: 1).items.map(\.candidate.text) == ["from"])
  }

  @Test func whatIsTypedAlreadyIsNoTypo() {
    #expect(texts("hero|", ["hero", "herd"]) == [])
    #expect(texts("hero|", ["hero", "heroine", "herd"]) == ["hero", "heroine"])
  }

  @Test func equalTyposAreOneItemWithTheBestOfBoth() {
    let result = compose(
      "recieve|",
      [
        ("a", 0, [Candidate("receive", signals: CandidateSignals(frequency: 0.2))]),
        ("b", 0, [Candidate("receive", signals: CandidateSignals(frequency: 0.9))]),
      ])
    #expect(result.items.map(\.signals.candidate.frequency) == [0.9])
  }

  @Test func equalRequestsGetEqualLists() {
    let words = ["ab", "aB", "abc", "abd", "xab", "a_b"]
    var random = SeededRandom()
    let lists = (0..<10).map { _ in texts("a|", words.shuffled(using: &random)) }
    #expect(Set(lists).count == 1)
  }
}
