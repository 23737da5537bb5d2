import CatchwordFiles
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordPrediction

/// The text of many files in a file, against a simple model that keeps all tokens.
struct FarTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let stamp = FileAccess.Stamp(modified: 1, size: 2)

  /// Writes a text.
  private func make(
    _ files: [(path: String, text: String)], segmentTokens: Int = 1000, border: Int = 1000,
    maximumTokens: Int = 1 << 20,
    isLearned: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws -> String {
    let path = "\(folder.url.path)/\(UUID().uuidString)"
    try FileSystem.create(path) { descriptor in
      var builder = FarTextBuilder(
        output: IndexOutput(descriptor: descriptor), identity: 7, maximumTokens: maximumTokens, seed: 3,
        isLearned: isLearned, segmentTokens: segmentTokens, border: border)
      for file in files { _ = try builder.add(ContiguousArray(file.text.utf8), path: file.path, stamp: stamp) }
      try builder.finish(isCut: false)
    }
    return path
  }

  private func open(_ path: String) throws -> FarText {
    let file = try #require(FileSystem.map(path))
    return try #require(FarText(file, identity: 7))
  }

  private static let words = ["let", "var", "x", "count", "größe", "(", ")", "=", "\n", "7", "return"]

  private func randomFiles(_ random: inout SeededRandom, _ count: Int) -> [(path: String, text: String)] {
    (0..<count).map { number in
      let text = (0..<random.below(61)).map { _ in FarTextTests.words[random.below(FarTextTests.words.count)] }
      return ("in/\(number * 7919 % 100).txt", text.joined(separator: " ") + "\n")
    }
  }

  /// A model with the far text behind a corpus of other files.
  private func corpus(_ text: FarText, near: [String] = [], changed: [String] = []) throws -> Corpus {
    var builder = CorpusBuilder(seed: 5)
    for (number, file) in near.enumerated() { _ = builder.add(ContiguousArray(file.utf8), path: "/near/\(number)") }
    builder.add(FarSource(text, root: "/far", isFurther: false, changed: changed))
    return try #require(builder.build())
  }

  @Test(arguments: 0..<20) func votesAreThoseOfAModelThatReadsAll(round: Int) throws {
    var random = SeededRandom()
    let files = randomFiles(&random, 30)
    // What had changed before stays among what was counted; what changes later does not.
    let isBefore = random.below(2) == 0
    let text = try open(
      make(files, segmentTokens: 20 + random.below(381), border: isBefore ? 10_000 : 1 + random.below(40)))
    let near = ["let near = count"]
    let changed = files.filter { _ in random.below(5) == 0 }.map(\.path)
    let corpus = try corpus(text, near: near, changed: isBefore ? changed : [])
    let vocabulary = Vocabulary(corpus, seed: 1)
    var dead = FarDead()
    let tier = try #require(corpus.far.tiers.first)
    dead = tier.dead
    for path in changed { dead.set(try #require(text.file(at: path)), isDead: true, in: tier) }

    // The model: each file's tokens between separators.
    var votes: [[String]: [String: Int]] = [:]
    for file in files where !changed.contains(file.path) {
      var tokens: [String] = []
      Tokenizer.forEachToken(in: ContiguousArray(file.text.utf8)) { range, kind, _ in
        let token = kind == .newline ? "\n" : String(decoding: Array(file.text.utf8)[range], as: UTF8.self)
        if !(token == "\n" && (tokens.last ?? "\n") == "\n") { tokens.append(token) }
      }
      for (index, token) in tokens.enumerated() where token.first!.isLetter {
        for length in 1...5 where index >= length {
          votes[Array(tokens[index - length..<index]), default: [:]][token, default: 0] += 1
        }
      }
    }
    for _ in 0..<200 {
      let context = (0..<5).map { _ in FarTextTests.words[random.below(FarTextTests.words.count)] }
      let tokens = try context.map { $0 == "\n" ? Token.newline : try #require(vocabulary.token(of: $0)) }
      // What others have voted for stays as it is.
      let bracket = try #require(vocabulary.token(of: "("))
      var orders = tokens.map { _ in
        var votes = Mixture.Votes()
        votes.add(bracket, 1)
        return votes
      }
      corpus.far.vote(&orders, following: tokens.reversed(), [dead])
      #expect(orders.allSatisfy { $0.weights[bracket] == 1 })
      for length in 1...5 {
        let expected = votes[Array(context.suffix(length))] ?? [:]
        for word in ["let", "var", "x", "count", "größe", "return"] {
          let token = try #require(vocabulary.token(of: word))
          let found = orders[length - 1].weights[token]
          #expect(found == Float(expected[word] ?? 0), "\(context.suffix(length)) \(word)")
        }
      }
    }
  }

  @Test func knowsItsFilesAndWords() throws {
    let files = [("b.txt", "one two two"), ("a/é.txt", "three"), ("c.txt", "")]
    let text = try open(make(files, segmentTokens: 3))
    #expect(text.fileCount == 3 && text.segments.count == 3 && !text.isCut)
    #expect(text.stamp(of: "a/é.txt") == stamp && text.stamp(of: "c.txt") == stamp)
    #expect(text.stamp(of: "a") == nil && text.stamp(of: "d") == nil && text.stamp(of: "") == nil)
    #expect(text.paths == files.map(\.0))
    let corpus = try corpus(text, near: ["one"], changed: ["a/é.txt", "none"])
    let vocabulary = Vocabulary(corpus, seed: 1)
    #expect(vocabulary.token(of: "one") == Token.firstWord)
    let two = try #require(vocabulary.token(of: "two"))
    #expect(Int(two) < vocabulary.ownStart && vocabulary.text(of: two) == "two" && vocabulary.length(of: two) == 3)
    #expect(vocabulary.initial(of: two).isWord && vocabulary.form(of: two) == .lower)
    #expect(corpus.far.uses(of: two, [FarDead()]) == 2)
  }

  @Test func wordsOfSeveralFarTextsAreOne() throws {
    let first = try open(make([("a", "one shared")]))
    let second = try open(make([("a", "two shared")]))
    var builder = CorpusBuilder(seed: 5)
    builder.add(FarSource(first, root: "/one", isFurther: false))
    builder.add(FarSource(second, root: "/two", isFurther: true))
    let corpus = try #require(builder.build())
    let vocabulary = Vocabulary(corpus, seed: 1)
    let shared = try #require(vocabulary.token(of: "shared"))
    #expect(corpus.far.uses(of: shared, [FarDead(), FarDead()]) == Double(1 + VoteWeights.further))
    #expect(corpus.far.count == 3)
    #expect(corpus.far.tiers[1].weight < 1)
    #expect(corpus.far.tiers[0].file(at: "/one/a") == 0 && corpus.far.tiers[0].file(at: "/oneself/a") == nil)
  }

  @Test func whatMayNotBeLearnedAnyMoreIsForgotten() throws {
    let text = try open(make([("a", "one secret two")]))
    var builder = CorpusBuilder(seed: 5)
    var source = FarSource(text, root: "/far", isFurther: true)
    source.isBanned = { $0 == "secret" }
    builder.add(source)
    let vocabulary = Vocabulary(try #require(builder.build()), seed: 1)
    #expect(vocabulary.token(of: "secret") == nil && vocabulary.token(of: "two") != nil)
  }

  @Test func filesBeyondTheLimitAreLeftOut() throws {
    let text = try open(make([("a", "one two"), ("b", "1 2 3 4 5 6 7 8 9"), ("c", "three")], maximumTokens: 8))
    #expect(text.isCut && text.paths == ["a", "c"])
  }

  /// A model asks on; what it hears is of no use.
  @Test(arguments: 0..<40) func aDamagedFileIsRefusedOrGivesWrongVotes(round: Int) throws {
    var random = SeededRandom()
    let path = try make(randomFiles(&random, 20), segmentTokens: 100, border: 10)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for _ in 0..<1 + random.below(200) {
      // The header, which is checked, stays as it is.
      let place = IndexOutput.headerBytes + random.below(bytes.count - IndexOutput.headerBytes)
      bytes[place] = [0, 0xFF, UInt8(random.below(256))][random.below(3)]
    }
    let damaged = "\(folder.url.path)/damaged"
    try Data(bytes).write(to: URL(fileURLWithPath: damaged))
    guard let text = FarText(try #require(FileSystem.map(damaged)), identity: 7) else { return }
    _ = text.paths
    _ = text.stamp(of: "in/1.txt")
    let corpus = try corpus(text, near: ["let x = count"], changed: ["in/0.txt", "in/19.txt"])
    let model = LanguageModel(seed: 1)
    model.install(corpus)
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("let x = count\nreturn x(\nvar "))
    model.documentDidOpen(document)
    for offset in [4, 8, 14, 22, document.text.count] {
      let prediction = model.prediction(at: offset, in: document)
      _ = prediction.words(typed: "", limit: 10)
      _ = prediction.words(typed: "c", limit: 10)
    }
  }

  /// Another process may cut the file while it is mapped.
  @Test func aFileThatIsCutWhileItIsMappedGivesWrongVotes() throws {
    var random = SeededRandom(seed: 1)
    let path = try make(randomFiles(&random, 60), segmentTokens: 100_000)
    let corpus = try corpus(open(path))
    let model = LanguageModel(seed: 1)
    model.install(corpus)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 4096)
    try file.close()
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("let x = count\nreturn x(\nvar "))
    model.documentDidOpen(document)
    for offset in 0...document.text.count { _ = model.prediction(at: offset, in: document).words(typed: "", limit: 10) }
  }

  @Test func anOpenFileDoesNotVote() throws {
    let text = try open(make([("a", "let first = 1"), ("b", "let second = 1")], border: 1))
    let model = LanguageModel(seed: 1, path: { $0 })
    model.install(try corpus(text))
    let document = DocumentSnapshot(uri: "/far/b", languageID: "c", version: 1, text: Text("let "))
    model.documentDidOpen(document)
    let words = model.prediction(at: 4, in: document).words(typed: "", limit: 10).map(\.text)
    #expect(words.first == "first" && !words.contains("second"))
    model.documentDidClose(uri: "/far/b")
    let other = DocumentSnapshot(uri: "/far/c", languageID: "c", version: 1, text: Text("let "))
    model.documentDidOpen(other)
    #expect(
      Set(model.prediction(at: 4, in: other).words(typed: "", limit: 10, following: 1).map(\.text)) == [
        "first", "second",
      ])
    // A file that is deleted, and one that changes.
    _ = model.update([("/far/a", nil), ("/far/b", ContiguousArray("let third = 1".utf8))])
    let new = model.prediction(at: 4, in: other).words(typed: "", limit: 10, following: 1).map(\.text)
    #expect(new == ["third"])
  }
}
