import CatchwordCompletion
import CatchwordText

/// The text that a candidate inserts in one client: a snippet where the client knows them, else plain text.
struct Insertion: Sendable {
  let text: String
  let isSnippet: Bool
  /// False for a word, which is not sent with line breaks.
  private let mayHaveLines: Bool

  init(_ candidate: Candidate, takesSnippets: Bool) {
    isSnippet = takesSnippets && candidate.snippet != nil
    text = isSnippet ? candidate.snippet ?? "" : candidate.text
    mayHaveLines = isSnippet || candidate.kind == .snippet
  }

  /// True when it has line breaks.
  var isMultiline: Bool { mayHaveLines && text.hasAny(of: Insertion.lineFeed) }

  private static let lineFeed = ASCIISet("\n".utf8)

  /// Returns a text with `$`, `}` and `\\` escaped for a snippet; by scalars, as clients read it.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x24 || $0 == 0x5C || $0 == 0x7D }) else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "$" || scalar == "}" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
