import CatchwordMatching
import CatchwordPrediction

extension Composer {
  /// Adds the words known to the model that are one typo away from what was typed.
  ///
  /// If other candidates begin as it was typed, a word is added only if it is so likely that it comes before one of the
  /// first few of them in spite of the typo.
  ///
  /// - Returns: True when there are such words, and when the task was cancelled, since there may be some.
  func addTypos(to gathered: inout Gathered) -> Bool {
    if cancellation.isCancelled { return true }
    guard wantsPredictions, query.typed.unicodeScalars.count >= Composer.leastMistyped, !query.wantsBeginningsOnly,
      query.wantsTypos, looksLoosely
    else { return false }
    // A word is no typo.
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
      guard mayBeShown(candidate), wantsLoosely(.typo, candidate, in: gathered) else { continue }
      var signals = signals(
        of: candidate, match, from: Composer.predicted, typed: query.typed, gathered, prediction: word.signals)
      signals.isMended = isAmongBeginnings
      let entry = Entry(candidate, from: Composer.predicted, rank: parts.count, signals)
      if let bar, entry.score <= bar { continue }
      let key = EntryPlaces.Key(word.text)
      if let place = gathered.places[key] {
        // A match of scattered letters says less.
        guard gathered.entries[place].score < entry.score else { continue }
        gathered.entries[place].match(signals)
      } else {
        gathered.places.insert(key, at: gathered.entries.count)
        gathered.entries.append(entry)
      }
      hasTypos = true
    }
    return hasTypos || cancellation.isCancelled
  }

  /// The quality of a match with a typo: about what the matcher gives for one.
  private static let typoQuality = 0.12
  /// The minimum number of letters: of fewer, one may well be wrong, but nobody can tell which.
  private static let leastMistyped = 3
  /// Limits for mended words among those that begin as typed: each must come before one of the first few of those.
  private static let mendedPlaces = 5
  private static let mostMended = 3
}
