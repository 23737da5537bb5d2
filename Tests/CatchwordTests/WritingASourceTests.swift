import Catchword
import Foundation
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

/// The example of the article compiles, keeps the contract, and loads once.
struct WritingASourceTests {
  private static func query(_ text: String) -> CompletionQuery {
    let document = DocumentSnapshot(uri: "file:///a.txt", languageID: "plaintext", version: 1, text: Text(text))
    return CompletionQuery(document: document, offset: text.utf8.count)
  }

  @Test func whatIsPrintedIsWhatIsCompiled() throws {
    func read(_ path: String) throws -> String {
      try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
    let article = try read("Sources/Catchword/Catchword.docc/WritingASource.md")
    let compiled = try read("Tests/CatchwordTests/WritingASourceExample.swift")
    let first = try #require(compiled.range(of: "/// Offers"))
    let example = compiled[first.lowerBound...]
    #expect(example.count > 500)
    #expect(article.contains("\n\n\(example)\n@main\n"))
  }

  @Test func keepsTheContract() async {
    let violations = await SourceContract().violations(of: Cities { ["Prague", "São Paulo"] })
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func namesAreLoadedOnceHoweverManyAsk() async throws {
    let loads = Mutex(0)
    let cities = Cities {
      loads.withLock { $0 += 1 }
      return ["Prague"]
    }
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<20 {
        group.addTask { try await cities.completions(for: Self.query("pr")).candidates.map(\.text) }
      }
      for try await names in group { #expect(names == ["Prague"]) }
    }
    #expect(loads.withLock(\.self) == 1)
  }

  @Test func aFailureIsThrown() async {
    struct Failure: Error {}
    let cities = Cities { throw Failure() }
    await #expect(throws: Failure.self) { try await cities.completions(for: Self.query("pr")) }
    #expect(cities.loadState.error is Failure)
  }

  /// As the article's test does, over the protocol.
  @Test func offersNamesOfSeveralWords() async {
    var configuration = ServerConfiguration(sources: [Cities { ["Prague", "São Paulo", "New York"] }])
    configuration.name = "cities"
    let client = InProcessClient(configuration)
    for (text, offered) in [
      ("I live in pra|", ["Prague"]), ("and not in São pau|.", ["Paulo", "Prague"]),
      ("😀 one line\r\nthe 🏙 of new y|ou know", ["York"]), ("an old line\rof pra|", ["Prague"]),
    ] {
      let list = await client.completions(in: text)
      #expect(list == offered, "\(text)")
    }
    await client.end()
  }
}
