import CatchwordMatching
import CatchwordPrediction

extension Composer {
  /// Adds the words that the model knows from which what was typed is one slip of the finger away.
  ///
  /// Where other candidates begin as it was typed, only words count that are so likely that they come before one of the first
  /// few of those, in spite of the slip.
  ///
  /// - Returns: True when there are any, and when the task was cancelled, as there may be.
  func addSlips(to gathered: inout Gathered) -> Bool {
    if cancellation.isCancelled { return true }
    guard wantsPredictions, query.typed.unicodeScalars.count >= Composer.leastSlipped, !query.wantsBeginningsOnly,
      looksLoosely
    else { return false }
    // What is a word is no slip.
    if gathered.isTypedKnown { return false }
    let isAmongBeginnings = gathered.hasBeginnings
    if isAmongBeginnings, query.isTyping { return false }
    let bar = isAmongBeginnings ? gathered.leastScore(ofBest: Composer.mendedPlaces) : nil
    let match = MatchScore(kind: .typo, quality: Composer.slipQuality)
    var hasSlips = false
    let limit = isAmongBeginnings ? Composer.mostMended : query.limit
    let slips = gathered.prediction.slips(typed: query.typed, limit: limit) { cancellation.isCancelled }
    for word in slips {
      let candidate = Candidate(word.text)
      guard settings.filter.allows(candidate), !isBanned(candidate) else { continue }
      var signals = signals(
        of: candidate, match, from: Composer.predicted, typed: query.typed, gathered, prediction: word.signals)
      signals.isMended = isAmongBeginnings
      let entry = Entry(candidate, from: Composer.predicted, rank: parts.count, signals)
      if let bar, entry.score <= bar { continue }
      if let place = gathered.places[word.text] {
        // Letters that are there by chance say less.
        guard gathered.entries[place].score < entry.score else { continue }
        gathered.entries[place].match(signals)
      } else {
        gathered.places[word.text] = gathered.entries.count
        gathered.entries.append(entry)
      }
      hasSlips = true
    }
    return hasSlips || cancellation.isCancelled
  }

  /// About what the matcher gives for one slip.
  private static let slipQuality = 0.12
  /// Of fewer letters one may well be wrong, but nobody can tell which.
  private static let leastSlipped = 3
  /// Among words that begin as it was typed, what is mended is shown only before one of so many, and no more of them.
  private static let mendedPlaces = 5
  private static let mostMended = 3
}
