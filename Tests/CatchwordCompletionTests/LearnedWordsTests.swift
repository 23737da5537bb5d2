import CatchwordCompletion
import Testing

/// What is known of words, by language.
struct LearnedWordsTests {
  @Test func whatIsAllowedInAllLanguagesIsBannedInNone() {
    var learned = LearnedWords()
    for languageID in ["swift", nil, "c"] { learned.setBanned(true, "Teh", languageID: languageID) }
    learned.setBanned(true, "hte", languageID: "c")
    #expect(learned.bannedWords.map(\.word) == ["hte", "teh", "teh", "teh"])
    #expect(learned.bannedWords.map(\.languageID) == ["c", nil, "c", "swift"])
    learned.setBanned(false, "tEH", languageID: nil)
    #expect(!learned.isBanned("teh", languageID: "c") && learned.isBanned("HTE", languageID: "c"))
    learned.setBanned(false, "hte", languageID: "swift")
    #expect(learned.isBanned("hte", languageID: "c"))
    learned.setBanned(false, "hte", languageID: "c")
    #expect(learned == LearnedWords())
  }

  @Test func whatIsAllowedInOneLanguageStaysBannedInAll() {
    var learned = LearnedWords()
    learned.setBanned(true, "teh", languageID: nil)
    learned.setBanned(false, "teh", languageID: "c")
    #expect(learned.isBanned("teh", languageID: "c"))
  }
}
