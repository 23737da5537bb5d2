import CatchwordRPC
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import catchword_bench

/// `catchword-bench quality`, on a folder as small as can be.
@Suite(.blocking) struct QualityTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func quality(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword-bench", ["quality"] + arguments, home: home)
  }

  private func writeTexts() throws {
    for number in 0..<6 {
      var random = SoakRandom(seed: UInt64(number))
      let words = (0..<120).map { _ in ["first", "second", "receiver", "sender", "amount"][random.number(below: 5)] }
      let own = (0..<30).map { "name\(number)x\($0)" }
      try home.write(
        zip(words, own + own + own + own).map { "\($0) <- \($1)\n" }.joined(), to: "texts/part/f\(number).txt")
    }
  }

  @Test func otherFilesMayBeUnknownAndFurtherFoldersKnown() throws {
    try writeTexts()
    let folder = home.url.path + "/texts"
    try FileManager.default.copyItem(atPath: folder, toPath: home.url.path + "/more")
    func offered(_ options: String...) throws -> Int {
      let arguments = ["quality", "--files", "2", "--words", "9", "--json", "all.json"] + options + [folder]
      let outcome = try Program.run("catchword-bench", arguments, home: home)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let words = try JSONValue(parsing: try #require(home.read("all.json")))["words"]?.arrayValue ?? []
      return words.count { $0["ranks"]?[QualityRun.ours]?.arrayValue?[3].intValue ?? 0 > 0 }
    }
    let (all, none) = try (offered(), offered("--alone"))
    #expect(none < all)
    #expect(try offered("--alone", "--further", home.url.path + "/more") >= all)
  }

  @Test func everyOrderIsMeasuredOnTheSameWords() throws {
    try writeTexts()
    let folder = home.url.path + "/texts"
    let arguments = [
      "--files", "2", "--words", "9", "--seed", "5", "--ghost", "--json", "all.json", "--svg", "plot.svg", folder,
    ]
    let outcome = try Program.run("catchword-bench", ["quality"] + arguments, home: home)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("6 files, "))
    #expect(outcome.output.contains("seed 5: 2 files are typed anew, 18 words of them are asked for; "))
    for name in [QualityRun.ours] + WordOrder.allCases.map(\.name) {
      #expect(outcome.output.contains("\n| \(name) "), "\(outcome.output)")
    }
    let json = try JSONValue(parsing: try #require(home.read("all.json")))
    let words = json["words"]?.arrayValue ?? []
    #expect(words.count == 18)
    for word in words {
      let ranks = word["ranks"]?.objectValue ?? [:]
      #expect(ranks.count == 5)
      #expect(Set(ranks.values.map { $0.arrayValue?.count }) == [min(12, word["word"]?.stringValue?.count ?? 0)])
    }
    // The words are in the other files, so after three letters they are offered.
    let offered = words.filter { $0["ranks"]?[QualityRun.ours]?.arrayValue?[3].intValue ?? 0 > 0 }
    let known = words.filter { $0["ranks"]?[WordOrder.frequency.name]?.arrayValue?[3].intValue ?? 0 > 0 }
    #expect(offered.count >= known.count && !known.isEmpty)
    #expect(try isWellFormed(try #require(home.read("plot.svg"))))
    let again = try Program.run("catchword-bench", ["quality"] + arguments, home: home)
    #expect(again.code == 0)
    let second = try JSONValue(parsing: try #require(home.read("all.json")))
    #expect(second["words"] == json["words"])
    // Nothing is left of the workspace that was made for it.
    let left = try FileManager.default.contentsOfDirectory(atPath: home.url.path).filter { $0.hasPrefix("catchword-") }
    #expect(left == [])
  }

  @Test func whatIsBelowItsFloorFails() throws {
    try writeTexts()
    try home.write(#"{"top 5 after 3 letters": 1.5, "keys saved, top 5": -1}"#, to: "floors.json")
    let outcome = try quality("--files", "1", "--words", "3", "--floors", "floors.json", home.url.path + "/texts")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("\"top 5 after 3 letters\" is "), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasSuffix("and its floor is 1.500.\n"))
    try home.write(#"{"keys saved, top 5": -1}"#, to: "floors.json")
    let kept = try quality("--files", "1", "--words", "3", "--floors", "floors.json", home.url.path + "/texts")
    #expect(kept.code == 0)
    #expect(kept.output.hasSuffix("All floors are kept.\n"))
  }

  @Test func whatCannotBeReplayedIsSaidInOneLine() throws {
    let folder = home.url.path
    try home.write("", to: "empty/nothing.txt")
    try home.write("a\u{0}b", to: "binary/blob.txt")
    try home.write(String(repeating: "word ", count: 70_000), to: "huge/long.txt")
    try home.write((0..<50).map { "word\($0)\n" }.joined(), to: "single/one.txt")
    try home.write("just this\n", to: "short/one.txt")
    try home.write("{", to: "floors.json")
    let cases: [([String], Int32, String)] = [
      (["\(folder)/none"], 1, "\(folder)/none: there is no such folder."),
      (["\(folder)/short/one.txt"], 1, "\(folder)/short/one.txt is a file; name a folder."),
      (["\(folder)/empty"], 1, "\(folder)/empty: there is no text in the folder; left out: 1 that are empty."),
      (
        ["\(folder)/binary"], 1, "\(folder)/binary: there is no text in the folder; left out: 1 that are no UTF-8 text."
      ),
      (
        ["\(folder)/huge"], 1,
        "\(folder)/huge: there is no text in the folder; left out: 1 of more than 300,000 bytes."
      ),
      (
        ["\(folder)/short"], 1,
        "\(folder)/short: no file has 40 words of 4 letters, and at least half of it for itself."
      ),
      (["--extensions", "swift", "\(folder)/single"], 1, "no file of the wanted kind has 40 words"),
      (["\(folder)/single", "--floors", "floors.json"], 1, "floors.json: "),
      (["\(folder)/single", "--floors", "none.json"], 1, "none.json: the file of floors cannot be read."),
      ([], 64, "quality needs a folder: catchword-bench quality DIR"),
      (["a", "b"], 64, "quality takes one folder, and \"b\" is a second."),
      (["a", "--files", "0"], 64, "--files needs a number from 1 to 10000, not \"0\"."),
      (["a", "--svg"], 64, "--svg needs a file."),
      (["a", "--sgv", "x"], 64, "unknown argument \"--sgv\"; see catchword-bench --help."),
    ]
    for (arguments, code, message) in cases {
      let outcome = try Program.run("catchword-bench", ["quality"] + arguments, home: home)
      #expect(outcome.code == code, "\(arguments)")
      #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
      #expect(outcome.output == "")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    // One file is enough: what has been typed of it is all that is known.
    let outcome = try quality("\(folder)/single", "--words", "2")
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}

/// Which files and words a replay is made of.
struct ReplayTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    let bytes = Array(text.utf8)
    ReplayToken.forEach(in: text) { token in
      let piece = String(decoding: bytes[token.range], as: UTF8.self)
      #expect(piece.unicodeScalars.count == token.length)
      tokens.append("\(token.kind) \(piece == "\n" ? "⏎" : piece)")
    }
    return tokens
  }

  @Test(
    arguments: [
      ("", []), ("\n\n a", ["word a"]), ("a\n \n\tb\n", ["word a", "lineEnd ⏎", "word b", "lineEnd ⏎"]),
      ("don't x2+=3px", ["word don", "mark '", "word t", "word x2", "mark +", "mark =", "number 3px"]),
      ("_größe東京 ²a Ⅷ ٣x", ["word _größe東京", "number ²a", "number Ⅷ", "number ٣x"]),
      ("e\u{301}\u{2028}👩‍👩", ["word e", "mark \u{301}", "mark 👩", "mark \u{200D}", "mark 👩"]),
    ] as [(String, [String])])
  func textsAreCutIntoTokens(text: String, expected: [String]) { #expect(tokens(text) == expected) }

  @Test func onlyTextThatSomeoneTypesIsRead() throws {
    let folder = home.url.path
    try home.write("b\r\nc\r\r\n", to: "sub/b.txt")
    try home.write("a", to: "a.txt")
    try home.write("z", to: ".hidden")
    for name in [
      ".git/config", ".github/x", "node_modules/x.js", "build/y", "deep/vendor/z", "Package.LOCK", "a.min.js", "x.svg",
    ] { try home.write("no", to: name) }
    try home.write(String(repeating: "ä", count: 3001) + "\n", to: "wide.txt")
    try home.write(String(repeating: "ä", count: 3000) + "\n", to: "narrow.txt")
    try Data([0x61, 0xFF]).write(to: home.url.appendingPathComponent("latin.txt"))
    try home.link("link.txt", to: folder + "/a.txt")
    try home.link("loop", to: folder)
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    let replay = try ReplayFolder(path: folder)
    #expect(replay.files.map(\.path) == [".hidden", "a.txt", "narrow.txt", "sub/b.txt"])
    #expect(replay.files.last?.text == "b\nc\r\n")
    #expect(
      replay.leftOut == [
        "by their names": 3, "that are no UTF-8 text": 1, "that are no files": 1,
        "with lines of more than 3,000 characters": 1,
      ])
    #expect(
      replay.remarks
        == "left out: 3 by their names, 1 that are no UTF-8 text, 1 that are no files, "
        + "1 with lines of more than 3,000 characters")
  }

  private func corpus(_ texts: [String]) -> ReplayCorpus {
    ReplayCorpus(
      texts.enumerated().map { ReplayFolder.File(path: "f\($0.offset).x.txt", bytes: ContiguousArray($0.element.utf8)) }
    )
  }

  /// A file more or less changes no more than one of those that are drawn, and of the others no word.
  @Test func oneFileMoreChangesNoMoreThanOneThatIsDrawn() {
    var random = SoakRandom(seed: 5)
    let texts = (0..<20).map { number in
      (0..<90).map { _ in "w\(number)o\(random.number(below: 70))" }.joined(separator: " ")
    }
    for seed in UInt64(0)..<20 {
      let draws = [Array(texts.dropLast()), texts].map { texts in
        HeldOutFile.draw(from: corpus(texts), extensions: [], files: 6, words: 20, seed: seed)
      }
      let words = draws.map { Set($0.map { "\($0.number) \($0.places)" }) }
      #expect(words[0].subtracting(words[1]).count <= 1)
    }
  }

  @Test func drawsAreTheSameForTheSameSeed() {
    var random = SoakRandom(seed: 3)
    let texts = (0..<9).map { number in
      (0..<90).map { _ in "w\(number)o\(random.number(below: 70))" }.joined(separator: " ")
    }
    let corpus = corpus(texts)
    let draw = { (seed: UInt64) in
      HeldOutFile.draw(from: corpus, extensions: ["txt"], files: 4, words: 20, seed: seed)
        .map { "\($0.number) \($0.places)" }
    }
    #expect(draw(1).count == 4 && draw(1) == draw(1) && draw(1) != draw(2))
    #expect(HeldOutFile.draw(from: corpus, extensions: ["x"], files: 4, words: 20, seed: 1).isEmpty)
    for file in HeldOutFile.draw(from: corpus, extensions: [], files: 99, words: 20, seed: 1) {
      #expect(file.places.count == 20 && Set(file.places).count == 20 && file.places == file.places.sorted())
      for place in file.places {
        #expect(corpus.spans[file.number].tokens.contains(place))
        #expect(corpus.lengths[Int(corpus.tokens[place])] >= 4)
      }
    }
  }

  @Test func copiesAreNotTyped() {
    let texts = (0..<3).map { number in (0..<60).map { "word\(number)x\($0)" }.joined(separator: " ") }
    let all = corpus(texts + [texts[0], texts[1].replacing("word1x9 ", with: "other ")])
    let drawn = HeldOutFile.draw(from: all, extensions: [], files: 9, words: 9, seed: 1)
    #expect(drawn.map(\.number) == [2])
  }
}

/// The orders that ours is compared with, and what a rank is worth.
struct RankTests {
  private static let corpus = ReplayCorpus([
    ReplayFolder.File(path: "a", bytes: ContiguousArray("beta beta beta alpha Bet be beam beam".utf8)),
    ReplayFolder.File(path: "b", bytes: ContiguousArray("bead beta1 bead alpha beta beam".utf8)),
  ])

  private func rank(_ word: String, _ typed: String, in order: WordOrder, after words: Int) -> Int {
    let corpus = Self.corpus
    var soFar = TypedSoFar(corpus, file: 1)
    soFar.type(upTo: corpus.spans[1].tokens.lowerBound + words)
    let entry = corpus.vocabulary.firstIndex(of: word) ?? 0
    return soFar.rank(of: entry, typed: typed.count, in: order)
  }

  @Test(
    arguments: [
      // By the alphabet it is alpha, bead, beam, Bet, beta, beta1; `be` is too short, and `bead` is not typed yet.
      ("beta", "", .alphabetical, 0, 4), ("beta", "b", .alphabetical, 0, 3), ("beta", "b", .alphabetical, 1, 4),
      ("bead", "b", .alphabetical, 0, 0), ("Bet", "B", .alphabetical, 0, 2), ("Bet", "B", .frequency, 0, 1),
      ("beta", "", .frequency, 0, 1), ("beam", "", .frequency, 0, 2), ("alpha", "", .frequency, 0, 3),
      ("bead", "b", .frequency, 3, 2), ("beam", "", .frequency, 3, 3),
      ("beta1", "", .recency, 2, 1), ("bead", "", .recency, 2, 2), ("beta", "", .recency, 2, 3),
      ("alpha", "", .recency, 2, 5), ("alpha", "", .recency, 4, 1), ("bead", "", .recency, 4, 2),
      ("beta", "", .nearestBackward, 2, 3), ("alpha", "", .nearestBackward, 2, 4),
      ("Bet", "", .nearestBackward, 2, 5), ("beam", "", .nearestBackward, 2, 6),
      ("beam", "beam", .recency, 0, 1), ("beta", "bet", .recency, 2, 2),
    ] as [(String, String, WordOrder, Int, Int)])
  func ordersRank(word: String, typed: String, order: WordOrder, after: Int, expected: Int) {
    #expect(rank(word, typed, in: order, after: after) == expected)
  }

  @Test func ranksHaveTheirWorth() {
    var tally = RankTally()
    #expect(tally.reciprocalRank(after: 0) == 0 && tally.savedKeys(fromFirst: 1) == 0)
    tally.add(length: 8, ranks: [0, 4, 1, 1, 1, 1, 1, 1])
    tally.add(length: 4, ranks: [2, 0, 5, 1])
    #expect(tally.reciprocalRank(after: 0) == 0.25)
    #expect(tally.reciprocalRank(after: 1) == 0.125)
    #expect(tally.reciprocalRank(after: 5) == 1)
    #expect(tally.share(inFirst: 1, after: 2) == 0.5)
    #expect(tally.share(inFirst: 5, after: 2) == 1)
    #expect(tally.share(inFirst: 5, after: 1) == 0.5)
    // Taken after two letters: three keys of eight. After one letter from the fourth place: five. The other one is typed.
    let letters: Double = 12
    #expect(tally.savedKeys(fromFirst: 1) == 1 - 7 / letters)
    #expect(tally.savedKeys(fromFirst: 5) == 1 - 9 / letters)
    #expect(tally.neededLetters(forFirst: 1) == 2.5)
    #expect(tally.neededLetters(forFirst: 5) == 1.5)
  }

  @Test func confidenceIsHeldAgainstWhatWasRight() {
    var ghosts = GhostTally(confidence: 0.5)
    #expect(ghosts.calibrationError == 0 && ghosts.precision == 0 && ghosts.shownShare == 0)
    for _ in 0..<8 { ghosts.add(GhostTally.Answer(confidence: 0.75, isRight: true, length: 6)) }
    ghosts.add(nil)
    ghosts.add(nil)
    #expect(ghosts.shownShare == 0.8 && ghosts.precision == 1 && ghosts.rightLength == 6)
    #expect(abs(ghosts.calibrationError - 0.25) < 1e-12)
    for _ in 0..<8 { ghosts.add(GhostTally.Answer(confidence: 0.25, isRight: false, length: 3)) }
    // What was said to be unlikely was wrong, and what was said to be likely right: by a quarter too timid, or too bold.
    #expect(abs(ghosts.calibrationError - 0.25) < 1e-12)
    var exact = GhostTally(confidence: 0)
    for number in 0..<64 { exact.add(GhostTally.Answer(confidence: 0.5, isRight: number % 2 == 0, length: 1)) }
    #expect(exact.calibrationError < 1e-12 && exact.precision == 0.5)
  }

  @Test func floorsAreComparedByName() {
    let figures = QualityFigures(values: ["a": 0.5, "b": -0.25])
    #expect(figures.misses(["a": .number("0.5"), "b": .number("-0.3")]) == [])
    #expect(
      figures.misses(["a": .number("0.75"), "b": 0]) == [
        "\"a\" is 0.500, and its floor is 0.750.", "\"b\" is -0.250, and its floor is 0.000.",
      ])
    #expect(figures.misses(["c": 1, "d": "x"]) == ["There is no figure \"c\".", "The floor of \"d\" is no number."])
    #expect(figures.misses([:]) == ["There are no floors."])
  }

  @Test func thePlotIsXMLWhateverTheNames() throws {
    let nasty = "<&>\"'\u{1}\u{FFFF}\n]]>é"
    let values = [0, 0.5, 1.25, -1, .infinity, .nan, 1]
    let plot = RankPlot(
      title: nasty, subtitle: nasty + String(repeating: "long ", count: 60),
      lines: (0..<7).map { RankPlot.Line(name: "\(nasty) \($0)", values: values, isOurs: $0 == 0) })
    #expect(try isWellFormed(plot.svg))
    #expect(!plot.svg.contains("nan") && !plot.svg.contains("inf"))
    #expect(try isWellFormed(RankPlot(title: "", subtitle: "", lines: []).svg))
    #expect(try !isWellFormed("<a><b></a>"))
    #expect(plot.svg.contains("letters typed") && plot.svg.contains("prefers-color-scheme: dark"))
  }
}

/// True when every tag is closed, in turn, and every reference is known.
///
/// Foundation's own parser is not in every installation, and this is XML of our own making, without comments and CDATA.
private func isWellFormed(_ xml: String) throws -> Bool {
  var open: [Substring] = []
  let tag = /<(?<end>\/?)(?<name>[a-z]+)(?<attributes>(?: [A-Za-z0-9:-]+="[^"<]*")*)(?<empty>\/?)>/
  var rest = xml[...]
  func isText(_ text: Substring) -> Bool {
    !text.contains("<") && !text.contains("]]>")
      && text.replacing(/&(?:amp|lt|gt|quot);/, with: "").contains("&") == false
      && text.unicodeScalars.allSatisfy { ($0.value >= 0x20 || $0 == "\n") && $0.value & 0xFFFE != 0xFFFE }
  }
  while let match = rest.firstMatch(of: tag) {
    guard isText(rest[..<match.range.lowerBound]), isText(match.attributes) else { return false }
    if !match.end.isEmpty {
      guard open.popLast() == match.name else { return false }
    } else if match.empty.isEmpty {
      open.append(match.name)
    }
    rest = rest[match.range.upperBound...]
  }
  return open.isEmpty && isText(rest)
}
