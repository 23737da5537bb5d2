import CatchwordText
import Testing

@testable import CatchwordPrediction

/// Creates a model that has read some files, by path.
func languageModel(of files: [String: String]) -> LanguageModel {
  let model = LanguageModel(seed: 1, path: { $0 })
  var builder = CorpusBuilder(seed: 1)
  for (path, text) in files.sorted(by: { $0.key < $1.key }) {
    #expect(add(ContiguousArray(text.utf8), path: path, to: &builder))
  }
  model.install(builder.build())
  return model
}

/// Returns the features of words between `text` and `rest` in a document that is open meanwhile.
func features(
  of words: [String], behind text: String, _ model: LanguageModel, path: String = "here", rest: String = ""
) -> [Features] {
  let document = DocumentSnapshot(uri: path, languageID: "swift", version: 0, text: Text(text + rest))
  model.documentDidOpen(document)
  defer { model.documentDidClose(uri: path) }
  let prediction = model.prediction(at: text.utf8.count, in: document)
  return words.map { prediction.features(of: $0, letters: 0) }
}

/// Returns the features of one word.
func features(
  of word: String, behind text: String, _ model: LanguageModel, path: String = "here", rest: String = ""
) -> Features {
  features(of: [word], behind: text, model, path: path, rest: rest)[0]
}
