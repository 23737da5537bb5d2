import CatchwordText
import TestSupport
import Testing

@testable import CatchwordCompletion

/// Which candidates were accepted, told from edits.
struct AcceptanceDetectorTests {
  /// An editor with one document, as its server sees it.
  private struct Editor {
    var document: DocumentSnapshot
    var detector = AcceptanceDetector()
    /// What has been handed over.
    var handedOver: [Acceptance] = []

    init(_ text: String, languageID: String = "swift") {
      document = DocumentSnapshot(uri: "a", languageID: languageID, version: 1, text: Text(text))
    }

    var text: String { document.text.string }

    /// What would have been handed over if all ended here.
    var accepted: [Acceptance] {
      var detector = detector
      return handedOver + detector.end()
    }

    /// - Parameter range: nil for the whole text.
    mutating func edit(_ range: Range<Int>?, _ string: String) {
      let change = TextChange(document.text, replacing: range ?? 0..<document.text.count, with: string)
      document = document.updated(version: document.version + 1, text: change.after)
      let edit = AcceptanceDetector.Edit(
        replaced: range, insertedCount: string.utf8.count, change: change, document: document)
      if let acceptance = detector.edit(edit) { handedOver.append(acceptance) }
    }

    mutating func begin(at offset: Int) -> (query: CompletionQuery, place: Int) {
      let query = CompletionQuery(document: document, offset: offset)
      let (place, accepted) = detector.begin(query)
      handedOver += accepted
      return (query, place)
    }

    mutating func show(_ candidates: [Candidate], for request: (query: CompletionQuery, place: Int)) {
      let items = candidates.map {
        CompletionResult.Item(candidate: $0, source: "words", signals: RankingSignals())
      }
      detector.show(CompletionResult(query: request.query, items: items, isIncomplete: false), at: request.place)
    }

    mutating func complete(at offset: Int, _ words: [String]) {
      show(words.map { Candidate($0) }, for: begin(at: offset))
    }
  }

