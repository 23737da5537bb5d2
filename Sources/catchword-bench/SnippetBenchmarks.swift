import CatchwordCompletion
import CatchwordSources
import CatchwordText
import Foundation

/// Benchmarks of a user's snippets: read all at once, read for one language, and found while a word is typed.
struct SnippetBenchmarks {
  private let folder: URL
  private let triggers: [String]

  private init(_ folder: URL) throws {
    var corpus = SnippetCorpus()
    try corpus.write(to: folder)
    self.folder = folder
    triggers = corpus.triggers
  }

  /// Measures in a folder of its own, which is removed afterwards.
  static func rows() async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catchword-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await SnippetBenchmarks(folder).measure()
  }

  private func measure() async throws -> [Row] {
    let reading = try Measurement(10) { try readByFoundation() }
    let whole = try await times(20) {
      let status = try await source().readAll()
      precondition(status.filesRead == SnippetCorpus.files && status.snippets >= SnippetCorpus.snippets)
      precondition(status.problems.isEmpty)
    }
    let first = try await times(20) {
      let answer = try await source().completions(for: query("zzzz"))
      precondition(answer.candidates.count < 600)
    }
    let warm = source()
    _ = try await warm.completions(for: query("a"))
    var number = 0
    let search = PlainSearch()
    var (key, plain): ([Duration], [Duration]) = ([], [])
    // In turns: the machine's speed changes from one to the next.
    for _ in 0..<40 {
      key += try await durations(10) {
        number += 1
        let typed = String(triggers[number * 7 % triggers.count].prefix(1 + number % 4))
        let answer = try await warm.completions(for: query(typed))
        precondition(!answer.candidates.isEmpty)
      }
      plain += try await durations(10) { search.runAlone() }
    }
    let all = "\(SnippetCorpus.snippets) snippets in \(SnippetCorpus.files) files"
    return [
      Row(name: "read \(all)", ours: whole, reference: reading, referenceName: "Foundation's JSONDecoder"),
      Row(
        name: "read those of one language of \(all)", ours: first, reference: reading,
        referenceName: "Foundation's, of all"),
      Row(
        name: "a key among \(triggers.count) snippets", ours: Measurement(key), reference: Measurement(plain),
        referenceName: "a plain search on one thread"),
    ]
  }

  private func source() -> SnippetsSource {
    SnippetsSource(settings: SnippetsSettings(locations: [.init(path: folder.path)], readsWorkspace: false))
  }

  private func query(_ typed: String) -> CompletionQuery {
    let document = DocumentSnapshot(
      uri: "file:///a/b.jsx", languageID: SnippetCorpus.language, version: 1, text: Text(typed))
    return CompletionQuery(document: document, offset: document.text.count)
  }

  private func times(_ count: Int, _ action: () async throws -> Void) async throws -> Measurement {
    Measurement(try await durations(count, action))
  }

  private func durations(_ count: Int, _ action: () async throws -> Void) async throws -> [Duration] {
    let clock = ContinuousClock()
    var times: [Duration] = []
    try await action()
    for _ in 0..<count {
      let start = clock.now
      try await action()
      times.append(clock.now - start)
    }
    return times
  }

  private func readByFoundation() throws {
    var count = 0
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let folder = folder.appendingPathComponent("snippets")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      count += try decoder.decode([String: FoundationSnippet].self, from: data).count
    }
    precondition(count == SnippetCorpus.snippets)
  }
}

private struct FoundationSnippet: Decodable {
  struct Texts: Decodable {
    let texts: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      texts = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
    }
  }

  let prefix: Texts
  let body: Texts
  let description: String
}
