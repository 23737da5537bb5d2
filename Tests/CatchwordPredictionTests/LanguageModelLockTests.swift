import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

/// Nothing that a receive loop calls waits for what is computed.
///
/// It is called while the model reads a word, on the same thread: a lock that was held would end the process.
struct LanguageModelLockTests {
  private func document(_ text: String, uri: String = "here", version: Int = 0) -> DocumentSnapshot {
    DocumentSnapshot(uri: uri, languageID: "swift", version: version, text: Text(text))
  }

  /// A model that calls `body` once, in the middle of its work.
  private func model(_ body: @escaping @Sendable (LanguageModel) -> Void) -> LanguageModel {
    let isDone = Box<Bool>()
    let itself = Box<LanguageModel>()
    let model = LanguageModel(
      seed: 1,
      isLearned: { _ in
        if let model = itself.value, isDone.value == nil {
          isDone.value = true
          body(model)
        }
        return true
      })
    itself.value = model
    return model
  }

  private func words(_ model: LanguageModel, in document: DocumentSnapshot) -> Set<String> {
    let prediction = model.prediction(at: document.text.count, in: document)
    return Set(prediction.words(typed: "", limit: 100).map(\.text))
  }

  @Test func documentsAreFollowedWhileAWordIsPredicted() {
    let calls = Box<Int>()
    let model = model { model in
      let change = TextChange(Text("say one say "), replacing: 4..<7, with: "two")
      model.documentDidChange(change, in: document("say two say ", version: 1))
      model.documentDidOpen(document("say other", uri: "there"))
      model.documentDidClose(uri: "gone")
      model.install(nil)
      model.note([("file", nil)])
      calls.update { ($0 ?? 0) + 1 }
    }
    model.documentDidOpen(document("say gone", uri: "gone"))
    let asked = document("say one say ")
    model.documentDidOpen(asked)
    // What is asked about is the text as it was then.
    #expect(words(model, in: asked).isSuperset(of: ["say", "one"]))
    #expect(calls.value == 1)
    #expect(words(model, in: document("say two say ", version: 1)) == ["say", "two", "other"])
  }

  @Test func documentsAreFollowedWhileFilesAreRead() {
    let (calls, seen) = (Box<Int>(), Box<Set<String>>())
    let model = model { model in
      let open = document("say open say ")
      model.documentDidOpen(open)
      let change = TextChange(open.text, replacing: 4..<8, with: "edited")
      let edited = open.updated(version: 1, text: change.after)
      model.documentDidChange(change, in: edited)
      // Questions are answered too.
      seen.value = words(model, in: edited)
      calls.update { ($0 ?? 0) + 1 }
    }
    #expect(model.update([("file", ContiguousArray("say file".utf8))]))
    #expect(calls.value == 1 && seen.value == ["say", "edited"])
    #expect(words(model, in: document("say ")).contains("file"))
  }

  @Test func anEditRightBeforeAQuestionIsKnown() {
    let model = LanguageModel(seed: 1)
    var open = document("say one\nsay ")
    model.documentDidOpen(open)
    #expect(!words(model, in: open).contains("two"))
    let change = TextChange(open.text, replacing: 0..<0, with: "say two\n")
    open = open.updated(version: 1, text: change.after)
    model.documentDidChange(change, in: open)
    #expect(words(model, in: open).contains("two"))
  }

  @Test func aCorpusThatWasTakenBackIsNotAskedAnyMore() throws {
    let model = LanguageModel(seed: 1)
    var builder = CorpusBuilder(seed: 1)
    let isAdded = builder.add(ContiguousArray("say filed".utf8), path: "file")
    #expect(isAdded)
    let corpus = try #require(builder.build())
    model.install(corpus)
    #expect(words(model, in: document("say ")).contains("filed"))
    // The files that were read for it are not learned after it has gone.
    let read = model.read([("file", ContiguousArray("say changed".utf8))])
    model.note(read)
    model.install(nil)
    #expect(model.settle() && model.status == ModelStatus())
    #expect(words(model, in: document("say ")) == ["say"])
  }
}
