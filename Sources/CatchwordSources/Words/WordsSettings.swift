import CatchwordRPC
package import CatchwordSettings

/// The words of comments: whether they are offered.
package enum CommentWords: String, CaseIterable, Sendable {
  /// As all others.
  case all
  /// Not at all.
  case none
  /// And no others, in languages whose comments are known.
  case only
}

/// The settings of the words source: which documents it has words from.
package struct WordsSettings: Equatable, Sendable {
  /// The documents whose words are offered in a document.
  package enum Scope: String, CaseIterable, Sendable {
    /// All that are open.
    case all
    /// Those of its language.
    case language
    /// The document itself.
    case document
  }

  /// The documents whose words are offered in a document.
  package var scope = Scope.all
  /// Patterns of paths, as in `.gitignore`, of documents whose words are offered in themselves only.
  package var exclude: [String] = []
  /// The words of comments, in the files of the workspace, too.
  package var comments = CommentWords.all
  /// True to offer whole lines, too.
  package var offersLines = false

  /// Creates the default settings.
  package init() {}
}

extension WordsSettings: SettingsGroup {
  package static let key = "words"
  package static let summary = "The source \"words\", which has those of the open documents."
  package static let fields: [SettingField<WordsSettings>] = [
    .choice(
      "scope", \.scope, "The documents whose words are offered in one: all, those of its language, or itself alone."),
    .choice(
      "comments", \.comments,
      "Offer the words of all text, none of comments, or only those of comments; those of the workspace's files as well."
    ),
    .flag("lines", \.offersLines, "Offer whole lines of the open documents that begin as the line at the cursor."),
    .texts(
      "exclude", \.exclude, each: "a pattern",
      "Patterns as in .gitignore, from the root of the file system: the words of such documents are offered in no other one."
    ),
  ]
}
