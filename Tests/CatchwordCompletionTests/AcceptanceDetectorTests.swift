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
    var accepted: [Acceptance] = []
    private var requests: UInt64 = 0

    init(_ text: String, languageID: String = "swift") {
      document = DocumentSnapshot(uri: "a", languageID: languageID, version: 1, text: Text(text))
    }

    var text: String { document.text.string }

    /// - Parameter range: nil for the whole text.
    mutating func edit(_ range: Range<Int>?, _ string: String) {
      let change = TextChange(document.text, replacing: range ?? 0..<document.text.count, with: string)
      document = document.updated(version: document.version + 1, text: change.after)
      let edit = AcceptanceDetector.Edit(
        replaced: range, insertedCount: string.utf8.count, change: change, document: document)
      if let acceptance = detector.edit(edit) { accepted.append(acceptance) }
    }

    mutating func begin(at offset: Int) -> CompletionRequestID {
      requests += 1
      detector.begin(CompletionRequestID(requests), CompletionQuery(document: document, offset: offset))
      return CompletionRequestID(requests)
    }

    mutating func show(_ candidates: [Candidate], for id: CompletionRequestID) {
      let items = candidates.map {
        CompletionResult.Item(candidate: $0, source: "words", signals: RankingSignals())
      }
      detector.show(items, for: id, in: "a")
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
      // In another case, or where a slip was.
      ("x HEL|", [(2..<5, "hello")], "hello"), ("x hexlo|", [(2..<7, "hello")], "hello"),
      // Typed out, each letter by itself, or the last letter.
      ("x hel|", [(5..<5, "l"), (6..<6, "o")], nil), ("x hell|", [(6..<6, "o")], nil),
      ("x hell|", [(2..<6, "hello")], nil),
      ("x hell|", [(0..<6, "x hello")], nil), ("x hexlo|", [(4..<5, "l")], nil),
      // Something else, or elsewhere.
      ("x hel|", [(5..<5, "p me")], nil), ("x hel|", [(0..<0, "hello ")], nil), ("hel| x", [(5..<5, " hello")], nil),
      ("x hel|", [(5..<5, "los")], nil), ("x hel|", [(0..<5, "y")], nil), ("x hel|", [(5..<5, "lo_x")], nil),
      // Taken back, and made again.
      ("x hel|", [(5..<5, "lo"), (5..<7, ""), (5..<5, "lo")], "hello"),
    ] as [(String, [(Range<Int>?, String)], String?)])
  func table(marked: String, edits: [(Range<Int>?, String)], accepted: String?) {
    let sides = marked.split(separator: "|", omittingEmptySubsequences: false)
    var editor = Editor(sides.joined())
    editor.complete(at: sides[0].utf8.count, ["help", "hello", "helicopter"])
    for (range, string) in edits { editor.edit(range, string) }
    #expect(editor.accepted.map(\.name) == [accepted].compactMap { $0 })
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
    editor.detector.close(uri: "a")
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
        case 2:
          guard let last = typed.popLast() else { continue }
          editor.edit(end()..<end() + String(last).utf8.count, "")
        case 3:
          let isBefore = random.below(2) == 0
          editor.edit(isBefore ? 0..<0 : editor.document.text.count..<editor.document.text.count, "zz")
          if isBefore { start += 2 }
        case 4:
          // A new word, after a space.
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
          }
          expected.append(word)
          typed = word
          isShown = false
        }
      }
      total += expected.count
      #expect(editor.accepted.map(\.name) == expected)
      guard editor.accepted.map(\.name) == expected else { return }
    }
    #expect(total > 200)
  }
}
