public import CatchwordFiles

/// Which symbols are offered, and where.
public struct SymbolsSettings: Equatable, Sendable {
  /// False to offer none at all.
  public var isEnabled = true
  /// `\alpha` for α: everywhere but where a backslash begins a command of the language itself.
  public var latex = SymbolLanguages(["*", "!latex", "!tex", "!plaintex", "!context", "!bibtex", "!texinfo", "!rtf"])
  /// `:smile:` for 😄: in prose, as a colon has work to do in code.
  public var emoji = SymbolLanguages(SymbolsSettings.prose)
  /// `&alpha;` for α: where such a thing is read.
  public var entities = SymbolLanguages(SymbolsSettings.markup)
  /// Two characters for one, behind `digraphLeader`: nowhere, until the user wants it.
  public var digraphs = SymbolLanguages([])
  /// What digraphs are typed behind, one to eight characters; it should not begin like something that is typed for itself.
  public var digraphLeader = "\\\\"
  /// True to complete `&alp` to `&alpha;` and not to α. What would not be the same as itself in the markup, as `&lt;` and
  /// `&nbsp;`, is always written so.
  public var writesEntities = false
  /// The user's own tables, and those of projects: see `SymbolFile`. What is in the later ones counts before what is in
  /// those before them.
  public var tables: [FilePlace] = []

  /// The defaults.
  public init() {}

  /// Where the symbols of a kind are offered.
  public subscript(kind: SymbolKind) -> SymbolLanguages {
    switch kind {
    case .latex: latex
    case .emoji: emoji
    case .entities: entities
    case .digraphs: digraphs
    }
  }

  /// Languages that people write to people in, under the names that editors have for them.
  public static let prose = [
    "plaintext", "text", "txt", "markdown", "mdx", "markdown.mdx", "quarto", "rmd", "gitcommit", "git-commit",
    "scminput", "jj-commit", "jjdescription", "hgcommit", "mail", "git-rebase", "",
  ]

  /// Languages in which `&amp;` is an ampersand.
  public static let markup = [
    "html", "xml", "xhtml", "svg", "markdown", "mdx", "markdown.mdx", "quarto", "rmd", "vue", "svelte", "astro",
    "javascriptreact", "typescriptreact", "jsx", "tsx", "htmldjango", "django-html", "jinja", "jinja-html",
    "handlebars",
    "eruby", "erb", "heex", "eelixir", "php", "blade", "razor", "aspnetcorerazor", "xsl", "docbk", "html.erb", "edge",
  ]
}

/// A choice of languages.
public struct SymbolLanguages: Equatable, Sendable {
  private var included: Set<String> = []
  private var excluded: Set<String> = []
  private var includesOthers = false

  /// Chooses languages.
  ///
  /// - Parameter patterns: Language ids; `*` for all, and `!` before one that is not meant.
  public init(_ patterns: [String]) {
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
  public var isEmpty: Bool { !includesOthers && included.isEmpty }

  /// True when a language is chosen.
  public func contains(_ languageID: String) -> Bool {
    let id = languageID.lowercased()
    return !excluded.contains(id) && (includesOthers || included.contains(id))
  }
}
