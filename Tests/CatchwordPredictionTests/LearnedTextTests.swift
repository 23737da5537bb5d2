import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

struct LearnedTextTests {
  private static let extent = DocumentTokens.Extent(reach: 1 << 20, pieceLength: 96)
  private static let names = ["one", "two", "three", "four"]

  private func model(isLearned: @escaping @Sendable (String) -> Bool = { _ in true }) -> LearnedText {
    LearnedText(
      seed: 7, isLearned: isLearned, isPrivate: { $0 == "private" }, path: { $0 }, extent: LearnedTextTests.extent)
  }

  private func document(_ uri: String, _ text: Text) -> DocumentSnapshot {
    DocumentSnapshot(uri: uri, languageID: "swift", version: 0, text: text)
  }

  private func corpus(_ files: [String: String]) throws -> Corpus {
    var builder = CorpusBuilder(seed: 7)
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      #expect(add(ContiguousArray(text.utf8), path: path, to: &builder))
    }
    return try #require(builder.build())
  }

  private func scores(_ prediction: Prediction) -> [String: Double] {
    Dictionary(
      prediction.words(typed: "", limit: .max).map { ($0.text, $0.score) }, uniquingKeysWith: { first, _ in first })
  }

  private func expectEqual(_ left: [String: Double], _ right: [String: Double], _ note: String) {
    #expect(Set(left.keys) == Set(right.keys), "\(note)")
    for (word, score) in left { #expect(abs(score - (right[word] ?? .infinity)) < 0.001, "\(word) \(note)") }
  }

  @Test(arguments: [RandomText.plain, RandomText.hard])
  func whatWasFollowedIsWhatWasReadAnew(_ pieces: [String]) throws {
    var random = RandomText(pieces)
    for _ in 0..<4 {
      var model = model()
      var corpus = Corpus.empty
      var texts: [String: Text] = [:]
      var files: [String: String?] = [:]
      for _ in 0..<60 {
        let name = LearnedTextTests.names[random.below(LearnedTextTests.names.count)]
        switch random.below(12) {
        case 0, 1:
          texts[name] = Text(random.string(upTo: 200))
          model.open(document(name, texts[name] ?? Text()))
        case 2:
          texts[name] = nil
          model.close(name)
        case 3:
          let text: String? = random.below(3) == 0 ? nil : random.string(upTo: 100)
          files[name] = .some(text)
          _ = model.update([(name, text.map { ContiguousArray($0.utf8) })])
        case 4:
          corpus = try self.corpus(["one": random.string(upTo: 200), "four": random.string(upTo: 100)])
          files = [:]
          model.install(corpus)
        default:
          guard let text = texts[name] else { continue }
          let change = random.edit(text)
          texts[name] = change.after
          model.note(change, in: document(name, change.after))
        }
        guard let text = texts[name] else { continue }
        let (place, own) = (random.place(in: text), document(name, text))
        // A prediction holds while a word is typed on; another document ends that.
        model.open(document("other", Text()))
        model.close("other")
        _ = model.prediction(at: place, in: own)
        model.tidy()
        var fresh = self.model()
        fresh.install(corpus)
        for (path, text) in files { _ = fresh.update([(path, text.map { ContiguousArray($0.utf8) })]) }
        for uri in model.order.lastUsed(.max).reversed() { fresh.open(document(uri, texts[uri] ?? Text())) }
        let note = "\(name) \(place) \(text.string.debugDescription)"
        let (found, expected) = (model.prediction(at: place, in: own), fresh.prediction(at: place, in: own))
        expectEqual(scores(found), scores(expected), note)
        var options = ContinuationOptions()
        // More likely than all others together, so that it is the same one.
        options.confidence = 0.55
        options.lines = 3
        let continuation = model.continuation(at: place, in: own, options)
        let other = fresh.continuation(at: place, in: own, options)
        #expect(continuation?.text == other?.text, "\(note)")
        #expect(continuation?.text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 } != false)
      }
    }
  }

  @Test func whatIsGoneIsForgotten() throws {
    var random = SeededRandom()
    for _ in 0..<5 {
      var model = model()
      model.install(try corpus(["one": "only one oneOnly", "two": "only two twoOnly", "five": "only five fiveOnly"]))
      model.open(document("here", Text("only only here hereOnly\nonly ")))
      var there: Set<String> = ["one", "two", "five", "here"]
      for _ in 0..<40 {
        let name = ["one", "two", "three", "four", "five"][random.below(5)]
        let text = "only \(name) \(name)Only"
        switch random.below(4) {
        case 0:
          model.open(document(name, Text(text)))
          there.insert(name)
        case 1:
          model.close(name)
          _ = model.update([(name, nil)])
          there.remove(name)
        case 2:
          model.close(name)
          _ = model.update([(name, ContiguousArray(text.utf8))])
          there.insert(name)
        default:
          // Open, and empty: what the file has does not count.
          model.open(document(name, Text()))
          there.remove(name)
        }
        let own = model.documents["here"]?.snapshot ?? document("here", Text())
        let prediction = model.prediction(at: own.text.count, in: own)
        let offered = Set(prediction.words(typed: "", limit: .max).map(\.text))
        #expect(offered.isSubset(of: there.flatMap { [$0, $0 + "Only"] } + ["only"]))
        // All of them stood behind the same word.
        #expect(offered.isSuperset(of: there))
        let unseen = prediction.score(of: "neverSeen", letters: 0)
        for gone in Set(["one", "two", "three", "four", "five"]).subtracting(there) {
          #expect(prediction.score(of: gone + "Only", letters: 0) <= unseen)
        }
      }
    }
  }

  @Test func memoryFollowsTheTextAndNotItsHistory() {
    var model = model()
    var text = Text("let first = 1\n")
    model.open(document("here", text))
    var most = 0
    for step in 0..<20_000 {
      let change = TextChange(text, replacing: 4..<text.count - 5, with: "name\(step)")
      text = change.after
      model.note(change, in: document("here", text))
      if step % 3 == 0 { _ = model.prediction(at: text.count, in: document("here", text)) }
      if step == 10_000 { most = model.status.memoryBytes }
    }
    #expect(model.vocabulary.ownCount <= 2 * LearnedText.maximumUnused)
    #expect(model.status.memoryBytes <= most * 2)
    let words = model.prediction(at: text.count, in: document("here", text)).words(typed: "", limit: 10)
    #expect(Set(words.map(\.text)).isSuperset(of: ["let", "name19999"]))
  }

  @Test func wordsThatMayNotBeLearnedAreNowhere() throws {
    var model = model { !$0.contains("secret") }
    let text = "let secret1 = secret2\nlet secret1 = secret2\nlet "
    _ = model.update([("file", ContiguousArray(text.utf8))])
    for uri in ["here", "there"] { model.open(document(uri, Text(text))) }
    let own = document("here", Text(text))
    for place in 0...text.utf8.count {
      let prediction = model.prediction(at: place, in: own)
      #expect(!prediction.words(typed: "", limit: 100).contains { $0.text.contains("secret") })
      #expect(prediction.score(of: "secret1", letters: 0) == prediction.score(of: "nowhere", letters: 0))
      var options = ContinuationOptions()
      options.confidence = 0
      let continuation = model.continuation(at: place, in: own, options)
      #expect(continuation?.text.contains("secret") != true)
    }
  }

  @Test func privateDocumentsAreNobodyElsesBusiness() {
    var model = model()
    model.open(document("private", Text("hush hushed")))
    model.open(document("here", Text("say ")))
    let prediction = model.prediction(at: 4, in: document("here", Text("say ")))
    #expect(prediction.words(typed: "", limit: 100).map(\.text) == ["say"])
  }

  @Test func manyFilesThatChangedAreNotAllKept() throws {
    var model = model()
    var isEnough = true
    for file in 0..<1000 { isEnough = model.update([("\(file)", ContiguousArray("a b c".utf8))]) }
    #expect(!isEnough)
    #expect(model.changed.count == LearnedText.maximumChanged)
    for file in 0..<5000 { _ = model.update([("gone\(file)", nil)]) }
    #expect(model.gone.isEmpty)
    model.install(.empty)
    isEnough = model.update([("a", ContiguousArray("a b c".utf8))])
    #expect(isEnough)
  }

  @Test func manyOpenDocumentsDoNoHarm() {
    var model = model()
    for number in 0..<20_000 { model.open(document("\(number)", Text("say word\(number)"))) }
    let own = document("7", Text("say "))
    model.open(own)
    let words = Set(model.prediction(at: 4, in: own).words(typed: "", limit: 100).map(\.text))
    #expect(words == Set((19_984...19_999).map { "word\($0)" } + ["say"]))
    for number in 0..<20_000 { model.close("\(number)") }
    #expect(model.order.count == 0 && model.vocabulary.ownCount == 0)
  }
}
