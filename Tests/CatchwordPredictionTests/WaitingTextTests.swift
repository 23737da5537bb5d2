import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

/// What a model has been told and not learned yet.
struct WaitingTextTests {
  private func document(_ uri: String, _ text: Text) -> DocumentSnapshot {
    DocumentSnapshot(uri: uri, languageID: "swift", version: 0, text: text)
  }

  private func learned() -> LearnedText {
    LearnedText(
      seed: 7, isLearned: { _ in true }, isPrivate: { _ in false }, path: { $0 },
      extent: DocumentTokens.Extent(reach: 1 << 20, pieceLength: 96))
  }

  private func scores(_ learned: inout LearnedText, at place: Int, in document: DocumentSnapshot) -> [String: Double] {
    Dictionary(
      learned.prediction(at: place, in: document).words(typed: "", limit: .max).map { ($0.text, $0.score) },
      uniquingKeysWith: { first, _ in first })
  }

  /// However many edits, openings and closings come between two questions.
  @Test(arguments: [RandomText.plain, RandomText.hard])
  func whatWaitedIsLearnedAsIfReadAnew(_ pieces: [String]) {
    var random = RandomText(pieces)
    for round in 0..<12 {
      var waiting = WaitingText()
      var model = learned()
      var texts: [String: Text] = [:]
      var order: [String] = []
      func use(_ name: String) { order = order.filter { $0 != name } + [name] }
      for _ in 0..<12 {
        for _ in 0..<random.below(round % 3 == 0 ? 200 : 12) {
          let name = ["one", "two", "three"][random.below(3)]
          switch random.below(20) {
          case 0, 1:
            let text = Text(random.string(upTo: 100))
            texts[name] = text
            waiting.open(document(name, text))
            use(name)
          case 2:
            texts[name] = nil
            waiting.close(name)
          default:
            guard let text = texts[name] else { continue }
            let change = random.edit(text)
            texts[name] = change.after
            waiting.note(change, in: document(name, change.after))
          }
        }
        model.learn(waiting.take())
        #expect(Set(model.documents.keys) == Set(texts.keys))
        guard let (name, text) = texts.min(by: { $0.key < $1.key }) else { continue }
        let (own, place) = (document(name, text), random.place(in: text))
        // Words that are gone count until there are many of them.
        _ = model.prediction(at: place, in: own)
        model.tidy()
        let found = scores(&model, at: place, in: own)
        use(name)
        var fresh = learned()
        for name in order { if let text = texts[name] { fresh.open(document(name, text)) } }
        let expected = scores(&fresh, at: place, in: own)
        #expect(Set(found.keys) == Set(expected.keys))
        for (word, score) in found { #expect(abs(score - (expected[word] ?? .infinity)) < 0.001, "\(word)") }
      }
    }
  }

  @Test func editsInARowAreOne() {
    var (waiting, text) = (WaitingText(), Text("let  = 1\n"))
    waiting.open(document("here", text))
    for place in 4..<500 {
      let change = TextChange(text, replacing: place..<place, with: "x")
      text = change.after
      waiting.note(change, in: document("here", text))
    }
    #expect(waiting.documents["here"]?.edits.map(\.inserted) == [4..<500])
    #expect(waiting.documents["here"]?.edits.map(\.replaced) == [4..<4])
  }

  @Test func editsAllOverATextStayFew() {
    var (waiting, text) = (WaitingText(), Text(String(repeating: "word \n", count: 10_000)))
    waiting.open(document("here", text))
    for step in 0..<1000 {
      let place = (step * 7919) % text.count
      let change = TextChange(text, replacing: place..<place, with: "x")
      text = change.after
      waiting.note(change, in: document("here", text))
      #expect((waiting.documents["here"]?.edits.count ?? 0) <= WaitingText.maximumEdits)
    }
  }

  @Test func documentsThatCameAndWentLeaveNothing() {
    var waiting = WaitingText()
    waiting.open(document("known", Text()))
    _ = waiting.take()
    for number in 0..<1000 {
      waiting.open(document("\(number)", Text("text")))
      waiting.close("\(number)")
      // Nobody opened it.
      let change = TextChange(Text("a"), replacing: 0..<0, with: "b")
      waiting.note(change, in: document("stranger\(number)", change.after))
      waiting.close("stranger\(number)")
    }
    #expect(waiting.isEmpty)
    waiting.close("known")
    #expect(waiting.documents.count == 1)
    _ = waiting.take()
    waiting.close("known")
    #expect(waiting.isEmpty)
  }

  @Test func aCorpusReplacesTheFilesBeforeIt() {
    var waiting = WaitingText()
    waiting.note(nil, path: "before")
    _ = waiting.install(.empty)
    waiting.note(nil, path: "after")
    let taken = waiting.take()
    #expect(taken.corpus != nil && taken.files.keys.sorted() == ["after"])
    #expect(waiting.isEmpty)
  }

  @Test func filesAreTakenOneByOneWhereThatIsWanted() {
    var waiting = WaitingText()
    for path in ["a", "b", "c"] { waiting.note(nil, path: path) }
    for left in [2, 1, 0] {
      #expect(waiting.take(files: 1).files.count == 1)
      #expect(waiting.files.count == left && waiting.hasFiles == (left > 0))
    }
  }
}