  /// Edits by byte ranges of a text whose cursor is at `|`.
  @Test(
    arguments: [
      // As clients send it: what is new, the whole word, the whole line, everything, first away and then there.
      ("x hel|", [(5..<5, "lo")], "hello"), ("x hel|", [(2..<5, "hello")], "hello"),
      ("x hel|", [(0..<5, "x hello")], "hello"),
      ("x hel|", [(nil, "x hello")], nil), ("x hel|", [(nil, "x helicopter")], "helicopter"),
      ("x hel|", [(2..<5, ""), (2..<2, "hello")], "hello"),
      // With something behind it, and with the rest of a word before which the cursor stands.
      ("x hel|", [(5..<5, "lo()")], "hello"), ("x hel|", [(2..<5, "hello ")], "hello"),
      ("x hel|px", [(2..<7, "hello")], "hello"),
      ("x hel|px", [(2..<5, "hello")], "hello"),
      // With something elsewhere, before or after it.
      ("x\nhel|", [(2..<5, "hello"), (0..<0, "import a\n")], "hello"),
      ("x\nhel|", [(0..<0, "import a\n"), (11..<14, "hello")], "hello"),
      ("hel| x", [(5..<5, "y"), (0..<3, "hello")], "hello"),
      // After typing on, also to another word.
      ("x h|", [(3..<3, "e"), (4..<4, "l"), (5..<5, "lo")], "hello"), ("x |", [(2..<2, "hello")], "hello"),
      ("x |", [(2..<2, "h"), (2..<3, "hello")], "hello"), ("x hex|", [(4..<5, ""), (4..<4, "llo")], "hello"),
      // In another case, or where a typo was.
      ("x HEL|", [(2..<5, "hello")], "hello"), ("x hexlo|", [(2..<7, "hello")], "hello"),
      // Typed out, each letter by itself, or the last letter.
      ("x hel|", [(5..<5, "l"), (6..<6, "o")], nil), ("x hell|", [(6..<6, "o")], nil),
      ("x hell|", [(2..<6, "hello")], nil),
      ("x hell|", [(0..<6, "x hello")], nil), ("x hexlo|", [(4..<5, "l")], nil),
      // Something else, or elsewhere.
      ("x hel|", [(5..<5, "p me")], nil), ("x hel|", [(0..<0, "hello ")], nil), ("hel| x", [(5..<5, " hello")], nil),
      ("x hel|", [(5..<5, "los")], nil), ("x hel|", [(0..<5, "y")], nil), ("x hel|", [(5..<5, "lo_x")], nil),
      // A paste that only begins with it, and a line in which more was there already.
      ("x hel|", [(5..<5, "lo and more text")], nil), ("x hel|", [(2..<5, "hello (a)")], nil),
      ("x hel|", [(5..<5, "lo                  ")], nil), ("hel| and more", [(0..<12, "hello and more")], "hello"),
      // Taken back, and made again.
      ("x hel|", [(5..<5, "lo"), (5..<7, ""), (5..<5, "lo")], "hello"),
      // Taken back: at once, by letters, to the whole line, with what was behind it, and more of it than was put there.
      ("x hel|", [(5..<5, "lo"), (5..<7, "")], nil), ("x hel|", [(5..<5, "lo"), (6..<7, ""), (5..<6, "")], nil),
      ("x hel|", [(0..<5, "x hello"), (0..<7, "x hel"), (5..<5, " ")], nil),
      ("x hel|px", [(2..<7, "hello"), (2..<7, "helpx"), (0..<0, " ")], nil),
      ("x HEL|", [(2..<5, "hello"), (2..<7, "HEL"), (5..<5, " ")], nil),
      ("x hel|", [(nil, "x helicopter"), (nil, "x hel"), (nil, "x hel y")], nil),
      ("x hel|", [(5..<5, "lo"), (2..<7, ""), (2..<2, " ")], nil), ("x hel|", [(5..<5, "lo"), (0..<7, "")], nil),
      // Looked at, one after the other: what differs, whole words, everything, first away and then there.
      ("x he|", [(4..<4, "llo"), (5..<7, "p"), (5..<6, "icopter"), (12..<12, " ")], "helicopter"),
      ("x he|", [(4..<4, "llo"), (5..<7, "p"), (6..<6, " ")], "help"),
      ("x he|", [(2..<4, "hello"), (2..<7, "help"), (2..<6, "helicopter"), (2..<12, "hello")], "hello"),
      ("x he|", [(nil, "x helicopter"), (nil, "x hello"), (nil, "x help"), (nil, "x help ")], "help"),
      ("x he|", [(4..<4, "llo"), (4..<7, ""), (4..<4, "lp"), (6..<6, " ")], "help"),
      ("x he|", [(4..<4, "llo"), (5..<7, ""), (5..<5, "p"), (6..<6, " ")], "help"),
      ("x he|", [(4..<4, "lp"), (5..<6, "lo()")], "hello"),
      // Looked at, and then none of them.
      ("x he|", [(4..<4, "llo"), (5..<7, "p"), (4..<6, ""), (4..<4, "y")], nil),
      ("x he|", [(4..<4, "llo"), (5..<7, "ron and more text")], nil),
      ("x he|", [(4..<4, "llo"), (5..<7, ""), (5..<5, "mut")], nil),
    ] as [(String, [(Range<Int>?, String)], String?)])
  func table(marked: String, edits: [(Range<Int>?, String)], accepted: String?) {
    let sides = marked.split(separator: "|", omittingEmptySubsequences: false)
    var editor = Editor(sides.joined())
    editor.complete(at: sides[0].utf8.count, ["help", "hello", "helicopter"])
    for (range, string) in edits { editor.edit(range, string) }
    #expect(editor.accepted.map(\.name) == [accepted].compactMap { $0 })
  }

