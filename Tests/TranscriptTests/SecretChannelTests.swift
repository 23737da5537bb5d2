import CatchwordRPC
import Foundation
import TestSupport
import Testing

@testable import CatchwordProgram

/// No secret leaves by any way out: made-up secrets of all formats stand in a project's files and in open documents, and
/// all that the program says and keeps is looked through for them.
struct SecretChannelTests {
  /// What was seen of secrets, by where.
  private struct Findings {
    var leaks: [String] = []
    let fragments: SecretFragments

    mutating func look(at text: String, in channel: String) {
      if let found = fragments.first(in: text) { leaks.append("\(channel): \(found)") }
    }

    mutating func look(at value: JSONValue, in channel: String) {
      switch value {
      case .string(let text): look(at: text, in: channel)
      case .array(let values): for value in values { look(at: value, in: channel) }
      case .object(let fields): for value in fields.values { look(at: value, in: channel) }
      default: break
      }
    }
  }

  /// By turns in files on disk and in open documents.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func noSecretLeaves(seed: UInt64) async throws {
    let isOpen = seed % 2 == 1
    var random = SeededRandom(seed: seed &+ 1000)
    let corpus = SecretCorpus(seed: seed)
    let home = try TemporaryFolder()
    let project = home.url.appendingPathComponent("project")
    let texts = SecretChannelTests.files(corpus)
    if !isOpen { for (name, text) in texts { try home.write(text, to: "project/\(name)") } }
    try home.write("some words of a program\n", to: "project/main.swift")
    let client = try ProgramClient(home: home.url.path, project: project.path)
    await client.begin()
    if isOpen { for (name, text) in texts { client.open(name, text) } }
    try await client.waitUntilRead()
    var findings = Findings(fragments: SecretFragments(corpus, isInOwnDocument: false))
    for (entry, drawn) in SecretChannelTests.sample(corpus, &random) {
      // The beginning of what was drawn, or all of it, as if it had been accepted.
      let typed = String(drawn.prefix(1 + random.below(4)))
      findings.look(at: await client.completions(typed), in: "completions, \(entry.name)")
      client.write(drawn)
      guard let place = entry.text.range(of: drawn) else { continue }
      // Where it stands in a document that is open, and where the same line is written anew.
      let head = String(entry.text[..<place.lowerBound]) + drawn.prefix(random.below(4))
      findings.look(at: await client.ghostText(behind: head), in: "ghost text, \(entry.name)")
      // What may come next there, where nothing is typed, and behind a space. Of what comes later in a secret the beginning
      // would stand in the document that is asked for.
      guard drawn == entry.drawn.first else { continue }
      let before = String(entry.text[..<place.lowerBound])
      for text in [before, before + " "] {
        findings.look(at: await client.completions(text), in: "prediction, \(entry.name)")
      }
    }
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      findings.look(at: await client.completions(String(letter)), in: "completions, \(letter)")
    }
    for text in await client.end() { findings.look(at: text, in: "messages") }
    for (channel, text) in SecretChannelTests.kept(in: home) { findings.look(at: text, in: channel) }
    #expect(findings.leaks == [], "seed \(seed)")
  }

  /// `catchword status` names what was read, the mistakes in it and the files that are kept, and nothing of what is in them.
  @Test(arguments: [0, 1] as [UInt64])
  func statusSaysNoSecret(seed: UInt64) throws {
    let corpus = SecretCorpus(seed: seed)
    let home = try TemporaryFolder()
    for (name, text) in SecretChannelTests.files(corpus) { try home.write(text, to: "project/\(name)") }
    try home.write(
      #"{"lists": ["notes.txt"], "symbols": {"tables": ["values.yaml"]}, "snippets": {"files": ["config.json", "app.py"]}}"#,
      to: "project/.catchword.json")
    var findings = Findings(fragments: SecretFragments(corpus, isInOwnDocument: false))
    for arguments in [["status"], ["status", "--json"]] {
      let project = home.url.appendingPathComponent("project")
      let outcome = try Program.run("catchword", arguments, home: home, directory: project)
      #expect(outcome.code == 0 && outcome.output.contains("app.py: no kind of snippet file"), "\(outcome)")
      findings.look(at: outcome.output + outcome.errors, in: arguments.joined(separator: " "))
    }
    #expect(findings.leaks == [], "seed \(seed)")
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func whatIsLearnedFromAFolderHoldsNoSecret(seed: UInt64) throws {
    let corpus = SecretCorpus(seed: seed)
    let home = try TemporaryFolder()
    for (name, text) in SecretChannelTests.files(corpus) { try home.write(text, to: "project/\(name)") }
    let outcome = try Program.run("catchword", ["learn", "project"], home: home)
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    var findings = Findings(fragments: SecretFragments(corpus, isInOwnDocument: false))
    let kept = SecretChannelTests.kept(in: home, [".cache"])
    #expect(kept.contains { $0.0.hasSuffix(".far") && $0.1.contains("before") })
    for (channel, text) in kept { findings.look(at: text, in: channel) }
    #expect(findings.leaks == [], "seed \(seed)")
  }

  /// How many secrets a run asks for; all of them with CATCHWORD_SECRETS=all.
  private static func sample(_ corpus: SecretCorpus, _ random: inout SeededRandom) -> [(SecretCorpus.Entry, String)] {
    let all = corpus.entries.flatMap { entry in entry.drawn.map { (entry, $0) } }
    if ProcessInfo.processInfo.environment["CATCHWORD_SECRETS"] == "all" { return all }
    return (0..<12).map { _ in all[random.below(all.count)] }
  }

  /// The corpus in files of names that say nothing.
  private static func files(_ corpus: SecretCorpus) -> [(name: String, text: String)] {
    let names = [
      "notes.txt", "config.json", "values.yaml", "app.py", "main.js", "build.sh", "README.md", "x.properties",
    ]
    return names.enumerated().map { index, name in
      let entries = corpus.entries.enumerated().filter { $0.offset % names.count == index }
      return (name, entries.map { "some text before it\n\($0.element.text)\nand after\n" }.joined())
    }
  }

  /// All that is in the folders for caches and for what was learned.
  private static func kept(
    in home: TemporaryFolder, _ folders: [String] = ["cache", "state"]
  ) -> [(String, String)] {
    folders.flatMap { folder in
      let root = home.url.appendingPathComponent(folder)
      return (FileManager.default.subpaths(atPath: root.path) ?? []).compactMap { path in
        (try? Data(contentsOf: root.appendingPathComponent(path))).map { data in
          ("\(folder)/\(path)", String(decoding: data.map { $0 &- 0x20 < 0x5F ? $0 : 0x20 }, as: UTF8.self))
        }
      }
    }
  }
}

