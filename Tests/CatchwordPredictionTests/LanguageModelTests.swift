import CatchwordPrediction
import CatchwordText
import TestSupport
import Testing

struct LanguageModelTests {
  private func document(_ text: String, uri: String = "here", version: Int = 0) -> DocumentSnapshot {
    DocumentSnapshot(uri: uri, languageID: "swift", version: version, text: Text(text))
  }

  private func options(_ confidence: Double = 0, lines: Int = 1) -> ContinuationOptions {
    var options = ContinuationOptions()
    options.confidence = confidence
    options.lines = lines
    return options
  }

  @Test(arguments: [
    "", "a", "\n", "\r", "\u{0}", "🎉", "👩‍👩‍👧x", String(repeating: "a", count: 100_000),
    String(repeating: "ab ", count: 100_000), String(repeating: "\n", count: 300_000),
    String(repeating: "é", count: 50_000), String(repeating: "\r\n\t", count: 50_000),
  ])
  func anyPlaceOfAnyTextMayBeAskedFor(_ text: String) {
    let model = LanguageModel(seed: 1)
    let document = document(text)
    let count = text.utf8.count
    for _ in 0..<2 {
      for place in [Int.min, -1, 0, 1, 2, 3, count / 2, count / 2 + 1, count - 1, count, count + 1, Int.max] {
        _ = model.prediction(at: place, in: document).words(typed: "", limit: 10)
        _ = model.continuation(at: place, in: document, options: options())
        _ = model.alternatives(at: place, in: document, options: options())
      }
      model.documentDidOpen(document)
    }
  }

  /// What was deleted may have been a password.
  @Test func whatIsWrittenNowhereAnyMoreIsNoTypo() {
    let model = LanguageModel(seed: 1)
    let open = document("say d167d3ea and more ")
    model.documentDidOpen(open)
    func typos(_ document: DocumentSnapshot) -> [String] {
      model.prediction(at: document.text.count, in: document).typos(typed: "d1c", limit: 10).map(\.text)
    }
    #expect(typos(open) == ["d167d3ea"])
    let change = TextChange(open.text, replacing: 4..<12, with: "this")
    let changed = open.updated(version: 1, text: change.after)
    model.documentDidChange(change, in: changed)
    #expect(typos(changed) == [])
  }

  /// Nobody waits for it any more: of the many words that begin so, no more are looked at.
  @Test func typosAreNotLookedForOnceNobodyWaits() {
    let model = LanguageModel(seed: 1)
    let open = document((0..<5000).map { "wx\($0)y\n" }.joined())
    model.documentDidOpen(open)
    let prediction = model.prediction(at: open.text.count, in: open)
    var looks = 0
    func typos(cancelledAt look: Int) -> [String] {
      looks = 0
      return prediction.typos(typed: "w4999", limit: 10) {
        looks += 1
        return looks == look
      }
      .map(\.text)
    }
    #expect(typos(cancelledAt: 2) == [])
    #expect(looks == 2)
    #expect(typos(cancelledAt: .max).contains("wx4999y"))
    #expect(looks == 4)
    // Those that begin nearly so are known now.
    #expect(typos(cancelledAt: .max).contains("wx4999y"))
    #expect(looks == 0)
  }

  @Test func strangeNumbersDoNoHarm() {
    let model = LanguageModel(seed: 1)
    let document = document("one two three\none two three\none ")
    model.documentDidOpen(document)
    let prediction = model.prediction(at: 32, in: document)
    for limit in [Int.min, -1, 0, 1, Int.max] {
      #expect(prediction.words(typed: "", limit: limit).count <= max(0, limit))
    }
    for letters in [Int.min, -1, 0, 3, Int.max] { #expect(prediction.score(of: "two", letters: letters).isFinite) }
    for lines in [Int.min, -1, 0, 1, 2, Int.max] {
      for confidence in [-Double.infinity, 0, 0.5, 1, .infinity, .nan] {
        let text = model.continuation(at: 32, in: document, options: options(confidence, lines: lines))?.text ?? ""
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= max(1, lines))
      }
    }
  }

