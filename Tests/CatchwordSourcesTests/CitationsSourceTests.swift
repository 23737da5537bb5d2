import CatchwordCompletion
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

struct CitationsSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let books = """
    % @book{comment, title = {No}}
    @Book{knuth1984, author = {Knuth, Donald E. and Other, A. and Third, B.},
      title = "The {\\TeX}book", year = 1984 }
    @article ( lamport:94 , title = {A {Document} Preparation
      System}, date = {1994-05-01}, editor = "Leslie Lamport" )
    @string{x = "y"} @misc{bare}
    @misc{open, title = {never closed
    @misc{last-1, author={A B and C D}}
    """

  @Test func entriesHaveAuthorsYearsAndTitles() {
    let found = Bibliography.entries(in: Array(Self.books.utf8))
    #expect(
      found == [
        .init(key: "comment", detail: "No"), .init(key: "knuth1984", detail: "Knuth et al. 1984: The \\TeXbook"),
        .init(key: "lamport:94", detail: "Lamport 1994: A Document Preparation System"), .init(key: "bare", detail: ""),
        .init(key: "open", detail: "never closed"), .init(key: "last-1", detail: "B and D"),
      ])
  }

  @Test func anythingEndsAndLosesNoEntryAtTheBeginningOfALine() {
    var random = SeededRandom()
    let pieces = ["@", "{", "}", "\"", "\\", "=", ",", "title", "a", " ", "\n", "(", ")", "é", "@book{k", "author = {"]
    for _ in 0..<2000 {
      let text = (0..<random.below(40)).map { _ in pieces.randomElement(using: &random)! }.joined()
      let found = Bibliography.entries(in: Array((text + "\n@misc{needle, title={x}}").utf8))
      #expect(found.contains { $0.key == "needle" }, "\(text.debugDescription)")
    }
    #expect(Bibliography.entries(in: [UInt8](repeating: UInt8(ascii: "@"), count: 100_000)).isEmpty)
  }

  private func ask(_ text: String, _ languageID: String, in name: String = "a.md") async throws -> [String] {
    let source = CitationsSource()
    source.apply(folders: [folder.url.path])
    let document = DocumentSnapshot(
      uri: "file://\(folder.url.path)/\(name)", languageID: languageID, version: 1, text: Text(text))
    let query = CompletionQuery(document: document, offset: document.text.count)
    let found = try await source.completions(for: query).candidates
    #expect(source.mayAnswer(query) || found.isEmpty)
    if let first = found.first { #expect(first.start.map { document.text.count - $0 } ?? -1 >= 0) }
    return found.map(\.text)
  }

  @Test(arguments: [
    ("see [@knu", "markdown"), ("@knuth", "quarto"), ("[see @a; -@knu", "markdown"), ("\\cite{knu", "latex"),
    ("\\parencite[p.~1][]{x, knu", "latex"), ("\\textcite*{knu", "tex"), ("\\autocites{Knuth", "latex"),
    ("@984", "typst"), ("\"@knu", "markdown"), ("**@knu", "quarto"), ("\\cites{s1}{knu", "latex"),
    ("\\cites(see)(12)[1]{s1}[2]{knu", "latex"), ("\\cite{s1,\n  knu", "latex"), ("\\cite{s1, s2,\r\n\tknu", "tex"),
  ])
  func keysAreOfferedWhereSomethingIsCited(_ text: String, _ languageID: String) async throws {
    try folder.write(Self.books, to: "books.bib")
    #expect(try await ask(text, languageID) == ["knuth1984"])
  }

  @Test(arguments: [
    ("me@knu", "markdown"), ("knu", "markdown"), ("\\ref{knu", "latex"), ("\\cite{knuth1984} knu", "latex"),
    ("@knu", "python"),
    ("\\begin{knu", "latex"), ("`x`@knu", "markdown"), ("\\cite{s1}{knu", "latex"), ("\\cite{s1\nsome knu", "latex"),
    ("\\cites{s1} and \\ref{knu", "latex"),
  ])
  func elsewhereNoneAre(_ text: String, _ languageID: String) async throws {
    try folder.write(Self.books, to: "books.bib")
    #expect(try await ask(text, languageID) == [])
  }

  @Test func ofTooManyKeysThoseThatFitBestAreOffered() async throws {
    let keys = (0..<2100).map { "k2x\($0)" } + ["x-2", "2b", "2"]
    try folder.write(keys.map { "@misc{\($0)}\n" }.joined(), to: "books.bib")
    let found = try await ask("\\cite{2", "latex")
    #expect(found.count == 2000)
    #expect(found.prefix(4) == ["2", "2b", "x-2", "k2x0"])
  }

  @Test func aKeyOrAPasswordIsNoDetail() {
    let secret = "gh" + "p_" + String(repeating: "a1B2", count: 9)
    let found = Bibliography.entries(in: Array("@misc{a, author={Knuth}, title={\(secret)}}\n@misc{b, title={B}}".utf8))
    #expect(found == [.init(key: "a", detail: ""), .init(key: "b", detail: "B")])
  }

  @Test func filesAreThoseThatAreNamedAndThoseAboveAndNoneOutside() async throws {
    try folder.write("@misc{root}", to: "root.bib")
    try folder.write("@misc{near}", to: "in/deep/near.BIB")
    try folder.write("@misc{named}", to: "lib/named.bib")
    try folder.write("@misc{other}", to: "elsewhere/other.bib")
    let outside = try TemporaryFolder()
    try outside.write("@misc{outside}", to: "out.bib")
    try folder.link("in/deep/link.bib", to: outside.url.path + "/out.bib")
    let heads = [
      "---\nbibliography: ../../lib/named.bib\n---\n", "---\nbibliography:\n  - ../../lib/named.bib\n---\n",
      "#bibliography(\"../../lib/named.bib\")\n", "\\addbibresource[x]{../../lib/named.bib}\n",
      "\\bibliography{ ../../lib/named, \(outside.url.path)/out}\n",
    ]
    for head in heads {
      #expect(try await ask(head + "@", "markdown", in: "in/deep/a.md") == ["named", "near", "root"], "\(head)")
    }
    // A file that changes is read anew.
    #expect(try await ask("@", "markdown") == ["root"])
    try folder.write("@misc{root2}", to: "root.bib")
    #expect(try await ask("@", "markdown") == ["root2"])
  }
}
