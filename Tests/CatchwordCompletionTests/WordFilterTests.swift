import CatchwordText
import Testing

@testable import CatchwordCompletion

/// Words that are never offered.
struct WordFilterTests {
  private func shown(
    _ typed: String, _ words: [Candidate], _ filter: WordFilter, learned: LearnedWords = LearnedWords()
  )
    -> [String]
  {
    let document = DocumentSnapshot(uri: "a", languageID: "swift", version: 1, text: Text(typed))
    var settings = CompletionSettings()
    settings.filter = filter
    let composer = Composer(
      query: CompletionQuery(document: document, offset: typed.utf8.count),
      parts: [Composer.Part(source: SourceDescriptor(name: "s"), answer: SourceAnswer(words))],
      isMissingAnswers: false, settings: settings, learned: learned)
    return composer.compose().items.map(\.candidate.shown)
  }

  private let words = ["teh", "Teh", "tehran", "team"].map { Candidate($0) }

  @Test func bannedWordsAreNotOffered() {
    #expect(Set(shown("te", words, WordFilter(banned: ["TEH"]))) == ["tehran", "team"])
    #expect(Set(shown("te", words, WordFilter(banned: ["teh"], ignoresCase: false))) == ["Teh", "tehran", "team"])
    #expect(shown("Te", words, WordFilter(banned: ["teh", "tehran"])) == ["Team"])
    #expect(shown("Te", words, WordFilter(banned: ["teh", "tehran"], ignoresCase: false)).sorted() == ["Team", "Teh"])
  }

  @Test func whatOnlyShowsABannedWordIsNotOffered() {
    var labelled = Candidate("the text")
    labelled.label = "teh"
    #expect(shown("te", [labelled], WordFilter(banned: ["teh"])) == [])
  }

  @Test func wordsAreBannedInALanguageOrInAll() {
    var learned = LearnedWords()
    learned.setBanned(true, "Teh", languageID: nil)
    learned.setBanned(true, "team", languageID: "swift")
    learned.setBanned(true, "tehran", languageID: "c")
    #expect(shown("te", words, WordFilter(), learned: learned) == ["tehran"])
    #expect(shown("Te", words, WordFilter(), learned: learned) == ["Tehran"])
    #expect(learned.bannedWords.map(\.word) == ["team", "teh", "tehran"])
    learned.setBanned(false, "TEAM", languageID: "swift")
    #expect(shown("te", words, WordFilter(), learned: learned).sorted() == ["team", "tehran"])
  }

  @Test func secretsAreNotOfferedUnlessSomeoneVouchesForThem() {
    let secret = "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX"
    let hidden = Candidate(secret)
    var attached = Candidate(secret)
    attached.attachment = 1
    #expect(shown("ghp", [hidden], WordFilter()) == [])
    #expect(shown("ghp", [hidden], WordFilter(hidesSecrets: false)) == [secret])
    #expect(shown("ghp", [attached], WordFilter()) == [secret])
    // The number of a version, where it stands.
    let version = "c0ffee7a9b1d2e3f405162738495a6b7c8d9e0f1"
    #expect(shown("c0f", [Candidate(version)], WordFilter()) == [])
    #expect(shown("c0f", [Candidate(version, signals: CandidateSignals(affinity: 1))], WordFilter()) == [version])
    #expect(shown("ghp", [Candidate(secret, signals: CandidateSignals(affinity: 1))], WordFilter()) == [])
    #expect(shown("ghp", [Candidate(secret, kind: .function)], WordFilter()) == [secret])
  }
}