  /// Blank lines stand where they did, in a document as in a file, and lines behind the first are whole.
  @Test(arguments: ["\n", "\r\n"]) func severalLinesAreLaidOutAsTheyWere(lineBreak: String) {
    let block = "try:\n    run()\nexcept:\n    stop()\n\n\ndef next(name):\n    pass\n"
    let text = String(repeating: block, count: 6).replacing("\n", with: lineBreak) + "try:"
    func shown(lines: Int, _ model: borrowing LanguageModel, _ document: DocumentSnapshot) -> String? {
      model.continuation(at: document.text.count, in: document, options: options(0.2, lines: lines))?.text
    }
    let expected = ["", "\n    run()", "\n    run()\nexcept:", "\n    run()\nexcept:\n    stop()"]
    for inFile in [false, true] {
      let model = LanguageModel(seed: 1, path: { _ in nil })
      let document = document(inFile ? "try:" : text)
      if inFile {
        var builder = CorpusBuilder()
        _ = builder.add(ContiguousArray(text.utf8), path: "/a")
        model.install(builder.build())
      }
      model.documentDidOpen(document)
      for lines in 2...4 { #expect(shown(lines: lines, model, document) == expected[lines - 1], "\(lines) \(inFile)") }
      #expect(shown(lines: 5, model, document) == expected[3])
      #expect(shown(lines: 6, model, document) == expected[3] + "\n\ndef next(name):")
    }
  }

  @Test func whatIsNotInOrderIsReadAnew() {
    let model = LanguageModel(seed: 1)
    func words(_ document: DocumentSnapshot) -> Set<String> {
      Set(model.prediction(at: document.text.count, in: document).words(typed: "", limit: 100).map(\.text))
    }
    var open = document("say one say ", version: 5)
    model.documentDidOpen(open)
    // The same number and the same length, and versions that go backwards.
    for (text, version) in [("say two say ", 5), ("say six say ", 4), ("say ten say ", 4)] {
      let change = TextChange(open.text, replacing: 4..<7, with: String(text.dropFirst(4).prefix(3)))
      open = open.updated(version: version, text: change.after)
      model.documentDidChange(change, in: open)
      #expect(words(open) == ["say", String(text.dropFirst(4).prefix(3))])
    }
    // An older version is asked for, and the newer one edited after that.
    #expect(words(document("say old say ", version: 4)).contains("old"))
    let change = TextChange(open.text, replacing: 12..<12, with: "x say ")
    open = open.updated(version: 6, text: change.after)
    model.documentDidChange(change, in: open)
    #expect(words(open).isSuperset(of: ["say", "ten", "x"]) && !words(open).contains("old"))
    // An edit of a text that the model has not seen.
    let lost = document("say lost say ", version: 7)
    let later = TextChange(lost.text, replacing: 0..<0, with: "hm ")
    let edited = document("hm say lost say ", version: 8)
    model.documentDidChange(later, in: edited)
    #expect(words(edited).isSuperset(of: ["say", "lost"]))
  }

  @Test func closingTwiceAndEditingWhatIsClosedDoNoHarm() {
    let model = LanguageModel(seed: 1)
    let document = document("one two ")
    model.documentDidOpen(document)
    model.documentDidOpen(document)
    model.documentDidClose(uri: "here")
    model.documentDidClose(uri: "here")
    model.documentDidClose(uri: "nowhere")
    let change = TextChange(document.text, replacing: 0..<3, with: "x")
    model.documentDidChange(change, in: document.updated(version: 1, text: change.after))
    #expect(model.status == ModelStatus())
    #expect(model.prediction(at: 8, in: document).words(typed: "o", limit: 9).map(\.text) == ["one"])
    #expect(model.status.documents == 0)
  }

  @Test func anOpenDocumentCountsInsteadOfItsFile() throws {
    let model = LanguageModel(seed: 1, path: { $0 })
    var builder = CorpusBuilder(seed: 1)
    let isAdded = builder.add(ContiguousArray("say filed".utf8), path: "there")
    #expect(isAdded)
    let corpus = try #require(builder.build())
    func offered(_ word: String) -> Bool {
      model.prediction(at: 4, in: document("say ")).words(typed: "", limit: 100).contains { $0.text == word }
    }
    model.documentDidOpen(document("say opened", uri: "there"))
    model.install(corpus)
    #expect(!offered("filed") && offered("opened"))
    #expect(model.update([("there", ContiguousArray("say changed".utf8))]))
    #expect(!offered("filed") && offered("opened") && !offered("changed"))
    model.documentDidClose(uri: "there")
    #expect(!offered("filed") && !offered("opened") && offered("changed"))
    #expect(model.update([("there", nil)]))
    #expect(!offered("changed"))
    model.install(nil)
    #expect(model.status == ModelStatus())
  }

  /// Behind an end of a line hundreds of words of other files are more frequent; its file must not take the votes away that
  /// the open document has for this one.
  @Test func continuationsKnowTheDocumentThoughItsFileIsInACorpus() throws {
    let model = LanguageModel(seed: 1, path: { $0 })
    var builder = CorpusBuilder(seed: 1)
    let common = (0..<600).map { String(repeating: "a\($0)\n", count: 4) }.joined()
    let text = "x\nfoobar\ny\nfoobar\nz\nfoobar\nlast\n"
    for (path, text) in [("elsewhere", common), ("there", text)] {
      let isAdded = builder.add(ContiguousArray(text.utf8), path: path)
      #expect(isAdded)
    }
    let corpus = try #require(builder.build())
    model.install(corpus)
    let open = document(text + "foob", uri: "there")
    model.documentDidOpen(open)
    #expect(model.continuation(at: open.text.count, in: open, options: options())?.text == "ar")
  }

  @Test func amongEqualsTheNearestIsTheFirst() {
    var random = SeededRandom()
    for _ in 0..<20 {
      let names = (0..<30).map { "w\(random.below(1 << 30))x\($0)" }
      let text = names.joined(separator: " ") + " "
      let model = LanguageModel(seed: 1)
      let prediction = model.prediction(at: text.utf8.count, in: document(text))
      // In no company that comes again; what is on this line already counts less, all of it alike.
      let scores = names.map { prediction.signals(of: $0, letters: 1).likelihood }
      #expect(scores == scores.sorted())
    }
  }

  /// Each alternative goes on with another word than those before it, the likeliest first.
  @Test func alternativesGoOnWithOtherWords() {
    let model = LanguageModel(seed: 1)
    let lines = [("width", 8), ("height", 5), ("depth", 3), ("rarely", 1)].map { word, count in
      String(repeating: "set the \(word) of it\n", count: count)
    }
    func texts(behind end: String, _ options: ContinuationOptions) -> [String] {
      let text = lines.joined() + end
      let document = document(text)
      model.documentDidOpen(document)
      let first = model.continuation(at: text.utf8.count, in: document, options: options)
      let others = model.alternatives(at: text.utf8.count, in: document, options: options)
      #expect(others.allSatisfy { $0.confidence >= 0.05 })
      return [first?.text ?? ""] + others.map(\.text)
    }
    #expect(texts(behind: "set the ", options(0.2)) == ["width of it", "height of it", "depth of it"])
    #expect(texts(behind: "set the he", options(0.2)) == ["ight of it"])
    // What is required stands in each.
    var required = options(0.2)
    required.beginning = "width"
    #expect(texts(behind: "set the wi", required) == ["dth of it"])
  }

  /// The likeliest word is one with which half a name would be offered, or nothing.
  @Test func alternativesAreThereWhereTheLikeliestWordHasNoText() {
    let model = LanguageModel(seed: 1)
    let names = (0..<12).map { "see name-a\($0)b\n" }.joined()
    let text = String(repeating: "see name one more\n", count: 5) + names + "see name"
    let document = DocumentSnapshot(uri: "file:///a", languageID: "css", version: 1, text: Text(text))
    model.documentDidOpen(document)
    #expect(model.continuation(at: text.utf8.count, in: document, options: options(0.2)) == nil)
    let others = model.alternatives(at: text.utf8.count, in: document, options: options(0.2))
    #expect(others.first?.text.hasPrefix(" one") == true)
  }

  @Test func continuationsEndWithWholeNames() {
    func continuation(_ text: String, _ languageID: String) -> String? {
      let model = LanguageModel(seed: 1)
      let document = DocumentSnapshot(uri: "file:///a", languageID: languageID, version: 1, text: Text(text))
      model.documentDidOpen(document)
      return model.continuation(at: text.utf8.count, in: document, options: options(0.6))?.text
    }
    let names = (0..<30).map { "x { margin: var(--side-\($0 % 2 == 0 ? "width" : "height")) }\n" }.joined()
    // Which of both it is cannot be told; in a language where that is a difference, there is nothing between.
    #expect(continuation(names + "x { mar", "css")?.hasSuffix("var(--") == true)
    #expect(continuation(names + "x { mar", "c")?.hasSuffix("side-") == true)
    let push = String(repeating: "git push --force-with-lease now\n", count: 20)
    #expect(continuation(push + "git pu", "css")?.hasPrefix("sh --force-with-lease now") == true)
  }

  /// What is hidden is what comes next: no text behind it does.
  @Test(arguments: [false, true]) func nothingIsContinuedWhereSecretsStood(isInFile: Bool) {
    let model = LanguageModel(seed: 1, isLearned: { !$0.hasPrefix("hidden") })
    func lines(_ key: String) -> String {
      (0..<4).map { _ in
        "client = Client(\"acme\", \"\(key)\", \"eu-west\")\nurl = \"https://\(key)\"\n"
      }.joined()
    }
    func text(behind begun: String, _ key: String) -> String? {
      let known = lines(key)
      if isInFile { _ = model.update([("a.py", ContiguousArray(known.utf8))]) }
      let open = document((isInFile ? "" : known) + begun, uri: "file:///\(key)")
      model.documentDidOpen(open)
      defer { model.documentDidClose(uri: open.uri) }
      return model.continuation(at: open.text.count, in: open, options: options(0.3))?.text
    }
    for begun in ["client = Client(\"acme\", \"", "url = \"https://"] {
      #expect(text(behind: begun, "hidden") == nil, "\(begun)")
    }
    #expect(text(behind: "client = Client(\"acme\", \"", "plain")?.hasPrefix("plain") == true)
  }

  @Test func continuationsFollowWhatStoodThere() {
    let model = LanguageModel(seed: 1)
    let line = "guard let value = table[key] else { return nil }\n"
    let text = String(repeating: line, count: 20) + "guard let val"
    let document = document(text)
    model.documentDidOpen(document)
    let typed = model.continuation(at: text.utf8.count, in: document, options: options(0.2))
    #expect(typed?.text.hasPrefix("ue = table[key]") == true)
    var begun = options(0.2)
    begun.beginning = "value"
    #expect(model.continuation(at: text.utf8.count, in: document, options: begun)?.text.hasPrefix("value") != true)
    begun.beginning = "valu"
    #expect(model.continuation(at: text.utf8.count, in: document, options: begun)?.text.hasPrefix("ue =") == true)
    begun.beginning = "xy"
    #expect(model.continuation(at: text.utf8.count, in: document, options: begun) == nil)
    for confidence in [0.1, 0.5, 0.9] {
      let found = model.continuation(at: text.utf8.count, in: document, options: options(confidence))
      #expect(found.map { $0.confidence >= confidence && $0.confidence <= 1.0001 } != false)
    }
  }
}
