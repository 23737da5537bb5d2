/// How paths stand in the texts of a language.
enum PathLanguage: Sendable {
  /// Words are separated by spaces, and a space in a name is escaped: `My\ Documents`.
  case shell
  /// Paths stand in strings and comments; a slash elsewhere divides.
  case code
  /// As code, but a name in an import without a slash is one of a package.
  case script
  /// As code, and `$` in a string begins a variable.
  case interpolating
  /// Text with links.
  case markdown
  /// Text with commands whose arguments are in braces.
  case latex
  /// Any other text: prose, configuration.
  case other

  /// By the client's name for a language.
  init(_ languageID: String) { self = PathLanguage.byID[languageID.lowercased()] ?? .other }

  /// True where a slash that is in no string and no comment is none of a path.
  var isCode: Bool {
    switch self {
    case .code, .script, .interpolating: true
    case .shell, .markdown, .latex, .other: false
    }
  }

  private static let byID: [String: PathLanguage] = {
    var byID: [String: PathLanguage] = [:]
    let ids: [(PathLanguage, String)] = [
      (
        .shell,
        "sh bash zsh fish ksh csh tcsh shell shellscript shellsession console make makefile dockerfile docker just"
      ),
      (.script, "javascript javascriptreact typescript typescriptreact jsx tsx vue svelte astro coffeescript"),
      (.interpolating, "php perl"),
      (.markdown, "markdown mdx rmd quarto pandoc vimwiki telekasten djot"),
      (.latex, "latex tex plaintex context bibtex rnoweb doctex"),
      (
        .code,
        """
        c cpp c++ objc objective-c objective-cpp objcpp cuda java kotlin swift rust go python ruby lua r julia haskell \
        ocaml scala csharp c-sharp cs fsharp dart zig d elixir erlang clojure lisp commonlisp elisp emacs-lisp scheme \
        racket sql html xml css scss sass less glsl hlsl wgsl verilog systemverilog vhdl matlab octave fortran pascal \
        ada vb groovy json jsonc json5 nim crystal v odin solidity awk sed proto protobuf graphql asm elm purescript \
        tcl vim viml gdscript prolog cobol handlebars
        """
      ),
    ]
    for (language, names) in ids { for id in names.split(separator: " ") { byID[String(id)] = language } }
    return byID
  }()
}
