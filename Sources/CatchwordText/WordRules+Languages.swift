/// The rules of languages, after what the reference of each says about names.
extension WordRules {
  /// Returns the rules for an LSP language id, or for the file type names that Vim, Helix and Emacs send instead.
  public static func rules(for languageID: String, segmentsIdeographs: Bool = true) -> WordRules {
    var rules = byLanguage[languageID.lowercased()] ?? WordRules()
    rules.segmentsIdeographs = segmentsIdeographs
    return rules
  }

  private static let byLanguage: [String: WordRules] = {
    var rules: [String: WordRules] = [:]
    for (languages, own) in languages {
      for language in languages.split(separator: " ") { rules[String(language)] = own }
    }
    return rules
  }()

  /// Language ids, with spaces between them, and their rules.
  private static let languages: [(String, WordRules)] = [
    // Natural languages.
    (
      "plaintext text txt markdown latex tex plaintex gitcommit git-commit mail org restructuredtext rst asciidoc help norg "
        + "typst mdx",
      WordRules(joiners: "'-")
    ),
    // Names have hyphens. Variables of CSS begin with two, which are not part of the word.
    ("css html xml vue svelte xhtml svg xsl xslt xsd dtd plist", WordRules(joiners: "-")),
    (
      "astro blade django-html djangohtml htmldjango eelixir eex heex html-eex phoenix-heex embedded_template erb eruby "
        + "handlebars hbs mustache haml jinja jinja-html jinja2 liquid nunjucks pug jade razor slim twig ejs web",
      WordRules(joiners: "-")
    ),
    ("shellscript sh bash zsh fish ksh csh tcsh", WordRules(joiners: "-")),
    ("yaml yml dockercompose docker-compose toml json jsonc json5 kdl hocon dhall", WordRules(joiners: "-")),
    ("make makefile cmake just justfile dockerfile containerfile ninja", WordRules(joiners: "-")),
    ("terraform terraform-vars hcl tf tfvars opentofu", WordRules(joiners: "-")),
    (
      "ini dosini conf confini cfg properties jproperties editorconfig gitconfig git-config gitignore sshconfig ssh-config "
        + "sshdconfig systemd desktop requirements http hurl",
      WordRules(joiners: "-")
    ),
    ("cobol raku perl6", WordRules(joiners: "-")),
    // Functions of PowerShell are verbs and nouns with a hyphen between them, and variables begin with a dollar; so in Nushell.
    ("powershell ps1 nu nushell", WordRules(joiners: "-", openers: "$")),
    ("scss sass", WordRules(joiners: "-", openers: "$")),
    ("less", WordRules(joiners: "-", openers: "@")),
    // `empty?`, `set!`, `let*` and `list->vector`.
    (
      "lisp commonlisp elisp emacs-lisp lisp-interaction scheme clojure clojurescript racket fennel janet hy guile",
      WordRules(joiners: "-", closers: "?!*", letters: ">")
    ),
    // `foldl'`, a variant of `foldl`.
    (
      "haskell literate-haskell lhaskell purescript ocaml ocaml.interface tuareg idris idris2 agda lean lean4 coq rocq fsharp sml",
      WordRules(closers: "'")
    ),
    ("nix", WordRules(joiners: "-", closers: "'")),
    ("javascript typescript perl", WordRules(openers: "$")),
    // In their markup stand the classes of style sheets, `w-full`; their formatters put spaces around a minus.
    ("javascriptreact jsx typescriptreact tsx php", WordRules(joiners: "-", openers: "$")),
    ("ruby elixir crystal", WordRules(closers: "?!")),
    ("julia", WordRules(closers: "!")),
    // `data.frame`.
    ("r rmd rnoweb", WordRules(joiners: ".")),
    // `plug#begin`.
    ("vim viml", WordRules(joiners: "#")),
  ]
}
