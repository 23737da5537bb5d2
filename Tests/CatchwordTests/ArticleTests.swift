import CatchwordTranscript
import Foundation
import TestSupport
import Testing

/// What the articles name is there: tests, files and transcripts. That their links lead to names of the code is checked by
/// `.ci/docs`, which needs the modules.
struct ArticleTests {
  private static let catalogue = Repository.root.appendingPathComponent("Sources/Catchword/Catchword.docc")

  private static let articles: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: catalogue.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
  }()

  /// What stands between backticks in an article, but for links and blocks of code.
  private static func codeVoice(of article: String) throws -> [Substring] {
    let text = try String(contentsOf: catalogue.appendingPathComponent(article), encoding: .utf8)
    let prose = text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    return prose.joined(separator: "\n").replacing("``", with: "\u{0}").split(
      separator: "`", omittingEmptySubsequences: false
    )
    .enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// The files below a folder, by their paths from the root of the repository.
  private static func paths(in folder: String) -> [String] {
    let root = Repository.root.appendingPathComponent(folder).path
    return (FileManager.default.subpaths(atPath: root) ?? []).map { "\(folder)/\($0)" }
  }

  @Test func thereAreArticles() { #expect(Self.articles.contains("Architecture.md") && Self.articles.count >= 7) }

  @Test(arguments: articles) func testsThatAreNamedAreThere(article: String) throws {
    let files = Self.paths(in: "Tests")
    for name in try Self.codeVoice(of: article) where name.contains(/^[A-Z][A-Za-z]+Tests(\.[a-z][A-Za-z]*)?$/) {
      let parts = name.split(separator: ".")
      let suites = files.filter { $0.hasSuffix("/\(parts[0]).swift") }
      #expect(!suites.isEmpty, "\(article): there is no suite \(parts[0])")
      guard parts.count == 2 else { continue }
      let isThere = try suites.contains { suite in
        try String(contentsOf: Repository.root.appendingPathComponent(suite), encoding: .utf8)
          .contains("func \(parts[1])(")
      }
      #expect(isThere, "\(article): there is no test \(name)")
    }
  }

  @Test(arguments: articles) func filesThatAreNamedAreThere(article: String) throws {
    let sources = Self.paths(in: "Sources")
    let transcripts = Set(Self.paths(in: "protocol/transcripts"))
    let groups = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent("protocol/transcripts").path)
    for name in try Self.codeVoice(of: article) where !name.contains(" ") {
      // The files of the example package are the reader's.
      if name.hasPrefix("Sources/cities/") || name.hasPrefix("Tests/CitiesTests/") { continue }
      if name.contains(/^(Sources|Tests|protocol|editors|\.ci)(\/|$)/) {
        let path = Repository.root.appendingPathComponent(String(name)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(article): there is no \(name)")
      } else if name.contains(/^[A-Z][A-Za-z]+(\+[A-Za-z]+)*\.swift$/) {
        #expect(
          name == "Package.swift" || sources.contains { $0.hasSuffix("/\(name)") }, "\(article): there is no \(name)")
      } else if groups.contains(where: { name.hasPrefix("\($0)/") }) {
        #expect(
          transcripts.contains("protocol/transcripts/\(name).transcript"), "\(article): there is no transcript \(name)")
      }
    }
  }

  /// The transcript in the directions for a method is played as the others are.
  @Test func theTranscriptThatIsPrintedPasses() throws {
    let text = try String(contentsOf: Self.catalogue.appendingPathComponent("AddingAMethod.md"), encoding: .utf8)
    let block = try #require(text.components(separatedBy: "\n```\n").first { $0.hasPrefix("# What this shows") })
    let time = VirtualTime()
    let peer = InProcessPeer(.scripted([], time: time), time: time)
    try TranscriptRunner(Transcript(parsing: block), peer: peer).run()
    #expect(peer.problemsAtEnd() == [])
  }
}
