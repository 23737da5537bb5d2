import CatchwordSnippets

/// The marks of comments in a language.
struct CommentMarks: Equatable, Sendable {
  var line: String?
  var blockStart: String?
  var blockEnd: String?

  /// Returns the marks of a language, under any editor's name for it; no marks for an unknown language.
  static func marks(for languageID: String) -> CommentMarks {
    for language in LanguageAliases.languages(of: languageID) {
      if let marks = byLanguage[language] { return marks }
    }
    return CommentMarks()
  }

  private static let byLanguage: [String: CommentMarks] = {
    var byLanguage: [String: CommentMarks] = [:]
    for (languages, marks) in table {
      for language in languages.split(separator: " ") { byLanguage[String(language)] = marks }
    }
    return byLanguage
  }()

  private static let slashes = CommentMarks(line: "//", blockStart: "/*", blockEnd: "*/")
  private static let tags = CommentMarks(line: nil, blockStart: "<!--", blockEnd: "-->")

  private static let table: [(String, CommentMarks)] = [
    (
      "apex c cpp csharp cuda d dart dockerbake glsl go gradle groovy java javascript javascriptreact jsonc kotlin less "
        + "objective-c objective-cpp odin opencl php prisma proto qml reason rescript rust sass scala scss solidity stylus "
        + "swift systemverilog typescript typescriptreact typst v vala verilog zig",
      slashes
    ),
    ("html markdown xml xsl svelte vue astro blade plaintext-html quarto", tags),
    (
      "shellscript python ruby perl r makefile dockerfile dockercompose yaml toml elixir crystal nim fish tcl awk cmake "
        + "graphql gdscript git-rebase gitignore git-commit nginx coffeescript just terraform hcl mermaid beancount",
      CommentMarks(line: "#")
    ),
    ("julia", CommentMarks(line: "#", blockStart: "#=", blockEnd: "=#")),
    ("nix", CommentMarks(line: "#", blockStart: "/*", blockEnd: "*/")),
    ("powershell", CommentMarks(line: "#", blockStart: "<#", blockEnd: "#>")),
    ("css", CommentMarks(line: nil, blockStart: "/*", blockEnd: "*/")),
    ("lua", CommentMarks(line: "--", blockStart: "--[[", blockEnd: "]]")),
    ("haskell elm purescript", CommentMarks(line: "--", blockStart: "{-", blockEnd: "-}")),
    ("sql", CommentMarks(line: "--", blockStart: "/*", blockEnd: "*/")),
    ("ada vhdl applescript", CommentMarks(line: "--")),
    ("ocaml pascal", CommentMarks(line: nil, blockStart: "(*", blockEnd: "*)")),
    ("fsharp", CommentMarks(line: "//", blockStart: "(*", blockEnd: "*)")),
    ("lisp scheme racket", CommentMarks(line: ";", blockStart: "#|", blockEnd: "|#")),
    ("clojure emacs-lisp fennel asm ini", CommentMarks(line: ";")),
    ("latex bibtex erlang prolog", CommentMarks(line: "%")),
    ("matlab", CommentMarks(line: "%", blockStart: "%{", blockEnd: "%}")),
    ("vim", CommentMarks(line: "\"")),
    ("bat", CommentMarks(line: "REM")),
    ("vb plantuml", CommentMarks(line: "'")),
    ("fortran", CommentMarks(line: "!")),
    ("restructuredtext", CommentMarks(line: "..")),
    ("asciidoc", CommentMarks(line: "//", blockStart: "////", blockEnd: "////")),
    ("org", CommentMarks(line: "#", blockStart: "#+begin_comment", blockEnd: "#+end_comment")),
    ("django-html jinja twig", CommentMarks(line: nil, blockStart: "{#", blockEnd: "#}")),
    ("handlebars", CommentMarks(line: nil, blockStart: "{{!--", blockEnd: "--}}")),
    ("erb eex", CommentMarks(line: nil, blockStart: "<%#", blockEnd: "%>")),
    ("wast", CommentMarks(line: ";;", blockStart: "(;", blockEnd: ";)")),
    ("properties", CommentMarks(line: "#")),
    ("cobol", CommentMarks(line: "*>")),
  ]
}