  /// When it is known that the user has gone on.
  @Test(
    arguments: [
      ([(7..<7, " ")], true), ([(7..<7, "s")], true), ([(nil, "x hello ")], true), ([(0..<0, "import")], true),
      ([(2..<7, "hello(")], true), ([(6..<7, "")], false), ([(6..<7, ""), (6..<6, "o")], false),
      ([(6..<7, ""), (6..<6, "o"), (7..<7, "s")], true), ([], false),
    ] as [([(Range<Int>?, String)], Bool)])
  func whenItIsHandedOver(edits: [(Range<Int>?, String)], isOver: Bool) {
    var editor = Editor("x hel")
    editor.complete(at: 5, ["help", "hello", "helicopter"])
    editor.edit(5..<5, "lo")
    #expect(editor.handedOver.isEmpty)
    for (range, string) in edits { editor.edit(range, string) }
    #expect(editor.handedOver.map(\.name) == (isOver ? ["hello"] : []))
    #expect(editor.accepted.map(\.typed) == ["hel"])
  }

  @Test func itIsHandedOverWithAnotherListOrNone() {
    var editor = Editor("x hel\n")
    editor.complete(at: 5, ["hello"])
    editor.edit(5..<5, "lo")
    // A list for the same word may show another candidate of it.
    editor.complete(at: 7, ["hello", "hello_world"])
    #expect(editor.handedOver.isEmpty)
    var closed = editor
    #expect(closed.detector.close(uri: "a")?.name == "hello")
    #expect(closed.detector.end().isEmpty)
    editor.complete(at: 8, ["hello"])
    #expect(editor.handedOver.map(\.name) == ["hello"])
    #expect(editor.accepted.count == 1)
  }

  @Test func whatIsFilledIntoASnippetIsNotUndone() {
    var snippet = Candidate("for item in items", kind: .snippet)
    snippet.label = "for…"
    snippet.snippet = "for ${1:item} in ${2:items}"
    for edit in [(4..<8, "x"), (12..<17, "xs")] {
      var editor = Editor("fo")
      editor.show([snippet], for: editor.begin(at: 2))
      editor.edit(0..<2, "for item in items")
      editor.edit(edit.0, edit.1)
      #expect(editor.handedOver.map(\.name) == ["for…"])
    }
  }

