import CatchwordText

extension LearnedText {
  /// The beginning of a word in a document.
  struct Place: Equatable {
    let uri: String
    let wordStart: Int
  }

  mutating func prediction(at offset: Int, in document: DocumentSnapshot) -> Prediction {
    switch question(at: offset, in: document) {
    case .answered(let prediction): return prediction
    case .open(let question):
      let prediction = Prediction(question.setting)
      keep(prediction, of: question)
      return prediction
    }
  }

  /// The input for the prediction of a word.
  struct Question {
    let setting: PredictionInput
    fileprivate let place: Place
    /// The revision when the question was asked; nil when it is about another version of the document.
    fileprivate let revision: Int?
  }

  enum Asked {
    case answered(Prediction)
    case open(Question)
  }

  /// Reads the documents for a prediction, which can then be made without this value.
  mutating func question(at offset: Int, in document: DocumentSnapshot) -> Asked {
    let word = LearnedText.word(at: offset, in: document)
    let place = Place(uri: document.uri, wordStart: word.lowerBound)
    // A question about an older or a newer version is answered for the text of that version.
    let isCurrent = isCurrent(document)
    if isCurrent, last?.place == place, let prediction = last?.prediction { return .answered(prediction) }
    // It shares the tokens of the documents, which are copied when they change while somebody else has them.
    if isCurrent { last = nil }
    let (evidence, own, counts) = evidence(around: word, in: document)
    let setting = PredictionInput(
      wordStart: word.lowerBound, path: documents[document.uri]?.path, evidence: evidence, vocabulary: vocabulary,
      counts: own.counts, otherCounts: counts,
      context: Context(evidence.documents[0], beginsText: own.beginsText, vocabulary),
      indent: document.text.lineIndent(before: word.lowerBound), isProse: document.isProse)
    return .open(Question(setting: setting, place: place, revision: isCurrent ? revision : nil))
  }

  /// Keeps a prediction while only its word is typed, unless something was learned since it was requested.
  mutating func keep(_ prediction: Prediction, of question: Question) {
    if question.revision == revision { last = (question.place, prediction) }
  }
}
