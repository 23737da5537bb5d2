import CatchwordRPC
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import catchword_bench

/// `catchword-bench typing`, on texts as small as can be.
@Suite(.blocking) struct TypingTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func typing(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword-bench", ["typing"] + arguments, home: home)
  }

  /// A counter of an order in what was written of a run.
  private func count(_ name: String, _ kind: String, _ order: String) throws -> Int {
    let json = try JSONValue(parsing: try #require(home.read("all.json")))
    return try #require(json["counts"]?[kind]?[order]?[name]?.intValue)
  }

  @Test func aTextIsTypedByItself() throws {
    try home.write("Regenbogen Regenbogen\nRegenbogen\nzu ja\n", to: "letter.txt")
    let outcome = try typing("--json", "all.json", home.url.path + "/letter.txt")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("1 texts are typed, 1 of them with nothing beside them, "))
    #expect(outcome.output.contains("\n5 words, 3 of them at the end of a line, 29 letters\n"), "\(outcome.output)")
    #expect(!outcome.output.contains("by hand") && !outcome.output.contains("total"))
    // The word is there from the second time on, from its second to its last letter but one.
    #expect(try count("menus", "prose alone", "plain") == 16)
    #expect(try count("wantedFirst", "prose alone", "plain") == 16)
    #expect(try count("wordsFirst", "prose alone", "plain") == 2)
    // Ours waits for three letters in a sentence, and brings up nothing behind the word.
    #expect(try count("menus", "prose alone", "Catchword") == 14)
    #expect(try count("wantedFirst", "prose alone", "Catchword") == 14)
    #expect(try count("finishedWords", "prose alone", "Catchword") == 0)
  }

  @Test func ofAFolderEachKindIsTyped() throws {
    for number in 0..<4 {
      let words = (0..<50).map { "receiver\($0 % 9)x\(number)" }
      try home.write(words.map { "let \($0) = \($0)\n" }.joined(), to: "texts/f\(number).swift")
      try home.write(words.joined(separator: " and the ") + "\n", to: "texts/f\(number).md")
    }
    let arguments = ["--files", "2", "--words", "20", "--by-hand", "--json", "all.json", home.url.path + "/texts"]
    let outcome = try Program.run("catchword-bench", ["typing"] + arguments, home: home)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for kind in ["code", "prose", "total"] { #expect(outcome.output.contains("\n| \(kind) "), "\(outcome.output)") }
    let json = try #require(home.read("all.json"))
    for order in TypingRun.Order.allCases {
      for kind in ["code", "prose"] { #expect(try count("words", kind, order.rawValue) == 40) }
    }
    let parsed = try JSONValue(parsing: json)
    #expect(Set(parsed["texts"]?.arrayValue?.compactMap(\.stringValue) ?? []).count == 4)
    // A list that comes up by itself is short, and one that is asked for need not be.
    #expect(parsed["counts"]?["code"]?["Catchword"]?["items"]?["most"]?.intValue ?? 99 <= 20)
    #expect(try Program.run("catchword-bench", ["typing"] + arguments, home: home).output == outcome.output)
    #expect(home.read("all.json") == json)
    let left = try FileManager.default.contentsOfDirectory(atPath: home.url.path).filter { $0.hasPrefix("catchword-") }
    #expect(left == [])
  }

  @Test func whatIsOutOfItsBoundsFails() throws {
    try home.write("Regenbogen Regenbogen\n", to: "letter.txt")
    try home.write(
      #"{"prose alone: menus, beside plain": {"most": 0.5}, "code: menus": {"most": 1}}"#, to: "bounds.json")
    let outcome = try typing("--bounds", "bounds.json", home.url.path + "/letter.txt")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("\n\"code: menus\" was not measured.\n"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("\n\"prose alone: items of the longest menu\" has no bound.\n"))
    #expect(outcome.output.contains("\n\"prose alone: menus, beside plain\" is 0.875, and may be 0.500 at most.\n"))
  }

  @Test func whatCannotBeTypedIsSaidInOneLine() throws {
    let folder = home.url.path
    try home.write("a\u{0}b", to: "blob.txt")
    try home.write("just this\n", to: "short/one.txt")
    let cases: [([String], Int32, String)] = [
      (["\(folder)/none"], 1, "\(folder)/none: there is no such folder."),
      (["\(folder)/blob.txt"], 1, "\(folder)/blob.txt: the file cannot be typed; left out: 1 that are no UTF-8 text."),
      (
        ["\(folder)/short"], 1,
        "\(folder)/short: no file has 40 words of 4 letters, and at least half of it for itself."
      ),
      (["\(folder)/short/one.txt", "--bounds", "no.json"], 1, "no.json: the file of bounds cannot be read."),
      ([], 64, "typing needs a folder or a file: catchword-bench typing DIR"),
      (["a", "--words", "0"], 64, "--words needs a number from 1 to 100000, not \"0\"."),
      (["a", "--ghost"], 64, "unknown argument \"--ghost\"; see catchword-bench --help."),
    ]
    for (arguments, code, message) in cases {
      let outcome = try Program.run("catchword-bench", ["typing"] + arguments, home: home)
      #expect(outcome.code == code, "\(arguments)")
      #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
      #expect(outcome.output == "")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }
}

/// What a menu is worth while a word is typed, and how that is counted.
struct TypingTallyTests {
  /// The menu in a text whose cursor is at the `|`, in or behind the word that follows the `[`.
  private func menu(_ notation: String, _ items: [(Int, String)]) throws -> TypingMenu? {
    let bytes = Array(notation.utf8)
    let word = try #require(bytes.firstIndex(of: UInt8(ascii: "[")))
    let cursor = try #require(bytes.firstIndex(of: UInt8(ascii: "|"))) - 1
    let text = ContiguousArray(notation.utf8.filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "|") })
    let end = text[word...].firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") } ?? text.count
    return TypingMenu(
      items.map { OfferedItem(start: $0.0, text: $0.1) }, for: word..<end, cursor: cursor, in: text)
  }

  @Test func aListIsJudgedByWhatTheTextGoesOnWith() throws {
    #expect(try menu("the [pr|inter", []) == nil)
    let plain = try #require(try menu("the [pr|inter", [(4, "print"), (4, "Primer"), (4, "printer")]))
    #expect(plain.items == 3 && plain.rank == 3 && plain.letters == 2 && plain.hasBeginning && plain.changesText)
    // A compound is right for its second half, and an item may replace no more than that half.
    #expect(try menu("a well-[kn|own fact", [(2, "well-known")])?.rank == 1)
    #expect(try menu("a well-[kn|own fact", [(7, "known")])?.rank == 1)
    #expect(try menu("a well-[kn|own fact", [(2, "well-kn")])?.rank == 0)
    #expect(try menu("a well-[kn|own fact", [(2, "well-known")])?.letters == 7)
    // What begins otherwise, whatever the case and the accents.
    #expect(try menu("[gru|ss", [(0, "Grüße")])?.hasBeginning == true)
    #expect(try menu("[gru|ss", [(0, "ungern"), (0, "geruht")])?.hasBeginning == false)
    #expect(try menu("[grü|ße", [(0, "zu")])?.letters == 3)
  }

  @Test func behindAWordOnlyWhatGoesOnHelps() throws {
    #expect(try menu("a [well|-known fact", [(2, "well-known")])?.rank == 1)
    #expect(try menu("a [well|", [(2, "well")])?.rank == 0)
    #expect(try menu("a [well|", [(2, "well"), (2, "wells")])?.changesText == false)
    #expect(try menu("a [well|", [(2, "wells"), (2, "well")])?.changesText == true)
    #expect(try menu("a well-[known|", [(2, "well-known")])?.changesText == false)
  }

  private static let some = TypingMenu(items: 3, rank: 1)

  @Test(
    arguments: [
      // Nothing came up.
      ([nil, nil], false, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      // Menus, first, in ten, without, words first; nothing begins so, below five letters and above; finished, Enter.
      ([some, some, nil], false, [2, 2, 2, 0, 1, 0, 0, 0, 0, 0]),
      ([TypingMenu(items: 9, rank: 9), TypingMenu(items: 20, rank: 11)], false, [2, 0, 1, 0, 0, 0, 0, 1, 0, 1]),
      ([some, TypingMenu(items: 1, rank: 0)], true, [2, 1, 1, 1, 1, 0, 0, 1, 1, 0]),
      ([nil, TypingMenu(items: 1, rank: 0, changesText: false)], true, [1, 0, 0, 1, 0, 0, 0, 1, 0, 0]),
      (
        [
          TypingMenu(items: 1, rank: 0, hasBeginning: false, letters: 4),
          TypingMenu(items: 1, rank: 0, hasBeginning: false, letters: 5), nil,
        ], false, [2, 0, 0, 2, 0, 1, 1, 0, 0, 0]
      ),
    ] as [([TypingMenu?], Bool, [Int])])
  func eachWordIsCounted(menus: [TypingMenu?], isAtLineEnd: Bool, expected: [Int]) {
    var tally = TypingTally()
    tally.add(TypedWord(menus: menus, isAtLineEnd: isAtLineEnd))
    func counts(_ tally: TypingTally) -> [Int] {
      [
        tally.menus, tally.first, tally.inTen, tally.without, tally.wordsFirst, tally.strange.behindFew,
        tally.strange.behindMany, tally.finished, tally.changed.atLineEnds, tally.changed.elsewhere,
      ]
    }
    #expect(counts(tally) == expected)
    #expect(tally.words == 1 && tally.wordsAtLineEnds == (isAtLineEnd ? 1 : 0) && tally.places == menus.count)
    var both = tally
    both.add(tally)
    #expect(counts(both) == expected.map { 2 * $0 })
    #expect(both.words == 2 && both.places == 2 * menus.count)
  }

  @Test func menusHaveALength() {
    var tally = TypingTally()
    #expect(tally.meanItems == 0 && tally.tailItems == 0 && tally.mostItems == 0)
    for items in 1...200 { tally.add(TypedWord(menus: [TypingMenu(items: items, rank: 1)], isAtLineEnd: false)) }
    #expect(tally.meanItems == 100.5 && tally.tailItems == 199 && tally.mostItems == 200)
  }

  @Test func figuresAreHeldWithinTheirBounds() {
    var (ours, taking, plain) = (TypingTally(), TypingTally(), TypingTally())
    for _ in 0..<3 { ours.add(TypedWord(menus: [Self.some], isAtLineEnd: true)) }
    for _ in 0..<2 { taking.add(TypedWord(menus: [Self.some], isAtLineEnd: true)) }
    for _ in 0..<4 { plain.add(TypedWord(menus: [Self.some, Self.some], isAtLineEnd: false)) }
    let values = TypingFigures.values(of: ours, taking: taking, beside: plain)
    #expect(values["menus, beside plain"] == 0.375)
    #expect(values["words that Enter would change, beside plain"] == 0.5)
    #expect(values["lines that Enter would change"] == 2)
    let figures = TypingFigures(values: ["a": 0.5, "b": 2])
    #expect(figures.misses(["a": ["least": .number("0.5")], "b": ["most": 2]]) == [])
    #expect(
      figures.misses(["a": ["least": .number("0.6")], "b": ["most": 1]]) == [
        "\"a\" is 0.500, and must be 0.600 at least.", "\"b\" is 2.000, and may be 1.000 at most.",
      ])
    #expect(figures.misses(["b": [:], "c": ["most": 1]]).count == 3)
    #expect(figures.misses([:]) == ["There are no bounds."])
  }

  @Test func aPlainCompletionOffersTheNearestFirst() {
    func file(_ text: String) -> ReplayFolder.File { ReplayFolder.File(path: "f", bytes: ContiguousArray(text.utf8)) }
    var plain = PlainMenu([file("prose price print"), file("prime print Prague")])
    #expect(plain.words(beginningWith: "pr") == ["prose", "price", "print", "prime"])
    for word in ["printer", "price", "other", "printer", "prime"] { plain.type(word) }
    #expect(plain.words(beginningWith: "pri") == ["prime", "printer", "price", "print"])
    // The word itself is no help.
    #expect(plain.words(beginningWith: "print") == ["printer"])
  }

  @Test func neighboursAreTheNearestFilesOfTheFolder() {
    func file(_ path: String) -> ReplayFolder.File { ReplayFolder.File(path: path, bytes: []) }
    let all = (10..<40).map { file("a/\($0).c") }
    let others = [file("z.c")] + all.filter { $0.path != "a/20.c" } + [file("a/b/0.c")]
    let text = TypingText(file: file("a/20.c"), others: others)
    #expect(text.neighbours.map(\.path) == [15, 16, 17, 18, 19, 21, 22, 23, 24, 25].map { "a/\($0).c" })
    #expect(TypingText(file: file("a/10.c"), others: Array(all.dropFirst())).neighbours.first?.path == "a/11.c")
    #expect(TypingText(file: file("a/39.c"), others: all.dropLast()).neighbours.last?.path == "a/38.c")
    #expect(TypingText(file: file("q.c"), others: others).neighbours.map(\.path) == ["z.c"])
    #expect(TypingText(file: file("q.md"), others: []).kind == .proseAlone && text.kind == .code)
    #expect(TypingText(file: file("q.md"), others: others).kind == .prose)
    let letter = TypingText(
      file: ReplayFolder.File(path: "l", bytes: ContiguousArray("a größe, x_1\n42 is".utf8)), others: [])
    #expect(letter.words(first: 9) == [2..<9, 11..<14, 18..<20])
    #expect(letter.words(first: 1) == [2..<9])
  }
}
