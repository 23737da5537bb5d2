/// What a source offers only where no other one has anything.
extension Composer {
  /// Returns the parts with those candidates alone, where they are wanted; none otherwise.
  ///
  /// - Parameter gathered: The candidates that match so far.
  /// - Complexity: O(entries) where a source has such candidates.
  func furtherParts(besides gathered: borrowing Gathered) -> [Part] {
    guard let part = parts.first(where: { $0.answer.further != nil }) else { return [] }
    for index in gathered.entries.indices
    where gathered.entries[index].source != part.source.name && gathered.entries[index].candidate.text != query.typed {
      return []
    }
    // Each at its own place, as that decides among equals.
    return parts.map { one in
      Part(
        source: one.source,
        answer: SourceAnswer(one.source.name == part.source.name ? part.answer.further?() ?? [] : []))
    }
  }
}
