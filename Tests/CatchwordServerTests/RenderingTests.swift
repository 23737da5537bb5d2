import CatchwordLSP
import CatchwordRPC
import CatchwordText
import Testing

@testable import CatchwordCompletion
@testable import CatchwordServer

/// What becomes of candidates that begin elsewhere than the word, insert other text than they show, or have places to
/// fill in.
@Suite struct RenderingTests {
  /// The list for a line with the cursor at its end.
  private func list(
    _ line: String, _ candidates: [Candidate], _ client: Client = .generic,
    capabilities: (inout CompletionClientCapabilities) -> Void = { _ in }
  ) throws -> JSONValue {
    let document = OpenDocument(uri: "file:///a.txt", languageID: "plaintext", version: 1, text: line).snapshot
    let query = CompletionQuery(document: document, offset: line.utf8.count)
    let items = candidates.map { CompletionResult.Item(candidate: $0, source: "s", signals: RankingSignals()) }
    var renderer = CompletionRenderer()
    renderer.profile = ClientProfile.of(client)
    capabilities(&renderer.capabilities)
    renderer.encoding = .utf8
    let result = CompletionResult(query: query, items: items, isIncomplete: false)
    return try JSONValue(parsing: renderer.render(.done(result), list: 7).json)
  }

  private func symbol(start: Int) -> Candidate {
    var candidate = Candidate("α")
    candidate.label = "\\alpha α"
    candidate.filter = "\\alpha"
    candidate.start = start
    return candidate
  }

  @Test func allItemsBeginWhereTheEarliestDoes() throws {
    let items = try list("x \\al", [symbol(start: 2), Candidate("also")])["items"]
    #expect(items?[0]?["textEdit"]?["newText"] == "α")
    #expect(items?[1]?["textEdit"]?["newText"] == "\\also")
    #expect(items?[1]?["filterText"] == "\\also")
    for index in 0...1 {
      #expect(items?[index]?["textEdit"]?["range"]?["start"]?["character"] == 2)
      #expect(items?[index]?["textEdit"]?["range"]?["end"]?["character"] == 5)
    }
  }

  @Test func whereTheWordsBeginningIsTakenForGrantedTheRestGoesByItself() throws {
    for client in [Client.yegappan, .blink] {
      let items = try list("x \\al", [symbol(start: 2), Candidate("also")], client)["items"]
      #expect(items?[0]?["textEdit"]?["range"]?["start"]?["character"] == 3)
      #expect(items?[0]?["additionalTextEdits"]?[0]?["range"]?["start"]?["character"] == 2)
      #expect(items?[0]?["additionalTextEdits"]?[0]?["range"]?["end"]?["character"] == 3)
      #expect(items?[0]?["additionalTextEdits"]?[0]?["newText"] == "")
      #expect(items?[1]?["textEdit"]?["newText"] == "also")
      #expect(items?[1]?["additionalTextEdits"] == nil)
    }
  }

  /// The first one is not sent, as its filter text has a character that is not to be seen.
  @Test func whatIsNotSentChangesNothingOfTheOthers() throws {
    var (hidden, wanted) = (Candidate("also"), Candidate("alpha"))
    hidden.filter = "al\u{202E}so"
    wanted.isPreselected = true
    let items = try list("al", [hidden, wanted, Candidate("alto")]) { $0.supportsPreselect = true }["items"]
    #expect(items?.arrayValue?.map { $0["label"] } == ["alpha", "alto"])
    #expect(items?[0]?["preselect"] == true && items?[1]?["preselect"] == nil)

    wanted.commitCharacters = "."
    let shared = try list("al", [Candidate("al\u{202E}so"), wanted]) { capabilities in
      capabilities.supportsCommitCharacters = true
      capabilities.itemDefaults = ["commitCharacters"]
    }
    #expect(shared["itemDefaults"]?["commitCharacters"]?.arrayValue == ["."])
    #expect(shared["items"]?.arrayValue?.map { $0["commitCharacters"] } == [nil])
  }

  /// Led by the word, it would be found by the next letters of the rest of its name: what is typed after `al` may be `p`.
  @Test func whoFiltersByTheWordFindsItInTheNameAsItIs() throws {
    let list = try list("x \\al", [symbol(start: 2)], .helix)
    #expect(list["items"]?[0]?["filterText"] == "\\alpha")
    #expect(list["isIncomplete"] == false)
  }

  @Test func whatBeginsWithinTheWordTakesTheTextBeforeAlong() throws {
    var name = Candidate("bar.txt", kind: .file)
    name.start = 4
    let items = try list("foo_ba", [name, Candidate("foo_bar")])["items"]
    #expect(items?[0]?["textEdit"]?["newText"] == "foo_bar.txt")
    #expect(items?[0]?["filterText"] == "foo_bar.txt")
    #expect(items?[1]?["filterText"] == nil)
  }

