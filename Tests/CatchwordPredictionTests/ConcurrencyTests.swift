import CatchwordPrediction
import CatchwordText
import TestSupport
import Testing

struct ConcurrencyTests {
  /// Everything at once; what a thread sanitizer, and the locks themselves, may have to say is the expectation.
  @Test func everythingMayBeDoneAtOnce() async throws {
    let model = LanguageModel(path: { $0 })
    var builder = CorpusBuilder()
    for file in 0..<4 {
      let isAdded = builder.add(ContiguousArray("say file\(file) again\nsay file\(file) again\n".utf8), path: "\(file)")
      #expect(isAdded)
    }
    let corpus = try #require(builder.build())
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask { [corpus] in
          var document = DocumentSnapshot(uri: "\(writer)", languageID: "c", version: 0, text: Text("say "))
          model.documentDidOpen(document)
          for step in 0..<60 {
            let change = TextChange(document.text, replacing: 0..<0, with: "say word\(step) ")
            document = document.updated(version: step, text: change.after)
            model.documentDidChange(change, in: document)
            let place = document.text.count
            let prediction = model.prediction(at: place, in: document)
            let found = prediction.words(typed: "", limit: 200).map(\.text)
            if !found.contains("word\(step)") { Issue.record("word\(step) of \(writer) is not known") }
            _ = model.continuation(at: place, in: document, options: ContinuationOptions())
            switch step % 20 {
            case 5: model.install(corpus)
            case 10: _ = model.update([("\(writer)", ContiguousArray("say changed".utf8))])
            case 15: model.install(nil)
            case 17:
              model.documentDidClose(uri: "\(writer)")
              model.documentDidOpen(document)
            default: _ = model.status
            }
          }
          model.documentDidClose(uri: "\(writer)")
        }
      }
    }
    model.install(nil)
    #expect(model.status == ModelStatus())
  }
}