/// Twelve characters in a row of what was drawn for a secret, or all of a shorter one.
struct SecretFragments {
  private var fragments: Set<Substring> = []
  static let length = 12

  init(_ corpus: SecretCorpus, isInOwnDocument: Bool) {
    for entry in corpus.entries where !(isInOwnDocument && entry.mayBeVersion) {
      for drawn in entry.drawn where drawn.count >= 8 {
        if drawn.count < SecretFragments.length { fragments.insert(drawn[...]) }
        SecretFragments.each(of: drawn[...]) { fragments.insert($0) }
      }
    }
  }

  /// The first fragment in a text.
  func first(in text: String) -> Substring? {
    // No fragment has white space.
    for run in text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }) where run.utf8.count >= 8 {
      if fragments.contains(run) { return run }
      for word in run.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where fragments.contains(word) {
        return word
      }
      var found: Substring?
      SecretFragments.each(of: run) { if found == nil, fragments.contains($0) { found = $0 } }
      if let found { return found }
    }
    return nil
  }

  private static func each(of text: Substring, _ body: (Substring) -> Void) {
    guard text.utf8.count >= length else { return }
    var start = text.utf8.startIndex
    var end = text.utf8.index(start, offsetBy: length)
    while true {
      body(text[start..<end])
      guard end < text.utf8.endIndex else { return }
      (start, end) = (text.utf8.index(after: start), text.utf8.index(after: end))
    }
  }
}
