import CatchwordCompletion
import CatchwordSnippets
import CatchwordText

/// Makes candidates from snippets: parses their bodies and fills in the values of variables.
struct SnippetCandidates {
  let query: CompletionQuery
  let variables: SnippetVariables

  /// Returns the candidate of a snippet; nil when its text would be empty or far too long.
  ///
  /// - Complexity: O(length of the body).
  func candidate(_ found: SnippetSearch.Found) -> Candidate? {
    let snippet = found.snippet
    var resolver = SnippetResolver { variables.value(of: $0) }
    let body = resolver.resolve(SnippetParser.parse(snippet.body))
    guard !resolver.isSpent else { return nil }
    let text = body.plainText
    guard !text.isEmpty else { return nil }
    var candidate = Candidate(
      text, kind: .snippet, detail: snippet.description ?? snippet.name,
      signals: CandidateSignals(affinity: 0.5),
      key: SnippetCandidates.key(snippet, languageID: query.document.languageID))
    candidate.label = snippet.trigger
    candidate.filter = snippet.trigger
    if found.start != query.typedRange.lowerBound { candidate.start = found.start }
    if body.hasPlaces { candidate.snippet = body.snippetText }
    return candidate
  }

  // MARK: Documentation

  private static func key(_ snippet: Snippet, languageID: String) -> String {
    "\(languageID)\t\(snippet.path):\(snippet.line)"
  }

  /// Returns the description, the text and the origin of a snippet as Markdown; nil for another source's candidate.
  static func documentation(for candidate: Candidate) -> String? {
    guard let key = candidate.key, let tab = key.firstIndex(of: "\t") else { return nil }
    let language = key[..<tab].filter { !$0.isWhitespace && $0 != "`" }
    let origin = key[key.index(after: tab)...]
    let fence = String(repeating: "`", count: max(3, longestRun(in: candidate.text) + 1))
    let about = candidate.detail.map { "\(MarkdownText.escaped($0))\n\n" } ?? ""
    let place = MarkdownText.escaped(String(origin))
    return "\(about)\(fence)\(language)\n\(candidate.text)\n\(fence)\n\nFrom \(place)"
  }

  /// Returns the length of the longest run of backquotes, which the fence must exceed.
  private static func longestRun(in text: String) -> Int {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
