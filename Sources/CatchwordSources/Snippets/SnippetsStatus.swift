package import CatchwordSnippets

/// A summary of a user's snippets: the files, the numbers of snippets, and the problems.
package struct SnippetsStatus: Equatable, Sendable {
  /// The number of files that were found.
  package var files = 0
  /// The number of files that have been read; the others are read when a document of their language is opened.
  package var filesRead = 0
  /// The number of snippets that have been read, by the language of the file; `all` stands for every language.
  package var snippetsByLanguage: [String: Int] = [:]
  /// The snippets that are left out.
  package var leftOut: [LeftOutSnippet] = []
  /// The problems with files, each with its place.
  package var problems: [SnippetProblem] = []

  /// Creates an empty status.
  package init() {}

  /// The number of snippets that have been read; one for several languages counts once.
  package var snippets = 0

  /// Returns the number of snippets that are left out for a reason.
  package func count(leftOutFor obstacle: SnippetObstacle) -> Int { leftOut.count { $0.obstacle == obstacle } }
}
