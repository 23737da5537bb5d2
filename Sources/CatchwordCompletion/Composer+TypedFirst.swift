import CatchwordMatching

/// Where Enter takes the first item of a list that came up by itself, it shall not replace a word that is one as it stands.
extension Composer {
  /// The same items behind the word that was typed, where that is a word and a client takes the first item at Enter.
  ///
  /// - Complexity: O(items).
  func withTypedFirst(_ items: [CompletionResult.Item], _ gathered: Gathered) -> [CompletionResult.Item] {
    guard query.isTyping, query.takesFirst, gathered.isTypedKnown, let first = items.first else { return items }
    // Nobody types the name of a snippet, a symbol or a file by chance.
    if first.signals.isWholeName || first.signals.symbolLength > 0 { return items }
    var moved = items
    if let place = items.firstIndex(where: { $0.candidate.text == query.typed && $0.candidate.snippet == nil }) {
      moved.insert(moved.remove(at: place), at: 0)
      return moved
    }
    let typed = Candidate(query.typed)
    var signals = RankingSignals()
    (signals.matchKind, signals.isPrefix, signals.typedLength) = (.exact, true, query.typed.unicodeScalars.count)
    moved.insert(CompletionResult.Item(candidate: typed, source: Composer.predicted.name, signals: signals), at: 0)
    return Array(moved.prefix(max(query.limit, 1)))
  }
}
