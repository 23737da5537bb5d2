public import CatchwordSnippets

/// A summary of a user's snippets: the files, the numbers of snippets, and the problems.
public struct SnippetsStatus: Equatable, Sendable {
  /// The number of files that were found.
  public var files = 0
  /// The number of files that have been read; the others are read when a document of their language is opened.
  public var filesRead = 0
  /// The number of snippets that have been read, by the language of the file; `all` stands for every language.
  public var snippetsByLanguage: [String: Int] = [:]
  /// The number of snippets left out because they hold code, which is never run.
  public var skippedWithCode = 0
  /// The number of snippets left out because they hold a transform in another editor's regular expressions.
  public var skippedWithTransform = 0
  /// The number of snippets of projects left out because they hold what looks like a key or a password.
  public var skippedWithSecret = 0
  /// The problems with files, each with its place.
  public var problems: [SnippetProblem] = []

  /// Creates an empty status.
  public init() {}

  /// The number of snippets that have been read; one for several languages counts once.
  public var snippets = 0
}
