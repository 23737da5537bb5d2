import CatchwordMatching
import CatchwordPrediction

/// Names that nobody has written yet, where few that somebody has begin as typed.
extension Composer {
  /// The number of candidates that begin as typed with which no names are made up.
  private static let enoughBeginnings = 5
  /// The maximum number of such names.
  private static let mostNewNames = 8

  /// Adds names that no text contains and of which the last typed part goes on as in a known name; see `Prediction.newNames`.
  ///
  /// None are made up in prose, behind a word that is known, and where a source has unread text that may contain a real one. None
  /// come up by themselves where the typed name may be complete. Where a known name may be meant, they come behind it.
  ///
  /// - Complexity: O(letters of all known names) where few candidates begin as typed, and O(1) elsewhere.
  func addNewNames(to gathered: inout Gathered) {
    guard gathered.beginnings < Composer.enoughBeginnings, wantsPredictions, gathered.lead.isEmpty,
      !gathered.prediction.isProse, !gathered.isTypedKnown, !query.isNumber, !cancellation.isCancelled,
      !parts.contains(where: \.answer.isBehind)
    else { return }
    let names = gathered.prediction.newNames(
      typed: query.typed, limit: Composer.mostNewNames, leavesWholeParts: query.isTyping,
      leastPart: query.isTyping ? Composer.leastPart : 1
    ) { cancellation.isCancelled }
    if names.isEmpty { return }
    let isDoubtful = gathered.entries.contains(where: isMeant)
    let match = MatchScore(kind: .prefix, quality: 1)
    for name in names {
      var candidate = Candidate(name.text)
      candidate.detail = "like \(name.model)"
      let key = EntryPlaces.Key(name.text)
      // What is never shown is no model either.
      guard gathered.places[key] == nil, mayBeShown(candidate), mayBeShown(Candidate(name.model)) else { continue }
      var signals = signals(
        of: candidate, match, from: Composer.predicted, typed: query.typed, gathered, prediction: name.signals)
      (signals.isNewName, signals.isDoubtful, signals.isPrefix) = (true, isDoubtful, !isDoubtful)
      gathered.places.insert(key, at: gathered.entries.count)
      gathered.entries.append(Entry(candidate, from: Composer.predicted, rank: parts.count, signals))
    }
  }

  /// True for a known name of which something else may have been typed: a typo, a later part, or an abbreviation.
  private func isMeant(_ entry: Entry) -> Bool {
    switch entry.signals.matchKind {
    case .typo, .wordPrefix: true
    case .initials, .scattered, .substring:
      entry.signals.beginsAlike && Subwords.isAbbreviation(query.typed, of: entry.candidate.matched)
    default: false
    }
  }
}
