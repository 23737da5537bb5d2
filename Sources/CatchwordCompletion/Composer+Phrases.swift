import CatchwordText

extension Composer.Entry {
  /// Removes candidates that may be whole phrases of Chinese or Japanese, where a term that they begin with is known.
  ///
  /// - Complexity: O(*n*).
  static func withoutPhrases(_ entries: [Composer.Entry]) -> [Composer.Entry] {
    var terms: Set<String> = []
    // Borrowed in place: a copy of an entry counts the references in it.
    let all = entries.span
    for index in all.indices where all[index].signals.candidate.cohesion >= leastCohesion {
      terms.insert(all[index].candidate.text)
    }
    if terms.isEmpty { return entries }
    return entries.filter { entry in
      let text = entry.candidate.text
      guard entry.candidate.isWord, entry.signals.candidate.cohesion < leastCohesion, WordScanner.isUnspaced(text)
      else { return true }
      return !text.indices.dropFirst().contains { terms.contains(String(text[..<$0])) }
    }
  }

  /// The minimum cohesion of a term; text of eight letters that stands alone once is below it, and so no phrase yet.
  private static let leastCohesion = 0.12
}

extension Candidate {
  /// True for text and no more, wherever it begins.
  fileprivate var isWord: Bool { isPlainText && kind == .text }
}
