package import CatchwordFiles
import CatchwordRPC
package import CatchwordSettings

/// The settings of the symbols source: the notations, and the languages in which each is offered.
package struct SymbolsSettings: Equatable, Sendable {
  /// False to offer no symbols at all.
  package var isEnabled = true
  /// `\alpha` for α: except where a backslash begins a command of the language itself, or separates folders.
  package var latex = SymbolLanguages([
    "*", "!latex", "!tex", "!plaintex", "!context", "!bibtex", "!texinfo", "!rtf", "!bat", "!batch", "!dosbatch",
    "!powershell", "!ps1", "!ini", "!dosini", "!gitignore", "!ignore", "!cmake",
  ])
  /// `:smile:` for 😄: in prose, as a colon has other uses in code.
  package var emoji = SymbolLanguages(SymbolsSettings.prose)
  /// `&alpha;` for α: in markup, where such entities are read.
  package var entities = SymbolLanguages(SymbolsSettings.markup)
  /// Two characters for one, after `digraphLeader`: nowhere by default.
  package var digraphs = SymbolLanguages([])
  /// The leader of digraphs, one to eight characters; it should not look like the beginning of ordinary text.
  package var digraphLeader = "\\\\"
  /// True to complete `&alp` to `&alpha;` and not to α. A character that markup would read differently or not show, as
  /// `&lt;` and `&nbsp;`, is always written as an entity.
  package var writesEntities = false
  /// The user's own tables, and those of projects: see `SymbolFile`. The entries of later tables take precedence over
  /// those of earlier ones.
  package var tables: [FilePlace] = []

  /// Creates the default settings.
  package init() {}

  /// True when no symbols are offered anywhere.
  var isOff: Bool { !isEnabled || SymbolKind.allCases.allSatisfy { self[$0].isEmpty } }

  /// The languages in which the symbols of a kind are offered.
  package subscript(kind: SymbolKind) -> SymbolLanguages {
    switch kind {
    case .latex: latex
    case .emoji: emoji
    case .entities: entities
    case .digraphs: digraphs
    }
  }

  /// The languages of prose, under the names that editors have for them.
  package static let prose = [
    "plaintext", "text", "txt", "markdown", "mdx", "markdown.mdx", "quarto", "rmd", "gitcommit", "git-commit",
    "scminput", "jj-commit", "jjdescription", "hgcommit", "mail", "git-rebase", "",
  ]

  /// Languages in which `&amp;` is an ampersand.
  package static let markup = [
    "html", "xml", "xhtml", "svg", "markdown", "mdx", "markdown.mdx", "quarto", "rmd", "vue", "svelte", "astro",
    "javascriptreact", "typescriptreact", "jsx", "tsx", "htmldjango", "django-html", "jinja", "jinja-html",
    "handlebars",
    "eruby", "erb", "heex", "eelixir", "php", "blade", "razor", "aspnetcorerazor", "xsl", "docbk", "html.erb", "edge",
  ]
}

/// A choice of languages.
package struct SymbolLanguages: Equatable, Sendable {
  private var included: Set<String> = []
  private var excluded: Set<String> = []
  private var includesOthers = false

  /// Chooses languages.
  ///
  /// - Parameter patterns: Language ids; `*` for all, and `!` before one that is excluded.
  package init(_ patterns: [String]) {
    for pattern in patterns.lazy.map({ $0.lowercased() }) {
      if pattern == "*" {
        includesOthers = true
      } else if pattern.hasPrefix("!") {
        excluded.insert(String(pattern.dropFirst()))
      } else {
        included.insert(pattern)
      }
    }
  }

  /// True when no language is chosen.
  package var isEmpty: Bool { !includesOthers && included.isEmpty }

  /// True when a language is chosen.
  package func contains(_ languageID: String) -> Bool {
    let id = languageID.lowercased()
    return !excluded.contains(id) && (includesOthers || included.contains(id))
  }
}

extension SymbolsSettings: SettingsGroup {
  package static let key = "symbols"
  package static let summary = "The source \"symbols\"."
  package static let fields: [SettingField<SymbolsSettings>] = [
    .flag("enabled", \.isEnabled, inProject: .only(false), "Offer symbols by their names."),
    languages(
      "latex", \.latex,
      "The languages in which \\alpha offers α; \"*\" for all, \"!\" before one that is excluded; "
        + "by default, all but TeX and those in which a backslash separates folders."),
    languages("emoji", \.emoji, "The languages in which :smile: offers 😄; by default, prose."),
    languages("entities", \.entities, "The languages in which &alpha; offers α; by default, markup."),
    languages(
      "digraphs", \.digraphs, default: [], "The languages in which two characters after the leader stand for one."),
    SettingField(
      Setting(
        "digraphLeader", .text("one to eight characters"), default: .string(SymbolsSettings().digraphLeader),
        "The characters before a digraph."), \.digraphLeader
    ) { $0.stringValue.map { String($0.prefix(8)) } },
    .flag("writesEntities", \.writesEntities, "Complete &alp to &alpha; instead of α."),
    SettingField(
      Setting(
        "tables", .list(.path), default: [], inProject: .add,
        "Files of your own symbols, one a line: a name, a tab, the text, and optionally a tab and a description.")
    ) { value, all, settings in
      settings.tables = (value.arrayValue ?? []).compactMap(\.stringValue).map {
        FilePlace(path: $0, project: all.project(ofPath: $0))
      }
    },
  ]

  /// Returns the field of a choice of languages.
  private static func languages(
    _ name: String, _ property: any WritableKeyPath<SymbolsSettings, SymbolLanguages> & Sendable,
    default initial: JSONValue? = nil, _ summary: String
  ) -> SettingField<SymbolsSettings> {
    let kind = SettingKind.list(.text("the name of a language, \"*\" or \"!\" before a name"))
    return SettingField(Setting(name, kind, default: initial, summary), property) { value in
      value.arrayValue.map { SymbolLanguages($0.compactMap(\.stringValue)) }
    }
  }
}
