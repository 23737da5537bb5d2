import CatchwordText

extension Composer.Entry {
  /// Leaves out what may be a whole phrase of Chinese or Japanese, where a term that it begins with is known.
  ///
  /// - Complexity: O(*n*).
  static func withoutPhrases(_ entries: [Composer.Entry]) -> [Composer.Entry] {
    let terms = Set(entries.lazy.filter { $0.signals.candidate.cohesion >= leastCohesion }.map(\.candidate.text))
    if terms.isEmpty { return entries }
    return entries.filter { entry in
      let text = entry.candidate.text
      guard entry.candidate.isWord, entry.signals.candidate.cohesion < leastCohesion, WordScanner.isUnspaced(text)
      else { return true }
      return !text.indices.dropFirst().contains { terms.contains(String(text[..<$0])) }
    }
  }

  /// What stands alone once, and has eight letters, is no phrase yet.
  private static let leastCohesion = 0.12
}

extension Candidate {
  /// Text and no more, wherever it begins.
  fileprivate var isWord: Bool {
    attachment == nil && snippet == nil && label == nil && filter == nil && kind == .text
  }
}