  @Test func placesToFillInGoToThoseWhoKnowThem() throws {
    var loop = Candidate("for i in list {\n\t\n}", kind: .snippet)
    loop.label = "for"
    loop.snippet = "for ${1:i} in ${2:list} {\n\t$0\n}"
    let known = try list("  fo", [loop]) {
      $0.supportsSnippets = true
      $0.insertTextModes = [1, 2]
      $0.kinds = [1, 15]
    }
    #expect(known["items"]?[0]?["textEdit"]?["newText"] == .string(loop.snippet ?? ""))
    #expect(known["items"]?[0]?["insertTextFormat"] == 2)
    #expect(known["items"]?[0]?["insertTextMode"] == 2)
    #expect(known["items"]?[0]?["kind"] == 15)
    let plain = try list("  fo", [loop])["items"]
    #expect(plain?[0]?["textEdit"]?["newText"] == "for i in list {\n  \t\n  }")
    #expect(plain?[0]?["insertTextFormat"] == nil)
    #expect(plain?[0]?["kind"] == 1)
    #expect(try list("  fo", [loop], .yegappan)["items"] == [])
  }

  @Test func theTextInFrontOfPlacesToFillInIsEscaped() throws {
    var loop = Candidate("b", kind: .snippet)
    loop.snippet = "b$0"
    loop.start = 3
    let items = try list("a$b", [loop, symbol(start: 0)]) { $0.supportsSnippets = true }["items"]
    #expect(items?[0]?["textEdit"]?["newText"] == "a\\$bb$0")
  }

  @Test func noItemBeginsOnAnotherLineOrAfterTheCursor() throws {
    #expect(try list("a\nb", [symbol(start: 0), symbol(start: 9)])["items"] == [])
  }

  /// What stands between the earliest beginning and an item's own goes with that item.
  @Test func noItemTakesMuchOfALongLineAlong() throws {
    let line = String(repeating: "x ", count: 3000) + "al"
    let items = try list(line, [symbol(start: 1002), symbol(start: 5002), Candidate("also")])["items"]?.arrayValue
    #expect(items?.map { $0["label"] } == ["\\alpha α", "also"])
    for item in items ?? [] {
      #expect(item["textEdit"]?["range"]?["start"]?["character"] == 5002)
      #expect(item["textEdit"]?["newText"]?.stringValue?.utf8.count ?? .max <= 1024 + 4)
      #expect(item["filterText"]?.stringValue?.utf8.count ?? 0 <= 1024 + 6)
    }
  }

  @Test func aTextOfSeveralLinesThatIsNoSnippetIsNotSent() throws {
    #expect(try list("a", [Candidate("a\nb")])["items"] == [])
  }

  /// Whatever kind of thing it is for.
  @Test(arguments: [CandidateKind.function, .snippet, .text])
  func aSnippetWithControlCharactersIsNotSent(kind: CandidateKind) throws {
    var snippet = Candidate("fufn", kind: kind)
    snippet.snippet = "fufn($1)"
    let known = { try self.list("fu", [snippet]) { $0.supportsSnippets = true }["items"]?.arrayValue?.count }
    #expect(try known() == 1)
    snippet.snippet = "fufn(\u{1B}[31m$1)"
    #expect(try known() == 0)
  }

  /// The cursor is behind "the fu", and the word begins at 4.
  @Test(arguments: [
    ([0..<0], true), ([0..<4], true), ([0..<2, 2..<4, 4..<4], true), ([0..<0, 0..<0], true), ([0..<6], false),
    ([5..<5], false), ([0..<3, 2..<4], false), ([6..<9], false), ([1000..<2000], false), ([-3 ..< -1], false),
    ([-3..<1], false),
  ])
  func editsThatTouchAnotherAreNotSent(ranges: [Range<Int>], isSent: Bool) throws {
    var candidate = Candidate("function")
    candidate.additionalEdits = ranges.map { CandidateEdit($0, text: "import") }
    let items = try list("the fu", [candidate])["items"]?.arrayValue
    #expect(items?.count == (isSent ? 1 : 0))
  }

  /// Servers name the end of a line by a number that no line reaches.
  @Test func anotherServersEditUpToTheGreatestNumberStaysThere() throws {
    var item = try ForeignItem(
      ContiguousArray(
        """
        {"label":"hello","additionalTextEdits":[{"newText":"","range":{"start":{"line":0,"character":9},
        "end":{"line":0,"character":9223372036854775807}}}]}
        """.utf8))
    item.cursor = Position(line: 0, character: 2)
    var candidate = Candidate("hello")
    candidate.attachment = item
    let range = try list("hel", [candidate])["items"]?[0]?["additionalTextEdits"]?[0]?["range"]
    #expect(range?["start"]?["character"] == 10)
    #expect(range?["end"]?["character"] == .int(.max))
  }
}
