import CatchwordCompletion
import CatchwordFiles
import CatchwordText
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

struct NotesSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func textsHaveTitlesAndHeadings() {
    let text = """
      ---
      tags: [a]
      title: "The Press: a history"
      ---
      # First  ##
      ```sh
      # no heading
      ```
      ~~~
      ```
      ## none either
      ~~~
      ###### Deep #not closed#
      ####### too deep
      #no space
      ##\tTab
      #
      ## C#
      \u{FEFF}
      """
    let note = Note(path: "in/press", text: Array(text.utf8))
    #expect(note.title == "The Press: a history" && note.name == "press")
    #expect(note.headings == ["First", "Deep #not closed#", "Tab", "C#"])
    #expect(Note(path: "a", text: Array("intro\r\n# One\r\n# Two\r\n".utf8)).title == "One")
    #expect(Note(path: "a", text: Array("## Two".utf8)).title == nil)
    #expect(Note(path: "a", text: Array("---\ntitle: never closed\n# One".utf8)).headings == [])
    #expect(Note(path: "a", text: []).headings == [])
  }

  @Test func whatLooksLikeAKeyAndWhatIsNoTextIsNoHeading() {
    let key = "gh" + "p_" + String(repeating: "a1B2", count: 9)
    let note = Note(path: "a", text: Array("---\ntitle: \(key)\n---\n# token \(key)\n## Fine\n".utf8))
    #expect(note.title == nil && note.headings == ["Fine"])
    let latin = Note(path: "a", text: Array("# caf".utf8) + [0xE9] + Array("\n## Fine\n".utf8))
    #expect(latin.title == nil && latin.headings == ["Fine"])
  }

  @Test func anyTextEnds() {
    var random = SeededRandom()
    let pieces = ["#", " ", "\n", "---", "title:", "\"", "'", "```", "~~~", "a", "é", "\r", "\u{0}", "\t"]
    for _ in 0..<2000 {
      let text = (0..<random.below(30)).map { _ in pieces.randomElement(using: &random)! }.joined()
      let note = Note(path: "a", text: Array(text.utf8))
      #expect(note.headings.allSatisfy { !$0.isEmpty && !$0.contains("\n") }, "\(text.debugDescription)")
    }
    #expect(Note(path: "a", text: [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)).headings.isEmpty)
    #expect(Note(path: "a", text: Array(String(repeating: "# a\n", count: 100_000).utf8)).headings.count == 500)
  }

  private func ask(
    _ text: String, after: String = "", _ languageID: String = "markdown", in name: String = "a.md",
    _ source: NotesSource? = nil
  ) async throws -> [String] {
    let source = source ?? NotesSource()
    source.apply(folders: [folder.url.path], selection: FileSelection())
    let document = DocumentSnapshot(
      uri: "file://\(folder.url.path)/\(name)", languageID: languageID, version: 1, text: Text(text + after))
    let query = CompletionQuery(document: document, offset: text.utf8.count)
    let found = try await source.completions(for: query).candidates
    #expect(source.mayAnswer(query) || found.isEmpty)
    return found.map { "\($0.shown) → \($0.text)" }
  }

  private func writeNotes() throws {
    try folder.write("# My Note\n## Some part\n## Other\n", to: "n12.md")
    try folder.write("no title\n", to: "in/Plain.markdown")
    try folder.write("# N12\n", to: "in/other.md")
    try folder.write("# itself\n", to: "a.md")
    try folder.write("# not a text\n", to: "notes.txt")
    try folder.write("ignored.md\n", to: ".gitignore")
    try folder.write("# ignored note\n", to: "ignored.md")
  }

  @Test(arguments: [
    ("see [[n1", ["n12 → n12]]", "N12 → other|N12]]"]), ("[[My N", ["My Note → n12|My Note]]"]),
    ("a [[b]] [[plai", ["Plain → Plain]]"]), ("[[ignored", []), ("[[itself", []),
    ("[[note", ["My Note → n12|My Note]]"]),
    ("[[n12#", ["My Note → My Note]]", "Some part → Some part]]", "Other → Other]]"]),
    ("[[My note#so", ["Some part → Some part]]"]), ("[[in/other#n", ["N12 → N12]]"]),
    ("[[n12#My Note#oth", ["Other → Other]]"]),
    ("[[nowhere#", []), ("# Here\n[[#h", ["Here → Here]]"]),
    ("[[n12|My", []), ("[[n12]]", []), ("[n1", []), ("n1", []), ("[ [n1", []),
  ])
  func notesAreOfferedBehindBrackets(_ text: String, _ expected: [String]) async throws {
    try writeNotes()
    #expect(try await ask(text) == expected)
  }

  @Test func whatIsClosedIsNotClosedAgainAndOtherLanguagesHaveNoLinks() async throws {
    try writeNotes()
    #expect(try await ask("[[My", after: "]] and more") == ["My Note → n12|My Note"])
    #expect(try await ask("[[n1", "python") == [])
    #expect(try await ask("[[n1", "lua") == [])
  }

  @Test(arguments: [
    ("[[n1", " and more]] x", ["n12 → n12", "N12 → other|N12"]),
    ("[[n1", "#Some part]]", ["n12 → n12", "N12 → other"]),
    ("[[n1", "|shown]]", ["n12 → n12", "N12 → other"]), ("[[n12#so", "me part]]", ["Some part → Some part"]),
    ("[[n1", " and [[My]]", ["n12 → n12]]", "N12 → other|N12]]"]),
    ("[[n1", "\n]]", ["n12 → n12]]", "N12 → other|N12]]"]),
  ])
  func aLinkThatGoesOnBehindTheCursorKeepsItsEnd(_ text: String, _ after: String, _ expected: [String]) async throws {
    try writeNotes()
    #expect(try await ask(text, after: after) == expected)
  }

  @Test func whatWouldEndALinkIsNotInTheNamesOfHeadings() async throws {
    try folder.write("## A | b\n## A ]] b\n## p # q\n## [link](x)\n## x ^ y\n## ^#\n", to: "n.md")
    let found = try await ask("[[n#")
    #expect(found == ["A b → A b]]", "p q → p q]]", "link (x) → link (x)]]", "x y → x y]]"])
  }

  @Test func ofTooManyNotesThoseThatFitBestAreOffered() async throws {
    for number in 1000..<3010 { try folder.write("", to: "note\(number) about a topic.md") }
    for name in ["untopical", "topics", "topic"] { try folder.write("", to: "z/\(name).md") }
    let found = try await ask("[[topic")
    #expect(found.count == 2000)
    #expect(found.prefix(2) == ["topic → topic]]", "topics → topics]]"])
    #expect(!found.contains("untopical → untopical]]"))
  }

  @Test func notesOfOneNameHaveTheirPaths() async throws {
    for name in ["x/index.md", "y/index.md", "y/odd#name.md", "y/bar|.md"] { try folder.write("# Bar [1]\n", to: name) }
    #expect(try await ask("[[ind") == ["x/index → x/index]]", "y/index → y/index]]"])
    #expect(try await ask("[[od") == [])
  }

  @Test func changedNotesAreReadAnewBehindTheAnswer() async throws {
    try folder.write("# Old\n", to: "n.md")
    let time = VirtualTime()
    let source = NotesSource(clock: time.engineClock)
    #expect(try await ask("[[old", in: "a.md", source) == ["Old → n|Old]]"])
    try folder.write("# Newer\n", to: "n.md")
    let generation = source.state.generation
    #expect(try await ask("[[new", in: "a.md", source) == [])
    time.advance(by: .seconds(4))
    _ = try await ask("[[new", in: "a.md", source)
    while source.state.generation == generation { await Task.yield() }
    #expect(try await ask("[[new", in: "a.md", source) == ["Newer → n|Newer]]"])
  }

  /// What takes longer than anybody waits is there for who asks next.
  @Test func whatIsReadIsKeptThoughNobodyWaitsForIt() async throws {
    try folder.write("# Late\n", to: "n.md")
    let (hasBegun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let files = FileAccess(
      read: { path, take in
        hasBegun.signal()
        mayGoOn.wait()
        try FileAccess.disk.read(path, take)
      }, stamp: FileAccess.disk.stamp)
    let source = NotesSource(files: files)
    source.apply(folders: [folder.url.path], selection: FileSelection())
    let document = DocumentSnapshot(
      uri: "file://\(folder.url.path)/a.md", languageID: "markdown", version: 1, text: Text("[[late"))
    let query = CompletionQuery(document: document, offset: 6)
    let asked = Task { try await source.completions(for: query) }
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "wait").async {
        hasBegun.wait()
        continuation.resume()
      }
    }
    let generation = source.state.generation
    asked.cancel()
    await #expect(throws: CancellationError.self) { try await asked.value }
    mayGoOn.signal()
    while source.state.generation == generation { await Task.yield() }
    // It is not read again: nobody signals once more.
    #expect(try await source.completions(for: query).candidates.map(\.text) == ["n|Late]]"])
  }

  @Test func aHomeFolderIsNotRead() async throws {
    try writeNotes()
    #expect(try await ask("[[n1", in: "a.md", NotesSource(home: folder.url.path)) == [])
    #expect(try await ask("[[n1", in: "a.md", NotesSource(home: folder.url.path + "/in")) == [])
    #expect(try await ask("[[n1", in: "a.md", NotesSource(home: "/nowhere")).count == 2)
  }

  /// Links out of the folder are not followed, and neither is anything that is no file.
  @Test func nothingOutsideIsRead() async throws {
    let outside = try TemporaryFolder()
    try outside.write("# Outside\n", to: "out.md")
    for (name, target) in [("link.md", "\(outside.url.path)/out.md"), ("folder", outside.url.path)] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.url.path)/\(name)", withDestinationPath: target)
    }
    #expect(mkfifo("\(folder.url.path)/pipe.md", 0o600) == 0)
    #expect(try await ask("[[o") == [])
  }
}
