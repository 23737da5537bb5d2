import CatchwordMatching
import CatchwordPrediction

extension Composer {
  /// Adds the words that the model knows from which what was typed is one typo away.
  ///
  /// Where other candidates begin as it was typed, only words count that are so likely that they come before one of the first
  /// few of those, in spite of the typo.
  ///
  /// - Returns: True when there are any, and when the task was cancelled, as there may be.
  func addTypos(to gathered: inout Gathered) -> Bool {
    if cancellation.isCancelled { return true }
    guard wantsPredictions, query.typed.unicodeScalars.count >= Composer.leastMistyped, !query.wantsBeginningsOnly,
      looksLoosely
    else { return false }
    // What is a word is no typo.
    if gathered.isTypedKnown { return false }
    let isAmongBeginnings = gathered.hasBeginnings
    if isAmongBeginnings, query.isTyping { return false }
    let bar = isAmongBeginnings ? gathered.leastScore(ofBest: Composer.mendedPlaces) : nil
    let match = MatchScore(kind: .typo, quality: Composer.typoQuality)
    var hasTypos = false
    let limit = isAmongBeginnings ? Composer.mostMended : query.limit
    let typos = gathered.prediction.typos(typed: query.typed, limit: limit) { cancellation.isCancelled }
    for word in typos {
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
      hasTypos = true
    }
    return hasTypos || cancellation.isCancelled
  }

  /// About what the matcher gives for one typo.
  private static let typoQuality = 0.12
  /// Of fewer letters one may well be wrong, but nobody can tell which.
  private static let leastMistyped = 3
  /// Among words that begin as it was typed, what is mended is shown only before one of so many, and no more of them.
  private static let mendedPlaces = 5
  private static let mostMended = 3
}
