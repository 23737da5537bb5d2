import CatchwordText
import TestSupport
import Testing

@testable import CatchwordCompletion

/// Words in the case that was typed.
struct CaseTransferTests {
  private func shown(_ typed: String, _ candidates: [Candidate], transfers: Bool = true) -> [String] {
    items(typed, [candidates], transfers: transfers).map(\.candidate.shown)
  }

  private func items(
    _ typed: String, _ parts: [[Candidate]], transfers: Bool = true
  ) -> [CompletionResult.Item] {
    let document = DocumentSnapshot(uri: "a", languageID: "plaintext", version: 1, text: Text(typed))
    var settings = CompletionSettings()
    settings.rules.transfersCase = transfers
    let composer = Composer(
      query: CompletionQuery(document: document, offset: typed.utf8.count),
      parts: parts.enumerated().map {
        Composer.Part(source: SourceDescriptor(name: "s\($0)"), answer: SourceAnswer($1))
      },
      isMissingAnswers: false, settings: settings)
    return composer.compose().items
  }

  @Test(
    arguments: [
      ("Hel", "hello", "Hello"), ("HEL", "hello", "HELLO"), ("H", "hello", "Hello"), ("HE", "hello", "HELLO"),
      ("hel", "hello", "hello"), ("hEl", "hello", "hello"), ("HeL", "hello", "hello"),
      // What has a capital of its own, or is capitals already, is as it is.
      ("Hel", "helloWorld", "helloWorld"), ("HEL", "helloWorld", "helloWorld"), ("IPH", "iPhone", "iPhone"),
      ("Hel", "HELLO", "HELLO"), ("HEL", "HELLO", "HELLO"), ("HEL", "Hello", "Hello"),
      // Constants are written so, other names are not.
      ("HEL", "hello_world", "HELLO_WORLD"), ("Hel", "hello_world", "hello_world"), ("_H", "_hello", "_hello"),
      ("_HE", "_hello", "_HELLO"), ("H2", "h2o", "H2o"), ("DON", "don't", "DON'T"), ("Don", "don't", "Don't"),
      // Only the word that is being typed, not one that merely has its letters.
      ("Hel", "shell", "shell"), ("HLO", "hello", "hello"), ("HEL", "shell", "shell"),
      // A typo is the word that is being typed.
      ("Recieve", "receive", "Receive"), ("RECIEVE", "receive", "RECEIVE"),
      // Other scripts, letters that are two in capitals, and those that are not letters at all.
      ("Éco", "école", "École"), ("ÉCO", "école", "ÉCOLE"), ("STR", "straße", "STRASSE"), ("При", "привет", "Привет"),
      ("Ele", "élève", "Élève"), ("Ǆ", "ǆep", "ǅep"), ("Ъ", "ъ1", "Ъ1"), ("北", "北京", "北京"), ("D", "d1", "D1"),
    ] as [(String, String, String)])
  func table(typed: String, known: String, offered: String) {
    // With another, as a lone item that is typed already is not shown.
    #expect(shown(typed, [Candidate(known)]) == [offered])
  }

  @Test func onlyPlainWordsAreChanged() {
    var snippet = Candidate("hello")
    snippet.snippet = "hello $1"
    var labelled = Candidate("hello")
    labelled.label = "hello!"
    var attached = Candidate("hello")
    attached.attachment = 1
    var begun = Candidate("hello")
    begun.start = 0
    for candidate in [snippet, labelled, attached, begun]
      + [.file, .function, .keyword].map({ Candidate("hello", kind: $0) })
    {
      #expect(shown("Hel", [candidate]) == [candidate.shown])
    }
  }

  /// Texts of several words, and paths, mean what they mean in the case in which they are written.
  @Test(
    arguments: [
      ("GI", "git push --force-with-lease"), ("Gi", "git push"), ("BU", "build/out.o"), ("Te", "test.unit"),
      ("NA", "naïve café"),
    ] as [(String, String)])
  func onlySingleWordsAreChanged(typed: String, known: String) {
    #expect(shown(typed, [Candidate(known)]) == [known])
    #expect(shown(typed, [Candidate(known, kind: .value)]) == [known])
  }

  @Test func aNameThatKeepsItsCaseIsNotChanged() {
    var name = Candidate("hello", kind: .value)
    #expect(shown("HEL", [name]) == ["HELLO"])
    name.keepsCase = true
    #expect(shown("HEL", [name]) == ["hello"])
  }

  @Test func itCanBeTurnedOff() { #expect(shown("Hel", [Candidate("hello")], transfers: false) == ["hello"]) }

  @Test func itMergesWithTheWordThatIsThere() {
    let known = Candidate("hello", signals: CandidateSignals(frequency: 0.9))
    let there = Candidate("Hello", detail: "a greeting", signals: CandidateSignals(recency: 0.7))
    for parts in [[[known], [there]], [[there], [known]]] {
      let found = items("Hel", parts)
      #expect(found.map(\.candidate.text) == ["Hello"])
      #expect(found[0].signals.candidate == CandidateSignals(frequency: 0.9, recency: 0.7))
      #expect(found[0].candidate.detail == "a greeting")
    }
  }

  @Test func theSourceKnowsItAgain() {
    let found = items("Hel", [[Candidate("hello", key: "k")]])
    #expect(found[0].candidate.text == "Hello" && found[0].candidate.asOffered.text == "hello")
    #expect(found[0].candidate.asOffered.key == "k")
    #expect(Candidate("x").asOffered.text == "x")
  }

  @Test func whatIsThereAlreadyIsNoHelp() {
    #expect(shown("Hello", [Candidate("hello"), Candidate("hellos")]) == ["Hellos"])
    #expect(shown("Hello", [Candidate("Hello"), Candidate("hellos")]) == ["Hello", "Hellos"])
  }

  /// Nothing is offered twice, and nothing is lost, whatever is known and typed.
  @Test func randomWords() {
    var random = SeededRandom()
    let letters: [Character] = ["h", "e", "H", "E", "_", "é", "ß", "1"]
    for _ in 0..<3000 {
      let word = { (random: inout SeededRandom) in
        String((0..<(1 + random.below(5))).map { _ in letters[random.below(letters.count)] })
      }
      let typed = word(&random)
      let known = (0..<random.below(8)).map { _ in word(&random) }
      let plain = shown(typed, known.map { Candidate($0) }, transfers: false)
      let found = shown(typed, known.map { Candidate($0) })
      #expect(Set(found).count == found.count)
      let folded = { (words: [String]) in Set(words.map { $0.uppercased() }).subtracting([typed.uppercased()]) }
      #expect(folded(found) == folded(plain), "\(typed) in \(known)")
    }
  }
}
