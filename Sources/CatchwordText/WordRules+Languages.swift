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
    for entry in entries {
      let own = WordRules(
        joiners: entry.joiners, openers: entry.openers, closers: entry.closers, letters: entry.letters)
      for language in entry.languages.split(separator: " ") { rules[String(language)] = own }
    }
    return rules
  }()

  /// The rules of some languages as they are written here: texts alone, so that the program has them as data and not as code.
  private struct Entry {
    /// Language ids, with spaces between them.
    let languages: String
    var joiners = ""
    var openers = ""
    var closers = ""
    var letters = ""
  }

  private static let entries: [Entry] = [
    // Natural languages.
    Entry(
      languages: """
        plaintext text txt latex tex plaintex gitcommit git-commit mail help
        """,
      joiners: "'-"),
    // What stands between two `_` is emphasised, and one behind a word makes it a link.
    Entry(languages: "markdown mdx quarto restructuredtext rst asciidoc org norg typst", joiners: "'-_"),
    // Names have hyphens. Variables of CSS begin with two, which are not part of the word.
    Entry(languages: "css html xml vue svelte xhtml svg xsl xslt xsd dtd plist", joiners: "-"),
    Entry(
      languages: """
        astro blade django-html djangohtml htmldjango eelixir eex heex html-eex phoenix-heex embedded_template erb eruby \
        handlebars hbs mustache haml jinja jinja-html jinja2 liquid nunjucks pug jade razor slim twig ejs web
        """,
      joiners: "-"),
    Entry(languages: "shellscript sh bash zsh fish ksh csh tcsh", joiners: "-"),
    Entry(languages: "yaml yml dockercompose docker-compose toml json jsonc json5 kdl hocon dhall", joiners: "-"),
    Entry(languages: "make makefile cmake just justfile dockerfile containerfile ninja", joiners: "-"),
    Entry(languages: "terraform terraform-vars hcl tf tfvars opentofu", joiners: "-"),
    Entry(
      languages: """
        ini dosini conf confini cfg properties jproperties editorconfig gitconfig git-config gitignore sshconfig ssh-config \
        sshdconfig systemd desktop requirements http hurl
        """,
      joiners: "-"),
    Entry(languages: "cobol raku perl6", joiners: "-"),
    // Functions of PowerShell are verbs and nouns with a hyphen between them, and variables begin with a dollar; so in Nushell.
    Entry(languages: "powershell ps1 nu nushell", joiners: "-", openers: "$"),
    Entry(languages: "scss sass", joiners: "-", openers: "$"),
    Entry(languages: "less", joiners: "-", openers: "@"),
    // `empty?`, `set!`, `let*` and `list->vector`.
    Entry(
      languages: """
        lisp commonlisp elisp emacs-lisp lisp-interaction scheme clojure clojurescript racket fennel janet hy guile
        """,
      joiners: "-", closers: "?!*", letters: ">"),
    // `foldl'`, a variant of `foldl`.
    Entry(
      languages: """
        haskell literate-haskell lhaskell purescript ocaml ocaml.interface tuareg idris idris2 agda lean lean4 coq rocq \
        fsharp sml
        """,
      closers: "'"),
    Entry(languages: "nix", joiners: "-", closers: "'"),
    Entry(languages: "javascript typescript perl", openers: "$"),
    // In their markup stand the classes of style sheets, `w-full`; their formatters put spaces around a minus.
    Entry(languages: "javascriptreact jsx typescriptreact tsx php", joiners: "-", openers: "$"),
    Entry(languages: "ruby elixir crystal", closers: "?!"),
    Entry(languages: "julia", closers: "!"),
    // `data.frame`.
    Entry(languages: "r rmd rnoweb", joiners: "."),
    // `plug#begin`.
    Entry(languages: "vim viml", joiners: "#"),
  ]
}
