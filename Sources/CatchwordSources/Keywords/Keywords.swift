import CatchwordSnippets

/// The keywords of languages: those that a language's own reference lists, of the version that stands beside each list.
package enum Keywords {
  /// Returns the keywords of a language, under any editor's name for it; none for an unknown one.
  ///
  /// Those of one or two letters are left out: to choose them takes longer than to type them.
  package static func of(_ languageID: String) -> [String] {
    list(of: languageID)?.split(separator: " ").filter { $0.utf8.count > 2 }.map(String.init) ?? []
  }

  /// True for a language that has keywords.
  static func areKnown(of languageID: String) -> Bool { list(of: languageID) != nil }

  private static func list(of languageID: String) -> String? {
    LanguageAliases.languages(of: languageID).lazy.compactMap { byLanguage[$0] }.first
  }

  /// True for a language whose keywords are written in either case: SQL and its dialects.
  static func isWithoutCase(_ languageID: String) -> Bool { LanguageAliases.languages(of: languageID).contains("sql") }

  /// The languages that have keywords.
  static var languages: [String] { byLanguage.keys.sorted() }

  private static let byLanguage: [String: String] = {
    var byLanguage: [String: String] = [:]
    for (languages, keywords) in KeywordTables.system + KeywordTables.managed + KeywordTables.scripting
      + KeywordTables.other
    {
      for language in languages.split(separator: " ") { byLanguage[String(language)] = keywords }
    }
    return byLanguage
  }()
}

/// Lists of keywords: language ids and keywords, each with spaces between them.
enum KeywordTables {}
