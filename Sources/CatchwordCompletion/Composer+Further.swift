/// What a source offers only where no other one has anything.
extension Composer {
  /// Returns the parts with those candidates alone, where they are wanted; none otherwise.
  ///
  /// - Parameter gathered: The candidates that match so far.
  /// - Complexity: O(entries) where a source has such candidates.
  func furtherParts(besides gathered: borrowing Gathered) -> [Part] {
    guard let place = parts.firstIndex(where: { $0.answer.further != nil }) else { return [] }
    let name = parts[place].source.name
    for index in gathered.entries.indices
    where gathered.entries[index].source != name && gathered.entries[index].candidate.text != query.typed {
      return []
    }
    // The others stay without candidates, as its own place decides among equals.
    var further = parts.map { Part(source: $0.source, answer: SourceAnswer([])) }
    further[place] = Part(source: parts[place].source, answer: SourceAnswer(parts[place].answer.further?() ?? []))
    return further
  }
}
