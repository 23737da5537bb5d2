import CatchwordText
import Testing

@testable import CatchwordCompletion

/// Inside a path, what goes on with it is meant.
struct ComposerPathTests {
  /// The list for a text, of some words and of the names in a folder.
  private func offered(_ text: String, isTyping: Bool, words: [String], names: [String], start: Int) -> [String] {
    result(text, isTyping: isTyping, words: words, names: names, start: start).items.map(\.candidate.text)
  }

  private func result(
    _ text: String, isTyping: Bool, words: [String], names: [String], start: Int
  ) -> CompletionResult {
    let document = DocumentSnapshot(uri: "a.c", languageID: "c", version: 1, text: Text(text))
    let query = CompletionQuery(
      document: document, offset: text.utf8.count, trigger: isTyping ? .automatic : .invoked, isTyping: isTyping)
    let files = names.map { name in
      var file = Candidate(name, kind: name.hasSuffix("/") ? .folder : .file, detail: "relative to the file")
      file.start = start
      return file
    }
    let parts = [
      Composer.Part(
        source: SourceDescriptor(name: "words", priority: 1), answer: SourceAnswer(words.map { Candidate($0) })),
      Composer.Part(source: SourceDescriptor(name: "paths"), answer: SourceAnswer(files)),
    ]
    return Composer(query: query, parts: parts, isMissingAnswers: false).compose()
  }

  /// In a link or a citation, the name that begins so is meant, whatever words are likelier.
  @Test(arguments: [false, true])
  func namesOfNotesAndKeysComeFirst(isTyping: Bool) {
    let text = "some some some [[a#so"
    let query = CompletionQuery(
      document: DocumentSnapshot(uri: "a.md", languageID: "markdown", version: 1, text: Text(text)),
      offset: text.utf8.count, isTyping: isTyping)
    var heading = Candidate("Some part]]", kind: .reference)
    heading.start = text.utf8.count - 2
    var other = Candidate("Also]]", kind: .reference)
    other.start = heading.start
    let parts = [
      Composer.Part(source: SourceDescriptor(name: "words", priority: 1), answer: SourceAnswer(["some", "sorts"])),
      Composer.Part(source: SourceDescriptor(name: "notes"), answer: SourceAnswer([other, heading])),
    ]
    let offered = Composer(query: query, parts: parts, isMissingAnswers: false).compose().items.map(\.candidate.text)
    #expect(offered.first == "Some part]]")
    #expect(offered.contains("sorts") == !isTyping)
  }

  @Test(arguments: [
    ("see ./pa", 6, ["parts/"]), ("see ./", 6, ["notes.txt", "parts/"]), ("see /pa", 5, ["parts/"]),
  ])
  func wordsAreNoHelpInAPathThatIsTyped(text: String, start: Int, expected: [String]) {
    let names = ["notes.txt", "parts/"]
    let offered = offered(text, isTyping: true, words: ["parent", "path"], names: names, start: start)
    #expect(offered.sorted() == expected)
  }

  /// What is left out comes back where no name goes on as the word does.
  @Test(arguments: [(["maximum"], true), ([], false)])
  func aListWithoutTheWordsIsNotComplete(words: [String], isIncomplete: Bool) {
    let result = result("see src/ma", isTyping: true, words: words, names: ["main.c"], start: 8)
    #expect(result.items.map(\.candidate.text) == ["main.c"])
    #expect(result.isIncomplete == isIncomplete)
  }

  @Test func whoAsksGetsWordsBehindThePaths() {
    let offered = offered(
      "see ./pa", isTyping: false, words: ["parent", "pa", "path"], names: ["notes.txt", "parts/"], start: 6)
    #expect(offered.first == "parts/")
    #expect(offered.contains("parent"))
  }

  @Test func wordsStayWhereNoNameBeginsSoOrNoSlashStandsBefore() {
    let words = ["parent", "path"]
    #expect(
      offered("see ./par", isTyping: true, words: words, names: ["notes.txt"], start: 6) == ["parent"])
    #expect(
      offered("open(\"pa", isTyping: true, words: words, names: ["parts/"], start: 6).contains("parent"))
  }

  /// Typed out or nearly so, a name is wanted all the more.
  @Test(arguments: ["words: main main\nsee ./main", "words: main main\nsee ./mai"])
  func aPathStaysWhereWhatIsTypedOfItIsAWord(text: String) throws {
    let start = try #require(Array(text.utf8).firstIndex(of: UInt8(ascii: "/"))) + 1
    #expect(offered(text, isTyping: true, words: ["main"], names: ["main.c"], start: start) == ["main.c"])
  }
}
