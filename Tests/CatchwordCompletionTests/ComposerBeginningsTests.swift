import CatchwordPrediction
import CatchwordText
import Testing

@testable import CatchwordCompletion

/// Which comes first of what begins as it was typed: by how much of it has been typed, and by what is known of it.
struct ComposerBeginningsTests {
  private func compose(
    _ text: String, language: String = "python", uri: String = "a", _ candidates: [Candidate],
    learned: LearnedWords = LearnedWords(), model: LanguageModel = LanguageModel()
  ) -> [CompletionResult.Item] {
    let document = DocumentSnapshot(uri: uri, languageID: language, version: 1, text: Text(text))
    var composer = Composer(
      query: CompletionQuery(document: document, offset: text.utf8.count),
      parts: [Composer.Part(source: SourceDescriptor(name: "s"), answer: SourceAnswer(candidates))],
      isMissingAnswers: false)
    composer.learned = learned
    composer.model = model
    return composer.compose().items
  }

  /// A snippet as its source offers it: from the longest beginning of its name that stands before the cursor.
  private func snippet(_ name: String, in text: String) -> Candidate {
    var candidate = Candidate("body of \(name)", kind: .snippet)
    (candidate.label, candidate.filter) = (name, name)
    let typed = (0...name.utf8.count).reversed().first { text.utf8.suffix($0).elementsEqual(name.utf8.prefix($0)) } ?? 0
    if typed > 0 { candidate.start = text.utf8.count - typed }
    return candidate
  }

  @Test(arguments: [
    // In full, before longer words, and longer names.
    ("forest formula for_each forward\nfor", "for", ["for_each", "forward", "formula", "forest"], ["forall"]),
    ("f fa fb fc\nf", "f", ["fa", "fb", "fc"], ["fd"]), ("the them then them\nthe", "the", ["them", "then"], []),
    // In part, from before the word.
    ("if-", "if-else", ["for", "fore"], ["for", "fore", "->", "-"]), ("p-", "->", ["next", "first"], ["for"]),
    ("p->", "->", ["next", "first"], ["for"]), ("make man\n@ma", "@main", ["make", "man"], ["mapping"]),
    ("a b\n!", "!", ["a", "b"], ["for"]), ("a b\n!", "!!", ["a", "b"], ["for"]),
    ("scan scale\n<sc", "<script>", ["scan", "scale"], ["scope"]),
    ("include increment increment\n#inc", "#include", ["include", "increment"], ["inc"]),
    ("smith smile smile\n:smi", ":smile:", ["smith", "smile"], []),
    ("also also also\n\\al", "\\alpha", ["also", "alpha"], ["all"]),
    ("else except except\ntry e", "try except", ["else", "except"], ["enum"]),
    // Of two, the one of which more has been typed; and the name before longer ones.
    ("c->", "c->x", [], ["->y", ">z"]), ("c->", "->", [], ["->y", ">z"]),
  ])
  func whatHasBeenTypedOfItDecides(text: String, first: String, words: [String], others: [String]) {
    let candidates = words.map { Candidate($0, signals: CandidateSignals(frequency: 1, affinity: 1)) }
    let items = compose(text, candidates + (others + [first]).map { snippet($0, in: text) })
    #expect(items.first?.candidate.shown == first)
    #expect(items.first?.candidate.kind == .snippet)
  }

  /// The word that is being typed is a word, and no name: it stays behind what goes on.
  @Test func aWholeNameIsASnippets() {
    let items = compose("form form formula formula\nform", [Candidate("formula"), snippet("Form", in: "form")])
    #expect(items.map(\.candidate.shown).first == "formula")
  }

  /// What was accepted three times, and stands in an open document, is before what a list has and nobody ever used, here and
  /// elsewhere, whether or not the list has both.
  @Test(arguments: [CandidateKind.text, .value], ["a", "b"])
  func whatWasAcceptedComesBeforeAnUnusedEntry(kind: CandidateKind, uri: String) {
    var learned = LearnedWords()
    // What three acceptances a moment ago are worth.
    learned["plaintext", "helicopter"] = 0.75 * 3 / 5 + 0.25
    for lines in [0, 50, 2000] {
      let text = "a helicopter\n" + String(repeating: "some more words here\n", count: lines)
      let model = LanguageModel()
      model.documentDidOpen(DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(text)))
      let items = compose(
        uri == "a" ? text + "hel" : "hel", language: "plaintext", uri: uri,
        [
          Candidate("helicopter", kind: kind, signals: CandidateSignals(frequency: 0.2, affinity: 0.5)),
          Candidate("helmet", kind: .value, signals: CandidateSignals(frequency: 1)),
        ], learned: learned, model: model)
      #expect(items.map(\.candidate.text) == ["helicopter", "helmet"], "\(lines) lines")
    }
  }

  @Test(arguments: [
    ("", "0_usize", true), ("u", "0_usize", true), ("0", "0_usize", false), ("0u", "0_usize", false),
    ("", "2f32", true), ("f", "2f32", true), ("", "_1", true), ("_", "_1", false), ("x", "__0x", true),
    ("", "x86", false), ("8", "x86", false), ("", "_private", false), ("", "__init__", false), ("", "٣x", true),
    ("", "一二", false), ("", "²x", false), ("", "_", false), ("", "", false),
  ])
  func aNumberIsOnlyWantedByItsBeginning(typed: String, word: String, isStray: Bool) {
    let document = DocumentSnapshot(uri: "a", languageID: "rust", version: 1, text: Text(typed))
    let query = CompletionQuery(document: document, offset: typed.utf8.count)
    #expect(query.isStrayNumber(word) == isStray)
  }
}
