import CatchwordSnippets

extension ParsedSnippets {
  /// Removes the snippets that insert no text: no item could be made of them.
  ///
  /// - Complexity: O(number of snippets + length of the bodies that begin with a place).
  mutating func leaveOutEmpty() {
    var empty: [Snippet] = []
    snippets.removeAll { snippet in
      // Text at the beginning tells without parsing.
      guard snippet.body.utf8.first.map({ $0 == UInt8(ascii: "$") }) ?? true, SnippetParser.parse(snippet.body).isEmpty
      else { return false }
      empty.append(snippet)
      return true
    }
    for snippet in empty { leaveOut(snippet.trigger, in: snippet.path, line: snippet.line, for: .emptiness) }
  }
}
