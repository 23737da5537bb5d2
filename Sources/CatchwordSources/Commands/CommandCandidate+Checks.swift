import CatchwordCompletion
import CatchwordSnippets

extension Candidate {
  /// Leaves out a snippet that editors refuse or show as it is written, and lets the text stand for it.
  ///
  /// - Returns: The beginning of the place that is broken; nil when there is none.
  mutating func leaveOutBrokenSnippet() -> String? {
    guard let place = snippet.flatMap(SnippetParser.brokenPlace(in:)) else { return nil }
    snippet = nil
    if kind == .snippet { kind = .text }
    return place
  }

  /// Leaves out a description that holds what looks like a key or a password.
  ///
  /// - Returns: False when the candidate itself holds one, and must not be offered.
  mutating func leaveOutSecrets() -> Bool {
    if [text, label, filter, snippet].contains(where: { $0.map(ProjectText.isSecret) ?? false }) { return false }
    if detail.map(ProjectText.isSecret) == true { detail = nil }
    if documentation.map(ProjectText.isSecret) == true { documentation = nil }
    return true
  }
}
