/// The kinds of languages, by how paths appear in their texts.
enum PathLanguage: Sendable {
  /// Words are separated by spaces, and a space in a name is escaped: `My\ Documents`.
  case shell
  /// Words are separated by spaces, and a name with a space has to be quoted.
  case words
  /// Like `shell`, and what a target needs are files.
  case make
  /// Paths appear in strings and comments; a slash elsewhere is a division.
  case code
  /// Like `code`, but a name without a slash in an import is that of a package.
  case script
  /// Like `code`, and `$` in a string begins a variable.
  case interpolating
  /// Text with links.
  case markdown
  /// Text with commands whose arguments are in braces.
  case latex
  /// Any other text: prose, configuration.
  case other

  /// Creates the language with the client's name for it.
  init(_ languageID: String) { self = PathLanguage.byID[languageID.lowercased()] ?? .other }

  /// True when a slash outside of strings and comments does not belong to a path.
  var isCode: Bool {
    switch self {
    case .code, .script, .interpolating: true
    case .shell, .words, .make, .markdown, .latex, .other: false
    }
  }

  /// True when paths are written as in a shell.
  var isShell: Bool { self == .shell || self == .make }

  private static let byID: [String: PathLanguage] = {
    var byID: [String: PathLanguage] = [:]
    let ids: [(PathLanguage, String)] = [
      (
        .shell,
        "sh bash zsh fish ksh csh tcsh shell shellscript shellsession console dockerfile docker just"
      ),
      (.words, "powershell ps1 pwsh nu nushell elvish bat batch dosbatch cmake"),
      (.make, "make makefile"),
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
