public import CatchwordSnippets

/// How a user's snippets are getting on.
public struct SnippetsStatus: Equatable, Sendable {
  /// The files that were found.
  public var files = 0
  /// The files that have been read; others are read when their language is written.
  public var filesRead = 0
  /// The snippets that have been read, by the language of the file; `all` is for those that are good everywhere.
  public var snippetsByLanguage: [String: Int] = [:]
  /// How many were left out, since they hold code, which is never run.
  public var skippedWithCode = 0
  /// How many were left out, since they hold a transform in another editor's regular expressions.
  public var skippedWithTransform = 0
  /// How many of those that came with a project were left out, since they hold what looks like a key or a password.
  public var skippedWithSecret = 0
  /// What is wrong with files, and where.
  public var problems: [SnippetProblem] = []

  /// Creates a status of nothing.
  public init() {}

  /// The snippets that have been read; one for several languages counts once.
  public var snippets = 0
}