  @Test func itSaysWhatWasTypedAndWhere() {
    var editor = Editor("x hel", languageID: "c")
    editor.complete(at: 5, ["hello"])
    editor.edit(2..<5, "hello")
    #expect(
      editor.accepted == [Acceptance(name: "hello", source: "words", typed: "hel", uri: "a", languageID: "c")])
  }

  @Test func candidatesThatBeginElsewhere() {
    var editor = Editor("see ~/do")
    var path = Candidate("~/documents/", kind: .folder)
    path.start = 4
    var snippet = Candidate("done()", kind: .snippet)
    snippet.label = "do…"
    snippet.snippet = "done($1)"
    let id = editor.begin(at: 8)
    editor.show([path, snippet], for: id)
    var other = editor
    editor.edit(6..<8, "documents/")
    #expect(editor.accepted.map(\.name) == ["~/documents/"])
    #expect(editor.accepted.map(\.typed) == ["~/do"])
    other.edit(6..<8, "done()")
    #expect(other.accepted.map(\.name) == ["do…"])
  }

  @Test func listsThatComeLateAreOfTheirPlace() {
    var editor = Editor("x h")
    let early = editor.begin(at: 3)
    editor.edit(3..<3, "e")
    editor.edit(0..<0, "yy ")
    editor.show([Candidate("hello")], for: early)
    editor.edit(5..<7, "hello")
    #expect(editor.accepted.map(\.name) == ["hello"])
    // A new word, and an answer to a question about the old one.
    editor.edit(10..<10, " ")
    let late = editor.begin(at: 11)
    editor.show([Candidate("hello")], for: early)
    editor.edit(11..<11, "hello")
    #expect(editor.accepted.count == 1)
    editor.show([Candidate("hello")], for: late)
    editor.edit(11..<16, "")
    editor.edit(11..<11, "hello")
    #expect(editor.accepted.count == 2)
  }

  @Test func whatIsClosedIsForgotten() {
    var editor = Editor("x hel")
    editor.complete(at: 5, ["hello"])
    #expect(editor.detector.close(uri: "a") == nil)
    editor.edit(5..<5, "lo")
    #expect(editor.accepted.isEmpty)
  }

  @Test func whoGoesElsewhereAcceptsNothing() {
    var editor = Editor("x hel y")
    editor.complete(at: 5, ["hello"])
    for _ in 0...AcceptanceDetector.maximumOtherEdits { editor.edit(7..<7, "z") }
    editor.edit(5..<5, "lo")
    #expect(editor.accepted.isEmpty)
  }

  /// A user who types, deletes, accepts and edits elsewhere, in the ways of all clients; the test knows what was meant.
  @Test func randomStreams() {
    var random = SeededRandom()
    let letters: [Character] = ["a", "b", "é"]
    var total = 0
    for _ in 0..<400 {
      var editor = Editor("one\ntwo \nthree")
      // The word is at the end of the second line.
      var start = 8
      var typed = ""
      var expected: [String] = []
      // What was accepted and may yet be replaced or undone, and what had been typed of it.
      var pending: (word: String, typed: String, isCut: Bool)?
      func goOn() {
        if let word = pending?.word { expected.append(word) }
        pending = nil
      }
      let words = Set((0..<6).map { _ in String((0..<(3 + random.below(6))).map { _ in letters[random.below(3)] }) })
      func end() -> Int { start + typed.utf8.count }
      var isShown = false
      for _ in 0..<30 {
        if random.below(2) == 0 {
          editor.complete(at: end(), words.sorted())
          isShown = true
        }
        switch random.below(6) {
        case 0, 1:
          let letter = words.sorted()[random.below(words.count)].dropFirst(typed.count).first ?? "a"
          editor.edit(end()..<end(), String(letter))
          typed.append(letter)
          if words.contains(typed), let typedBefore = pending?.typed {
            pending = (typed, typedBefore, false)
          } else if pending?.isCut == true {
            pending = nil
          } else {
            if pending != nil { isShown = false }
            goOn()
          }
        case 2:
          guard let last = typed.popLast() else { continue }
          editor.edit(end()..<end() + String(last).utf8.count, "")
          guard let (word, typedBefore, _) = pending else { continue }
          pending =
            words.contains(typed)
            ? (typed, typedBefore, false) : typedBefore.hasPrefix(typed) ? nil : (word, typedBefore, true)
        case 3:
          let isBefore = random.below(2) == 0
          editor.edit(isBefore ? 0..<0 : editor.document.text.count..<editor.document.text.count, "zz")
          if isBefore { start += 2 }
          if pending != nil { isShown = false }
          goOn()
        case 4:
          // A new word, after a space; what was cut has not become another.
          if pending?.isCut == true { pending = nil }
          goOn()
          editor.edit(end()..<end(), " ")
          start = end() + 1
          typed = ""
          isShown = false
        default:
          let style = random.below(5)
          guard isShown,
            let word = words.filter({ $0.hasPrefix(typed) && $0.count >= typed.count + 3 }).randomElement(
              using: &random)
          else { continue }
          let rest = String(word.dropFirst(typed.count))
          let line =
            editor.text.utf8.prefix(start).lastIndex(of: 10).map {
              editor.text.utf8.distance(from: editor.text.startIndex, to: $0) + 1
            } ?? 0
          switch style {
          case 0: editor.edit(end()..<end(), rest)
          case 1: editor.edit(start..<end(), word)
          case 2: editor.edit(line..<end(), editor.document.text.string(in: line..<start) + word)
          case 3:
            editor.edit(
              nil,
              editor.document.text.string(in: 0..<start) + word
                + editor.document.text.string(in: end()..<editor.document.text.count))
          default:
            editor.edit(start..<end(), "")
            editor.edit(start..<start, word)
            // Whatever was there has been taken back.
            pending = nil
          }
          pending = (word, pending?.typed ?? (style == 4 ? "" : typed), false)
          typed = word
        }
      }
      goOn()
      total += expected.count
      #expect(editor.accepted.map(\.name) == expected)
      guard editor.accepted.map(\.name) == expected else { return }
    }
    #expect(total > 200)
  }
}
