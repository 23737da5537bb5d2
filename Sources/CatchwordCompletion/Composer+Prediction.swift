import CatchwordPrediction
import CatchwordText

extension Composer {
  /// The words that the model would write here, as if a source had offered them: a rare word that the context calls for
  /// must not be lost among those that are frequent. Nil when none are wanted.
  func predictedPart(_ prediction: Prediction) -> Part? {
    let rules = settings.rules(for: query.document.languageID)
    guard Composer.predicted.applies(to: query), rules.allows(query, from: Composer.predicted),
      rules.sources?.contains("words") != false
    else { return nil }
    let words = prediction.words(typed: query.typed, limit: query.limit)
    return Part(
      source: Composer.predicted,
      answer: SourceAnswer(words.filter { $0.text != query.typed }.map { Candidate($0.text) }))
  }

  /// The model is no source, and is not asked as one; but what it adds to a list must be from somewhere.
  private static let predicted = SourceDescriptor(name: "prediction")
}

extension Prediction {
  /// What the model thinks of a candidate.
  func signals(of candidate: Candidate, letters: Int) -> Signals {
    let uses = Prediction.uses(of: candidate)
    var signals = signals(of: candidate.text, letters: letters, uses: uses)
    // In the case that was typed it may be a word that nobody has written yet.
    if let original = candidate.original {
      let own = self.signals(of: original, letters: letters, uses: uses)
      if own.score - Prediction.changedCase > signals.score {
        signals = own
        signals.score -= Prediction.changedCase
      }
    }
    return signals
  }

  private static let changedCase = 0.7

  /// For how many uses a candidate counts besides those that the model knows of.
  ///
  /// A word counts as its source says; what is no plain word is offered only where it fits, so it counts as just used.
  private static func uses(of candidate: Candidate) -> Double {
    if candidate.start != nil || candidate.snippet != nil { return 4000 }
    if candidate.attachment != nil || candidate.kind != .text { return 100 }
    return candidate.signals.frequency * 10
  }
}
